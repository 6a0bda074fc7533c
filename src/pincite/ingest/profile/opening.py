"""The first pages of a document, as the rules of the profile read them.

What a document is, and whom it is about, is said at its beginning; the rest would only cost time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.records.document import Document
from pincite.records.span import Span

_CHARACTERS = 30_000
_CHARACTERS_FOR_WORDS = 12_000
_WORDS_OF_THE_HEAD = 120
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Opening:
    """The text begins where the document does, so that its offsets are the document's."""

    text: str
    words: tuple[str, ...]
    """Lower case, without punctuation."""
    head: str
    """The first words, with one space before, between and after them; the title is among them."""
    body: str
    """All the words in the same form."""
    headings: tuple[Span, ...]
    """The titles of the first sections, where they stand."""


def opening(document: Document) -> Opening:
    """The first pages of a document."""
    text = document.seen_text[:_CHARACTERS]
    words = tuple(_WORD.findall(text[:_CHARACTERS_FOR_WORDS].lower()))
    headings = (block.span for block in document.blocks[:60] if block.kind == "heading")
    return Opening(
        text=text,
        words=words,
        head=f" {' '.join(words[:_WORDS_OF_THE_HEAD])} ",
        body=f" {' '.join(words)} ",
        headings=tuple(span for span in headings if span.end <= len(text)),
    )
