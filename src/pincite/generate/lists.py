"""The items of the list or table that a block introduces, and of the section that a heading opens."""

from __future__ import annotations

from collections.abc import Callable

from pincite.contract.relevance import is_row
from pincite.records.document import FURNITURE, Block, Document


def items_of(document: Document, block: Block) -> list[Block]:
    """Every item, in order; the block itself when it stands alone; none for a heading over nothing."""
    if block.kind == "heading":
        return _of_section(document, block)
    if is_row(document, block):
        return _following(document, block, lambda other: is_row(document, other)) or [block]
    first = _before_run(document, block) if block.kind == "bullet" else block
    return _following(document, first, lambda other: other.kind == "bullet") or [block]


def _of_section(document: Document, heading: Block) -> list[Block]:
    """The section's list items, or all its sentences where it has none."""
    if heading.section is None:
        return []
    inside = [
        block
        for block in document.blocks_of(document.sections[heading.section].span)
        if block.kind != "heading" and block.kind not in FURNITURE
    ]
    return [block for block in inside if block.kind == "bullet"] or inside


def _before_run(document: Document, block: Block) -> Block | None:
    """The block before the first item of a list that nothing introduces; None at the document's start."""
    number = block.number
    while number > 1 and document.blocks[number - 2].kind == "bullet":
        number -= 1
    return document.blocks[number - 2] if number > 1 else None


def _following(document: Document, first: Block | None, belongs: Callable[[Block], bool]) -> list[Block]:
    items: list[Block] = []
    for block in document.blocks[first.number if first else 0 :]:
        if not belongs(block) or (items and block.section != items[0].section):
            break
        items.append(block)
    return items
