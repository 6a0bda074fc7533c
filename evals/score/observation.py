"""What came of asking one gold question, as far as scoring needs it, in a form that can be kept."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from pincite.answer.answers import Outcome


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(_Record):
    """A place in the document that an item cites, or that retrieval proposed."""

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
    """One row as it was answered. `key` tells what was asked of what, with which settings and code."""

    key: str
    row: str
    outcome: Outcome
    items: tuple[ObservedItem, ...] = ()
    presence: float = 0.0
    """How sure it is that the document carries the answer, from 0 to 1, whatever the outcome."""
    settled: bool = False
    """Of a conflict: the document's own rule says which side prevails."""
    candidate: ObservedItem | None = None
    """The likeliest candidate, shown or not; its confidence is its chance. None: no chance is known."""
    leads: tuple[Place, ...] = ()
    """The places that were offered to read instead of an answer, likeliest first."""
    located: tuple[tuple[int, int], ...] = ()
    """Where the quotes of the gold are in the text, of answers whose places the gold does not give."""
    proposed: tuple[Place, ...] | None = None
    """Where a proposer of known honesty pointed, empty when it had nothing to say; None without one."""
    nearest: tuple[Place, ...] = ()
    paths: tuple[str, ...] = ()
    """The retrieval paths that had found the place of the first item; empty when none was returned."""
    passages: tuple[Place, ...] = ()
    """What retrieval proposed, best first, where only retrieval was measured."""
    error: str = ""
    seconds: float = 0.0
    cost: float = 0.0
