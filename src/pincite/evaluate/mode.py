"""How the rows of a set are put: asked, retrieved, judged, or asked with a proposer of known honesty."""

from __future__ import annotations

from typing import Literal

Mode = Literal["ask", "retrieval", "support", "oracle", "liar"]
PROPOSED: frozenset[Mode] = frozenset({"oracle", "liar"})
"""The modes in which claims come from the gold and not from the generator of the settings."""
