"""Lengths of time as months and seconds, and how long a number of months can be.

A month has no fixed length, so 60 days and two months cannot be compared; 60 days and three months can.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from pincite.compute.results import Known, Refused
from pincite.values.types import Duration

_PART = re.compile(r"(\d+(?:\.\d+)?)([A-Z])")
_DAY = 86_400
_SECONDS = {"W": 7 * _DAY, "D": _DAY, "TH": 3_600, "TM": 60, "TS": 1}
_MONTHS = {"Y": 12, "M": 1}
# Days that only a calendar can tell; which days they are differs by place and trade.
_OF_A_CALENDAR = re.compile(
    r"\b(?P<kind>business|working|trading|banking|court|academic|fiscal|lunar|school|clear)[\s-]+"
    r"(?:days?|weeks?|months?|years?)",
    re.IGNORECASE,
)
# The calendar repeats itself after 400 years, so every length of months occurs from one of these.
_STARTS = range(12 * 2_000, 12 * 2_400)
_MOST_MONTHS = 12 * 5_000


@dataclass(frozen=True, slots=True)
class Length:
    """So many months and so many seconds."""

    months: Decimal
    seconds: Decimal

    @classmethod
    def of(cls, duration: Duration) -> Length:
        sign = -1 if duration.iso8601.startswith("-") else 1
        days, _, hours = duration.iso8601.lstrip("-P").partition("T")
        parts = [(Decimal(number), unit) for number, unit in _PART.findall(days)]
        parts += [(Decimal(number), "T" + unit) for number, unit in _PART.findall(hours)]
        months = sum((n * _MONTHS[unit] for n, unit in parts if unit in _MONTHS), Decimal(0))
        seconds = sum((n * _SECONDS[unit] for n, unit in parts if unit in _SECONDS), Decimal(0))
        return cls(sign * months, sign * seconds)

    def __sub__(self, other: Length) -> Length:
        return Length(self.months - other.months, self.seconds - other.seconds)

    @property
    def days(self) -> int | None:
        """The days beside the months; None when they are not whole."""
        return None if self.seconds % _DAY else int(self.seconds) // _DAY


def calendar_kind(known: Known) -> str:
    """ "business" for "10 business days"; empty for what every calendar counts alike."""
    found = _OF_A_CALENDAR.search(known.wording)
    return found["kind"].lower() if found else ""


def refuse_calendar(known: Known) -> Refused | None:
    """A refusal of business days: which days they are is not known here."""
    if kind := calendar_kind(known):
        return Refused(f"{known.wording!r} is counted in {kind} days, and Pincite has no calendar of those.")
    return None


def least_and_most(length: Length) -> tuple[Decimal, Decimal] | None:
    """The seconds it takes at least and at most; None for a part of a month, or more than a calendar has."""
    if length.months % 1 or abs(length.months) > _MOST_MONTHS:
        return None
    days = _days_of(abs(int(length.months)))
    least, most = days if length.months >= 0 else (-days[1], -days[0])
    return least * _DAY + length.seconds, most * _DAY + length.seconds


@functools.lru_cache(maxsize=1024)
def _days_of(months: int) -> tuple[int, int]:
    spans = [_first(start + months) - _first(start) for start in _STARTS]
    return min(spans), max(spans)


def _first(month: int) -> int:
    """The first day of a month, counted from the year 0, as a day number."""
    return date(month // 12, month % 12 + 1, 1).toordinal()
