"""What is said of a table's row beside its cells: by the sentence before the table, and by its name's column.

"The daily rates are stated below" speaks for every row that follows, and the 1 under "Priority" is
priority 1. Neither tells one row or column from the next: that is left to the row itself and to the heads.
"""

from __future__ import annotations

import re

from pincite.records.document import Block, Document, Table

_ANNOUNCES = re.compile(r"\b(?:below|following|as follows|this table|table \d+)\b|:\s*\Z", re.IGNORECASE)
# What announces a table is a sentence or two.
_LONGEST = 400


def said_of_row(document: Document, block: Block) -> list[str]:
    """What announces the table of a row, and the row's name with what names its column; else nothing."""
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is None or not table.header_rows:
        return []
    return [text for text in (_announcement(document, table), _named(document, table, block)) if text]


def _announcement(document: Document, table: Table) -> str:
    first = document.blocks_of(table.cells[0].span)[0]
    if first.number < 2:
        return ""
    before = document.blocks[first.number - 2]
    text = before.span.of(document.text)
    fits = before.section == first.section and before.kind in ("sentence", "bullet") and len(text) <= _LONGEST
    return text if fits and _ANNOUNCES.search(text) else ""


def _named(document: Document, table: Table, block: Block) -> str:
    """ "Priority 1" for the row that has a 1 in its first column, under "Priority"."""
    own = table.cell_of(block.span) or next(
        (c for c in table.cells if c.span.start >= block.span.start), None
    )
    if own is None or own.column or own.row < table.header_rows:
        return ""
    name = " ".join(own.span.of(document.text).split())
    heads = " ".join(" ".join(head.span.of(document.text).split()) for head in table.headers_of(own))
    return f"{heads} {name}" if heads and name else ""
