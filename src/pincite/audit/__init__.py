"""Past answers proved again: what still holds in a new version, and anchors that other programs read."""
