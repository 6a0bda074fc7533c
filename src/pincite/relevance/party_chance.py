"""The chance that the names which a contract introduces are its parties, and the bars that it must reach."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

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
