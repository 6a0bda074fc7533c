"""The items of the list that a block introduces, or stands in where nothing introduces it."""

from __future__ import annotations

from pincite.records.document import Block, Document


def items_of(document: Document, block: Block) -> list[Block]:
    """Every item of the list, in order; the block itself when there is no list."""
    first = _first_of_run(document, block) if block.kind == "bullet" else block.number
    return _bullets_from(document, first) or [block]


def _first_of_run(document: Document, block: Block) -> int:
    """The number of the block before the first item of a list that nothing introduces."""
    number = block.number
    while number > 1 and document.blocks[number - 2].kind == "bullet":
        number -= 1
    return number - 1


def _bullets_from(document: Document, number: int) -> list[Block]:
    section = document.blocks[max(number, 1) - 1].section
    items = []
    for block in document.blocks[number:]:
        if block.kind != "bullet" or block.section != section:
            break
        items.append(block)
    return items
