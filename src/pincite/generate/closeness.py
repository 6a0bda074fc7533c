"""Of several values in one block, the one that stands closest to what was asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.contract.values.reading import Reading
from pincite.contract.vocabulary import stems, telling, words
from pincite.records.question import Question

# At this many characters a word counts for half as much as one that touches the value.
_HALF_WAY = 40
# A value mostly follows its name ("a fee of EUR 500"), so a word behind it counts a little less.
_BEHIND = 0.9
# Closeness breaks ties between blocks; it never outweighs a term that a block lacks.
_SHARE = 0.08
# "The fee is EUR 500" says what the fee is; "the fee was raised by EUR 500" does not.
_LINK = re.compile(
    r"[\s\"“”'’():,|]*(?:(?:is|are|was|shall be|will be|means|of|equals?|at|amounts? to|not exceed|the|a|an"
    r"|date|on"
    r"|fixed|sum|total|rate|period)[\s\"“”'’():,|]*){0,4}"
)
# "EUR 900 for a suite" says what the EUR 900 are for.
_LINK_BEHIND = re.compile(r"\s*(?:(?:for|per|of|in|on|to|with|under|an?|the|each|every|any|all)\s+){1,4}")
_LINKED = 1.5
# What stands on the other side of such a break belongs to another value.
_CLAUSE = re.compile(
    r"[;|]|,\s*(?:compared|while|whereas|but|versus)\b|\bcompared (?:with|to)\b", re.IGNORECASE
)
_OTHER_CLAUSE = 0.4
# Of "from 1 July 2024 to 1 July 2025" the end is asked for, or the start.
_ENDS = re.compile(r"\b(?:end|ends|ending|expir\w*|terminat\w*|until|lapse\w*|run out|over)\b", re.IGNORECASE)
_STARTS = re.compile(r"\b(?:start|starts|begin|begins|commenc\w*|incept\w*|effective|from)\b", re.IGNORECASE)
_BEFORE_END = re.compile(r"\b(?:to|until|till|through|ending(?: on)?|expir\w*(?: on)?)\s*$", re.IGNORECASE)
_BEFORE_START = re.compile(
    r"\b(?:from|beginning(?: on)?|commenc\w*(?: on)?|starting(?: on)?)\s*$", re.IGNORECASE
)
_DIRECTED = 0.5
_COUNTS = re.compile(
    r"\b(?:after|before|prior|following|until|within|in advance|notice|from|since)\b", re.IGNORECASE
)
_COUNTED_FROM = re.compile(
    r"[’']?\s*(?:after|before|prior\s+to|from|following|preceding|of|upon)\b[^,;.]{0,60}", re.IGNORECASE
)


def closest(
    question: Question, text: str, readings: Sequence[Reading[BaseModel]]
) -> tuple[float, Reading[BaseModel]]:
    """The closest reading, the first of equals, with its closeness from 0 to `_SHARE`."""
    asked = _places(question, text)
    total = sum(weight for weight, _ in asked) or 1.0
    scored = [
        (
            sum(w * _nearness(text, r, places) for w, places in asked) / total
            + _direction(question, text, r),
            r,
        )
        for r in readings
    ]
    best, reading = max(scored, key=lambda entry: entry[0])
    return best * _SHARE, reading


def counted_from(question: Question, text: str, reading: Reading[BaseModel]) -> bool:
    """Whether a time is counted from what was asked for, and so is not its own.

    "Within 30 days after the expiration" does not say when anything expires. A question that itself
    says "after" or "before" asks for just that.
    """
    if _COUNTS.search(question.generation.asked):
        return False
    places = [place for weight, places in _places(question, text) for place in places]
    before = any(end <= reading.start for _, end in places)
    behind = [start for start, _ in places if start >= reading.end]
    return not before and any(_COUNTED_FROM.fullmatch(text, reading.end, start) for start in behind)


def _direction(question: Question, text: str, reading: Reading[BaseModel]) -> float:
    asked, before = question.generation.asked, text[: reading.start]
    if _ENDS.search(asked) and _BEFORE_END.search(before):
        return _DIRECTED
    return _DIRECTED if _STARTS.search(asked) and _BEFORE_START.search(before) else 0.0


def _places(question: Question, text: str) -> list[tuple[float, list[tuple[int, int]]]]:
    """For every term its weight and where words of it stand in the text."""
    stemmed = [(stem[0], start, end) for word, start, end in words(text) if (stem := stems(word))]
    asked = []
    for term in question.retrieval.terms:
        known = telling(stem for wording in term.wordings for stem in wording)
        asked.append((term.weight, [(start, end) for stem, start, end in stemmed if stem in known]))
    return asked


def _nearness(text: str, reading: Reading[BaseModel], places: Sequence[tuple[int, int]]) -> float:
    best = 0.0
    for start, end in places:
        behind = start >= reading.end
        distance = max(0, start - reading.end if behind else reading.start - end)
        linked = _LINK_BEHIND if behind else _LINK
        if linked.fullmatch(text, *((reading.end, start) if behind else (end, max(end, reading.start)))):
            return _LINKED
        between = text[reading.end : start] if behind else text[end : reading.start]
        worth = (_BEHIND if behind else 1.0) * (_OTHER_CLAUSE if _CLAUSE.search(between) else 1.0)
        best = max(best, worth / (1 + distance / _HALF_WAY))
    return best
