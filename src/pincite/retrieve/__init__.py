"""What a question asks for to places that may answer: words, vectors, paths, reading."""
