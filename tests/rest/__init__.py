"""The server: its verbs, who may come in, and what an attacker may try."""
