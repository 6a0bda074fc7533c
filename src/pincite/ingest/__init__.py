"""Bytes to a document: one folder or module for each format, then what all formats share."""
