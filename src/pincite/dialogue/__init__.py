"""Asking a language model for a form: the form, the ladder of means, its reply, what it took."""
