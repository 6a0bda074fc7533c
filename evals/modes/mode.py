"""How the rows of a set are put: asked, retrieved, judged, or asked with a reader of known honesty."""

from __future__ import annotations

from typing import Literal

Mode = Literal["ask", "retrieval", "support", "oracle", "liar", "forger", "mixed"]
PROPOSED: frozenset[Mode] = frozenset({"oracle", "liar", "forger", "mixed"})
"""The modes in which claims come from the gold and not from the reader of the settings."""
Second = Literal["nobody", "honest", "agreeing"]
"""Who must agree at strict and above: one that knows the gold, one that says what the first says, nobody."""
