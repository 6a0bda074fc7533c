"""Tell a value for another period than the one asked about: what is paid in a month is not paid in a year."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.contract.cases import parts_of
from pincite.contract.qualifiers import own_limits
from pincite.contract.values.reading import Reading
from pincite.contract.values.types import Amount, Number, Percentage

_RATE = re.compile(
    r"\b(?P<adverb>hourly|daily|weekly|monthly|quarterly|yearly|annual|annually)\b"
    r"|\b(?:per|an?|each|every|any|the|this|one)\s+(?:(?:current|calendar|contract|policy|financial|insurance"
    r"|lease|first|second|third|fourth|last|whole|given)\s+){0,2}(?P<noun>hour|day|week|month|quarter|year|annum)\b",
    re.IGNORECASE,
)
_OF_ADVERB = {"annual": "year", "annually": "year", "annum": "year", "daily": "day"}


def another_period(
    asked: str, text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]
) -> str:
    """The period that a value is for, where the question names another; empty otherwise."""
    wanted = _periods(asked)
    if not wanted or not isinstance(reading.value, Amount | Number | Percentage):
        return ""
    parts = parts_of(text, readings)
    part = parts[readings.index(reading)].said if parts else text[: reading.start] + " ; "
    limits = [text[a:b] for a, b in own_limits(text, readings, reading)]
    own = _periods(" ; ".join((part.rsplit(" ; ", 1)[0], reading.original(text), *limits)))
    return " or ".join(sorted(own)) if own and own.isdisjoint(wanted) else ""


def _periods(text: str) -> frozenset[str]:
    found = set()
    for rate in _RATE.finditer(text):
        word = (rate["adverb"] or rate["noun"]).lower()
        found.add(_OF_ADVERB.get(word, word.removesuffix("ly")))
    return frozenset(found)
