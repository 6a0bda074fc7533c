"""A place that was proposed as an answer, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.records.question import Question


@dataclass(frozen=True, slots=True)
class Candidate:
    """One claim of one run: where it stands, what it says, and the check that stopped it.

    `value` is JSON. `stopped_by` is empty where every check passed; such a candidate is `kept`, or another
    was better. `page` is None where the format has no pages or the quote was not found.
    """

    name: str
    version: str
    lines: tuple[int, int]
    page: int | None
    section: str = field(repr=False)
    quote: str = field(repr=False)
    answer_type: str
    value: str = field(repr=False)
    score: float
    stopped_by: str
    reason: str = field(repr=False)
    kept: bool = False
    claim: str = field(default="", repr=False, compare=False)
    """The whole claim, as JSON; empty where only what `why` shows was read from a library."""
    verdicts: str = field(default="", repr=False, compare=False)
    """Every check's verdict, as JSON."""
    put: Question | None = field(default=None, repr=False, compare=False)
    """None where a claim was made by other means than the checks, or was read from a library."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A candidate that a check stopped, with the question of its run."""

    run: str
    asked_at: str
    question: str
    outcome: str
    candidate: Candidate
