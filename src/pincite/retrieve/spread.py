"""The way to find evidence in several sections: the best block of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pincite.records.evidence import Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.ranking import best
from pincite.retrieve.wanted import wanted
from pincite.retrieve.words import load


@dataclass(frozen=True, slots=True)
class BySpread:
    """The best block of each section, where the answer may stand in parts: lists, or several things."""

    limit: int = 12
    synonym_weight: float = 0.3
    several: int = 3
    """From how many terms on a question may ask for several things."""
    name: ClassVar[str] = "spread"

    def find(self, question: Question, held: Held) -> list[Hit]:
        is_list = question.generation.answer_shape != "single"
        if not is_list and len(question.retrieval.terms) < self.several:
            return []
        index = load(held.postings)
        scores = index.bm25(wanted(question, self.synonym_weight))
        order = np.argsort(-scores, kind="stable")
        _, firsts = np.unique(index.section_of[order], return_index=True)
        kept = np.zeros(len(scores))
        kept[order[firsts]] = scores[order[firsts]]
        return best(kept, self.limit)
