"""What is right: answers marked by gold, scored, compared and held to a gate."""
