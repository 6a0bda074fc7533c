"""Places to claims that nobody trusts yet."""
