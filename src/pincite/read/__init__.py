"""From passages to claims: the lines a reader is shown, the form it fills in, the places that it names."""
