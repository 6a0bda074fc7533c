"""Let a language model say where to look first; it sees names, profiles and titles, and decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.protocols import LanguageModel
from pincite.question.planner_prompt import prompt_for, read_plan
from pincite.records.planning import Advice, Overview


@dataclass(frozen=True, slots=True)
class ModelPlanner:
    """Advice by a language model; none can be had without a ProviderError or OSError that says why."""

    model: LanguageModel
    name: ClassVar[str] = "language_model"

    def plan(self, asked: str, overviews: Sequence[Overview]) -> Advice:
        return read_plan(self.model.complete(prompt_for(asked, overviews)), overviews)
