"""How much to read around a match: the anchor says where it is, the context what to read with it."""

from __future__ import annotations

from pincite.contract.relevance import lead_in, neighbour
from pincite.records.document import Block, Document
from pincite.records.span import Span


def context_of(document: Document, block: Block) -> Span:
    """The block with the sentence that introduces it, the one before it and the one after it."""
    start = min(
        (other.span.start for other in (lead_in(document, block), neighbour(document, block)) if other),
        default=block.span.start,
    )
    end = block.span.end
    if block.number < len(document.blocks):
        after = document.blocks[block.number]
        if after.section == block.section and after.kind == block.kind:
            end = after.span.end
    return Span(min(start, block.span.start), end)
