"""Find the values of a block; those of a table's row cell by cell.

In a file whose cells are divided by commas "$0.35,2025-02-01" is a price and a day. Read as one text it
would be neither. A cell that is one figure is read with the scale, sign and currency of its table.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from decimal import Decimal

from pydantic import BaseModel

from pincite.records.document import Block, Cell, Document
from pincite.structure.cell_facts import CellFact, CellKind, facts_of
from pincite.values.printed_figure import printed_figure
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS, find, moved
from pincite.values.types import Amount, Number, Percentage

_FIGURES = frozenset({"amount", "number", "percentage"})


def values_in(answer_type: str, document: Document, block: Block) -> list[Reading[BaseModel]]:
    """All values of the type in the block, in order, with their places in its text."""
    cells = () if answer_type in OF_WHOLE_BLOCKS or block.split else _cells(document, block)
    if not cells:
        return find(answer_type, block.span.of(document.text))
    facts = _facts(document, block) if answer_type in _FIGURES else {}
    found: list[Reading[BaseModel]] = []
    for cell in cells:
        fact = facts.get(cell.span.start)
        if fact is None:
            text = cell.span.of(document.text)
            readings = _printed(answer_type, text) if cell.column else find(answer_type, text)
            found += [moved(reading, cell.span.start - block.span.start) for reading in readings]
        elif fact.kind == answer_type:
            found.append(reading_of(fact, block))
    return found


def _printed(answer_type: str, text: str) -> list[Reading[BaseModel]]:
    """The values in a cell of a table too large for facts; the brackets around a figure are its sign."""
    figure = printed_figure(text) if answer_type in _FIGURES else None
    if figure is None or figure.value >= 0:
        return find(answer_type, text)
    kind: CellKind = "percentage" if figure.percent else "amount" if figure.currency else "number"
    if kind != answer_type:
        return []
    return [Reading(_value(kind, figure.value, figure.currency), figure.start, figure.end, figure.doubt)]


def reading_of(fact: CellFact, block: Block) -> Reading[BaseModel]:
    """The figure of a cell as a value in full, with its place in the text of its row's block."""
    span = fact.figure_span
    number = fact.value if fact.value is not None else fact.in_full(1)
    value = _value(fact.kind, number, fact.currency)
    start = block.span.start
    return Reading(value, span.start - start, span.end - start, fact.doubt_in_full)


def _value(kind: CellKind, number: Decimal, currency: str | None) -> BaseModel:
    if kind == "amount":
        return Amount(value=number, currency=currency, unit=None)
    return Percentage(value=number) if kind == "percentage" else Number(value=number, unit=None)


def _facts(document: Document, block: Block) -> dict[int, CellFact]:
    """The figures of a row by where their cells start."""
    table = document.table_of(block.span)
    if table is None:
        return {}
    return {
        fact.cell.span.start: fact
        for fact in facts_of(document, table)
        if fact.printed is not None and block.span.covers(fact.cell.span)
    }


def _cells(document: Document, block: Block) -> tuple[Cell, ...]:
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is None:
        return ()
    first = bisect_left(table.cells, block.span.start, key=lambda cell: cell.span.start)
    last = bisect_right(table.cells, block.span.end, key=lambda cell: cell.span.end)
    return table.cells[first:last]
