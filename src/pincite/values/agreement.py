"""Tell whether two values contradict each other: 24 months are two years, March 2024 holds 1 March 2024."""

from __future__ import annotations

import re
from decimal import Decimal

from pydantic import BaseModel

from pincite.values.types import Amount, Clause, DateValue, Duration, Text, same

_PART = re.compile(r"(?P<count>\d+(?:\.\d+)?)(?P<unit>[YMWDHS])")
# In months, days and seconds: how many days a month has, nobody can say.
_DATE_UNITS = {"Y": (12, "month"), "M": (1, "month"), "W": (7, "day"), "D": (1, "day")}
_TIME_UNITS = {"H": 3600, "M": 60, "S": 1}
_DAY_SECONDS = 86_400


def agree(a: BaseModel, b: BaseModel) -> bool:
    """Whether two values can both be true of one thing."""
    if same(a, b):
        return True
    if isinstance(a, Duration) and isinstance(b, Duration):
        return _length(a) == _length(b)
    if isinstance(a, DateValue) and isinstance(b, DateValue):
        return a.iso.startswith(b.iso) or b.iso.startswith(a.iso)
    if isinstance(a, Amount) and isinstance(b, Amount):
        return a.value == b.value and may_be_one(a.currency, b.currency) and may_be_one(a.unit, b.unit)
    return False


def differ(a: BaseModel, b: BaseModel) -> bool:
    """Whether two values of one kind cannot both be true. Sentences are not compared."""
    return type(a) is type(b) and not isinstance(a, Text | Clause) and not agree(a, b)


def may_be_one(one: str | None, other: str | None) -> bool:
    """Whether two say the same, or one of them says nothing."""
    return one is None or other is None or one == other


def _length(duration: Duration) -> tuple[Decimal, Decimal]:
    """Months, and seconds besides."""
    months, seconds = Decimal(0), Decimal(0)
    days, _, time = duration.iso8601.partition("T")
    for part in _PART.finditer(days):
        factor, unit = _DATE_UNITS[part["unit"]]
        if unit == "month":
            months += factor * Decimal(part["count"])
        else:
            seconds += factor * _DAY_SECONDS * Decimal(part["count"])
    for part in _PART.finditer(time):
        seconds += _TIME_UNITS[part["unit"]] * Decimal(part["count"])
    sign = -1 if duration.iso8601.startswith("-") else 1
    return sign * months, sign * seconds
