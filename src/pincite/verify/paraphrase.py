"""Tell by the words alone whether a text supports a statement made in other words.

The content words of the statement must stand in the text, its numbers all of them; and the statement may
not deny or oblige where the text does not, nor the other way round. This cannot prove a paraphrase, it can
only catch a false one: so it decides alone at the most lenient level only.
"""

from __future__ import annotations

import re

from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern

_ENOUGH = 0.75
_DENIES = pattern(
    r"\b(?:not|no|never|neither|nor|none|cannot|without|prohibit\w*|forbid\w*|exclud\w*|waive\w*|void)\b|n[’']t\b",
    re.IGNORECASE,
)
_MODALS = (
    pattern(r"\b(?:must|shall|has to|have to|required|obliged|obligation|duty)\b", re.IGNORECASE),
    pattern(r"\b(?:may|can|could|might|entitled|permitted|allowed|right to|option)\b", re.IGNORECASE),
)
_NUMBER = pattern(r"\d+(?:[.,]\d+)*")


def paraphrases(statement: str, text: str) -> float:
    """How much of the statement the text carries, from 0 to 1; 0 where that is too little to support it."""
    share = carried(statement, text)
    return share if share >= _ENOUGH else 0.0


def carried(statement: str, text: str) -> float:
    """The share of the statement that stands in the text; 0 where the two contradict each other."""
    wanted, said = telling(stems(statement)), set(stems(text))
    if not wanted or set(_NUMBER.findall(statement)) - set(_NUMBER.findall(text)):
        return 0.0
    if bool(_DENIES.search(statement)) is not bool(_DENIES.search(text)):
        return 0.0
    if any(modal.search(statement) and not modal.search(text) for modal in _MODALS):
        return 0.0
    return len(wanted & said) / len(wanted)
