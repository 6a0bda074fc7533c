"""Write parts of a value for a reader: 1,250,000.00, 31 December 2027, 60 days."""

from __future__ import annotations

from decimal import Decimal

from pincite.patterns import pattern

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_UNITS = {"Y": "year", "M": "month", "W": "week", "D": "day", "TH": "hour", "TM": "minute", "TS": "second"}
_PART = pattern(r"(\d+(?:\.\d+)?)([A-Z])")


def joined(*parts: str | None) -> str:
    """The parts that there are, with a space between them."""
    return " ".join(part for part in parts if part)


def grouped(number: Decimal) -> str:
    """With a comma between thousands."""
    return format(number, ",f")


def date_in_words(iso: str) -> str:
    """As far as it is known: a day, a month or a year."""
    year, *rest = iso.split("-")
    month = [_MONTHS[int(rest[0]) - 1]] if rest else []
    day = [str(int(rest[1]))] if len(rest) > 1 else []
    return " ".join([*day, *month, year])


def duration_in_words(iso8601: str) -> str:
    """Each part with its unit: 1 year 6 months."""
    sign, _, parts = iso8601.rpartition("P")
    days, _, hours = parts.partition("T")
    named = [(number, _UNITS[unit]) for number, unit in _PART.findall(days)]
    named += [(number, _UNITS["T" + unit]) for number, unit in _PART.findall(hours)]
    words = [f"{number} {unit}" if number == "1" else f"{number} {unit}s" for number, unit in named]
    return ("minus " if sign == "-" else "") + " ".join(words)
