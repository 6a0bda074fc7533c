"""Cite a stretch of a document as a generator must: by its lines and its words."""

from __future__ import annotations

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
