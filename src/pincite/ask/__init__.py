"""One question through all stages, from the choice of documents to the report of what happened."""
