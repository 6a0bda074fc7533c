"""What documents and questions are made of: frozen dataclasses, standard library only."""
