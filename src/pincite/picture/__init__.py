"""A page as a picture, with all that was read on it drawn in."""
