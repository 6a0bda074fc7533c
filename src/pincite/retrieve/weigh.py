"""Give each term of a question the weight that its rarity in the documents earns it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pincite.records.question import Question, Stems, Term
from pincite.retrieve.words import WordIndex

if TYPE_CHECKING:
    from pincite.retrieve.texts import Marks, Numbers, Scores

# A word that stands nowhere in the documents is the strongest sign that they are silent.
_UNSEEN = 2.5
_LEAST = 0.2
# Where the document uses the user's own word, other words for it are less likely to mean the same.
_BESIDE_THE_OWN = 0.76
# A wording rarer than this (see `_rarity`) is taken at its full worth.
_SPECIFIC = 0.4


def weigh(question: Question, indexes: Sequence[WordIndex]) -> Question:
    """The same question; rare terms weigh more, and terms found nowhere most."""
    terms = tuple(_weighed(term, indexes) for term in question.retrieval.terms)
    return replace(question, retrieval=replace(question.retrieval, terms=terms))


def _weighed(term: Term, indexes: Sequence[WordIndex]) -> Term:
    total = sum(len(index.blocks) for index in indexes)
    found = {w: np.concatenate([index.blocks_with(w) for index in indexes]) for w in term.wordings}
    in_use = bool(found[term.own].any())
    anywhere = int(np.logical_or.reduce(list(found.values())).sum())

    def worth_of(words: Stems, worth: float) -> float:
        return worth if words == term.own else worth * _trust(int(found[words].sum()), total, in_use)

    return replace(
        term,
        weight=term.weight * (_rarity(anywhere, total) if anywhere else unseen(term)),
        wordings={words: worth_of(words, worth) for words, worth in term.wordings.items()},
    )


def _trust(found: int, total: int, in_use: bool) -> float:
    """How far a wording that is not the user's own can be taken for it.

    One that stands everywhere says little, and less where the document uses the user's own word.
    """
    specific = min(1.0, _rarity(found, total) / _SPECIFIC) if found else 1.0
    return specific * (_BESIDE_THE_OWN if in_use else 1.0)


def unseen(term: Term) -> float:
    """How much more a term weighs that stands nowhere.

    That a word which half of all sentences carry is not there says little.
    """
    return _UNSEEN if term.weight >= 1 else 1.0


def _rarity(found: int, total: int) -> float:
    return max(_LEAST, math.log((total + 1) / (found + 0.5)) / math.log(total + 2))


def rarities(found: Numbers, total: Numbers) -> Scores:
    """How rare a term is in each of several documents: `_rarity` of each."""
    rare: Scores = np.maximum(_LEAST, np.log((total + 1) / (found + 0.5)) / np.log(total + 2))
    return rare


def trusts(found: Numbers, total: Numbers, in_use: Marks) -> Scores:
    """How far a wording is taken for the user's own in each of several documents: `_trust` of each."""
    specific = np.where(found > 0, np.minimum(1.0, rarities(found, total) / _SPECIFIC), 1.0)
    trusted: Scores = specific * np.where(in_use, _BESIDE_THE_OWN, 1.0)
    return trusted
