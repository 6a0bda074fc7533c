"""Compute a result again from the operands that a certificate cites, by the code that computed it first."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, TypeAdapter

from pincite.answer.answers import Item, Operand, type_of
from pincite.compute.arithmetic import add
from pincite.compute.computing import for_all_values
from pincite.compute.counting import count
from pincite.compute.listing import Entry, entries_of, kind_of, plainly_added, sort, without_totals
from pincite.compute.operands import bound_of, known_constant, known_value
from pincite.compute.rates import RateTable
from pincite.compute.results import Computed, Known, Refused
from pincite.errors import PinciteError
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.computation import Computation, Constant, Expression, OperandQuestion
from pincite.values.registered import derivation
from pincite.values.types import Text, same
from pincite.verify.again import follows

_COMPUTATION: TypeAdapter[Computation] = TypeAdapter(Computation)
# A number of more digits is in no document, and would take for ever to be written out.
_MOST_DIGITS = 60


@dataclass(frozen=True, slots=True)
class Repeatable:
    """A computation with the rates that it may use, as both stand in a certificate."""

    computation: Computation
    rates: RateTable | None

    @classmethod
    def read(cls, computation: Mapping[str, Any], rates: Mapping[str, Any] | None) -> Repeatable:
        """What a certificate states; a ValueError where that is no computation."""
        found = _COMPUTATION.validate_python(computation)
        if _COMPUTATION.dump_python(found, mode="json") != computation:
            raise ValueError("it is not written as a computation is")
        table = RateTable.model_validate(rates) if rates is not None else None
        numbers = [*_numbers(found.expression), *(table.rates.values() if table else ())]
        if any(not number.is_finite() or abs(number.adjusted()) > _MOST_DIGITS for number in numbers):
            raise ValueError("a number of the computation has too many digits")
        if found.expression and set(found.expression.leaves()) != set(found.operands):
            raise ValueError("its formula is not one of its operands")
        return cls(found, table)

    def written(self) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """The computation and its rates as JSON."""
        rates = self.rates.model_dump(mode="json") if self.rates else None
        written: dict[str, Any] = _COMPUTATION.dump_python(self.computation, mode="json")
        return written, rates


@dataclass(frozen=True, slots=True)
class Repeated:
    """What comes of the operands. `places` are those of a list in its order; empty for a single result."""

    values: tuple[BaseModel, ...]
    formula: str
    rates: tuple[str, ...]
    places: tuple[int, ...] = ()


@functools.lru_cache(maxsize=16)  # every item of a certificate answers the same question
def asked_for(question: str) -> Computation | None:
    """The computation that a question asks for, by the rules that read it; no dictionary has a part in it."""
    try:
        return RuleParser(starters()).read(question).generation.computation
    except PinciteError:
        return None


def repeated(given: Repeatable, operands: Sequence[Operand]) -> Repeated | Refused:
    """The result of the operands, or why there is none."""
    try:
        return _repeated(given, operands)
    # What a stranger makes up may lack a value, or lead out of all numbers.
    except (LookupError, ArithmeticError, ValueError) as error:
        return Refused(f"The computation makes no sense ({type(error).__name__}).")


def differs(item: Item, at: int, again: Repeated) -> str:
    """What a computed item says otherwise than its operands; empty where nothing."""
    told = item.derivation
    if told is None or told.formula != again.formula or item.original != again.formula:
        return f"computing it again gives {again.formula!r}"
    if tuple(told.rates) != again.rates:
        return "it used other exchange rates than it states"
    if again.places and (at >= len(again.places) or not _is_of(item, told.operands[again.places[at]])):
        return f"it is not number {at + 1} in the order of the operands"
    value = again.values[at] if again.places else again.values[0]
    return "" if again.places or same(value, item.value) else f"computing it again gives {again.formula!r}"


def _repeated(given: Repeatable, operands: Sequence[Operand]) -> Repeated | Refused:
    if any(_is_too_long(operand.value) for operand in operands):
        return Refused("An operand has too many digits.")
    computation = given.computation
    if computation.operands[0].lists and (wrong := _not_a_list(computation, operands)):
        return Refused(wrong)
    if computation.operands[0].lists and computation.kind in ("choose", "sort"):
        return _ordered(given, operands)
    result = _result(given, operands)
    if isinstance(result, Refused):
        return result
    return Repeated((result.value,), result.formula, result.rates)


def _not_a_list(computation: Computation, operands: Sequence[Operand]) -> str:
    """Why operands are not the items of one list, each once and called as it calls itself; or empty."""
    places = {(each.evidence.name, each.evidence.start, each.evidence.end) for each in operands}
    if len(places) < len(operands):
        return "One place is counted twice."
    if computation.kind == "count":
        numbered = [f"item {number}" for number in range(1, len(operands) + 1)]
        return "" if [each.name for each in operands] == numbered else "Its items are not in order."
    listed = computation.operands[0]
    entries = entries_of([_item(each) for each in operands], kind_of(listed), computation.noun)
    if isinstance(entries, Refused):
        return entries.reason
    parts, totals = without_totals(entries)
    if totals:
        return "A total stands among what it is the total of."
    if computation.kind == "add" and (refusal := plainly_added(parts, computation.noun)):
        return refusal.reason
    read = [(entry.known.name, entry.known.value) for entry in parts]
    if len(read) == len(operands) and all(
        name == each.name and same(value, each.value)
        for (name, value), each in zip(read, operands, strict=True)
    ):
        return ""
    return "Its items give other values, or are called otherwise."


def _result(given: Repeatable, operands: Sequence[Operand]) -> Computed | Refused:
    computation, rates = given.computation, given.rates
    if computation.operands[0].lists:
        if computation.kind == "count":
            return count([_item(operand) for operand in operands], computation.noun)
        return add([_known(operand) for operand in operands], rates)
    cited = iter(operands)
    values: list[Known] = []
    for each in computation.inputs:
        if isinstance(each, Constant):
            known = known_constant(each)
        else:
            operand = next(cited, None)
            known = known_again(operand, each) if operand else Refused(f"There is no {each.name}.")
        if isinstance(known, Refused):
            return known
        values.append(known)
    if next(cited, None) is not None:
        return Refused("There are more operands than the computation has.")
    return for_all_values(computation, values, rates)


def _ordered(given: Repeatable, operands: Sequence[Operand]) -> Repeated | Refused:
    computation = given.computation
    entries = [Entry(_item(operand), _known(operand)) for operand in operands]
    if len(entries) < 2:
        return Refused("There is only one item.")
    result = sort(entries, computation.descending, given.rates)
    if isinstance(result, Refused):
        return result
    ordered, computed = result
    if computation.kind == "choose":
        ordered = [entry for entry in ordered if same(entry.known.value, ordered[0].known.value)]
    places = tuple(next(at for at, each in enumerate(entries) if each is entry) for entry in ordered)
    values = tuple(entry.known.value for entry in ordered)
    return Repeated(values, computed.formula, computed.rates, places)


def _is_of(item: Item, operand: Operand) -> bool:
    """Whether an item of an ordered list is the one with this operand: by its place, or by its name."""
    place, own = operand.evidence, item.evidence[0]
    if (own.version, own.start, own.end) != (place.version, place.start, place.end):
        return False
    named = isinstance(item.value, Text) and item.value.text.split() == operand.name.split()
    return named or follows(item.value, [own])


def known_again(operand: Operand, asked: OperandQuestion) -> Known | Refused:
    """A value as it is computed with, or why it is not: only under a condition, or called something else."""
    if operand.name != asked.name:
        return Refused(f"{operand.name!r} is not the {asked.name}.")
    reading = derivation(type_of(operand.value), operand.evidence.snippet, operand.value)
    words = reading.original(operand.evidence.snippet) if reading else ""
    return known_value(asked.name, asked.question, [_item(operand, words)])


def _known(operand: Operand) -> Known:
    """The value of one of a list."""
    kind, snippet = type_of(operand.value), operand.evidence.snippet
    reading = derivation(kind, snippet, operand.value)
    if reading is None:
        return Known(operand.value, operand.name, operand.evidence.snippet)
    bound = bound_of("", snippet[: reading.start], snippet[reading.end :])
    return Known(operand.value, operand.name, reading.original(snippet), reading.ambiguous, bound)


def _item(operand: Operand, words: str = "") -> Item:
    """An operand as the item that it was."""
    return Item(
        id="item-1",
        type=type_of(operand.value),
        value=operand.value,
        original=words or operand.evidence.snippet,
        limits=[],
        evidence=[operand.evidence],
        proof=[],
        derivation=None,
    )


def _is_too_long(value: BaseModel) -> bool:
    number = getattr(value, "value", None)
    return isinstance(number, Decimal) and (not number.is_finite() or abs(number.adjusted()) > _MOST_DIGITS)


def _numbers(term: Expression | OperandQuestion | Decimal | None) -> Iterator[Decimal]:
    if isinstance(term, Decimal):
        yield term
    elif isinstance(term, Expression):
        for part in term.parts:
            yield from _numbers(part)
