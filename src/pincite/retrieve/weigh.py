"""Give each term of a question the weight that its rarity in the documents earns it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pincite.records.question import Question, Term
from pincite.retrieve.words import WordIndex

# A word that stands nowhere in the documents is the strongest sign that they are silent.
_UNSEEN = 2.5
_LEAST = 0.2
# Where the document uses the user's own word, other words for it are less likely to mean the same.
_SYNONYM_OF_A_WORD_IN_USE = 0.7


def weigh(question: Question, indexes: Sequence[WordIndex]) -> Question:
    """The same question; rare terms weigh more, and terms found nowhere most."""
    terms = tuple(_weighed(term, indexes) for term in question.retrieval.terms)
    return replace(question, retrieval=replace(question.retrieval, terms=terms))


def _weighed(term: Term, indexes: Sequence[WordIndex]) -> Term:
    total = sum(len(index.blocks) for index in indexes)
    in_use = any(index.blocks_with(term.own).any() for index in indexes)
    found = sum(
        int(np.logical_or.reduce([index.blocks_with(wording) for wording in term.wordings]).sum())
        for index in indexes
    )
    return replace(
        term,
        weight=term.weight * (_rarity(found, total) if found else _unseen(term)),
        synonym=_SYNONYM_OF_A_WORD_IN_USE if in_use else term.synonym,
    )


def _unseen(term: Term) -> float:
    """That a word which half of all sentences carry is not there says little."""
    return _UNSEEN if term.weight >= 1 else 1.0


def _rarity(found: int, total: int) -> float:
    return max(_LEAST, math.log((total + 1) / (found + 0.5)) / math.log(total + 2))
