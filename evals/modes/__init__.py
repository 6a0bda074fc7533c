"""Other ways to put a set: proposers of known honesty, changed documents, documents made silent."""
