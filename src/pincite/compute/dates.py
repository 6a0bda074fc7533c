"""Compute with dates and lengths of time: a date and a length give a date, two dates give a length.

Months and years lead to the same day of another month, or to that month's last day where it has no such
day: 31 August and one month give 30 September. Months are counted before days. The day that is counted
from is not counted itself. A month has no fixed length, so 60 days and two months cannot be compared;
60 days and three months can.
"""

from __future__ import annotations

import calendar
import functools
import re
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from pincite.compute.results import Computed, Known, Refused, doubt_about, exactness_of, said, told
from pincite.records.computation import UnitOfTime
from pincite.values.types import DateValue, Duration

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
        days = self.seconds / _DAY
        return int(days) if _is_whole(days) else None


def _is_whole(number: Decimal) -> bool:
    # Not by the rest of a division: of a number of more than 28 digits that is an error.
    return number == number.to_integral_value()


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
    if not _is_whole(length.months) or abs(length.months) > _MOST_MONTHS:
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


_NOTE = "The first day is not counted."
_SHORTER = "{} has no day {}, so its last day is used."


def shift(start: Known, length: Known, backwards: bool) -> Computed | Refused:
    """The date that lies the length of time after the other one, or before it."""
    if refused := _refuse_dates(start) or _refuse_length(length):
        return refused
    assert isinstance(start.value, DateValue)
    assert isinstance(length.value, Duration)
    months, days = int(Length.of(length.value).months), Length.of(length.value).days or 0
    sign = -1 if backwards else 1
    try:
        month, cut = _months_later(date.fromisoformat(start.value.iso), sign * months)
        reached = month + timedelta(days=sign * days)
    except (ValueError, OverflowError):
        return Refused("The resulting date is outside the calendar.")
    result = DateValue(iso=reached.isoformat(), precision="day")
    named = bool(start.name and length.name)
    formula = f"{told(start, named)} {'−' if backwards else '+'} {told(length, named)} = {said(result)}"
    return Computed(result, formula, notes=(_NOTE, *([cut] if cut else [])))


def between(first: Known, last: Known, unit: UnitOfTime) -> Computed | Refused:
    """The time from one date to another, in days or in whole larger units and the days that are left."""
    if refused := _refuse_dates(first, last):
        return refused
    assert isinstance(first.value, DateValue)
    assert isinstance(last.value, DateValue)
    ends = date.fromisoformat(first.value.iso), date.fromisoformat(last.value.iso)
    result = Duration(iso8601=_counted(min(ends), max(ends), unit or "days"))
    named = bool(first.name and last.name)
    formula = f"from {told(first, named)} to {told(last, named)}: {said(result)}"
    earlier = (f"{said(last.value)} is before {said(first.value)}.",) if ends[1] < ends[0] else ()
    return Computed(result, formula, notes=(_NOTE, *earlier))


def _refuse_dates(*dates: Known) -> Refused | None:
    for known in dates:
        if not isinstance(known.value, DateValue):
            return Refused(f"{said(known.value)} is not a date.")
        if known.value.precision != "day":
            return Refused(f"{known.called} is given only as {said(known.value)}, without the day.")
    return doubt_about(*dates) or exactness_of(*dates)


def _refuse_length(length: Known) -> Refused | None:
    if not isinstance(length.value, Duration):
        return Refused(f"{said(length.value)} is not a length of time.")
    if refused := refuse_calendar(length):
        return refused
    parts = Length.of(length.value)
    if not _is_whole(parts.months) or parts.days is None:
        return Refused(f"{said(length.value)} is not a whole number of days or months.")
    return doubt_about(length) or exactness_of(length)


def _months_later(start: date, months: int) -> tuple[date, str]:
    """The same day of another month, and what to know where that month is too short for it."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    month += 1
    last = calendar.monthrange(year, month)[1]
    reached = date(year, month, min(start.day, last))
    name = said(DateValue(iso=f"{year:04}-{month:02}", precision="month"))
    return reached, _SHORTER.format(name, start.day) if start.day > last else ""


def _counted(start: date, end: date, unit: UnitOfTime) -> str:
    days = (end - start).days
    if unit == "days" or days == 0:
        return f"P{days}D"
    if unit == "weeks":
        weeks, rest = divmod(days, 7)
        return "P" + _parts((weeks, "W"), (rest, "D"))
    months = (end.year - start.year) * 12 + end.month - start.month
    if _months_later(start, months)[0] > end:
        months -= 1
    rest = (end - _months_later(start, months)[0]).days
    years, months = divmod(months, 12) if unit == "years" else (0, months)
    return "P" + _parts((years, "Y"), (months, "M"), (rest, "D"))


def _parts(*counted: tuple[int, str]) -> str:
    return "".join(f"{number}{unit}" for number, unit in counted if number)
