"""Find a day or month without its year, which a range may write once: "1 July to 3 May 2024"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from pincite.values.gaps import GAP, SPACE, listed
from pincite.values.readings import Reading
from pincite.values.types import DateValue

_MONTHS = listed("January February March April May June July August September October November December")
_NUMBER = {name[:3]: number for number, name in enumerate(_MONTHS, start=1)}
_WRITTEN = [*_MONTHS, *(name.upper() for name in _MONTHS), *(name[:3] for name in _MONTHS), "Sept"]
_MONTH = rf"(?P<month>{'|'.join(_WRITTEN)})(?![\w])\.?"
_DAY = r"(?<![\w.,/-])(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?\.?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{_DAY}{GAP}(?:of{SPACE})?{_MONTH}",
        rf"(?<![\w]){_MONTH}{SPACE}(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?![\w])",
        rf"(?<![\w])(?<![0-9][ .]){_MONTH}",
    )
)


@dataclass(frozen=True, slots=True)
class Yearless:
    """A month, and perhaps a day of it."""

    month: int
    day: int | None
    start: int
    end: int

    def iso(self, year: str) -> str:
        return f"{year}-{self.month:02}" + (f"-{self.day:02}" if self.day else "")

    def at(self, year: str) -> Reading[DateValue]:
        """The same in that year."""
        value = DateValue(iso=f"{year}-{self.month:02}", precision="month")
        return Reading(value, self.start, self.end)


def find_yearless(text: str, first: int, last: int) -> Iterator[Yearless]:
    """The days and months between two offsets that name no year, the longest wording of each."""
    taken = first
    found = sorted(
        (match for form in _FORMS for match in form.finditer(text, first, last)),
        key=lambda match: (match.start(), -match.end()),
    )
    for match in found:
        parts = match.groupdict()
        month = _NUMBER[parts["month"][:3].title()]
        day = int(parts["day"]) if parts.get("day") else None
        if match.start() >= taken and (day is None or _exists(month, day)):
            taken = match.end()
            yield Yearless(month, day, match.start(), match.end())


def _exists(month: int, day: int) -> bool:
    try:
        date(2024, month, day)
    except ValueError:
        return False
    return True
