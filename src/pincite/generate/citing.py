"""Cite a stretch of a document as a generator must: by its lines and its words."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.claims import Citation, Role
from pincite.records.document import Document
from pincite.records.library import Identity
from pincite.records.span import Span


def cite(identity: Identity, document: Document, span: Span, role: Role = "answer") -> Citation:
    """The lines that hold the span, its words and where they start."""
    lines = document.lines_of(span)
    return Citation(
        version=identity.version,
        lines=(lines[0].number, lines[-1].number),
        quote=span.of(document.text),
        start=span.start,
        role=role,
    )


def cite_words(identity: Identity, document: Document, spans: Sequence[Span]) -> tuple[Citation, ...]:
    """Words that are part of their sentences, then these sentences: what is left out may turn them round."""
    blocks = {block.number: block for span in spans for block in document.blocks_of(span)}
    words = [cite(identity, document, span, "words") for span in spans]
    return (*words, *(cite(identity, document, block.span) for block in blocks.values()))
