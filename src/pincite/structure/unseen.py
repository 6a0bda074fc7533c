"""Say what a document holds beside what its reader sees: hidden words, and words that are struck out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pincite.records.document import Block, Document, Unseen
from pincite.records.span import Span

_NAMES = {"hidden": "hidden", "struck": "struck-out"}
# What is struck out and what replaces it have a blank or a line break between them.
_GAP = 2
_MOST_CHARS = 80
_NEW_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_NEW_ITEM = re.compile(r"\s*(?:[-*+|#>]|\d+[.)])")
_SENTENCE_ENDS = ".!?"


def left_out(unseen: Sequence[Unseen], of: str = "") -> str:
    """How much was left out, as a sentence; empty where nothing was. `of` names the document."""
    counts = [(sum(each.kind == kind for each in unseen), name) for kind, name in _NAMES.items()]
    parts = [f"{count} {name} line{'s' * (count > 1)}" for count, name in counts if count]
    if not parts:
        return ""
    was = "was" if sum(count for count, _ in counts) == 1 else "were"
    return f"{' and '.join(parts)}{f' of {of}' * bool(of)} {was} left out."


def struck_beside(document: Document, span: Span) -> Iterator[str]:
    """The words that were struck out in or beside the blocks of `span`: what they were changed from."""
    for block in document.blocks_of(span):
        for each in document.unseen:
            start, end = (each.span.start, each.span.end) if each.at is None else (each.at, each.at)
            near = start <= block.span.end + _GAP and block.span.start - _GAP <= end
            if each.kind == "struck" and near:
                words = " ".join(each.span.of(document.text).split())
                yield words if len(words) <= _MOST_CHARS else f"{words[: _MOST_CHARS - 1]}…"


def is_torn(document: Document, span: Span) -> bool:
    """Whether words that are not seen stand inside a sentence of `span`: then a block is only a part of it.

    That is so where the text is the file itself. What the other part says, a condition or a denial, no check
    of the block would meet.
    """
    if not document.unseen:
        return False
    blocks = document.blocks_of(span)
    if not blocks:
        return False
    first, last = blocks[0].number, blocks[-1].number
    around = document.blocks[max(0, first - 2) : last + 1]
    return any(_parts_of_one(document, one, next_one) for one, next_one in pairwise(around))


def _parts_of_one(document: Document, one: Block, next_one: Block) -> bool:
    if one.span.end >= next_one.span.start or not document.unseen_in(Span(one.span.end, next_one.span.start)):
        return False
    gap = document.seen_text[one.span.end : next_one.span.start]
    if _NEW_PARAGRAPH.search(gap) or one.span.of(document.text).rstrip()[-1:] in _SENTENCE_ENDS:
        return False
    return "\n" not in gap or _NEW_ITEM.match(next_one.span.of(document.text)) is None
