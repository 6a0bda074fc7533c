"""Of several values in one block, the one that stands closest to what was asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.contract.fitness import places_of
from pincite.contract.values.reading import Reading
from pincite.contract.values.types import same
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
_DIRECTED = 1.2
# What being the nearest value to a word is worth beyond the nearness itself.
_BESIDE = 0.5
# Another value that comes this near the best leaves it open which one is meant.
_TOO_CLOSE = 0.95


def closest(
    question: Question, text: str, readings: Sequence[Reading[BaseModel]]
) -> tuple[float, Reading[BaseModel]] | None:
    """The closest reading with its closeness from 0 to `_SHARE`; None when another is about as close.

    What the question asks for by name belongs to all values of a sentence; what it says besides
    ("for a suite") belongs to the value beside it, and tells them apart.
    """
    scores = [_direction(question, text, reading) for reading in readings]
    asked = places_of(question, text)
    total = sum(weight for weight, _ in asked) or 1.0
    for term, (weight, places) in zip(question.retrieval.terms, asked, strict=True):
        near = [_nearness(text, reading, places, readings) for reading in readings]
        for place, nearness in enumerate(near):
            beside = not term.required and nearness and nearness == max(near)
            scores[place] += weight / total * (nearness + (_BESIDE if beside else 0.0))
    best = max(range(len(readings)), key=lambda place: scores[place])
    for place, reading in enumerate(readings):
        if not same(reading.value, readings[best].value) and scores[place] >= _TOO_CLOSE * scores[best]:
            return None
    return scores[best] * _SHARE, readings[best]


def _direction(question: Question, text: str, reading: Reading[BaseModel]) -> float:
    asked, before = question.generation.asked, text[: reading.start]
    if _ENDS.search(asked) and _BEFORE_END.search(before):
        return _DIRECTED
    return _DIRECTED if _STARTS.search(asked) and _BEFORE_START.search(before) else 0.0


def _nearness(
    text: str,
    reading: Reading[BaseModel],
    places: Sequence[tuple[int, int]],
    readings: Sequence[Reading[BaseModel]],
) -> float:
    best = 0.0
    for start, end in places:
        behind = start >= reading.end
        distance = max(0, start - reading.end if behind else reading.start - end)
        linked = _LINK_BEHIND if behind else _LINK
        if linked.fullmatch(text, *((reading.end, start) if behind else (end, max(end, reading.start)))):
            return _LINKED
        between = text[reading.end : start] if behind else text[end : reading.start]
        parted = _CLAUSE.search(between) or (behind and _goes_on(between, readings, reading.end, start))
        worth = (_BEHIND if behind else 1.0) * (_OTHER_CLAUSE if parted else 1.0)
        best = max(best, worth / (1 + distance / _HALF_WAY))
    return best


def _goes_on(between: str, readings: Sequence[Reading[BaseModel]], start: int, end: int) -> bool:
    """Whether a word behind a value belongs to what follows it.

    Of "£250 a loss, £500 for theft" the theft is the second's; "as amended on 2 July: the start …" is done
    with the second of July.
    """
    return ": " in between or any(start <= other.start and other.end <= end for other in readings)
