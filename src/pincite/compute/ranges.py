"""A value as the range of what it can be: a point when it is exact, wider when it is left open."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import assert_never

from pydantic import BaseModel

from pincite.compute.lengths import Length, least_and_most
from pincite.compute.results import Known
from pincite.records.computation import Relation
from pincite.values.types import Amount, DateValue, Duration, Number, Percentage


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, both included; None where nothing limits that side."""

    low: Decimal | None
    high: Decimal | None

    @property
    def exact(self) -> bool:
        return self.low is not None and self.low == self.high


def range_of(known: Known) -> Range | None:
    """What the value can be, on the scale of its kind; None for a kind without a scale."""
    if known.bound == "about":
        return Range(None, None)
    limits = _limits(known.value)
    if limits is None:
        return None
    low, high = limits
    if known.bound == "at most":
        return Range(None, high)
    return Range(low, None) if known.bound == "at least" else Range(low, high)


def difference_of(left: Known, right: Known) -> Range | None:
    """How much longer one length of time is than another, in seconds; None where that cannot be told.

    Told from the difference, because two years and 24 months are the same however long they are.
    """
    if not isinstance(left.value, Duration) or not isinstance(right.value, Duration):
        return None
    limits = least_and_most(Length.of(left.value) - Length.of(right.value))
    if limits is None:
        return None
    roughly = "about" in (left.bound, right.bound)
    open_below = roughly or left.bound == "at most" or right.bound == "at least"
    open_above = roughly or left.bound == "at least" or right.bound == "at most"
    return Range(None if open_below else limits[0], None if open_above else limits[1])


def days_of(value: DateValue) -> tuple[date, date]:
    """The first and the last day that a date can mean: all of March for "March 2024"."""
    year, *rest = (int(part) for part in value.iso.split("-"))
    if value.precision == "day":
        return date(year, rest[0], rest[1]), date(year, rest[0], rest[1])
    last_month = rest[0] if rest else 12
    first = date(year, rest[0] if rest else 1, 1)
    return first, date(year, last_month, calendar.monthrange(year, last_month)[1])


def holds(left: Range, relation: Relation, right: Range) -> bool | None:
    """Whether the relation holds for all that the values can be; None when it may or may not."""
    match relation:
        case ">":
            return less(right, left)
        case "<":
            return less(left, right)
        case ">=":
            return _opposite(less(left, right))
        case "<=":
            return _opposite(less(right, left))
        case "=":
            if left.exact and right.exact:
                return left == right
            apart = less(left, right) or less(right, left)
            return False if apart else None
    assert_never(relation)


def less(left: Range, right: Range) -> bool | None:
    """Whether the left is the smaller for all that both can be; None when it may or may not."""
    if left.high is not None and right.low is not None and left.high < right.low:
        return True
    if left.low is not None and right.high is not None and left.low >= right.high:
        return False
    return None


def _opposite(said: bool | None) -> bool | None:
    return None if said is None else not said


def _limits(value: BaseModel) -> tuple[Decimal, Decimal] | None:
    match value:
        case Amount() | Number() | Percentage():
            return value.value, value.value
        case DateValue():
            first, last = days_of(value)
            return Decimal(first.toordinal()), Decimal(last.toordinal())
    return None
