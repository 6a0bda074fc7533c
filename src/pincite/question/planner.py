"""Let a language model say where to look first; it sees names, profiles and titles, and decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.dialogue.forms import filled
from pincite.protocols import LanguageModel
from pincite.question.planner_prompt import Plan, advice_in, prompt_for
from pincite.records.run import Advice, Overview


@dataclass(frozen=True, slots=True)
class ModelPlanner:
    """Advice by a language model, or a ProviderError that says why there is none."""

    model: LanguageModel
    name: ClassVar[str] = "language_model"

    def plan(self, asked: str, overviews: Sequence[Overview]) -> Advice:
        return advice_in(filled(self.model, prompt_for(asked, overviews), Plan, "planner"), overviews)
