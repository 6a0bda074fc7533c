"""What a question is searched by: its words, how much each weighs by its rarity, and what a block carries.

`carried` is the measure of `relevance.bearing` in one pass over the index, which takes a block at a time.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from pincite.language.vocabulary import stems, telling
from pincite.records.question import Question, Stems, Term
from pincite.relevance.bearing import IN_BLOCK, IN_LEAD_IN, IN_NEIGHBOUR, IN_TITLE
from pincite.retrieve.index import WordIndex, at

if TYPE_CHECKING:
    from pincite.retrieve.index import Marks, Numbers, Scores

# A word of the question that none of its terms is made of: "related", "provide".
_ASIDE = 0.1


def wanted(question: Question, synonym_weight: float) -> dict[str, float]:
    """Stems by weight: what is said twice or quoted counts twice, other words for it at a discount.

    What only names the document, and what is not wanted, counts for nothing. A ranking counts rarity
    itself, so only the root of a term's weight is taken, which holds rarity, too.
    """
    said = _said(question)
    weights: dict[str, float] = {}
    for term in question.retrieval.terms:
        weight = math.sqrt(term.weight)
        for stem in telling(term.own):
            weights[stem] = max(weights.get(stem, 0.0), weight * max(1, said[stem]))
        for wording, worth in term.wordings.items():
            for stem in telling(wording) if wording != term.own else ():
                other = weight * worth * synonym_weight / len(wording)
                weights[stem] = max(weights.get(stem, 0.0), other)
    aside = _ASIDE if weights else 1.0
    return {stem: aside * count for stem, count in said.items()} | weights


def _said(question: Question) -> Counter[str]:
    """How often each telling word is said; a quoted phrase is said once more."""
    asked = question.retrieval.said or question.generation.plain
    for left_out in (*question.retrieval.scope.documents, *question.generation.excluded):
        asked = asked.replace(left_out, " ")
    said = Counter(stems(asked))
    for phrase in question.retrieval.phrases:
        said.update(stems(phrase))
    return Counter({stem: said[stem] for stem in telling(said)})


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
