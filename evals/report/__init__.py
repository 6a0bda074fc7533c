"""What an evaluation found, as a page with figures."""
