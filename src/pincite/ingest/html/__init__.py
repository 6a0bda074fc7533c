"""HTML to the text that a browser shows."""
