"""How often answers to questions of the user's own are right: asked, marked, scored, held to a gate."""
