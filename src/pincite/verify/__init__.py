"""Claims to proofs, pure: quote, value, place, scope, completeness."""
