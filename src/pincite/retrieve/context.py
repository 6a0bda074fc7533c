"""How much to read around a match: the anchor says where it is, the context what to read with it.

A fact needs a few lines, a rule its paragraph, a list the whole of its section.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pincite.records.document import Block, Document
from pincite.records.evidence import CONTINUED, Found, Overlap
from pincite.records.library import Held
from pincite.records.question import GenerationBrief
from pincite.records.span import Span
from pincite.structure.lead_ins import lead_in, neighbour
from pincite.structure.list_runs import following, run_of
from pincite.values.registered import OF_WHOLE_BLOCKS

# A section that is longer is not read as one: of it, what stands around the match is.
MAX_SECTION_CHARS = 6_000
_MAX_PARAGRAPH_CHARS = 3_000


def context_for(brief: GenerationBrief, document: Document, block: Block) -> Span:
    """What is read with a block for a question of this type and shape; it always holds the block."""
    lines = context_of(document, block)
    if brief.answer_shape != "single":
        return _joined(lines, section_of(document, block))
    if brief.answer_types[0] in OF_WHOLE_BLOCKS:
        return _joined(lines, paragraph_of(document, block))
    return lines


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


def section_of(document: Document, block: Block) -> Span | None:
    """The innermost section around a block, with what stands under it; None where it is too long."""
    if block.section is None:
        return None
    span = document.sections[block.section].span
    return span if span.end - span.start <= MAX_SECTION_CHARS else None


def paragraph_of(document: Document, block: Block) -> Span | None:
    """The paragraph that a block stands in; None where it is too long."""
    number = bisect_right(document.paragraphs, block.span.start, key=lambda p: p.span.start) - 1
    if number < 0:
        return None
    span = document.paragraphs[number].span
    return span if span.end - span.start <= _MAX_PARAGRAPH_CHARS else None


def _joined(one: Span, other: Span | None) -> Span:
    if other is None or other.start > one.end or one.start > other.end:
        return one
    return Span(min(one.start, other.start), max(one.end, other.end))


def overlap_of(document: Document, last: Block) -> Overlap:
    """The start of what stands after the last item. It is never handed to a generator."""
    return Overlap(following(document, last))


def read_on(held: Held, items: Sequence[Block], resumed: Block) -> list[Found]:
    """The places of the items so far and of those from where the list goes on, to be read together."""
    blocks = [*items, *(block for block in run_of(held.document, resumed) if block.number >= resumed.number)]
    return [
        Found(held.identity, block.number, block.span, context_of(held.document, block), 0.0, (CONTINUED,))
        for block in blocks
    ]
