"""What a reading model adds to a place: how much its claim is worth, and which words of it are meant."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from pincite.contract.values.reading import Reading
from pincite.contract.values.types import same
from pincite.records.document import Block
from pincite.records.excerpt import ReadPassage
from pincite.records.span import Span

# For the choice of what is looked at the model's score counts as much as half of the question's words; the
# sentence that it points at goes before the others of its passage.
_SCORE = 0.5
_POINTED = 0.1


def worth(reading: ReadPassage | None, block: Block) -> float:
    """What the model adds to the likelihood of a claim; nothing for what it has not read."""
    if reading is None:
        return 0.0
    return reading.score * (_SCORE + (_POINTED if points_at(reading, block.span) else 0.0))


def points_at(reading: ReadPassage | None, span: Span) -> bool:
    """Whether the model points at some of these words."""
    pointed = reading.pointed if reading else None
    return pointed is not None and pointed.start < span.end and span.start < pointed.end


def pointed_value(
    reading: ReadPassage | None, block: Block, readings: Sequence[Reading[BaseModel]]
) -> Reading[BaseModel] | None:
    """The one value of a block that the model points at; None where it points at several or at none."""
    start = block.span.start
    meant = [each for each in readings if points_at(reading, Span(start + each.start, start + each.end))]
    if not meant or any(not same(each.value, meant[0].value) for each in meant):
        return None
    return meant[0]
