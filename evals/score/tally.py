"""Count what came of the questions, those with an answer in their document apart from those without."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from pincite.answer.answers import Outcome
from pincite.quality.scoring import CameTo

_ABSENT: tuple[CameTo, ...] = ("recognised", "not_absent", "not_recognised", "probable_not_absent")


@dataclass(frozen=True, slots=True)
class Tally:
    """How many questions have no answer in their document, how many have one, and what came of both."""

    absent: int
    recognised: int
    present: int
    right: int
    wrong: int
    answered_absent: int
    """Answered, although the document has no answer."""
    untold: int
    """Answered, where the gold cannot tell whether rightly."""

    @property
    def unanswered(self) -> int:
        """Left open, although the document has the answer."""
        return self.present - self.right - self.wrong - self.untold


def tally(outcomes: Mapping[str, int]) -> Tally | None:
    """The counts; None unless `outcomes` counts by `came_to`, which alone tells the two apart."""
    plain = outcomes.keys() <= set(get_args(Outcome))
    if plain or not outcomes.keys() <= set(get_args(CameTo)):
        return None
    absent = sum(outcomes.get(name, 0) for name in _ABSENT)
    return Tally(
        absent=absent,
        recognised=outcomes.get("recognised", 0),
        present=sum(outcomes.values()) - absent,
        right=outcomes.get("right", 0),
        wrong=outcomes.get("wrong", 0),
        answered_absent=outcomes.get("not_absent", 0),
        untold=outcomes.get("untold", 0),
    )
