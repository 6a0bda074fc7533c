"""The chance that the names which a contract introduces are its parties, and the bars that it must reach."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from pincite.records.reading import Subject
from pincite.relevance.judging import Bar, Model, RiskBar


class PartyJudging(BaseModel):
    """How a list of parties is judged; the bars rest on contracts that were left out of the fit."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    items: Model
    """The chance that the items of the list are all of the parties, and no others."""
    bars: dict[str, Bar]
    """By strictness."""
    risks: tuple[RiskBar, ...]
    """By the share of lists that may be wrong, from the smallest on."""

    def bar_at(self, strictness: str, max_risk: float | None) -> float:
        """The chance that is needed at a level, or for the share that the user allows to be wrong."""
        if max_risk is None:
            return self.bars[strictness].chance
        within = [each.chance for each in self.risks if each.risk <= max_risk]
        return within[-1] if within else 1.0


_LEAST_END = 2_000
_SHARE_OF_END = 0.2


def party_features(text: str, parties: Sequence[Subject]) -> dict[str, float]:
    """The signs of a list of parties, which has one at least."""
    count = len(parties)
    ending = _letters(text[-max(_LEAST_END, int(len(text) * _SHARE_OF_END)) :])
    return {
        "parties": float(count),
        "are_two": float(count == 2),
        "with_short_name": sum(bool(each.aliases) for each in parties) / count,
        "begins_at": math.log1p(parties[0].span.start),
        "at_the_end": sum(_letters(each.name) in ending for each in parties) / count,
    }


def _letters(words: str) -> str:
    """Only what cannot be set in another way: signatures are in capitals, over several lines."""
    return "".join(filter(str.isalnum, words.casefold()))
