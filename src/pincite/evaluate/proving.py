"""Prove an item again from nothing but the document's text: what fails here was invented.

This repeats none of the judgements that let the item out. It asks whether the words stand where the item
says they stand, and whether its value can be read from them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.answer.answers import Evidence, Item, Operand, type_of
from pincite.values.printed_figure import printed_figure
from pincite.values.registered import derive
from pincite.values.scale_notes import scale_notes
from pincite.values.types import Amount, Boolean, Number, Percentage
from pincite.verify.quote import locate

# Where a file with delimiters is cited by its cell, these end what is quoted: "89.00" in "Drill,89.00,2".
_CELL = re.compile(r"row \d+, column \d+")
_DELIMITERS = ("", ",", ";", "\t", "|", '"', "\n", "\r")


def proved_again(item: Item, text: str) -> bool:
    """Whether every quote stands in the text at its place, and the value follows from what is cited."""
    if not all(verdict.passed for verdict in item.verdicts):
        return False
    if not _all_stand(item.evidence, text):
        return False
    if item.derivation:
        operands = item.derivation.operands
        return (
            bool(operands) and _scaled(item, operands) and all(_holds(each, item, text) for each in operands)
        )
    # A yes or no is not written in the text: its quote and its verdicts are all there is to repeat.
    return isinstance(item.value, Boolean) or _follows(item.value, item.evidence)


def _all_stand(cited: Sequence[Evidence], text: str) -> bool:
    """Whether each reads as the text does there, and is a whole quote or points into one that is."""
    whole = [evidence for evidence in cited if _stands(evidence, text)]
    return bool(whole) and all(
        text[evidence.start : evidence.end] == evidence.snippet
        and any(other.start <= evidence.start and evidence.end <= other.end for other in whole)
        for evidence in cited
    )


def _stands(evidence: Evidence, text: str) -> bool:
    if text[evidence.start : evidence.end] != evidence.snippet:
        return False
    if _CELL.match(evidence.anchor or "") and _is_parted(text, evidence.start, evidence.end):
        return True
    return (evidence.start, evidence.end) in {
        (match.start, match.end) for match in locate(evidence.snippet, text)
    }


def _is_parted(text: str, start: int, end: int) -> bool:
    """Whether the cell of a file with delimiters begins and ends there."""
    return text[start - 1 : start] in _DELIMITERS and text[end : end + 1] in _DELIMITERS


def _follows(value: BaseModel, cited: Sequence[Evidence]) -> bool:
    kind = type_of(value)
    return any(derive(kind, evidence.snippet, value) or _prints(value, evidence) for evidence in cited)


def _prints(value: BaseModel, evidence: Evidence) -> bool:
    """Whether a cell prints a figure, or a note states by what figures are multiplied."""
    if not isinstance(value, Amount | Number | Percentage):
        return False
    printed = printed_figure(evidence.snippet)
    stated = {note.factor for note in scale_notes(evidence.snippet)}
    return (printed is not None and printed.value == value.value) or value.value in stated


def _holds(operand: Operand, item: Item, text: str) -> bool:
    """Whether an operand is read from its place, with a scale that the item cites beside it."""
    if not _stands(operand.evidence, text):
        return False
    if _follows(operand.value, [operand.evidence]):
        return True
    printed, value = printed_figure(operand.evidence.snippet), operand.value
    if printed is None or not isinstance(value, Amount | Number):
        return False
    factors = {note.factor for place in item.evidence for note in scale_notes(place.snippet)}
    return any(printed.value * factor == value.value for factor in factors)


def _scaled(item: Item, operands: Sequence[Operand]) -> bool:
    """Whether a figure in full is what is printed, times its scale; other computed items are not asked."""
    if [operand.name for operand in operands] != ["printed figure", "scale"]:
        return True
    figure, factor = (operand.value for operand in operands)
    if not isinstance(figure, Number) or not isinstance(factor, Number):
        return False
    return isinstance(item.value, Amount | Number) and item.value.value == figure.value * factor.value
