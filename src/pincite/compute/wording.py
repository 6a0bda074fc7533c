"""Write values as a formula shows them: USD 1,250,000.00, 31 December 2027, 60 days."""

from __future__ import annotations

import re
from decimal import Decimal

from pydantic import BaseModel

from pincite.compute.results import Known
from pincite.values.types import Amount, DateValue, Duration, Number, Percentage, Text

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_UNITS = {"Y": "year", "M": "month", "W": "week", "D": "day", "TH": "hour", "TM": "minute", "TS": "second"}
_PART = re.compile(r"(\d+(?:\.\d+)?)([A-Z])")


def said(value: BaseModel) -> str:
    """The value in words and figures."""
    match value:
        case Amount():
            return _joined(value.currency, grouped(value.value), value.unit)
        case DateValue():
            return _date(value.iso)
        case Duration():
            return _duration(value.iso8601)
        case Percentage():
            return f"{grouped(value.value)} %"
        case Number():
            return _joined(grouped(value.value), value.unit)
        case Text():
            return " ".join(value.text.split())
    return value.model_dump_json()


def told(known: Known, named: bool) -> str:
    """A value with what limits it and, where several are named, with its name."""
    name = known.name if named else ""
    return _joined(name, known.bound, said(known.value))


def grouped(number: Decimal) -> str:
    return format(number, ",f")


def _joined(*parts: str | None) -> str:
    return " ".join(part for part in parts if part)


def _date(iso: str) -> str:
    year, *rest = iso.split("-")
    month = [_MONTHS[int(rest[0]) - 1]] if rest else []
    day = [str(int(rest[1]))] if len(rest) > 1 else []
    return " ".join([*day, *month, year])


def _duration(iso8601: str) -> str:
    sign, _, parts = iso8601.rpartition("P")
    days, _, hours = parts.partition("T")
    named = [(number, _UNITS[unit]) for number, unit in _PART.findall(days)]
    named += [(number, _UNITS["T" + unit]) for number, unit in _PART.findall(hours)]
    words = [f"{number} {unit}" if number == "1" else f"{number} {unit}s" for number, unit in named]
    return ("minus " if sign == "-" else "") + " ".join(words)
