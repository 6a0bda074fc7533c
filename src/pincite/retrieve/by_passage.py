"""The way to find blocks by the passage that they stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pincite.records.evidence import Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.ranking import best
from pincite.retrieve.wanted import wanted
from pincite.retrieve.words import load

if TYPE_CHECKING:
    from pincite.retrieve.texts import Scores
    from pincite.retrieve.words import WordIndex

# What a block of a passage is worth beside its best one when it says hardly anything of the question.
_LEAST = 0.5


@dataclass(frozen=True, slots=True)
class ByPassages:
    """BM25 over passages and the titles above them: what is asked is often said in two or three sentences.

    The best block of a passage stands for it; `title_weight` is how often a title counts as said.
    """

    limit: int = 60
    synonym_weight: float = 0.3
    title_weight: float = 2.0
    name: ClassVar[str] = "passages"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        weights = wanted(question, self.synonym_weight)
        scores = index.bm25_of_passages(weights, self.title_weight)
        if len(scores) > self.limit:
            scores[np.argsort(-scores, kind="stable")[self.limit :]] = 0.0
        return best(_shared_out(scores, index.bm25(weights), index), len(index.blocks))


def _shared_out(passages: Scores, blocks: Scores, index: WordIndex) -> Scores:
    """The score of each passage for its best block, and the less for the others the less they say.

    What says nothing of the question is left out, unless a title above alone speaks for the passage.
    """
    if not len(passages):
        return np.zeros(0)
    ranges = np.diff(np.append(index.passage_firsts, len(blocks)))
    highest = np.repeat(np.maximum.reduceat(blocks, index.passage_firsts), ranges)
    share = np.divide(blocks, highest, out=np.ones(len(blocks)), where=highest > 0)
    shared: Scores = np.repeat(passages, ranges) * (_LEAST + (1 - _LEAST) * share)
    return np.where(share > 0, shared, 0.0)
