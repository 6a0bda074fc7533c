"""The blocks of the sections where a planner expects the answer, the first of them first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from pincite.records.evidence import Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.ranking import best


@dataclass(frozen=True, slots=True)
class ByLikelySection:
    """Nothing where no planner was asked, or where the document has none of the titles it named."""

    limit: int = 200
    name: ClassVar[str] = "likely_section"

    def find(self, question: Question, held: Held) -> list[Hit]:
        likely = question.retrieval.likely_sections
        if not likely:
            return []
        worth = {_called(title): 1 / place for place, title in reversed(list(enumerate(likely, start=1)))}
        document = held.document
        of_sections = [worth.get(_called(section.title), 0.0) for section in document.sections]
        scores = np.zeros(len(document.blocks))
        for at, block in enumerate(document.blocks):
            path = document.section_path(block.section)
            scores[at] = max((of_sections[section.id] for section in path), default=0.0)
        return best(scores, self.limit)


def _called(title: str) -> str:
    """As an overview shows it, in small letters."""
    return " ".join(title.replace("#", " ").split()).casefold()
