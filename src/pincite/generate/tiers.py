"""Two language models, a small and a large one: the plan says which of them is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.answer.claims import Proposal
from pincite.generate.model import FromModel
from pincite.protocols import LanguageModel
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.question import Question


@dataclass(frozen=True, slots=True)
class Tiered:
    """Claims by the small model, or by the large one where the question's tier says so."""

    small: LanguageModel
    large: LanguageModel
    max_lines: int = 200
    context_tokens: int = 12_000

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        model = self.large if question.generation.tier == "large" else self.small
        return FromModel(model, self.max_lines, self.context_tokens).propose(question, found, documents)
