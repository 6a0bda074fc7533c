"""Papers of contracts that belong together and questions over them, by an author who saw no code."""
