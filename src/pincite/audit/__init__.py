"""What shows an answer to whoever must trust it, and lets anybody prove it again."""
