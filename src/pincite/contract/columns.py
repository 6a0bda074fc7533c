"""Tell the values of a table row apart by the heads of their columns."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from pincite.contract.relevance import occurs
from pincite.contract.values.reading import Reading
from pincite.contract.vocabulary import stems
from pincite.records.document import Block, Cell, Document
from pincite.records.question import Question
from pincite.records.span import Span

UNKNOWN = "it stands in a row with others, and its column is not known"


def column_misfit(
    question: Question,
    document: Document,
    block: Block,
    readings: Sequence[Reading[BaseModel]],
    reading: Reading[BaseModel],
) -> str | None:
    """Why a value stands in the wrong column; empty when it stands in the asked one.

    None when that cannot be told from cells: the block is no row of a known table, or one cell holds all.
    """
    cells = [_cell(document, block, other) for other in readings]
    own = cells[readings.index(reading)]
    if own is None:
        return None
    beside = [other for other, cell in zip(readings, cells, strict=True) if cell == own]
    if own.span != block.span and "\n" in own.span.of(document.text) and len(beside) > 1:
        return "its cell holds several, one below the other"
    if len(beside) == len(readings):
        return None
    worth = [_named(question, document, cell) for cell in cells]
    mine = _named(question, document, own)
    if mine < max(worth):
        return f"its column is headed {_head(document, own)!r}"
    rivals = [cell for cell, named in zip(cells, worth, strict=True) if named == mine and cell != own]
    return UNKNOWN if rivals else ""


def _cell(document: Document, block: Block, reading: Reading[BaseModel]) -> Cell | None:
    return document.cell_of(Span(block.span.start + reading.start, block.span.start + reading.end))


def _named(question: Question, document: Document, cell: Cell | None) -> float:
    """How much of the question the heads of a cell's column say."""
    if cell is None:
        return 0.0
    said = stems(_head(document, cell))
    present = set(said)
    return sum(
        term.weight
        for term in question.retrieval.terms
        if any(occurs(wording, said, present) for wording in term.wordings)
    )


def _head(document: Document, cell: Cell) -> str:
    table = document.table_of(cell.span)
    heads = table.headers_of(cell) if table is not None else ()
    return " ".join(" ".join(head.span.of(document.text).split()) for head in heads)
