"""Change a document so that its answer is no longer true, to see whether that is noticed."""
