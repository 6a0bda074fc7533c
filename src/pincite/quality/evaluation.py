"""The result of a run: scores with intervals, strata, what came of each question, and what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from pincite.quality.gold import GoldRow
from pincite.quality.marking import Mark, mark
from pincite.quality.observation import Observation
from pincite.quality.scoring import (
    MEASURES,
    Stratum,
    columns,
    is_good,
    mean_intervals,
    means,
    strata,
    worst,
)

CameTo = Literal[
    "right", "wrong", "untold", "incomplete", "conflict", "unclear", "withheld", "missed", "failed",
    "recognised", "not_absent", "not_recognised",
]  # fmt: skip
_UNANSWERED: dict[str, CameTo] = {
    "not_found": "missed", "incomplete": "incomplete", "conflict": "conflict",
    "needs_clarification": "unclear", "unverified": "withheld", "failed": "failed",
}  # fmt: skip
GOOD: tuple[CameTo, ...] = ("right", "recognised", "not_recognised", "untold")
"""What nobody has to look at: of a question without an answer, that none was given."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Result(_Record):
    """One question: what it came to, what was expected and what was said."""

    row: GoldRow
    came_to: CameTo
    observation: Observation


class Scored(_Record):
    """What every run comes to, of whatever it is."""

    set: str
    n: int
    settings: dict[str, Any]
    scores: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    strata: tuple[Stratum, ...]
    worst: Stratum | None
    seconds: float
    came_to: dict[str, int] = {}
    """What came of the questions, right or wrong, those without an answer in their document apart."""

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


class Evaluation(Scored):
    """What the user's own questions come to."""

    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """One score in both runs. `clear` is None where a run has no interval for it."""

    score: str
    before: float | None
    after: float | None
    clear: bool | None = None

    @property
    def difference(self) -> float | None:
        """None when one of the runs did not measure it."""
        return None if self.before is None or self.after is None else self.after - self.before


def evaluated(
    name: str,
    asked: Sequence[tuple[GoldRow, Observation]],
    settings: dict[str, Any],
    seconds: float,
) -> Evaluation:
    """The evaluation of questions that were asked."""
    marks = [mark(row, observation) for row, observation in asked]
    found = columns(marks, MEASURES)
    corners = strata(marks, found, [is_good(m) for m in marks])
    results = tuple(
        Result(row=row, came_to=came_to(m), observation=seen)
        for (row, seen), m in zip(asked, marks, strict=True)
    )
    return Evaluation(
        set=name,
        n=len(marks),
        settings=settings,
        scores=means(found) | {"invented": float(sum(m.invented for m in marks))},
        intervals=mean_intervals(found, [m.document for m in marks]),
        strata=corners,
        worst=worst(corners),
        seconds=seconds,
        came_to=dict(Counter(result.came_to for result in results).most_common()),
        results=results,
    )


def came_to(marked: Mark) -> CameTo:
    """What one question came to; each of these is either of questions with an answer or of those without."""
    if not marked.present:
        if marked.said_absent:
            return "recognised"
        return "not_absent" if marked.shown else "not_recognised"
    if marked.wrong:
        return "wrong"
    if marked.shown and marked.correct is None:
        return "untold"
    if marked.right:
        return "right"
    return _UNANSWERED[marked.outcome]


def compared(before: Scored, after: Scored) -> list[Difference]:
    """All scores of two runs. A change is `clear` when each score lies outside the interval of the other."""
    return [_difference(name, before, after) for name in dict.fromkeys([*before.scores, *after.scores])]


def _difference(name: str, before: Scored, after: Scored) -> Difference:
    old, new = before.scores.get(name), after.scores.get(name)
    if old is None or new is None or name not in before.intervals or name not in after.intervals:
        return Difference(name, old, new)
    (low, high), (new_low, new_high) = before.intervals[name], after.intervals[name]
    return Difference(name, old, new, not low <= new <= high and not new_low <= old <= new_high)
