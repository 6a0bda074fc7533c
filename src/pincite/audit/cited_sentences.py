"""The sentence or row that a cited passage is part of, and the number that it is listed under.

A quote may be a figure alone. Whether it still says what it said is told by its whole sentence; the number of
a clause is not part of that, because a clause keeps its meaning where others are put before it.
"""

from __future__ import annotations

from dataclasses import dataclass

from pincite.ingest.numbering import Mark, follows, mark
from pincite.records.document import Block, Document
from pincite.records.span import Span

# What may be left off a sentence: an item ends with ";" in the middle of a list and with "." at its end.
_TRAILING = " \t\r\n.,;:"
_SIBLINGS = 60


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of whole sentences without the number before it and the stop behind it."""

    span: Span
    number: str
    """The number of the clause or item; empty where it has none."""


def sentence_of(document: Document, span: Span) -> Sentence:
    """The whole sentences or rows that a span touches."""
    blocks = document.blocks_of(span)
    if not blocks:
        return Sentence(span, "")
    listed = clause_mark(document, blocks[0])
    start = blocks[0].span.start + (listed.end if listed else 0)
    end = max(span.end, blocks[-1].span.end)
    words = document.seen_text[start:end]
    start += len(words) - len(words.lstrip())
    end = start + len(words.strip().rstrip(_TRAILING))
    if start >= end:
        return Sentence(span, "")
    return Sentence(Span(start, end), listed.label if listed else "")


def clause_mark(document: Document, block: Block) -> Mark | None:
    """The number or mark of a clause or list item; None where the text begins with words or a figure.

    "4.5 million users" begins like clause 4.5. A number counts only where a neighbour goes on with it, or
    its section has its first part, so that no figure is ever taken for the number of a clause.
    """
    found = mark(block.span.of(document.seen_text))
    if found is None or block.kind == "table_row" or found.style in ("bare", "keyword"):
        return None
    if found.style == "symbol" or _under_its_section(document, block, found):
        return found
    at = block.number - 1
    near = document.blocks[max(0, at - _SIBLINGS) : at + _SIBLINGS]
    marks = [(each.number, mark(each.span.of(document.seen_text))) for each in near]
    for number, other in marks:
        if other is None or number == block.number:
            continue
        if follows(other, found) if number < block.number else follows(found, other):
            return found
    return None


def _under_its_section(document: Document, block: Block, found: Mark) -> bool:
    """Whether a clause is numbered by its section: 7.2 under "7. Fees"."""
    parent = found.label.rpartition(".")[0]
    titles = (mark(f"{section.title} ") for section in document.section_path(block.section))
    return bool(parent) and any(title is not None and title.label == parent for title in titles)
