"""What is said of a table's row beside its cells: by the sentence before the table, and by its name's column.

"The daily rates are stated below" speaks for every row that follows, and the 1 under "Priority" is
priority 1. Neither tells one row or column from the next: that is left to the row itself and to the heads.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection

from pincite.language.vocabulary import stems, telling
from pincite.records.document import Block, Cell, Document, Table

_ANNOUNCES = re.compile(r"\b(?:below|following|as follows|this table|table \d+)\b|:\s*\Z", re.IGNORECASE)
# What announces a table is a sentence or two.
_LONGEST = 400


def said_of_row(document: Document, block: Block) -> list[str]:
    """What announces the table of a row, and the row's name with what names its column; else nothing."""
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is None or not table.header_rows:
        return []
    return [text for text in (announcement_of(document, block), _named(document, table, block)) if text]


def unasked_name(document: Document, block: Block, asked: Collection[str]) -> str:
    """The name of a row where it holds a telling word that is not among the stems asked; else empty.

    Of many rows under one head "Test analyst" does not answer for a business analyst because the sentence
    above them speaks of analysts' rates.
    """
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is None or table.rows <= table.header_rows + 1 or not table.header_rows:
        return ""
    name = _name(document, table, block)
    return name if telling(stems(name)) - set(asked) else ""


def announcement_of(document: Document, block: Block) -> str:
    """The sentence before the table of a row that points down to it; empty where there is none."""
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is None or not table.header_rows:
        return ""
    first = document.blocks_of(table.cells[0].span)[0]
    if first.number < 2:
        return ""
    before = document.blocks[first.number - 2]
    text = before.span.of(document.text)
    fits = before.section == first.section and before.kind in ("sentence", "bullet") and len(text) <= _LONGEST
    return text if fits and _ANNOUNCES.search(text) else ""


def _named(document: Document, table: Table, block: Block) -> str:
    """ "Priority 1" for the row that has a 1 in its first column, under "Priority"."""
    own, name = _first(table, block), _name(document, table, block)
    heads = table.headers_of(own) if own and name else ()
    return (
        " ".join([*(" ".join(head.span.of(document.text).split()) for head in heads), name]) if heads else ""
    )


def _name(document: Document, table: Table, block: Block) -> str:
    own = _first(table, block)
    if own is None or own.column or own.row < table.header_rows:
        return ""
    return " ".join(own.span.of(document.text).split())


def _first(table: Table, block: Block) -> Cell | None:
    at = bisect_left(table.cells, block.span.start, key=lambda cell: cell.span.start)
    return table.cells[at] if at < len(table.cells) else None
