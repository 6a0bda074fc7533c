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

from pincite.answer.answers import Answer, Derivation, Evidence, Item, Operand, type_of
from pincite.answer.checks import Check, State
from pincite.compute.dates import between, shift
from pincite.compute.results import Computed, Known, said
from pincite.language.vocabulary import stems, telling
from pincite.prove.adjoining import prove_plain, with_expression
from pincite.prove.against import Grounds, checked, ground_of, span_of
from pincite.prove.cell import is_scaled
from pincite.prove.formula import Formula
from pincite.prove.spelt_out import numbers_in
from pincite.prove.value import prove_value
from pincite.prove.whole import covers_sentences
from pincite.prove.whole_lists import siblings
from pincite.records.computation import UnitOfTime
from pincite.records.document import Document
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact, fact_at, facts_of, path_words
from pincite.structure.lead_ins import lead_in
from pincite.values.agreement import agree
from pincite.values.registered import find
from pincite.values.scale_notes import scale_notes
from pincite.values.types import Amount, Boolean, DateValue, Duration, Number, Percentage, Text, same

_DIGITS = 60
_FIGURE = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_LONGEST = 20_000
_UNITS: tuple[UnitOfTime, ...] = ("days", "weeks", "months", "years")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_ITEM = re.compile(r"item \d+")
_RELATION = re.compile(r"\s(=|≈|<|>|≥|≤)\s")
# Bounds, currencies and what says how a result is written: "(USD 1.2 million)", "percentage points".
_NO_FIGURES = re.compile(
    r"\b(?:at most|at least|about|percentage points|or)\b|(?<![\w.])[A-Z]{3}(?!\w)|%"
    r"|\s\((?:rounded|or|[A-Z]{3}|in) ?[^()]*\)\Z"
)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_RANKED = re.compile(r"\s[<>]\s")
_ALL = re.compile(r"all [^:+=]{1,80}: ")
_OVER_ALL = re.compile(rf"\s*(?:sum|avg|average|count|min|max)\(|counted |{_ALL.pattern}", re.IGNORECASE)
_TOTAL = re.compile(r"\W*(?:grand |sub-?|overall |in )?(?:totals?|sum)\b", re.IGNORECASE)
_COMPARES: Mapping[str, Callable[[Decimal, Decimal], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "=": lambda a, b: a == b,
    "≤": lambda a, b: a <= b,
    "≥": lambda a, b: a >= b,
}


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
    if total := _total_among(told, grounds):
        return [
            checked("computed", "contradicted", f"a total stands among what it is the total of: “{total}”")
        ]
    checks = [_operand(item, each, grounds) for each in told.operands]
    checks += [
        check
        for check in (_names(item, told.operands, grounds), _left_out(told, grounds), _result(item, told))
        if check
    ]
    worst = max(checks, key=lambda each: ("proved", "open", "contradicted").index(each.state))
    return (
        [worst]
        if worst.state != "proved"
        else [checked("computed", "proved", f"computed again: {told.formula}")]
    )


def operand_of(item: Item) -> Operand | None:
    """The operand that an item of an ordered list is: the one at its place, called as it is."""
    told, own = item.derivation, item.evidence[0]
    for operand in told.operands if told else ():
        if isinstance(item.value, Text) and item.value.text == operand.name:
            return operand
        place = operand.evidence
        there = (own.name, own.version) == (place.name, place.version)
        inside = own.start < place.end and place.start < own.end
        words = " ".join(str(getattr(item.value, "text", said(item.value))).split())
        if (
            there
            and inside
            and (operand.name in words or words in operand.name or said(operand.value) in words)
        ):
            return operand
    return None


def _printed(item: Item) -> Item:
    return item.model_copy(update={"derivation": None})


def _scaled(item: Item, told: Derivation) -> Check:
    """A figure in full is what is printed, times the scale that is cited."""
    figure, factor = (operand.value for operand in told.operands)
    value = item.value
    if (
        not isinstance(figure, Number)
        or not isinstance(factor, Number)
        or not isinstance(value, Amount | Number)
    ):
        return checked("computed", "contradicted", f"these are no figures: {told.formula}")
    if value.value != figure.value * factor.value:
        return checked("computed", "contradicted", f"the result is not {told.formula}")
    parts = re.split(r" [×=] ", told.formula)
    shown = [Decimal(each.replace(",", "")) for each in parts if _FIGURE.fullmatch(each)]
    if shown != [figure.value, factor.value, value.value]:
        return checked("computed", "contradicted", f"the formula is not that of the figure: {told.formula}")
    scale = told.operands[1].evidence.snippet
    if factor.value not in {note.factor for note in scale_notes(scale)}:
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
    if check.state == "proved":
        plain = prove_plain(with_expression(alone, grounds), grounds)
        check = plain if plain and plain.state == "open" else check
        ground = ground_of(place, grounds)
        document = ground.document if ground else None
        whole = [span_of(each) for each in item.evidence if span_of(each).covers(span_of(place))]
        if (
            document
            and document.cell_of(span_of(place)) is None
            and _is_part(document, [*whole, span_of(place)])
        ):
            check = checked("computed", "open", "only part of its sentence is cited")
    return checked("computed", check.state, f"operand {operand.name!r}: {check.reason}")


def _is_part(document: Document, spans: Sequence[Span]) -> bool:
    """Whether none of some places is a whole sentence or stands in a row."""
    rows = any(block.kind == "table_row" for span in spans for block in document.blocks_of(span))
    return not rows and not any(covers_sentences(document, span) for span in spans)


def _beside(item: Item, operand: Operand) -> list[Evidence]:
    """What may state the scale and currency of an operand, and the sentence that it stands in."""
    own = operand.evidence
    found = [place for place in item.evidence if (place.name, place.version) == (own.name, own.version)]
    return [
        place
        for place in found
        if place.role not in ("answer", "words") or (place != own and span_of(place).covers(span_of(own)))
    ]


def _wording(operand: Operand) -> str:
    """The words of an operand's value in its place, or all of the place."""
    from pincite.values.registered import derivation

    value, snippet = operand.value, operand.evidence.snippet
    if isinstance(value, Text):
        return value.text
    reading = derivation(type_of(value), snippet, value)
    return reading.original(snippet) if reading else snippet


def _names(item: Item, operands: Sequence[Operand], grounds: Grounds) -> Check | None:
    """Whether the name of each operand stands at its own place rather than at another one."""
    around = [_said_around(item, each, grounds) for each in operands]
    # Which year a column is may be said elsewhere: "fiscal 2019 ended on 1 February 2020".
    dated = any(place.role == "definition" for place in item.evidence)
    over_all = item.derivation is not None and _OVER_ALL.match(item.derivation.formula) is not None
    unknown = ""
    for at, operand in enumerate(operands):
        own = around[at]
        # An item of a list has no name: that it is one of those which are computed with is proved with them.
        if own and over_all and _ITEM.fullmatch(operand.name) and _is_read(operand, grounds):
            continue
        if own is None or _ITEM.fullmatch(operand.name):
            unknown = unknown or f"that {operand.name!r} is named at its place needs the file to prove"
            continue
        others = [*own.others, *(each.own for number, each in enumerate(around) if each and number != at)]
        if wrong := _named_elsewhere(operand.name, own.own, others, dated):
            return checked("computed", "contradicted", wrong)
        if lacking := sorted(_words(operand.name) - _words(own.own)):
            unknown = unknown or f"“{lacking[0]}” of the operand {operand.name!r} does not stand at its place"
    return checked("computed", "open", unknown) if unknown else None


def _named_elsewhere(name: str, own: str, others: Sequence[str], dated: bool) -> str:
    """Why a name is that of another place: its year stands there, or more of its words do; else empty."""
    years = [year for year in _YEAR.findall(name) if year not in own]
    if not dated and years and any(years[0] in other for other in others):
        return f"“{years[0]}” of the operand {name!r} stands at another place than its own"
    wanted = _words(name) - set(_YEAR.findall(name))
    here = len(wanted & _words(own))
    for other in others:
        if len(wanted & _words(other)) > here:
            return f"the operand {name!r} is named at another place: “{' '.join(other.split())[:60]}”"
    return ""


def _words(text: str) -> set[str]:
    return {*telling(stems(text)), *_YEAR.findall(text)}


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """What is said of an operand where it stands, and what names each other row or column of its table."""

    own: str
    others: tuple[str, ...] = ()


def _said_around(item: Item, operand: Operand, grounds: Grounds) -> _Around | None:
    """The sentence, stem, titles and heads of an operand; without the file, what is quoted around it.

    None where that is nothing: which heads are those of a cell, only the file tells.
    """
    place = operand.evidence
    ground = ground_of(place, grounds)
    document = ground.document if ground else None
    if document is None:
        around = [each.snippet for each in (*item.evidence, place) if span_of(each).covers(span_of(place))]
        bare = all(each.strip(" .") == _wording(operand).strip(" .") for each in around)
        return None if bare else _Around(" ".join(around))
    span = span_of(operand.evidence)
    blocks = document.blocks_of(span)
    parts = [section.title for block in blocks for section in document.section_path(block.section)]
    fact = _fact_in(document, span)
    if fact is not None:
        parts += [path_words(document, fact.row_path), path_words(document, fact.column_path)]
        parts += [fact.table.caption.of(document.text)] if fact.table.caption else []
        beside = [each for each in facts_of(document, fact.table) if each.row == fact.row]
        below = [each for each in facts_of(document, fact.table) if each.cell.column == fact.cell.column]
        named = [*(each.column_path for each in beside), *(each.row_path for each in below)]
        own = (fact.column_path, fact.row_path)
        heads = dict.fromkeys(path_words(document, path) for path in named if path not in own)
        return _Around(" ".join(parts), tuple(heads))
    for block in blocks:
        stem = lead_in(document, block)
        parts += [stem.span.of(document.text)] if stem else []
        parts.append(block.span.of(document.text))
    return _Around(" ".join(parts))


def _is_read(operand: Operand, grounds: Grounds) -> bool:
    ground = ground_of(operand.evidence, grounds)
    return ground is not None and ground.document is not None


def _left_out(told: Derivation, grounds: Grounds) -> Check | None:
    """What a sum or count over a list leaves out; None where it is of no list, or of all of it."""
    if _OVER_ALL.match(told.formula) is None or len(told.operands) < 2:
        return None
    ground = ground_of(told.operands[0].evidence, grounds)
    document = ground.document if ground else None
    if ground is None or document is None:
        return checked("computed", "open", "that no item is left out needs the file to prove")
    spans = [span_of(each.evidence) for each in told.operands]
    facts = [_fact_in(document, span) for span in spans]
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


def _total_among(told: Derivation, grounds: Grounds) -> str:
    """The row of a table that adds up others which are computed with, too; empty where there is none."""
    named: dict[int, list[str]] = {}
    for operand in told.operands:
        ground = ground_of(operand.evidence, grounds)
        document = ground.document if ground else None
        fact = _fact_in(document, span_of(operand.evidence)) if document else None
        if document and fact:
            named.setdefault(fact.table.number, []).append(path_words(document, fact.row_path))
    for rows in named.values():
        totals = [row for row in rows if _TOTAL.match(row)]
        if len(rows) > 2 and 0 < len(totals) < len(rows):
            return totals[0]
    return ""


def _fact_in(document: Document, span: Span) -> CellFact | None:
    """The figure that a place is, or the only one of the row that it is."""
    if fact := fact_at(document, span):
        return fact
    table = document.table_of(span)
    facts = facts_of(document, table) if table else ()
    inside = [each for each in facts if span.covers(each.cell.span) and each.printed is not None]
    return inside[0] if len(inside) == 1 else None


def _result(item: Item, told: Derivation) -> Check | None:
    """What comes of working out the formula again."""
    state, reason = _worked_out(item, told)
    return checked("computed", state, reason)


def _worked_out(item: Item, told: Derivation) -> tuple[State, str]:
    if wrong := _other_unit(item, told):
        return "contradicted", wrong
    if not _RELATION.search(told.formula) and ": " not in told.formula:
        return _by_labels(item, told)
    for operand in told.operands:
        if not told.formula.startswith("counted ") and said(operand.value) not in told.formula:
            return "contradicted", f"the formula does not compute with {said(operand.value)}"
    dated = _dated(item, told)
    if dated is not None:
        return dated
    if len(told.formula) > _LONGEST:
        return "open", "the formula is too long to be worked out again"
    *steps, last = told.formula.split("; ")
    for step in (*steps, last):
        holds = _holds(step, told.operands)
        if holds is None:
            return "open", f"the formula is not one that code works out again: {step}"
        if not holds:
            return "contradicted", f"the formula does not hold: {step}"
    if isinstance(item.value, Amount | Number | Percentage) and said(item.value) not in last:
        return "contradicted", f"the formula does not end with {said(item.value)}"
    if isinstance(item.value, Text):
        cited = (place.snippet for place in (*item.evidence, *(each.evidence for each in told.operands)))
        wanted = " ".join(item.value.text.split()).casefold()
        said_so = any(wanted in " ".join(snippet.split()).casefold() for snippet in cited)
        if operand_of(item) is None or not said_so:
            return "contradicted", f"{item.value.text!r} is none of what was compared"
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
    except (ValueError, ArithmeticError, IndexError, RecursionError):
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
        if found and said(item.value) in told.formula and not re.search(r"\d", _left_of(item, told)):
            return "proved", told.formula
    return "contradicted", "computing it again from its operands gives another result"


def _left_of(item: Item, told: Derivation) -> str:
    """What a formula says beside its operands and its result."""
    left = told.formula
    for operand in told.operands:
        left = left.replace(said(operand.value), " ", 1).replace(operand.name, " ", 1)
    return left.replace(said(item.value), " ", 1)


def _holds(step: str, operands: Sequence[Operand]) -> bool | None:
    """Whether a step of a formula in figures is right; None where it cannot be worked out."""
    if step.startswith("counted "):
        counted, _, total = step.removeprefix("counted ").partition(" = ")
        marks = [mark for mark in counted.split(", ") if mark.startswith("(")]
        figures = re.fullmatch(r"(\d+) items", counted)
        counted_up = int(figures[1]) if figures else len(marks) or len(operands)
        snippets = (operand.evidence.snippet.lstrip()[:8] for operand in operands)
        if marks and not all(
            mark.strip("()") in said_so for mark, said_so in zip(marks, snippets, strict=False)
        ):
            return False
        return counted_up == len(operands) and total.split()[:1] == [str(counted_up)]
    plain = _ALL.sub("", step, count=1)
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
    except (ValueError, ArithmeticError, IndexError, RecursionError):
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


def prove_computation(answer: Answer) -> list[Check]:
    """What holds of a computed answer as a whole: its numbers are given, its order is the formula’s."""
    return [*_order(answer), *_given(answer)]


def _given(answer: Answer) -> list[Check]:
    """Whether every number that a formula computes with is an operand's or stands in the question."""
    for item in answer.items:
        told = item.derivation
        if told is None or told.rates or is_scaled(told) or told.formula.startswith("counted "):
            continue
        left = re.split(r"\s[=≈]\s|: ", _ALL.sub("", told.formula, count=1))[0]
        for operand in sorted(told.operands, key=lambda each: -len(each.name)):
            for words in (operand.name, said(operand.value)):
                # "USD 10" does not stand in "USD 100".
                left = re.sub(rf"(?<![\d.,]){re.escape(words)}(?!\d|[.,]\d)", " ", left)
        numbers = {Decimal(found.replace(",", "")) for found in _NUMBER.findall(left)}
        known = {Decimal(1), Decimal(100), Decimal(len(told.operands)), *numbers_in(answer.question)}
        amounts = (reading.value for reading in find("amount", answer.question))
        known |= {each.value for each in amounts if isinstance(each, Amount)}
        years = [int(year) for year in re.findall(r"\b(?:19|20)\d\d\b", answer.question)]
        known |= {Decimal(abs(one - other)) for one in years for other in years}
        if lacking := sorted(numbers - known):
            problem = f"neither an operand nor the question gives the number {lacking[0]:f} of its formula"
            return [checked("computed", "contradicted", problem)]
    return []


def _order(answer: Answer) -> list[Check]:
    """Whether items that were put in order stand in it, and all of them are given."""
    told = [item.derivation for item in answer.items]
    first = told[0] if told else None
    if first is None or not _RANKED.search(first.formula) or any(each != first for each in told):
        return []
    if any(isinstance(item.value, Boolean) for item in answer.items):  # "Is the fee higher than the cap?"
        return []
    chain = _RANKED.split(first.formula.rpartition("; ")[2])
    given = [operand_of(item) for item in answer.items]
    if len(given) not in (1, len(first.operands)):
        problem = f"of {len(first.operands)} that were put in order, {len(given)} are given"
        return [checked("answer", "contradicted", problem)]
    for operand, part in zip(given, chain, strict=False):
        if operand is None or f"{operand.name} {said(operand.value)}" not in part:
            return [checked("answer", "contradicted", "the items are not in the order of the formula")]
    return []
