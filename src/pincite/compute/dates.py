"""Compute with dates: a date and a length of time give a date, two dates give a length of time.

Months and years lead to the same day of another month, or to that month's last day where it has no such
day: 31 August and one month give 30 September. Months are counted before days. The day that is counted
from is not counted itself.
"""

from __future__ import annotations

import calendar
from datetime import date, timedelta

from pincite.compute.lengths import Length, refuse_calendar
from pincite.compute.results import Computed, Known, Refused, doubt_about, exactness_of
from pincite.compute.wording import said, told
from pincite.records.computation import UnitOfTime
from pincite.values.types import DateValue, Duration

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
    if parts.months % 1 or parts.days is None:
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
