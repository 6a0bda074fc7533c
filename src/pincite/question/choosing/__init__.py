"""Which documents a question means: by their names, kinds, covers and words."""
