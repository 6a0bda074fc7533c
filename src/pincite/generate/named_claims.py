"""Make a claim of an item that a sentence, a bullet or a row names among others, with all its places."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.claims import Citation, Claim
from pincite.records.document import Document
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.structure.excerpts import Run
from pincite.values.types import Text


def claim_of(identity: Identity, document: Document, runs: Sequence[Run], chance: float) -> Claim:
    """In the words of the first place; each place is cited by its own words and character."""
    words = " ".join(runs[0].span.of(document.text).split())
    return Claim(
        answer_type="text",
        value=Text(text=words),
        original=words,
        citations=tuple(_cite(identity, document, run.span) for run in runs),
        score=chance,
        named=True,
    )


def _cite(identity: Identity, document: Document, span: Span) -> Citation:
    lines = document.lines_of(span)
    numbers = lines[0].number, lines[-1].number
    return Citation(version=identity.version, lines=numbers, quote=span.of(document.text), start=span.start)
