"""How much of a question every block of a document carries, in one pass over the index.

The same measure as `contract.relevance`, which takes a block at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from pincite.records.question import Question, Stems, Term
from pincite.relevance.bearing import IN_BLOCK, IN_LEAD_IN, IN_NEIGHBOUR, IN_TITLE
from pincite.retrieve.words import WordIndex, at

if TYPE_CHECKING:
    from pincite.retrieve.texts import Marks, Scores


def carried(question: Question, index: WordIndex) -> Scores:
    """For every block the weight of the terms that it carries, itself or through where it stands."""
    scores = np.zeros(len(index.blocks))
    for term in question.retrieval.terms:
        said = _strength(term, len(index.blocks), index.blocks_with)
        titled = _strength(term, len(index.titles), index.titles_with)
        places = (
            said * IN_BLOCK,
            *(at(said, places) * IN_LEAD_IN for places in index.lead_ins()),
            at(said, index.neighbour_of) * IN_NEIGHBOUR,
            at(titled, index.section_of) * IN_TITLE,
        )
        scores += term.weight * np.maximum.reduce(places)
    return scores


def _strength(term: Term, count: int, having: Callable[[Stems], Marks]) -> Scores:
    """For every text the worth of the best wording in it."""
    strength = np.zeros(count)
    for wording, worth in term.wordings.items():
        strength = np.maximum(strength, having(wording) * worth)
    return strength
