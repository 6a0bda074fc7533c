"""Fetch what follows a list or table: its start as evidence of its end, the rest where it goes on."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.records.document import Block, Document
from pincite.records.evidence import CONTINUED, Found, Overlap
from pincite.records.library import Held
from pincite.retrieve.context import context_of
from pincite.structure.list_runs import following, run_of


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
