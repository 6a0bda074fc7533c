"""Prove a computed value: every operand at its own place and under its own name, the formula worked out again.

The formula that people read is what is worked out; the question has no part in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation, localcontext

from pydantic import BaseModel

from pincite.answer.answers import Derivation, Item, Operand, type_of
from pincite.compute.dates import between, shift
from pincite.compute.results import Computed, Known
from pincite.compute.wording import said
from pincite.language.vocabulary import stems, telling
from pincite.prove.checks import Check, Grounds, State, ground_of, span_of
from pincite.prove.value import prove_value
from pincite.structure.cell_facts import fact_at, path_words
from pincite.structure.lead_ins import lead_in
from pincite.values.scale_notes import scale_notes
from pincite.values.types import Amount, DateValue, Duration, Number, Percentage, Text, same

_DIGITS = 60
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ITEM = re.compile(r"item \d+")
_TOKEN = re.compile(r"\s*(?:(\d[\d,]*(?:\.\d+)?)|([()+−×÷^/]|<|>|=|≈|≥|≤))")
_SCALED = ["printed figure", "scale"]
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
        return [Check("computed", "contradicted", "it is computed from nothing that is cited")]
    if is_scaled(told):
        return [prove_value(_printed(item), grounds), _scaled(item, told)]
    checks = [_operand(item, each, grounds) for each in told.operands]
    checks += [check for check in (_names(told.operands, grounds), _result(item, told)) if check]
    worst = max(checks, key=lambda each: ("proved", "open", "contradicted").index(each.state))
    return [worst] if worst.state != "proved" else [Check("computed", "proved", f"computed again: {told.formula}")]


def _printed(item: Item) -> Item:
    return item.model_copy(update={"derivation": None})


def _scaled(item: Item, told: Derivation) -> Check:
    """A figure in full is what is printed, times the scale that is cited."""
    figure, factor = (operand.value for operand in told.operands)
    value = item.value
    numbers = isinstance(figure, Number) and isinstance(factor, Number) and isinstance(value, Amount | Number)
    if not numbers or value.value != figure.value * factor.value:  # type: ignore[attr-defined]
        return Check("computed", "contradicted", f"the result is not {told.formula}")
    scale = told.operands[1].evidence.snippet
    if factor.value not in {note.factor for note in scale_notes(scale)}:  # type: ignore[attr-defined]
        return Check("computed", "contradicted", f"“{scale}” does not state the scale {said(factor)}")
    return Check("computed", "proved", f"computed again: {told.formula}")


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
    return Check("computed", check.state, f"operand {operand.name!r}: {check.reason}")


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
        if around[at] is None or _ITEM.fullmatch(operand.name):
            unknown = unknown or f"that {operand.name!r} is named at its place needs the file to prove"
            continue
        own = around[at] or ""
        years = [year for year in _YEAR.findall(operand.name) if year not in own]
        lacking = [*years, *(telling(stems(operand.name)) - set(stems(own)) - set(_YEAR.findall(operand.name)))]
        for word in lacking:
            elsewhere = [
                other.name
                for other, text in zip(operands, around, strict=True)
                if other is not operand and text and (word in _YEAR.findall(text) or word in stems(text))
                and word not in (*_YEAR.findall(other.name), *stems(other.name))
            ]
            if elsewhere:
                reason = f"“{word}” of the operand {operand.name!r} stands at {elsewhere[0]!r}"
                return Check("computed", "contradicted", reason)
        if lacking:
            unknown = unknown or f"“{lacking[0]}” of the operand {operand.name!r} does not stand at its place"
    return Check("computed", "open", unknown) if unknown else None


def _said_around(operand: Operand, grounds: Grounds) -> str | None:
    """The sentence, stem, titles and heads of an operand; None where only its quote is known."""
    ground = ground_of(operand.evidence, grounds)
    document = ground.document if ground else None
    if document is None:
        return None
    span = span_of(operand.evidence)
    parts: list[str] = []
    for block in document.blocks_of(span):
        stem = lead_in(document, block)
        parts += [section.title for section in document.section_path(block.section)]
        parts += [stem.span.of(document.text)] if stem else []
        if document.cell_of(span) is None:
            parts.append(block.span.of(document.text))
    fact = fact_at(document, span)
    if fact is not None:
        parts += [path_words(document, fact.row_path), path_words(document, fact.column_path)]
        parts += [fact.table.caption.of(document.text)] if fact.table.caption else []
    elif document.cell_of(span) is not None:
        parts += [block.span.of(document.text) for block in document.blocks_of(span)]
    return " ".join(parts)


def _result(item: Item, told: Derivation) -> Check | None:
    """What comes of working out the formula again."""
    state, reason = _worked_out(item, told)
    return Check("computed", state, reason)


def _worked_out(item: Item, told: Derivation) -> tuple[State, str]:
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


def _dated(item: Item, told: Derivation) -> tuple[State, str] | None:
    """A day from a day and a length, or a length from two days; None of other computations."""
    values = [Known(each.value, each.name) for each in told.operands]
    kinds = [type(each.value) for each in values]
    if kinds == [DateValue, Duration] and isinstance(item.value, DateValue):
        results = [shift(*values, backwards) for backwards in (False, True)]
    elif kinds == [DateValue, DateValue] and isinstance(item.value, Duration):
        results = [between(*values, unit) for unit in ("days", "weeks", "months", "years")]  # type: ignore[arg-type]
    else:
        return None
    for result in results:
        if isinstance(result, Computed) and same(result.value, item.value):
            if said(result.value) in told.formula:
                return "proved", told.formula
    return "contradicted", "computing it again from its operands gives another result"


def _holds(step: str, operands: Sequence[Operand]) -> bool | None:
    """Whether a step of a formula is right; None where it cannot be worked out."""
    if step.startswith("counted "):
        counted, _, total = step.removeprefix("counted ").partition(" = ")
        marks = [mark for mark in counted.split(", ") if mark.startswith("(")]
        number = len(operands) if not marks else len(marks)
        return number == len(operands) and total.split()[:1] == [str(number)]
    plain = step
    for operand in sorted(operands, key=lambda each: -len(said(each.value))):
        number = _number(operand.value)
        if number is None:
            return None
        for written in (f"{operand.name} {said(operand.value)}", said(operand.value)):
            plain = plain.replace(written, f" {number:f} ")
    plain = re.sub(r"\b(?:at most|at least|about|or|percentage points)\b", " ", plain)
    plain = re.sub(r"(?<![\w.])[A-Z]{3}(?![\w])", " ", plain).replace("%", " ").replace("−", "-").replace("- ", "− ")
    relation = re.search(r"\s(=|≈|<|>|≥|≤)\s", plain)
    if relation is None:
        return None
    sides = re.split(r"\s(?:=|≈|<|>|≥|≤)\s", plain)
    signs = re.findall(r"\s(=|≈|<|>|≥|≤)\s", plain)
    try:
        with localcontext(prec=_DIGITS):
            numbers = [_Sum(side).result() for side in sides[:-1]]
            end = re.match(r"\s*[-−]?\s*\d[\d,]*(?:\.\d+)?", sides[-1])
            numbers.append(Decimal(end[0].replace(",", "").replace("−", "-").replace(" ", "")) if end else _Sum(sides[-1]).result())
    except (InvalidOperation, ValueError, ArithmeticError, IndexError):
        return None
    return all(_relates(a, sign, b, "%" in step) for a, sign, b in zip(numbers, signs, numbers[1:], strict=False))


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


class _Sum:
    """Works out + − × ÷, brackets and roots, from left to right with the usual order."""

    def __init__(self, text: str) -> None:
        self._tokens = re.findall(r"\d[\d,]*(?:\.\d+)?|[()+−×÷^/-]", text)
        if re.sub(r"\d[\d,]*(?:\.\d+)?|[()+−×÷^/\s-]", "", text):
            raise ValueError(text)
        self._at = 0

    def result(self) -> Decimal:
        found = self._sum()
        if self._at != len(self._tokens):
            raise ValueError("it goes on")
        return found

    def _sum(self) -> Decimal:
        found = self._product()
        while self._next() in ("+", "−"):
            found = found + self._product() if self._take() == "+" else found - self._product()
        return found

    def _product(self) -> Decimal:
        found = self._power()
        while self._next() in ("×", "÷", "/"):
            found = found * self._power() if self._take() == "×" else found / self._power()
        return found

    def _power(self) -> Decimal:
        found = self._single()
        if self._next() == "^":
            self._take()
            found = found ** self._single()
        return found

    def _single(self) -> Decimal:
        token = self._take()
        if token == "(":
            found = self._sum()
            if self._take() != ")":
                raise ValueError("a bracket is open")
            return found
        if token in ("-", "−"):
            return -self._single()
        return Decimal(token.replace(",", ""))

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]
