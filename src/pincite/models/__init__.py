"""Small models of our own, which read on this machine."""
