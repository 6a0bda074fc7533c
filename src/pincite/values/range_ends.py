"""Find the two ends of a range that name their unit once: "9 to 11 hours", "10-15%", "EUR 5,000-8,000"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.values.gaps import GAP, SPACE, before_gap
from pincite.values.numerals import Numeral
from pincite.values.reference_numbers import is_label

_DASHES = "-\u2010\u2011\u2012–—"
_TO = re.compile(
    rf"{GAP}(?P<dash>[{_DASHES}]){GAP}|{SPACE}(?i:to|up{SPACE}to){SPACE}"
    rf"|{SPACE}(?P<or>(?i:or)){SPACE}|{SPACE}(?P<and>(?i:and)){SPACE}"
)
_BETWEEN = re.compile(rf"(?<![\w])(?i:between){SPACE}$")


@dataclass(frozen=True, slots=True)
class Head:
    """The first number of a range, and where the wording of the range begins."""

    numeral: Numeral
    start: int


def head_of(text: str, numerals: Sequence[Numeral], at: int) -> Head | None:
    """The beginning of the range which numeral `at` ends; None when it ends no range."""
    if at == 0 or (at > 1 and numerals[at - 1].before in tuple(_DASHES)):
        return None
    low, high = numerals[at - 1], numerals[at]
    found = _TO.fullmatch(text, low.end, high.start) if high.start - low.end < 200 else None
    if not found or not _ends_fit(text, low, high):
        return None
    if found["and"]:
        between = _BETWEEN.search(text, max(0, low.start - 50), low.start)
        return Head(low, between.start()) if between else None
    return Head(low, low.start) if found["or"] or low.value < high.value else None


def stands_free(text: str, numerals: Sequence[Numeral], at: int) -> bool:
    """Whether nothing but a range leads into the numeral: not "B12", not "COVID-19"."""
    return not numerals[at].before or head_of(text, numerals, at) is not None


def _ends_fit(text: str, low: Numeral, high: Numeral) -> bool:
    if low.before or (low.after and low.after not in _DASHES):
        return False
    if high.before and high.before not in _DASHES:
        return False
    # "$5 to 10 days" and "Section 5 to 10 days": the first number has a meaning of its own.
    before = text[before_gap(text, low.start) - 1 : before_gap(text, low.start)] if low.start else ""
    own_meaning = before in tuple("$€£¥₹") or is_label(text, low.start)
    looks_like_year = low.value == low.value.to_integral_value() and 1900 <= low.value <= 2100
    return not own_meaning and not (looks_like_year and high.value < 1900)
