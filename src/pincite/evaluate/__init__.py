"""Gold questions, and how well they are answered."""
