"""Images of text to words with their places."""
