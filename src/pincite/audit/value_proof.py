"""Prove the values of a certificate: read again from the quotes, or computed again from their operands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pydantic import BaseModel

from pincite.answer.answers import Evidence, Item
from pincite.audit.certificate import CertifiedDerivation, CertifiedItem, Read, UnknownType, item_of
from pincite.audit.findings import Finding, disproved, proved, recorded, short, unproved
from pincite.audit.recomputing import Repeatable, asked_for, differs, repeated
from pincite.compute.results import Refused
from pincite.prove.quote import locate
from pincite.values.currencies import find_marks
from pincite.values.registered import OF_WHOLE_BLOCKS, find
from pincite.values.types import Amount, Boolean, Clause, TableValue, Text, same
from pincite.verify.again import follows, is_scaled, operand_follows, prints_operand, scales_to, scaling

_STOPS = " \t\r\n.,;:"
# Whatever parts the cells of a row also stands in figures: "1,204.5" is two parts wherever it is said.
_CELL_PART = re.compile(r'[^\s|,;"]+')


def how_read(item: Item) -> Read:
    """How the value of an item follows from what it cites."""
    if item.derivation:
        return "scaled" if _is_in_full(item) else "computed"
    if isinstance(item.value, Boolean) and not follows(item.value, item.evidence):
        return "yes_or_no"
    return "words" if isinstance(item.value, Text | Clause) else "value"


def of_value(item: CertifiedItem, at: int, question: str, by_file: bool = False) -> Iterator[Finding]:
    """What holds of the value of an item; `at` is its place among the items.

    `by_file`: its documents were read here, so that their own cells tell what a table says.
    """
    try:
        typed = item_of(item)
    except UnknownType as error:
        yield unproved(item.id, "value", f"Its value cannot be read again: {error}.")
        return
    except ValueError as error:
        yield disproved(item.id, "value", f"Its value is no {item.type}: {error}.")
        return
    computed = "scaled" if _is_in_full(typed) else "computed" if item.derivation else None
    if computed != (item.read if item.read in ("scaled", "computed") else None):
        yield disproved(item.id, "value", f"How it was read ({item.read}) does not fit what it has.")
        return
    cited = [
        *item.evidence,
        *(each.evidence for each in (item.derivation.operands if item.derivation else ())),
    ]
    if not by_file and any(_bare(value, cited) != value for value in _values(typed)):
        yield unproved(item.id, "value", "No quote names its currency, which needs the file to prove.")
    if item.derivation is not None:
        yield from _of_derivation(item.derivation, typed, at, question)
    elif isinstance(typed.value, Boolean) and (
        item.read == "yes_or_no" or follows(typed.value, item.evidence)
    ):
        said = "yes" if typed.value.value else "no"
        yield recorded(item.id, "value", f"That these words mean {said} was judged and is not proved.")
    elif _is_open_table(typed):
        if not by_file:
            says = "Its words are all there; which of them are heads and cells needs the file to prove."
            yield unproved(item.id, "value", says)
    elif not follows(_bare(typed.value, cited), item.evidence):
        yield disproved(item.id, "value", f"Reading the quotes again does not give {_told(item)}.")
    elif not _says_itself(typed):
        yield disproved(item.id, "words", f"Its words are “{item.original}”, which is not {_told(item)}.")
    else:
        yield proved(item.id, "value", f"Reading the quotes again gives {_told(item)}.")
    yield from _of_words(item)


def _of_derivation(derivation: CertifiedDerivation, item: Item, at: int, question: str) -> Iterator[Finding]:
    assert item.derivation is not None
    operands = item.derivation.operands
    holds = prints_operand if _is_in_full(item) else operand_follows
    cited = [*item.evidence, *(each.evidence for each in operands)]
    wrong = [each for each in operands if not holds(_bare(each.value, cited), each.evidence, item.evidence)]
    for operand in wrong:
        says = f"The quote of the operand {operand.name!r} does not say {_value(operand.value)}."
        yield disproved(item.id, "value", says)
    if wrong or not operands:
        if not operands:
            yield disproved(item.id, "value", "It is computed from nothing that is cited.")
        return
    yield proved(item.id, "value", f"Reading its {len(operands)} operands again gives their values.")
    yield _of_result(derivation, item, at, question)
    if derivation.rates:
        says = f"The exchange rates are those of whoever asked: {'; '.join(derivation.rates)}"
        yield recorded(item.id, "formula", says)


def _of_result(derivation: CertifiedDerivation, item: Item, at: int, question: str) -> Finding:
    assert item.derivation is not None
    operands = item.derivation.operands
    if _is_in_full(item):
        figure, factor = (operand.value for operand in operands)
        cited = [*item.evidence, *(each.evidence for each in operands)]
        alone = not derivation.rates and derivation.computation is None and derivation.rate_table is None
        formula = scaling(item.value, figure, factor)
        scaled = scales_to(_bare(item.value, cited), figure, factor, cited)
        if alone and derivation.formula == formula and scaled:
            return proved(item.id, "formula", f"Computed again: {formula}")
        return disproved(item.id, "formula", f"The result is not {derivation.formula}.")
    if derivation.computation is None:
        says = f"How it was computed is not recorded in a form to repeat: {derivation.formula}"
        return unproved(item.id, "formula", says)
    try:
        given = Repeatable.read(derivation.computation, derivation.rate_table)
    except (ValueError, RecursionError) as error:
        return disproved(item.id, "formula", f"Its computation cannot be read: {error}")
    if given.computation != asked_for(question):
        says = "This is not the computation that the question asks for, as our rules read it."
        return disproved(item.id, "formula", says)
    again = repeated(given, operands)
    if isinstance(again, Refused):
        return disproved(item.id, "formula", f"It cannot be computed from these operands: {again.reason}")
    if wrong := differs(item, at, again):
        return disproved(item.id, "formula", f"The result does not follow: {wrong}.")
    return proved(item.id, "formula", f"Computed again: {derivation.formula}")


def _is_in_full(item: Item) -> bool:
    return bool(item.derivation and is_scaled([each.name for each in item.derivation.operands]))


def _of_words(item: CertifiedItem) -> Iterator[Finding]:
    """The item's own words, and what limits it, must stand in what it cites."""
    every = [word for place in item.evidence for word in _words(place.snippet)]
    # A yes or no may rest on several sentences, whose words are given one behind the other.
    together = item.read == "yes_or_no" and _runs_in(_words(item.original), every)
    said = _says(item.evidence, item.original) or together
    if not said and item.read != "computed":
        yield disproved(item.id, "words", f"No quote says “{item.original}”.")
    known = frozenset(every)
    for qualifier in item.limits:
        # A sign alone, as the "$" in the head of a column, is no quote.
        words = (word for word in _words(qualifier) if any(map(str.isalnum, word)))
        lacking = [word for word in words if word not in known]
        if lacking and not _says(item.evidence, qualifier):
            yield disproved(item.id, "words", f"No quote says “{lacking[0]}” of “{qualifier}”.")


def _says(cited: Sequence[Evidence], words: str) -> bool:
    """Whether one of the quotes has these words, as a quote is found in a text."""
    return any(_runs_in(_words(words), _words(each.snippet)) or locate(words, each.snippet) for each in cited)


def _words(text: str) -> list[str]:
    stripped = (word.strip(_STOPS) for word in text.casefold().split())
    return [word for word in stripped if word]


def _runs_in(wanted: list[str], words: list[str]) -> bool:
    if not wanted:
        return False
    starts = (at for at in range(len(words) - len(wanted) + 1) if words[at] == wanted[0])
    return any(words[at : at + len(wanted)] == wanted for at in starts)


def _values(item: Item) -> list[BaseModel]:
    """What quotes must say of an item: its value, or those that it is computed from."""
    if item.derivation and not _is_in_full(item):
        return [operand.value for operand in item.derivation.operands]
    return [item.value]


def _bare(value: BaseModel, cited: Sequence[Evidence]) -> BaseModel:
    """The value without a currency that no quote names: a "$" alone in the head of a table is no quote."""
    if isinstance(value, Amount) and value.currency and not any(find_marks(each.snippet) for each in cited):
        return value.model_copy(update={"currency": None})
    return value


def _is_open_table(item: Item) -> bool:
    """Whether the quotes hold all words of a table, and do not tell by themselves that it is one."""
    value = item.value
    is_table = isinstance(value, TableValue) and _has_cells(value, item.evidence)
    return is_table and not follows(value, item.evidence)


def _has_cells(table: TableValue, cited: Sequence[Evidence]) -> bool:
    """Whether one of the quotes has the words of every cell; those of a head may stand in several rows."""
    heads = {part for head in table.headers for part in _CELL_PART.findall(head)}
    cells = [parts for row in table.rows for cell in row if (parts := _CELL_PART.findall(cell))]
    quotes = [_CELL_PART.findall(place.snippet) for place in cited]
    return any(heads <= set(said) and all(_runs_in(cell, said) for cell in cells) for said in quotes)


def _says_itself(item: Item) -> bool:
    """Whether the words of an item are those from which its value is read: people read these words."""
    if isinstance(item.value, Text | Clause):
        return _words(item.value.text) == _words(item.original)
    if item.type in OF_WHOLE_BLOCKS:
        return True
    alone = [place.model_copy(update={"snippet": item.original}) for place in item.evidence[:1]]
    if follows(_bare(item.value, item.evidence), alone, item.evidence):
        return True
    wanted = _words(item.original)
    for place in item.evidence:
        for reading in find(item.type, place.snippet):
            read = _words(place.snippet[reading.start : reading.end])
            if same(reading.value, item.value) and (_runs_in(wanted, read) or _runs_in(read, wanted)):
                return True
    return False


def _told(item: CertifiedItem) -> str:
    """The value itself, not only its words: what is proved is told."""
    said = ", ".join(f"{name} {value}" for name, value in item.value.items() if value is not None)
    return f"the {item.type.replace('_', ' ')} “{item.original}” ({short(said)})"


def _value(value: BaseModel) -> str:
    return value.model_dump_json()
