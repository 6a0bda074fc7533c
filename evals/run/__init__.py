"""Gold questions put through the service, many at once."""
