"""The ways to find single blocks that may answer: by their words, and by reading every block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pincite.language.vocabulary import telling
from pincite.records.evidence import Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.carried import carried
from pincite.retrieve.ranking import best, hits_at
from pincite.retrieve.words import load


@dataclass(frozen=True, slots=True)
class ByWords:
    """BM25 over every block, with the dictionary's wordings at a discount."""

    limit: int = 50
    synonym_weight: float = 0.6
    name: ClassVar[str] = "words"

    def find(self, question: Question, held: Held) -> list[Hit]:
        weights: dict[str, float] = {}
        for term in question.retrieval.terms:
            for wording, worth in term.wordings.items():
                discount = 1.0 if wording == term.own else self.synonym_weight * worth
                for stem in telling(wording):
                    weights[stem] = max(weights.get(stem, 0.0), term.weight * discount / len(wording))
        return best(load(held.postings).bm25(weights), self.limit)


@dataclass(frozen=True, slots=True)
class ByScan:
    """Reads every block of the document by the measure of relevance; runs before every "not found".

    Every block that carries at least the share `least` of the question is proposed, however many: with 0
    each block of the document is.
    """

    least: float = 0.5
    name: ClassVar[str] = "scan"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        scores = carried(question, index)
        total = sum(term.weight for term in question.retrieval.terms)
        order = np.argsort(-scores, kind="stable")
        return hits_at(order[scores[order] >= self.least * total], scores)
