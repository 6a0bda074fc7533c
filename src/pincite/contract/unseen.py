"""Say what a document holds beside what its reader sees: hidden words, and words that are struck out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.records.document import Document, Unseen
from pincite.records.span import Span

_NAMES = {"hidden": "hidden", "struck": "struck-out"}
# What is struck out and what replaces it have a blank or a line break between them.
_GAP = 2
_MOST_CHARS = 80


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
