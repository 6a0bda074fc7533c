"""Check what others say of documents: each quote is looked up, each value proved from its words."""
