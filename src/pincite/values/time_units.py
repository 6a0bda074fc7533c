"""The units of time, with what may stand between a number and its unit: "10 consecutive business days"."""

from __future__ import annotations

import re

from pincite.values.gaps import GAP, HYPHEN, SPACE, listed
from pincite.values.numerals import Numeral
from pincite.values.reference_numbers import is_label

_DESIGNATORS = {
    "year": "Y", "yr": "Y", "month": "M", "mo": "M", "week": "W", "wk": "W", "day": "D", "hour": "TH",
    "mth": "M", "hr": "TH", "h": "TH", "minute": "TM", "min": "TM", "second": "TS", "sec": "TS",
    "fortnight": "W", "decade": "Y", "quarter": "M",
}  # fmt: skip
# ISO 8601 has no such unit: each is so many of the next smaller one by definition.
_TIMES = {"fortnight": 2, "decade": 10, "quarter": 3}
_LONG = listed("years? months? weeks? days? hours? minutes? seconds? fortnights? decades?")
UNIT = rf"(?P<unit>(?i:{'|'.join(_LONG)}|yrs?|mos?|mths?|wks?|hrs?|mins?|secs?)|h)(?:\.(?=,))?(?![\w])"
_QUALIFIER = listed(
    "business working calendar consecutive successive full additional further complete whole "
    "trading banking contract more continuous uninterrupted academic fiscal lunar clear court school lease "
    "policy tax insurance settlement elapsed running local plan preceding previous following subsequent "
    "remaining"
)
_QUALIFIERS = (
    rf"(?:(?i:or{SPACE}(?:more|fewer|less)){SPACE})?"
    rf"(?:(?i:{'|'.join(_QUALIFIER)})(?:{SPACE}|{HYPHEN})){{0,3}}"
)
_COUNTED = re.compile(rf"(?:{GAP}{HYPHEN})?{GAP}{_QUALIFIERS}{UNIT}")
# "three quarters" may be a share; those of a calendar are lengths of time.
_QUARTERS = re.compile(rf"{GAP}{_QUALIFIERS.replace('{0,3}', '{1,3}')}(?P<unit>(?i:quarters?))(?![\w])")
# "two (2) U.S. Government Securities Business Days", "five New York business days".
_OF_A_PLACE = re.compile(
    rf"{SPACE}(?!(?:The|Each|Any|Such|All|No|If|On)\s)(?:[A-Z][A-Za-z.&/-]{{0,20}}{SPACE}){{1,6}}"
    rf"(?i:business|banking|trading|working){SPACE}(?P<unit>(?i:days))(?![\w])"
)
# What a line end may cut in two.
UNIT_WORDS = frozenset({word for unit in _DESIGNATORS for word in (unit, f"{unit}s")} | {*_QUALIFIER})


def unit_after(text: str, numeral: Numeral) -> re.Match[str] | None:
    """The unit that counts, group `unit`, with the words between it and its numeral."""
    found = _COUNTED.match(text, numeral.end) or _QUARTERS.match(text, numeral.end)
    if found or numeral.value == 1 or is_label(text, numeral.start):
        return found
    return _OF_A_PLACE.match(text, numeral.end)


def designator(word: str) -> str:
    """Its letter in ISO 8601, led by "T" for a unit below the day."""
    word = word.lower()
    return _DESIGNATORS[word if word in _DESIGNATORS else word.removesuffix("s")]


def times(word: str) -> int:
    """How many units of ISO 8601 it is: two weeks for a fortnight."""
    return _TIMES.get(word.lower().removesuffix("s"), 1)
