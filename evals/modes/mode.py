"""How the rows of a set are put: asked, retrieved, judged, or asked with a proposer of known honesty."""

from __future__ import annotations

from typing import Literal

Mode = Literal["ask", "retrieval", "support", "oracle", "liar", "mixed"]
PROPOSED: frozenset[Mode] = frozenset({"oracle", "liar", "mixed"})
"""The modes in which claims come from the gold and not from the generator of the settings."""
JudgedBy = Literal["itself", "honest", "agreeing", "nobody"]
"""Who judges what is proposed: the proposer, another that knows the gold, another that always agrees."""
