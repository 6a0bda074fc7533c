"""What crosses the border: answers, claims, checks, signals, and their JSON Schema."""
