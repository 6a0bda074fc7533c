"""What came of asking one gold question, as far as marking needs it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from pincite.answer.answers import Outcome


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(_Record):
    """A place in the document that an item cites, or that was offered to read."""

    start: int
    end: int
    page: int | None = None
    snippet: str = ""


class ObservedItem(_Record):
    """An item that was returned. `proved` is false when its own proof does not hold: it is invented."""

    answer_type: str
    value: dict[str, Any]
    original: str
    confidence: float
    proved: bool
    places: tuple[Place, ...]
    side: int = 0
    """Of a conflict, on which side it stands; 0 is the one that prevails by the document's own rule."""


class Observation(_Record):
    """One row as it was answered."""

    row: str
    outcome: Outcome
    items: tuple[ObservedItem, ...] = ()
    settled: bool = False
    """Of a conflict: the document's own rule says which side prevails."""
    leads: tuple[Place, ...] = ()
    """The places that were offered to read instead of an answer, likeliest first."""
    located: tuple[tuple[int, int], ...] = ()
    """Where the quotes of the gold are in the text, of answers whose places the gold does not give."""
    error: str = ""
    seconds: float = 0.0
