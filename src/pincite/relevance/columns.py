"""Compare the column of a value with what a question asks for: agrees, differs, or is not said."""

from __future__ import annotations

from bisect import bisect_left
from typing import Literal

from pydantic import BaseModel

from pincite.language.vocabulary import stems, telling
from pincite.records.document import Block, Cell, Document, Table
from pincite.records.span import Span
from pincite.values.readings import Reading


def column_stand(
    asked: str, document: Document, block: Block, reading: Reading[BaseModel]
) -> Literal[-1, 0, 1]:
    """Whether the head of the value's column says more of the question than any other head, or less.

    What the row itself says is no matter of columns. 0 where there are no heads or none says anything.
    """
    table = document.table_of(block.span) if block.kind == "table_row" else None
    own = document.cell_of(Span(block.span.start + reading.start, block.span.start + reading.end))
    if table is None or own is None or not table.header_rows:
        return 0
    wanted = telling(stems(asked)) - telling(stems(block.span.of(document.text)))
    said = len(wanted & _heads(document, table.headers_of(own)))
    others = [cell for cell in _head_cells(table) if not _above(cell, own)]
    best = max((len(wanted & _heads(document, [*_over(table, cell), cell])) for cell in others), default=0)
    return 0 if said == best else (1 if said > best else -1)


def _heads(document: Document, cells: list[Cell] | tuple[Cell, ...]) -> set[str]:
    return telling(stems(" ".join(cell.span.of(document.text) for cell in cells)))


def _head_cells(table: Table) -> tuple[Cell, ...]:
    return table.cells[: bisect_left(table.cells, table.header_rows, key=lambda cell: cell.row)]


def _over(table: Table, head: Cell) -> list[Cell]:
    """The heads above a head: "2024" over "Plan"."""
    return [cell for cell in _head_cells(table) if cell.row < head.row and _above(cell, head)]


def _above(head: Cell, cell: Cell) -> bool:
    return head.column < cell.column + cell.columns and cell.column < head.column + head.columns
