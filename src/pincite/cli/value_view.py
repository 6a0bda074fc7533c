"""Say a value as a person would: EUR 48,500.00, 31 December 2027, 60 days, Yes, DE89 3704 0044 …"""

from __future__ import annotations

from pydantic import BaseModel

from pincite.cli.running_text import one_line
from pincite.cli.screen import printable
from pincite.values.in_words import date_in_words, duration_in_words, grouped
from pincite.values.types import (
    Address,
    Amount,
    Boolean,
    Clause,
    DateRange,
    DateValue,
    Duration,
    Iban,
    Number,
    Organisation,
    Percentage,
    PersonName,
    TableValue,
    Text,
)

_KINDS = {
    "amount": "an amount", "date": "a date", "date_range": "a period between two dates",
    "duration": "a length of time", "percentage": "a percentage", "number": "a number",
    "boolean": "a yes or no", "address": "an address", "person": "a person",
    "organisation": "an organisation", "iban": "an IBAN", "table": "a table", "clause": "a clause",
    "text": "a sentence",
}  # fmt: skip


def looked_for(answer_type: str, answer_shape: str) -> str:
    """What kind of answer was looked for, in words."""
    if answer_shape in {"list", "tree", "nested"}:
        return "a list"
    return _KINDS.get(answer_type, f"a value of the type {printable(answer_type)}")


def in_words(value: BaseModel) -> str:
    """The value for a reader; a kind that is not known here is shown as its JSON."""
    match value:
        case Amount():
            return _joined(value.currency, grouped(value.value), value.unit)
        case DateValue():
            return date_in_words(value.iso)
        case DateRange():
            return _range(value)
        case Duration():
            return duration_in_words(value.iso8601)
        case Percentage():
            return f"{grouped(value.value)} %"
        case Number():
            return _joined(grouped(value.value), value.unit)
        case Boolean():
            return "Yes" if value.value else "No"
        case Address():
            town = _joined(value.postal_code, value.city)
            return printable(", ".join(part for part in (value.street, town, value.country) if part))
        case PersonName():
            return _joined(value.first, value.middle, value.last)
        case Organisation():
            return one_line(value.name)
        case Iban():
            return " ".join(value.iban[at : at + 4] for at in range(0, len(value.iban), 4))
        case TableValue():
            return _table(value)
        case Text() | Clause():
            return one_line(value.text)
    return printable(value.model_dump_json())


def _joined(*parts: str | None) -> str:
    return printable(" ".join(part for part in parts if part))


def _range(value: DateRange) -> str:
    if value.start is None or value.end is None:
        return (
            f"from {date_in_words(value.start)}" if value.start else f"until {date_in_words(value.end or '')}"
        )
    return f"{date_in_words(value.start)} to {date_in_words(value.end)}"


def _table(value: TableValue) -> str:
    """How large it is and what names its columns; the rows stand below, in the cited words."""
    rows = "1 row" if len(value.rows) == 1 else f"{len(value.rows)} rows"
    named = f": {', '.join(one_line(header) or '–' for header in value.headers)}" if value.headers else ""
    return f"a table of {rows} and {len(value.rows[0])} columns{named}"
