"""Many documents: each is read in a process of its own, vectors are made behind."""
