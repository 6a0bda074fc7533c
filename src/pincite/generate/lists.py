"""The items of the list or table that a block introduces, and of the section that a heading opens."""

from __future__ import annotations

from pincite.records.document import FURNITURE, Block, Document
from pincite.structure.lead_ins import is_row, names_columns
from pincite.structure.list_runs import (
    columns_of,
    first_part,
    is_clause,
    parts_of,
    run_after,
    run_of,
    whole,
)


def items_of(document: Document, block: Block) -> list[Block]:
    """Every item that stands together after a block or with it; the block itself when it stands alone.

    Where the list goes on behind a cut is not looked for here.
    """
    if block.kind == "table_row":
        rows = [row for row in run_of(document, block) if row.number > block.number]
        return [row for row in rows if not names_columns(document, row)] or [block]
    if is_row(document, block) and (rows := _rows_after(document, block)):
        return rows
    items = _in_section(document, block) if block.kind == "bullet" else run_after(document, block)
    if _stands_alone(document, block, items):
        return [block]
    items = first_part(document, _without_heads(document, items)) if items else []
    return items or [block]


def lists_of(document: Document, heading: Block) -> list[list[Block]]:
    """The lists of the section that a heading opens, or all it says as one where it has none.

    Each is given as far as it stands together; the parts behind a cut are no lists of their own.
    """
    body = _body(document, heading)
    if not any(block.kind == "bullet" for block in body):
        introduced = len(body) > 2 and body[0].span.of(document.text).endswith(":")
        return [body[1:] if introduced else body] if body else []
    found: list[list[Block]] = []
    covered: set[int] = set()
    for block in body:
        if block.number in covered or not (block.kind == "bullet" or is_clause(document, block)):
            continue
        run = [item for item in run_of(document, block) if item.kind != "table_row" and item in body]
        covered |= {item.number for item in whole(document, run)}
        found.append(first_part(document, run))
    return found


def _stands_alone(document: Document, block: Block, items: list[Block]) -> bool:
    """Whether a clause is followed by its sisters: 6.1 does not introduce 6.2, which says something else."""
    introduces = block.span.of(document.text).rstrip().endswith(":")
    if introduces or not items or not is_clause(document, block):
        return False
    return is_clause(document, items[0]) and items[0] not in parts_of(document, block)


def _in_section(document: Document, item: Block) -> list[Block]:
    """The items that stand together with one under the same heading."""
    run = [other for other in run_of(document, item) if other.section == item.section]
    return [other for other in run if other.kind != "heading"]


def _without_heads(document: Document, rows: list[Block]) -> list[Block]:
    """Rows typed by hand without the one that names their columns, wherever it is repeated."""
    rows = [row for row in rows if not names_columns(document, row)]
    texts = [" ".join(row.span.of(document.text).split()) for row in rows]
    has_figures = [any(character.isdigit() for character in text) for text in texts]
    typed = all(row.kind == "sentence" and columns_of(document, row) > 1 for row in rows)
    if len(rows) < 3 or not typed or has_figures[0] or sum(has_figures) < len(rows) / 2:
        return rows
    return [row for row, text in zip(rows, texts, strict=True) if text != texts[0]]


def _rows_after(document: Document, first: Block) -> list[Block]:
    """The lines after a line that read like rows, as it does."""
    rows: list[Block] = []
    for block in document.blocks[first.number :]:
        if not is_row(document, block) or block.kind == "table_row" or block.section != first.section:
            break
        rows.append(block)
    head = first.span.of(document.text).split()
    in_columns = [
        row for row in rows if columns_of(document, row) > 1 and row.span.of(document.text).split() != head
    ]
    # Among rows in columns, a line without any is what the page carries.
    return in_columns if columns_of(document, first) > 1 else rows


def _body(document: Document, heading: Block) -> list[Block]:
    """What stands under a heading, without the headings in it that have something under them."""
    if heading.section is None:
        return []
    inside = [
        block
        for block in document.blocks_of(document.sections[heading.section].span)
        if block.kind not in FURNITURE and block.number > heading.number
    ]
    said = [block for block in inside if not names_columns(document, block)]
    return [block for block in said if block.kind != "heading" or _is_bare(document, block)]


def _is_bare(document: Document, heading: Block) -> bool:
    """Whether a numbered line that looks like a heading has nothing under it, and so is an item itself."""
    if heading.section is None or not is_clause(document, heading):
        return False
    inside = document.blocks_of(document.sections[heading.section].span)
    return all(block == heading or block.kind in FURNITURE for block in inside)
