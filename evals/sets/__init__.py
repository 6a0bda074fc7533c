"""Public evaluation sets, each read into the gold form."""
