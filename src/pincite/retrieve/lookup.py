"""The ways to find a block by what it states: a value under its name, or what a document says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pincite.language.vocabulary import stems
from pincite.records.evidence import Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.attributes import holding
from pincite.retrieve.carried import carried
from pincite.retrieve.ranking import best
from pincite.retrieve.wanted import wanted
from pincite.retrieve.words import load

# What a document says of itself before all else: what it is, between whom, and from when.
_OF_ITSELF = frozenset(
    stems(
        "name title document contract agreement lease policy deed instrument form party parties signed"
        " entered between date dated effective commencement day made execution execute"
    )
)


@dataclass(frozen=True, slots=True)
class ByAttribute:
    """The blocks where the name of an attribute and a value of the kind that is asked for stand together.

    The name may also stand in what introduces the block, or in a title above it.
    """

    limit: int = 50
    least: float = 0.5
    """The share of the question that a block has to carry with its value."""
    name: ClassVar[str] = "attribute"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        scores = carried(question, index)
        total = sum(term.weight for term in question.retrieval.terms)
        stated = holding(index.kinds_in, question.generation.answer_types) & (scores >= self.least * total)
        return best(np.where(stated, scores, 0.0), self.limit)


@dataclass(frozen=True, slots=True)
class ByOpening:
    """The start of the document, where it is asked what it is, whose it is or of which day."""

    passages: int = 2
    least: float = 0.5
    """The share of the question's words that has to be about the document as such."""
    name: ClassVar[str] = "opening"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        share = _about_itself(question)
        if share < self.least:
            return []
        ends = [*index.passage_firsts[1 : self.passages + 1], len(index.blocks)]
        scores = np.zeros(len(index.blocks))
        for end in reversed(ends[: self.passages]):
            scores[:end] += share
        return best(scores, len(scores))


def _about_itself(question: Question) -> float:
    """The share of a question that is about the document as such; all of one without words of its own."""
    weights = wanted(question, 0.0)
    about = sum(weight for stem, weight in weights.items() if stem in _OF_ITSELF)
    if about and not question.retrieval.terms:
        return 1.0
    return about / (sum(weights.values()) or 1.0)
