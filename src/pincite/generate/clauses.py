"""The clause that a sentence stands in: the whole of its paragraph, where it can be quoted."""

from __future__ import annotations

from bisect import bisect_right

from pincite.answer.claims import LONGEST_QUOTE
from pincite.records.document import Block, Document
from pincite.records.span import Span

# Whoever is sent to more than this has to look for the clause in it.
_LONGEST_CLAUSE = min(1_000, LONGEST_QUOTE)


def clause_at(document: Document, block: Block) -> Span:
    """The paragraph of a sentence; the sentence itself where the paragraph is too long to point at."""
    at = bisect_right(document.paragraphs, block.span.start, key=lambda each: each.span.start)
    paragraph = document.paragraphs[at - 1].span if at else block.span
    fits = paragraph.covers(block.span) and paragraph.end - paragraph.start <= _LONGEST_CLAUSE
    return paragraph if fits else block.span
