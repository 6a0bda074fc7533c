"""Prove a computed value: each operand at its place and under its name, the formula worked out again.

The formula that people read is what is worked out; the question has no part in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, localcontext

from pydantic import BaseModel

from pincite.answer.answers import Derivation, Item, Operand, type_of
from pincite.answer.checks import Check, State
from pincite.compute.dates import between, shift
from pincite.compute.results import Computed, Known
from pincite.compute.wording import said
from pincite.language.vocabulary import stems, telling
from pincite.prove.checks import Grounds, checked, ground_of, span_of
from pincite.prove.formula import Formula
from pincite.prove.lists import siblings
from pincite.prove.value import prove_value
from pincite.records.computation import UnitOfTime
from pincite.structure.cell_facts import fact_at, facts_of, path_words
from pincite.structure.lead_ins import lead_in
from pincite.values.agreement import agree
from pincite.values.scale_notes import scale_notes
from pincite.values.types import Amount, DateValue, Duration, Number, Percentage, Text, same

_DIGITS = 60
_UNITS: tuple[UnitOfTime, ...] = ("days", "weeks", "months", "years")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ITEM = re.compile(r"item \d+")
_RELATION = re.compile(r"\s(=|≈|<|>|≥|≤)\s")
# Bounds, currencies and what says how a result is written: "(USD 1.2 million)", "percentage points".
_NO_FIGURES = re.compile(
    r"\b(?:at most|at least|about|percentage points|or)\b|(?<![\w.])[A-Z]{3}(?!\w)|%"
    r"|\((?:or )?[A-Z]{3} [^)]*\)\Z"
)
_SCALED = ["printed figure", "scale"]
_OVER_ALL = re.compile(r"\s*(?:sum|avg|average|count|min|max)\(", re.IGNORECASE)
_TOTAL = re.compile(r"\W*(?:grand |sub-?|overall |in )?(?:totals?|sum)\b", re.IGNORECASE)
_COMPARES: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "=": lambda a, b: a == b,
    "≤": lambda a, b: a <= b,
    "≥": lambda a, b: a >= b,
}


def is_scaled(derivation: Derivation) -> bool:
    """Whether it only makes a figure in full of a printed one."""
    return [each.name for each in derivation.operands] == _SCALED


def prove_computed(item: Item, grounds: Grounds) -> list[Check]:
    """What holds of the operands, of their names, and of the result."""
    told = item.derivation
    assert told is not None
    if not told.operands:
        return [checked("computed", "contradicted", "it is computed from nothing that is cited")]
    if is_scaled(told):
        return [prove_value(_printed(item), grounds), _scaled(item, told)]
    places = [(each.evidence.name, each.evidence.start, each.evidence.end) for each in told.operands]
    if len(set(places)) < len(places):
        return [checked("computed", "contradicted", "one place is counted twice")]
    checks = [_operand(item, each, grounds) for each in told.operands]
    checks += [
        check
        for check in (_names(told.operands, grounds), _left_out(told, grounds), _result(item, told))
        if check
    ]
    worst = max(checks, key=lambda each: ("proved", "open", "contradicted").index(each.state))
    return (
        [worst]
        if worst.state != "proved"
        else [checked("computed", "proved", f"computed again: {told.formula}")]
    )


def _printed(item: Item) -> Item:
    return item.model_copy(update={"derivation": None})


def _scaled(item: Item, told: Derivation) -> Check:
    """A figure in full is what is printed, times the scale that is cited."""
    figure, factor = (operand.value for operand in told.operands)
    value = item.value
    numbers = isinstance(figure, Number) and isinstance(factor, Number) and isinstance(value, Amount | Number)
    if not numbers or value.value != figure.value * factor.value:  # type: ignore[attr-defined]
        return checked("computed", "contradicted", f"the result is not {told.formula}")
    scale = told.operands[1].evidence.snippet
    if factor.value not in {note.factor for note in scale_notes(scale)}:  # type: ignore[attr-defined]
        return checked("computed", "contradicted", f"“{scale}” does not state the scale {said(factor)}")
    return checked("computed", "proved", f"computed again: {told.formula}")


def _operand(item: Item, operand: Operand, grounds: Grounds) -> Check:
    """Whether an operand stands at its place, read with what is cited for the whole."""
    place = operand.evidence
    alone = item.model_copy(
        update={
            "type": type_of(operand.value),
            "value": operand.value,
            "original": _wording(operand),
            "evidence": [place.model_copy(update={"role": "answer"}), *_beside(item, operand)],
            "derivation": None,
        }
    )
    check = prove_value(alone, grounds)
    return checked("computed", check.state, f"operand {operand.name!r}: {check.reason}")


def _beside(item: Item, operand: Operand) -> list[object]:
    """What may state the scale and the currency of an operand: places of its document that are no answer."""
    key = operand.evidence.name, operand.evidence.version
    return [
        place
        for place in item.evidence
        if (place.name, place.version) == key and place.role not in ("answer", "words")
    ]


def _wording(operand: Operand) -> str:
    """The words of an operand's value in its place, or all of the place."""
    from pincite.values.registered import derivation

    value, snippet = operand.value, operand.evidence.snippet
    if isinstance(value, Text):
        return value.text
    reading = derivation(type_of(value), snippet, value)
    return reading.original(snippet) if reading else snippet


def _names(operands: Sequence[Operand], grounds: Grounds) -> Check | None:
    """Whether the name of each operand stands in its own sentence or heads, and not at another operand."""
    around = [_said_around(each, grounds) for each in operands]
    unknown = ""
    for at, operand in enumerate(operands):
        own = around[at]
        if own is None or _ITEM.fullmatch(operand.name):
            unknown = unknown or f"that {operand.name!r} is named at its place needs the file to prove"
            continue
        others = {word for other in around if other and other is not own for word in _words(other.own)}
        for word in _words(operand.name) - _words(own.own):
            if word in _words(own.other) or (word in others and word not in _words(operands[at - 1].name)):
                reason = f"“{word}” of the operand {operand.name!r} stands at another place than its own"
                return checked("computed", "contradicted", reason)
            unknown = unknown or f"“{word}” of the operand {operand.name!r} does not stand at its place"
    return checked("computed", "open", unknown) if unknown else None


def _words(text: str) -> set[str]:
    return {*telling(stems(text)), *_YEAR.findall(text)}


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """What is said of an operand where it stands, and what is said of others in its table."""

    own: str
    other: str = ""


def _said_around(operand: Operand, grounds: Grounds) -> _Around | None:
    """The sentence, stem, titles and heads of an operand; None where only its quote is known."""
    ground = ground_of(operand.evidence, grounds)
    document = ground.document if ground else None
    if document is None:
        return None
    span = span_of(operand.evidence)
    blocks = document.blocks_of(span)
    parts = [section.title for block in blocks for section in document.section_path(block.section)]
    fact = fact_at(document, span)
    if fact is not None:
        parts += [path_words(document, fact.row_path), path_words(document, fact.column_path)]
        parts += [fact.table.caption.of(document.text)] if fact.table.caption else []
        facts = facts_of(document, fact.table)
        heads = (path_words(document, path) for each in facts for path in (each.row_path, each.column_path))
        return _Around(" ".join(parts), " ".join(dict.fromkeys(heads)))
    for block in blocks:
        stem = lead_in(document, block)
        parts += [stem.span.of(document.text)] if stem else []
        parts.append(block.span.of(document.text))
    return _Around(" ".join(parts))


def _left_out(told: Derivation, grounds: Grounds) -> Check | None:
    """What a sum or count over a list leaves out; None where it is of no list, or of all of it."""
    if _OVER_ALL.match(told.formula) is None or len(told.operands) < 2:
        return None
    ground = ground_of(told.operands[0].evidence, grounds)
    document = ground.document if ground else None
    if ground is None or document is None:
        return checked("computed", "open", "that no item is left out needs the file to prove")
    spans = [span_of(each.evidence) for each in told.operands]
    facts = [fact_at(document, span) for span in spans]
    if all(facts) and len({fact.table.number for fact in facts if fact}) == 1:
        first = facts[0]
        assert first is not None
        given = {fact.cell.span.start for fact in facts if fact}
        for each in facts_of(document, first.table):
            named = path_words(document, each.row_path)
            same_column = each.cell.column == first.cell.column and each.printed is not None
            if same_column and each.cell.span.start not in given and not _TOTAL.match(named):
                return checked("computed", "contradicted", f"“{named}” of the same column is left out")
        return None
    check = siblings(document, [block for span in spans for block in document.blocks_of(span)])
    return checked("computed", "contradicted", check.reason) if check.state == "contradicted" else None


def _result(item: Item, told: Derivation) -> Check | None:
    """What comes of working out the formula again."""
    state, reason = _worked_out(item, told)
    return checked("computed", state, reason)


def _worked_out(item: Item, told: Derivation) -> tuple[State, str]:
    if wrong := _other_unit(item, told):
        return "contradicted", wrong
    if not _RELATION.search(told.formula) and ": " not in told.formula:
        return _by_labels(item, told)
    dated = _dated(item, told)
    if dated is not None:
        return dated
    *steps, last = told.formula.split("; ")
    for step in (*steps, last):
        holds = _holds(step, told.operands)
        if holds is None:
            return "open", f"the formula is not one that code works out again: {step}"
        if not holds:
            return "contradicted", f"the formula does not hold: {step}"
    if isinstance(item.value, Amount | Number | Percentage) and said(item.value) not in last:
        return "contradicted", f"the formula does not end with {said(item.value)}"
    if isinstance(item.value, Text) and item.value.text not in told.formula:
        return "contradicted", f"the formula does not name {item.value.text!r}"
    return "proved", told.formula


def _other_unit(item: Item, told: Derivation) -> str:
    """Why a result cannot be in its currency: no operand is, and no rate leads to it."""
    codes = {each.value.currency for each in told.operands if isinstance(each.value, Amount)}
    if isinstance(item.value, Amount) and not told.rates and item.value.currency not in codes:
        return f"no operand is in {item.value.currency}"
    return ""


def _by_labels(item: Item, told: Derivation) -> tuple[State, str]:
    """A formula over the names of its operands."""
    try:
        with localcontext(prec=_DIGITS):
            result = Formula(told.formula, {each.name: each.value for each in told.operands}).result()
    except (ValueError, ArithmeticError, IndexError):
        return "open", f"the formula is not one that code works out again: {told.formula}"
    if isinstance(result, Decimal):
        number = getattr(item.value, "value", None)
        if not isinstance(number, Decimal):
            return "contradicted", f"the formula gives {result:f}"
        percent = isinstance(item.value, Percentage)
        right = _relates(result, "=", number, percent)
    else:
        right = agree(result, item.value)
    if right:
        return "proved", told.formula
    shown = f"{result.normalize():f}" if isinstance(result, Decimal) else said(result)
    return "contradicted", f"the formula gives {shown}"


def _dated(item: Item, told: Derivation) -> tuple[State, str] | None:
    """A day from a day and a length, or a length from two days; None of other computations."""
    values = [Known(each.value, each.name) for each in told.operands]
    kinds = [type(each.value) for each in values]
    if kinds == [DateValue, Duration] and isinstance(item.value, DateValue):
        results = [shift(values[0], values[1], backwards) for backwards in (False, True)]
    elif kinds == [DateValue, DateValue] and isinstance(item.value, Duration):
        results = [between(values[0], values[1], unit) for unit in _UNITS]
    else:
        return None
    for result in results:
        found = isinstance(result, Computed) and same(result.value, item.value)
        if found and said(item.value) in told.formula:
            return "proved", told.formula
    return "contradicted", "computing it again from its operands gives another result"


def _holds(step: str, operands: Sequence[Operand]) -> bool | None:
    """Whether a step of a formula in figures is right; None where it cannot be worked out."""
    if step.startswith("counted "):
        counted, _, total = step.removeprefix("counted ").partition(" = ")
        marks = [mark for mark in counted.split(", ") if mark.startswith("(")]
        counted_up = len(marks) or len(operands)
        return counted_up == len(operands) and total.split()[:1] == [str(counted_up)]
    plain = step
    for operand in sorted(operands, key=lambda each: -len(said(each.value))):
        number = _number(operand.value)
        if number is None:
            return None
        for written in (f"{operand.name} {said(operand.value)}", said(operand.value)):
            plain = plain.replace(written, f" {number:f} ")
    plain = _NO_FIGURES.sub(" ", plain)
    sides, signs = _RELATION.split(plain)[::2], _RELATION.findall(plain)
    if not signs:
        return None
    try:
        with localcontext(prec=_DIGITS):
            numbers = [Formula(side, {}).number() for side in sides]
    except (ValueError, ArithmeticError, IndexError):
        return None
    return all(
        _relates(one, sign, other, "%" in step)
        for one, sign, other in zip(numbers, signs, numbers[1:], strict=False)
    )


def _relates(one: Decimal, sign: str, other: Decimal, percent: bool) -> bool:
    if sign not in ("=", "≈"):
        return _COMPARES[sign](one, other)
    exponent = other.as_tuple().exponent
    decimals = -exponent if isinstance(exponent, int) and exponent < 0 else 0
    for exact in (one, *((one * 100,) if percent else ())):
        if exact == other or exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP) == other:
            return True
    return False


def _number(value: BaseModel) -> Decimal | None:
    if isinstance(value, Amount | Number | Percentage):
        return value.value
    if isinstance(value, DateValue) and value.precision == "day":
        return Decimal(date.fromisoformat(value.iso).toordinal())
    return None
