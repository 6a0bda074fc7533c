"""Find the values of a block; those of a table's row cell by cell.

In a file whose cells are divided by commas "$0.35,2025-02-01" is a price and a day. Read as one text it
would be neither.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from pydantic import BaseModel

from pincite.records.document import Block, Cell, Document
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS, find, moved


def values_in(answer_type: str, document: Document, block: Block) -> list[Reading[BaseModel]]:
    """All values of the type in the block, in order, with their places in its text."""
    cells = () if answer_type in OF_WHOLE_BLOCKS or block.split else _cells(document, block)
    if not cells:
        return find(answer_type, block.span.of(document.text))
    return [
        moved(reading, cell.span.start - block.span.start)
        for cell in cells
        for reading in find(answer_type, cell.span.of(document.text))
    ]


def _cells(document: Document, block: Block) -> tuple[Cell, ...]:
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is None:
        return ()
    first = bisect_left(table.cells, block.span.start, key=lambda cell: cell.span.start)
    last = bisect_right(table.cells, block.span.end, key=lambda cell: cell.span.end)
    return table.cells[first:last]
