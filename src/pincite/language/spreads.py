"""Tell the two ends of a range from a value: "EUR 5,000 to EUR 8,000" has no one amount.

One end is never claimed as the value, with or without a note: whoever reads the typed value alone would
be told something false. It answers only a question that asks for an end.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.patterns import pattern
from pincite.records.span import Span
from pincite.values.readings import Reading

_TO = pattern(r"\s*(?:[-‐‑‒–—]|\b(?:up\s+)?to\b|\buntil\b|\btill\b|\bthrough\b)\s*", re.IGNORECASE)
_AND = pattern(r"\s+and\s+", re.IGNORECASE)
_BETWEEN = pattern(r"\bbetween\s+(?:the\s+)?$", re.IGNORECASE)
_FROM = pattern(r"\b(?:between|from)\s+$", re.IGNORECASE)
# "Reduced from EUR 900 to EUR 750" tells of a change, and only the second holds.
_CHANGED = pattern(
    r"\b(?:increas|decreas|reduc|rais|ris|rose|lower|chang|postpon|mov|extend|amend|fell|fall|drop|grew|grow|"
    r"went|improv|declin)\w*\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)


def other_end(text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]) -> Span | None:
    """The wording that makes a value one end of a range, without the value; None where it is none."""
    for low, high in itertools.pairwise(readings):
        if reading not in (low, high) or (start := _start(text, low, high)) is None:
            continue
        if reading is high:
            return Span(start, start + len(text[start : high.start].rstrip()))
        return Span(high.end - len(text[low.end : high.end].lstrip()), high.end)
    return None


def whole_of(text: str, readings: Sequence[Reading[BaseModel]], reading: Reading[BaseModel]) -> Span:
    """The value's own words, or those of the whole range that it is one end of."""
    rest = other_end(text, readings, reading)
    spans = [rest, reading.within, Span(reading.start, reading.end)]
    known = [span for span in spans if span is not None]
    return Span(min(span.start for span in known), max(span.end for span in known))


def _start(text: str, low: Reading[BaseModel], high: Reading[BaseModel]) -> int | None:
    """Where the wording of a range begins; None when two values are no range."""
    before = text[: low.start]
    if _AND.fullmatch(text, low.end, high.start):
        between = _BETWEEN.search(before)
        return between.start() if between else None
    if not _TO.fullmatch(text, low.end, high.start):
        return None
    led = _FROM.search(before)
    if _CHANGED.search(before[: led.start()] if led else before):
        return None
    return led.start() if led else low.start
