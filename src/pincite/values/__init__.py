"""Typed values, how each is read from a text, and where own types are registered."""
