"""A table of wordings as contracts, policies, labels, invoices and filings write them.

`wordings/*.yaml` says for each what it gives. A wording is read inside a sentence and alone. A reading is
silently wrong when it gives another value, or another place, and does not say that it is doubtful.
"""

import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import yaml
from pydantic import BaseModel

from pincite.values.readings import Reading
from pincite.values.registered import find
from pincite.values.types import Amount, Boolean, DateValue, Duration, Number, Percentage, same

WORDINGS = Path(__file__).parent / "wordings"
FRAMES = {
    "amount": ("The fee is {}, payable in advance.", "{}"),
    "date": ("This Agreement is dated {}, at noon.", "{}"),
    "duration": ("The period is {}, in all cases.", "{}"),
    "percentage": ("The rate is {}, compounded.", "{}"),
    "number": ("The result was {}, as measured.",),
    "boolean": ("{}",),
}
LEAST_RIGHT = 0.99
_HARMLESS = ("right", "ambiguous")
LEAST_ROWS = 450


@dataclass(frozen=True)
class Row:
    """One wording of the table: where in a text it says what."""

    answer_type: str
    wording: str
    says: str

    def texts(self) -> Iterator[tuple[str, str]]:
        """The texts to read, each with the value's own words in it."""
        plain = self.wording.replace("«", "").replace("»", "")
        own = self.wording.partition("«")[2].partition("»")[0] or plain
        return ((frame.format(plain), own) for frame in FRAMES[self.answer_type])


@functools.cache
def rows() -> tuple[Row, ...]:
    return tuple(
        Row(path.stem, wording, says)
        for path in sorted(WORDINGS.glob("*.yaml"))
        for section in yaml.compose(path.read_text(encoding="utf-8"), yaml.BaseLoader).value
        for wording, says in [(key.value, value.value) for key, value in section[1].value]
    )


def expected(answer_type: str, says: str) -> list[BaseModel]:
    """The values that a line of the table names."""
    if says == "nothing":
        return []
    return [_value(answer_type, each.strip()) for each in says.split(";")]


def _value(answer_type: str, says: str) -> BaseModel:
    first, _, rest = says.partition(" ")
    if answer_type == "amount":
        currency, _, unit = rest.partition(" ")
        return Amount(value=Decimal(first), currency=currency, unit=unit or None)
    if answer_type == "date":
        return DateValue(iso=first, precision="day" if len(first) == 10 else "month")
    if answer_type == "duration":
        return Duration(iso8601=first)
    if answer_type == "percentage":
        return Percentage(value=Decimal(first))
    if answer_type == "number":
        return Number(value=Decimal(first), unit=rest or None)
    return Boolean(value=first.startswith("yes"))


def outcome(row: Row) -> str:
    """The worst of all texts: "right", "ambiguous" (flagged instead), "missed" or "silently wrong"."""
    found = {_outcome(row, text, own) for text, own in row.texts()}
    return next(each for each in ("silently wrong", "missed", "ambiguous", "right") if each in found)


def _outcome(row: Row, text: str, own: str) -> str:
    readings = find(row.answer_type, text)
    flagged = bool(readings) and all(_is_doubtful(row, reading) for reading in readings)
    if row.says == "ambiguous":
        return "right" if flagged else "silently wrong" if readings else "missed"
    wanted = expected(row.answer_type, row.says)
    if flagged:
        return "ambiguous"
    if not readings:
        return "missed" if wanted else "right"
    return "right" if _agree(row, text, own, readings, wanted) else "silently wrong"


def _is_doubtful(row: Row, reading: Reading[BaseModel]) -> bool:
    limited = reading.ambiguous.startswith("limited by")
    return bool(reading.ambiguous) and not (limited and row.says.endswith("limited"))


def _agree(
    row: Row, text: str, own: str, readings: list[Reading[BaseModel]], wanted: list[BaseModel]
) -> bool:
    if len(readings) != len(wanted) or any(_is_doubtful(row, reading) for reading in readings):
        return False
    if row.answer_type == "boolean" and row.says.endswith("limited") and not readings[0].ambiguous:
        return False
    whole = len(wanted) > 1 or row.answer_type == "boolean" or readings[0].original(text) == own
    return whole and all(same(a.value, b) for a, b in zip(readings, wanted, strict=True))


def test_wordings_are_never_read_silently_wrong_and_nearly_all_right():
    outcomes = {row: outcome(row) for row in rows()}

    wrong = [f"{told}: {row}: {_read(row)}" for row, told in outcomes.items() if told not in _HARMLESS]
    assert not wrong, "\n".join(wrong)
    counted = Counter(outcomes.values())
    assert counted["right"] >= LEAST_RIGHT * counted.total(), counted


def _read(row: Row) -> list[tuple[str, object]]:
    """What is read instead."""
    return [
        (reading.original(text), reading)
        for text, _ in row.texts()
        for reading in find(row.answer_type, text)
    ]


def test_table_holds_each_wording_once_and_is_as_long_as_promised():
    table = rows()
    assert len({(row.answer_type, row.wording) for row in table}) == len(table) >= LEAST_ROWS
    assert {row.answer_type for row in table} == set(FRAMES)
