"""A question over a field of each of several documents: which of them, how many, the most or the least."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pincite.records.computation import Relation

Asks = Literal["which", "count", "most", "least"]


@dataclass(frozen=True, slots=True)
class OverDocuments:
    """What every document is asked, and what is made of their answers."""

    asks: Asks
    noun: str
    """What one of the documents is called: "contract"."""
    words: tuple[str, ...]
    """What the documents are called beside that: "supply", "Acme"; none where all of them are meant."""
    field: str
    """What the field is called."""
    question: str
    """What each document is asked for it; empty where the name of the field says that."""
    kind: str | None = None
    """The kind of value that is demanded; None where the wording decides."""
    relation: Relation | None = None
    """How the value must relate to the one that is asked for; None for the most and the least."""
    value: str = ""
    """The value that is asked for, in the question's words; "yes" or "no" of a yes or no."""

    def __post_init__(self) -> None:
        if (self.asks in ("which", "count")) != (self.relation is not None):
            raise ValueError("a condition is for which and how many, and for nothing else")
