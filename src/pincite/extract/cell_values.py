"""Take what a cell says as one value to compare, or say why it gives none.

What a person decided counts as what it reads as: the words were proved when they were picked or typed. A
passage that gives several values of the kind, or only words where a yes or no is needed, leaves it open.
"""

from __future__ import annotations

from pydantic import BaseModel

from pincite.answer.document_tables import Cell, Decision, TableField
from pincite.compute.operands import bound_of, known_value
from pincite.compute.results import Known, Refused
from pincite.extract.cell_words import STATE_WORDS, found_of, is_accepted_as_it_is
from pincite.language.value_words import item_in_words
from pincite.question.kinds import kinds_of
from pincite.question.quantities import QUANTITIES
from pincite.values.readings import Reading
from pincite.values.registered import find
from pincite.values.types import Text

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
        return Known(Text(text=found_of(cell)), field.name, found_of(cell))
    return known_value(field.name, field.question, cell.items)


def likely_of(field: TableField, cell: Cell) -> Known | None:
    """The one value that the likeliest passage of a cell to review gives: to look at first, and no answer."""
    if cell.state != "to_review" or cell.decision:
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
