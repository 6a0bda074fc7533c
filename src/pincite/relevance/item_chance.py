"""The chance that an item which was named belongs to a list, and from which chance on it is given."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from pincite.relevance.judging import Bar, Model, RiskBar


class ItemJudging(BaseModel):
    """How items of lists are judged; the bars rest on documents that were left out of the fit."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    items: Model
    """The chance that an item belongs to what is asked for."""
    bars: dict[str, Bar]
    """By strictness."""
    risks: tuple[RiskBar, ...]
    """By the share of items that may be wrong, from the smallest on."""

    def bar_at(self, strictness: str, max_risk: float | None) -> float:
        """The chance that is needed at a level, or for the share that the user allows to be wrong."""
        if max_risk is None:
            return self.bars[strictness].chance
        within = [each.chance for each in self.risks if each.risk <= max_risk]
        return within[-1] if within else 1.0
