"""Models that somebody else serves: language models, embedders, rerankers."""
