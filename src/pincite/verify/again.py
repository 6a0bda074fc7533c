"""Prove a citation and its value again from nothing but the document's text.

This repeats none of the judgements that let an item out. It asks whether the words stand where the item says
they stand, and whether its value can be read from them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.answer.answers import Evidence, type_of
from pincite.prove.quote import locate
from pincite.values.currencies import find_marks
from pincite.values.printed_figure import printed_figure
from pincite.values.registered import derive
from pincite.values.scale_notes import scale_notes
from pincite.values.types import Amount, Number, Percentage

# Where a file with delimiters is cited by its cell, these end what is quoted: "89.00" in "Drill,89.00,2".
_CELL = re.compile(r"row \d+, column \d+")
_DELIMITERS = ("", ",", ";", "\t", "|", '"', "\n", "\r")


def reads_so(evidence: Evidence, text: str) -> bool:
    """Whether the text says at these offsets just what is quoted."""
    return text[evidence.start : evidence.end] == evidence.snippet


def stands(evidence: Evidence, text: str) -> bool:
    """Whether a place reads as the text does there, and cuts no word or number."""
    if not reads_so(evidence, text):
        return False
    if _CELL.match(evidence.anchor or "") and _is_parted(text, evidence.start, evidence.end):
        return True
    return (evidence.start, evidence.end) in {
        (match.start, match.end) for match in locate(evidence.snippet, text)
    }


def all_stand(cited: Sequence[Evidence], text: str) -> bool:
    """Whether each reads as the text does there, and is a whole quote or points into one that is."""
    whole = [evidence for evidence in cited if stands(evidence, text)]
    return bool(whole) and all(
        reads_so(evidence, text)
        and any(other.start <= evidence.start and evidence.end <= other.end for other in whole)
        for evidence in cited
    )


def follows(value: BaseModel, cited: Sequence[Evidence], beside: Sequence[Evidence] = ()) -> bool:
    """Whether one of the places gives the value; the head of a cell may be cited with it, or `beside`."""
    kind = type_of(value)
    return any(
        derive(kind, evidence.snippet, value) or _prints(value, evidence, [*cited, *beside])
        for evidence in cited
    )


def operand_follows(value: BaseModel, place: Evidence, beside: Sequence[Evidence]) -> bool:
    """Whether an operand is read from its place, with a scale that stands beside it."""
    if follows(value, [place], beside):
        return True
    printed = printed_figure(place.snippet)
    if printed is None or not isinstance(value, Amount | Number):
        return False
    if not _is_said_of(value, printed.currency, [place, *beside]):
        return False
    factors = {note.factor for other in beside for note in scale_notes(other.snippet)}
    return any(printed.value * factor == value.value for factor in factors)


def is_scaled(names: Sequence[str]) -> bool:
    """Whether operands of these names make a figure in full of a printed one."""
    return list(names) == ["printed figure", "scale"]


def prints_operand(value: BaseModel, place: Evidence, beside: Sequence[Evidence]) -> bool:
    """Whether a cell prints the figure, or a note states the scale: a number in a sentence is neither."""
    return isinstance(value, Number) and value.unit is None and _prints(value, place, beside)


def scaling(value: BaseModel, figure: BaseModel, factor: BaseModel) -> str:
    """How a figure in full comes of what is printed, in a formula; empty for what is no figure."""
    if not isinstance(figure, Number) or not isinstance(factor, Number):
        return ""
    if not isinstance(value, Amount | Number):
        return ""
    return f"{figure.value:,f} × {factor.value:,f} = {value.value:,f}"


def scales_to(value: BaseModel, figure: BaseModel, factor: BaseModel, cited: Sequence[Evidence]) -> bool:
    """Whether a figure in full is what is printed, times its scale, in a currency and unit that is cited."""
    if not isinstance(figure, Number) or not isinstance(factor, Number):
        return False
    if not isinstance(value, Amount | Number) or value.value != figure.value * factor.value:
        return False
    printed = (printed_figure(place.snippet) for place in cited)
    own = next((each.currency for each in printed if each and each.value == figure.value), None)
    return _is_said_of(value, own, cited)


def _is_parted(text: str, start: int, end: int) -> bool:
    """Whether the cell of a file with delimiters begins and ends there."""
    return text[start - 1 : start] in _DELIMITERS and text[end : end + 1] in _DELIMITERS


def _prints(value: BaseModel, evidence: Evidence, beside: Sequence[Evidence]) -> bool:
    """Whether a cell prints a figure, or a note states by what figures are multiplied."""
    if not isinstance(value, Amount | Number | Percentage):
        return False
    printed = printed_figure(evidence.snippet)
    if printed is not None and printed.value == value.value:
        return isinstance(value, Percentage) or _is_said_of(value, printed.currency, beside)
    stated = {note.factor for note in scale_notes(evidence.snippet)}
    return isinstance(value, Number) and value.value in stated


def _is_said_of(value: Amount | Number, printed: str | None, cited: Sequence[Evidence]) -> bool:
    """Whether the currency and the unit of a figure stand in its cell or in what is cited with it."""
    said = [evidence.snippet for evidence in cited]
    if value.unit is not None and not any(value.unit.casefold() in each.casefold() for each in said):
        return False
    if isinstance(value, Number):
        return True
    if printed is not None or value.currency is None:
        return value.currency == printed
    return any(mark.code == value.currency for each in said for mark in find_marks(each))
