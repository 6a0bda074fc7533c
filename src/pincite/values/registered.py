"""Which typed value each answer type holds, and how it is read from a text.

A new type is a small frozen pydantic class, a function that finds it, and one call of `register`.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from types import MappingProxyType
from typing import Any, Generic

from pydantic import BaseModel

from pincite.errors import ConfigError
from pincite.records.document import CELL_GAP
from pincite.records.span import Span
from pincite.values.readings import Reading, V
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
    same,
)

# A yes or no, a text and a clause are said by a whole row or sentence, and a table by all of its rows.
OF_WHOLE_BLOCKS = frozenset({"boolean", "text", "clause", "table"})


@dataclass(frozen=True, slots=True)
class ValueType(Generic[V]):
    """An answer type: its name, its class, and the pure function that finds its values in a text."""

    name: str
    model: type[V]
    find: Callable[[str], Sequence[Reading[V]]]


@dataclass(frozen=True, slots=True)
class _Finder(Generic[V]):
    """A function of ours, loaded when its values are first looked for: its patterns take a while to make."""

    module: str
    function: str

    def __call__(self, text: str) -> Sequence[Reading[V]]:
        find: Callable[[str], Sequence[Reading[V]]] = _loaded(self.module, self.function)
        return find(text)


@functools.cache
def _loaded(module: str, function: str) -> Callable[[str], Sequence[Any]]:
    # A document of 200 pages is searched thirty thousand times: even finding a loaded module takes a while.
    found: Callable[[str], Sequence[Any]] = getattr(import_module(f"pincite.values.{module}"), function)
    return found


def value_types() -> Mapping[str, ValueType[BaseModel]]:
    """All answer types by name: ours and the registered ones."""
    return MappingProxyType(dict(_VALUE_TYPES))


def value_type(answer_type: str) -> ValueType[BaseModel]:
    """The type of that name."""
    if answer_type not in _VALUE_TYPES:
        close = difflib.get_close_matches(answer_type, _VALUE_TYPES, n=1)
        hint = f"Did you mean {close[0]!r}?" if close else f"Known: {', '.join(sorted(_VALUE_TYPES))}."
        raise ConfigError(f"There is no answer type named {answer_type!r}.", hint=hint)
    return _VALUE_TYPES[answer_type]


def register(new: ValueType[V]) -> ValueType[V]:
    """Add an answer type for the rest of the process.

    Registering the same type twice changes nothing; a name that is taken is refused, so that what
    "amount" means never depends on which plug-in was imported.
    """
    if _VALUE_TYPES.setdefault(new.name, new) != new:
        raise ConfigError(
            f"There is already an answer type named {new.name!r}.", hint="Register yours under another name."
        )
    return new


def find(answer_type: str, text: str) -> list[Reading[BaseModel]]:
    """All values of the type in the text, in order; none reaches from one cell of a row into the next."""
    return list(_found(value_type(answer_type), text))


def holds(answer_type: str, text: str) -> bool:
    """Whether there is a value of the type in the text, which `find` would tell at more length."""
    kind = value_type(answer_type)
    return any(kind.find(part) for part in _parts(kind, text))


def _parts(kind: ValueType[BaseModel], text: str) -> list[str]:
    """What a value of the type cannot reach out of: the cells of a row, or all of a text."""
    return [text] if CELL_GAP not in text or kind.name in OF_WHOLE_BLOCKS else text.split(CELL_GAP)


# Every check of a claim reads the same few sentences again.
@functools.lru_cache(maxsize=2_000)
def _found(kind: ValueType[BaseModel], text: str) -> tuple[Reading[BaseModel], ...]:
    cells = _parts(kind, text)
    if len(cells) == 1:
        return tuple(kind.find(text))
    found: list[Reading[BaseModel]] = []
    start = 0
    for cell in cells:
        found += [moved(reading, start) for reading in kind.find(cell)]
        start += len(cell) + len(CELL_GAP)
    return tuple(found)


def moved(reading: Reading[BaseModel], by: int) -> Reading[BaseModel]:
    """The same reading of a text that stands `by` characters into another."""
    within = reading.within and Span(reading.within.start + by, reading.within.end + by)
    return replace(reading, start=reading.start + by, end=reading.end + by, within=within)


def derivation(answer_type: str, text: str, expected: BaseModel) -> Reading[BaseModel] | None:
    """The reading of the text that says `expected`, a clear one before a doubtful one."""
    readings = [reading for reading in find(answer_type, text) if same(reading.value, expected)]
    return min(readings, key=lambda reading: bool(reading.ambiguous), default=None)


def derive(answer_type: str, text: str, expected: BaseModel) -> bool:
    """Whether the text says `expected`: some reading of it is the same (V3)."""
    return derivation(answer_type, text, expected) is not None


def _ours(name: str, model: type[V], function: str) -> ValueType[V]:
    """A type of ours: its values are found in the module of its name."""
    return ValueType(name, model, _Finder(name, function))


# The one mutable module variable: a user's type must be known to every stage, and
# `register` is the only way in.
_VALUE_TYPES: dict[str, ValueType[BaseModel]] = {
    each.name: each
    for each in (
        _ours("amount", Amount, "find_amounts"),
        _ours("date", DateValue, "find_dates"),
        _ours("duration", Duration, "find_durations"),
        _ours("percentage", Percentage, "find_percentages"),
        _ours("number", Number, "find_numbers"),
        _ours("boolean", Boolean, "read_boolean"),
        _ours("date_range", DateRange, "find_date_ranges"),
        _ours("address", Address, "find_addresses"),
        _ours("person", PersonName, "find_persons"),
        _ours("organisation", Organisation, "find_organisations"),
        _ours("iban", Iban, "find_ibans"),
        _ours("table", TableValue, "find_tables"),
        _ours("text", Text, "read_text"),
        # After text, whose form it shares: what says of itself only that form is a text.
        _ours("clause", Clause, "find_clauses"),
    )
}
