"""The library as tools for language models, by the Model Context Protocol."""
