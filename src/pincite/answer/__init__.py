"""What crosses the border: answers, claims, verdicts, warrants, signals, and their JSON Schema."""
