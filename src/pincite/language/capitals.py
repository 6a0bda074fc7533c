"""Tell a name by its capitals: it is the one part of a sentence that may stand for the whole of it.

Any other part may leave out what turns it round: "power to sign" of "without power to sign".
"""

from __future__ import annotations

import re

from pincite.language.vocabulary import STOP_WORDS
from pincite.records.span import Span
from pincite.values.polarity import DENIAL

_NAME = re.compile(
    r"(?!(?:The|This|That|Each|Any|All|No|Not|Neither|It|He|She|They)\b)"
    r"[A-Z][\w&.’'-]*(?: (?:of |and |& )?[A-Z][\w&.’'-]*){0,4}"
)
_BESIDE = 60


def stands_for(text: str, sentence: Span, place: Span) -> bool:
    """Whether the words at a place are a whole name, in a sentence that denies nothing beside it."""
    if not _NAME.fullmatch(place.of(text)) or _goes_on(text, place):
        return False
    around = text[sentence.start : place.start], text[place.end : sentence.end]
    return not any(DENIAL.search(words) for words in around)


def _goes_on(text: str, place: Span) -> bool:
    """Whether a name goes on around the words: "Annual" of the Annual Fee, "Section" of Section 9."""
    before = text[max(0, place.start - _BESIDE) : place.start].split()[-1:]
    behind = text[place.end : place.end + _BESIDE]
    goes_on = behind[:1] == " " and (behind[1:2].isupper() or behind[1:2].isdigit())
    comes_from = bool(before) and before[0][:1].isupper() and before[0].casefold() not in STOP_WORDS
    return goes_on or comes_from
