"""Read the two ends of a range of money: what one of them leaves out stands at the other one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from pincite.records.span import Span
from pincite.values.gaps import GAP, SPACE
from pincite.values.money import Money
from pincite.values.money_tail import short_scale
from pincite.values.numerals import Numeral
from pincite.values.range_ends import head_of
from pincite.values.readings import Reading
from pincite.values.types import Amount

# What may follow the second number of "EUR 5,000 to 10,000"; a noun would make it a count.
_ENDS = re.compile(
    rf"{GAP}(?:\Z|[^\w\s]|\n|(?i:per|an?|each|in|and|or|for|as|plus|is|shall|may|monthly|annually)(?![\w]))"
)
_TO = re.compile(rf"{GAP}[-–—]{GAP}|{SPACE}(?i:to|and|or){SPACE}")
_UP_TO = re.compile(rf"{GAP}[-–—]{GAP}|{SPACE}(?i:to){SPACE}")


def led_by_range(
    text: str, numerals: Sequence[Numeral], moneys: Sequence[Money | None], at: int
) -> Money | None:
    """The 10,000 of "EUR 5,000 to 10,000"."""
    low = moneys[at - 1] if at else None
    high = short_scale(text, numerals[at])
    if low is None or not low.leads or not low.value < high.value or high.after:
        return None
    if (
        high.start - low.end > 90
        or not _TO.fullmatch(text, low.end, high.start)
        or not _ENDS.match(text, high.end)
    ):
        return None
    within = Span(low.start, high.end)
    return Money(high.value, high.start, high.end, low.currency, low.note, scaled=high.scaled, within=within)


def in_range(text: str, numerals: Sequence[Numeral], moneys: Sequence[Money | None], at: int) -> Money | None:
    """The 5,000 of "5,000 to 10,000 euros"."""
    high = moneys[at + 1] if at + 1 < len(moneys) else None
    head = head_of(text, numerals, at + 1) if high and not high.leads and not high.sign else None
    if high is None or head is None:
        return None
    low, within = head.numeral, Span(head.start, high.end)
    note = low.ambiguous or high.note
    value = low.value / 100 if high.minor else low.value  # "5 to 10 pence"
    return Money(value, low.start, low.end, high.currency, note, scaled=low.scaled, within=within)


def scale_is_open(text: str, numerals: Sequence[Numeral], moneys: Sequence[Money | None], at: int) -> bool:
    """Whether "million" after the range may also be meant for its first number."""
    if at + 1 >= len(numerals):
        return False
    low, high, money, other = numerals[at], short_scale(text, numerals[at + 1]), moneys[at], moneys[at + 1]
    end, start = money.end if money else low.end, other.start if other else high.start
    scaled = money.scaled if money else low.scaled
    if scaled or low.value >= 1000 or not high.scaled or not end <= start <= end + 90:
        return False
    return bool(_TO.fullmatch(text, end, start))


def share_units(text: str, readings: Sequence[Reading[Amount]]) -> list[Reading[Amount]]:
    """ "$1.00 to $5.00 per unit": both are paid per unit."""
    return [_sharing(text, low, high) for low, high in zip_longest(readings, readings[1:])]


def _sharing(text: str, low: Reading[Amount], high: Reading[Amount] | None) -> Reading[Amount]:
    if high is None or low.value.unit or not high.value.unit:
        return low
    if low.value.currency != high.value.currency or high.start - low.end > 90:
        return low
    if not _UP_TO.fullmatch(text, low.end, high.start):
        return low
    value = low.value.model_copy(update={"unit": high.value.unit})
    start = low.within.start if low.within else low.start
    return replace(low, value=value, within=Span(start, high.end))
