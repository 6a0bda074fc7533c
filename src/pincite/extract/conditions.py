"""Take a cell as one value to compare, and tell whether it meets a condition such as "end date < 2021".

A condition is a field, a sign and a value. Only a cell that is answered or decided is held against it;
everything else leaves it open. Values are read and compared by the rules of computed answers: no currency is
converted without a stated rate, and "60 days" is not compared with "two months".

What a person decided counts as what it reads as: the words were proved when they were picked or typed. A
passage that gives several values of the kind, or only words where a yes or no is needed, leaves it open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from pincite.answer.answers import type_of
from pincite.answer.document_tables import Cell, Decision, TableField
from pincite.compute.compare import compare, days_of
from pincite.compute.operands import bound_of, known_constant, known_value
from pincite.compute.rates import RateTable
from pincite.compute.results import Known, Refused
from pincite.errors import InputError
from pincite.extract.cell_words import BETWEEN, STATE_WORDS, is_accepted_as_it_is
from pincite.language.value_words import in_words, item_in_words
from pincite.language.vocabulary import stems
from pincite.question.kinds import kinds_of
from pincite.question.quantities import QUANTITIES
from pincite.records.computation import Constant, Relation
from pincite.values.readings import Reading
from pincite.values.registered import find
from pincite.values.types import Boolean, DateValue, Text

_WORDS_ONLY = frozenset({"text", "clause", "organisation", "person", "address", "iban", "table"})


def known_of(field: TableField, cell: Cell) -> Known | Refused:
    """The value of a cell that is answered or decided; a value without an order is a text."""
    if cell.decision is None:
        if cell.state != "answered":
            return Refused(
                STATE_WORDS[cell.standing] + (f": {cell.reason}" if cell.state == "failed" else "")
            )
    elif not is_accepted_as_it_is(cell):
        return _decided(field, cell, cell.decision)
    if cell.items[0].type in _WORDS_ONLY:
        words = BETWEEN.join(in_words(item.value) for item in cell.items)
        return Known(Text(text=words), field.name, words)
    return known_value(field.name, field.question, cell.items)


def likely_of(field: TableField, cell: Cell) -> Known | None:
    """The one value that the likeliest passage of an open cell gives: to look at first, and no answer."""
    if cell.state not in {"probable", "to_review"} or cell.decision:
        return None
    if cell.items:
        known = known_value(field.name, field.question, cell.items[:1])
        return known if isinstance(known, Known) and cell.items[0].type in QUANTITIES else None
    for kind in kinds_asked(field) if cell.leads else ():
        words = cell.leads[0].evidence[0].snippet
        if kind in QUANTITIES and (readings := find(kind, words)):
            return _known(field, words, readings[0]) if len(readings) == 1 else None
    return None


def kinds_asked(field: TableField) -> tuple[str, ...]:
    """The kinds of value that would answer a field, best first."""
    return (field.answer_type,) if field.answer_type else kinds_of(field.question)


def _decided(field: TableField, cell: Cell, decision: Decision) -> Known | Refused:
    """What was picked or typed, read like any text of the document."""
    if decision.kind == "not_stated":
        return Refused(f"decided by {decision.by}: not stated")
    taken = [item for item in cell.items if item_in_words(item) == decision.value]
    if taken and taken[0].type not in _WORDS_ONLY:
        return known_value(field.name, field.question, taken[:1])
    kinds = kinds_asked(field)
    if kinds[0] == "boolean":
        return Refused(f"decided by {decision.by}: “{decision.value}” is neither yes nor no")
    for kind in kinds:
        if kind in QUANTITIES and (readings := find(kind, decision.value)):
            return _only(field, decision, readings)
    return Known(Text(text=decision.value), field.name, decision.value)


def _only(field: TableField, decision: Decision, readings: list[Reading[BaseModel]]) -> Known | Refused:
    if len(readings) > 1:
        return Refused(f"decided by {decision.by}: “{decision.value}” gives several values")
    return _known(field, decision.value, readings[0])


def _known(field: TableField, words: str, reading: Reading[BaseModel]) -> Known:
    bound = bound_of(field.name, words[: reading.start], words[reading.end :])
    return Known(reading.value, field.name, words[reading.start : reading.end], reading.ambiguous, bound)


Sign = Literal["=", "!=", "<", "<=", ">", ">="]
_WRITTEN = re.compile(r"\s*(?P<field>.+?)\s*(?P<sign><=|>=|!=|=|<|>)\s*(?P<words>[^<>=!].*?)\s*")
_SAMPLE = 'Write a field, a sign (= != < <= > >=) and a value: --where "end date < 2021"'
_YES_OR_NO = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Condition:
    """A field, a sign and a value in words."""

    field: TableField
    sign: Sign
    words: str

    def holds(self, cell: Cell, rates: RateTable | None) -> bool | Refused:
        """Whether the cell meets it, or why that cannot be told."""
        known = known_of(self.field, cell)
        held = known if isinstance(known, Refused) else self._compared(known, self.relation, rates)
        return held if isinstance(held, Refused) or self.sign != "!=" else not held

    def would_hold(self, known: Known, rates: RateTable | None) -> bool:
        """Whether a value would meet it, if it were the answer."""
        return self._compared(known, self.relation, rates) is (self.sign != "!=")

    @property
    def relation(self) -> Relation:
        return "=" if self.sign == "!=" else self.sign

    def _compared(self, known: Known, relation: Relation, rates: RateTable | None) -> bool | Refused:
        if isinstance(known.value, Text):
            return self._said(known.value.text, relation)
        if isinstance(known.value, Boolean):
            return self._is_so(known.value, relation)
        wanted = known_constant(Constant(answer_type=type_of(known.value), wording=self.words))
        if isinstance(wanted, Refused):
            return wanted
        if relation == "=" and isinstance(known.value, DateValue) and isinstance(wanted.value, DateValue):
            return _within(known, known.value, wanted.value)
        computed = compare(known, relation, wanted, rates)
        return computed if isinstance(computed, Refused) else _truth(computed.value)

    def _said(self, text: str, relation: Relation) -> bool | Refused:
        """Whether the words stand in the value, one after the other, whatever their case and form."""
        # That "the third anniversary" does not hold the word 2020 says nothing about when it is.
        if kinds_asked(self.field)[0] in QUANTITIES:
            return Refused(f"The document says only “{_short(text)}”.")
        if relation != "=":
            return Refused(f"“{_short(text)}” is a text, and has no order.")
        wanted, found = stems(self.words), stems(text)
        return any(found[at : at + len(wanted)] == wanted for at in range(len(found) - len(wanted) + 1))

    def _is_so(self, value: Boolean, relation: Relation) -> bool | Refused:
        wanted = _YES_OR_NO.get(self.words.casefold())
        if wanted is None or relation != "=":
            return Refused("It is a yes or no.", f'Write: "{self.field.name} = yes"')
        return value.value is wanted


def condition_of(written: str, fields: Sequence[TableField]) -> Condition:
    """The condition, or an InputError that says what it lacks."""
    found = _WRITTEN.fullmatch(written) if isinstance(written, str) else None
    if found is None:
        raise InputError(f"{written!r} is not a condition.", hint=_SAMPLE)
    sign: Sign = found["sign"]  # type: ignore[assignment]  # the pattern has no others
    return Condition(field_named(found["field"], fields), sign, found["words"])


def field_named(name: str, fields: Sequence[TableField]) -> TableField:
    """The field of that name, or an InputError that lists those that there are."""
    plain = " ".join(name.split()).casefold()
    for field in fields:
        if field.name.casefold() == plain:
            return field
    known = ", ".join(repr(field.name) for field in fields)
    raise InputError(f"The table has no field {name!r}.", hint=f"Its fields are {known}.")


def _within(known: Known, found: DateValue, wanted: DateValue) -> bool | Refused:
    """Whether all days that a date can mean are among those that are asked for; open where only some are."""
    if known.doubt or known.bound:
        return Refused(f"The document gives {known.called} only as “{known.wording}”.")
    (first, last), (low, high) = days_of(found), days_of(wanted)
    if last < low or first > high:
        return False
    return True if low <= first and last <= high else Refused(f"The document says only “{known.wording}”.")


def _truth(value: object) -> bool | Refused:
    return value.value if isinstance(value, Boolean) else Refused("The values cannot be compared.")


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 40 else words[:40].rsplit(" ", 1)[0] + " …"
