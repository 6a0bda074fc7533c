"""The words that a question is searched by, each with its weight."""

from __future__ import annotations

import math
from collections import Counter

from pincite.language.vocabulary import stems, telling
from pincite.records.question import Question

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
