"""The ways to find blocks by the titles of the sections they stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pincite.records.evidence import Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.ranking import best
from pincite.retrieve.words import at, load


@dataclass(frozen=True, slots=True)
class BySectionTitle:
    """The blocks of the sections whose titles carry most of the question."""

    limit: int = 200
    name: ClassVar[str] = "section_title"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        worth = np.zeros(len(index.titles))
        for term in question.retrieval.terms:
            worth += term.weight * np.logical_or.reduce([index.titles_with(w) for w in term.wordings])
        return best(at(worth, index.section_of), self.limit)
