"""Write the dates of a table as a calendar (iCalendar, RFC 5545): an all-day event for each of them.

An event keeps its identity as long as document and field are the same, so a calendar that imports the file
again moves what has changed and doubles nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from pydantic import BaseModel

from pincite.answer.document_tables import Cell, Row, Table, TableField
from pincite.compute.results import Known
from pincite.extract.cell_words import citations_of, is_accepted_as_it_is, state_of, value_of
from pincite.extract.conditions import known_of
from pincite.values.types import DateRange, DateValue

_LONGEST_LINE = 75  # bytes, without the line end
_ONE_DAY = timedelta(days=1)
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


@dataclass(frozen=True, slots=True)
class Event:
    """All days from the first to the last of a cell's date."""

    row: Row
    field: TableField
    number: int
    """Among the dates of its cell."""
    first: date
    last: date

    @property
    def identity(self) -> str:
        told = "\n".join((self.row.document, self.field.question, self.field.of, str(self.number)))
        return f"{hashlib.sha256(told.encode('utf-8', 'replace')).hexdigest()[:32]}@pincite"


def to_ics(table: Table, now: datetime) -> bytes:
    """The whole file; `now` says when it was written."""
    stamp = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Pincite//Table over documents//EN"]
    lines += ["CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    for event in events_of(table):
        lines += _written(event, stamp)
    return b"".join(_folded(line) for line in (*lines, "END:VCALENDAR"))


def events_of(table: Table) -> list[Event]:
    """The dates of all cells that are answered or decided."""
    found = (
        (row, field, number, days)
        for row, field, cell in table.cells()
        for number, days in enumerate(map(_days, _dates(field, cell)), start=1)
    )
    return [Event(row, field, number, *days) for row, field, number, days in found if days]


def without_day(table: Table) -> int:
    """How many dates are known only by their month or year, so that no day of a calendar is theirs."""
    return sum(_days(value) is None for _, field, cell in table.cells() for value in _dates(field, cell))


def _dates(field: TableField, cell: Cell) -> Iterator[DateValue | DateRange]:
    for value in _values(field, cell):
        if isinstance(value, DateValue | DateRange):
            yield value


def _values(field: TableField, cell: Cell) -> list[BaseModel]:
    if is_accepted_as_it_is(cell):
        return [item.value for item in cell.items]
    if cell.decision is None:
        return [item.value for item in cell.items] if cell.state == "answered" else []
    known = known_of(field, cell)
    return [known.value] if isinstance(known, Known) else []


def _days(value: DateValue | DateRange) -> tuple[date, date] | None:
    """The first and the last day; None where a day is not known."""
    first, last = (value.start, value.end) if isinstance(value, DateRange) else (value.iso, value.iso)
    try:
        days = date.fromisoformat(str(first)), date.fromisoformat(str(last))
    except ValueError:
        return None
    return days if days[1] < date.max else None


def _written(event: Event, stamp: str) -> list[str]:
    cell = event.row.cells[event.field.name]
    told = [f"{event.field.name}: {value_of(cell)} ({state_of(cell)})", *map(str, citations_of(cell))]
    return [
        "BEGIN:VEVENT",
        f"UID:{event.identity}",
        f"DTSTAMP:{stamp}",
        f"DTSTART;VALUE=DATE:{event.first:%Y%m%d}",
        f"DTEND;VALUE=DATE:{event.last + _ONE_DAY:%Y%m%d}",
        f"SUMMARY:{_text(f'{event.field.name}: {event.row.document}')}",
        f"DESCRIPTION:{_text(chr(10).join(told))}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _text(words: str) -> str:
    """Words as the form wants them: no control characters, and none that would end the value."""
    plain = "".join(each for each in words if each == "\n" or each.isprintable())
    return plain.encode("utf-8", "replace").decode().translate(_ESCAPED)


def _folded(line: str) -> bytes:
    """The line in pieces of at most 75 bytes, each but the first after a space; no character is cut."""
    pieces: list[bytes] = []
    rest = line.encode()
    room = _LONGEST_LINE
    while len(rest) > room:
        end = room
        while rest[end] & 0xC0 == 0x80:
            end -= 1
        pieces.append(rest[:end])
        rest, room = rest[end:], _LONGEST_LINE - 1
    return b"\r\n ".join([*pieces, rest]) + b"\r\n"
