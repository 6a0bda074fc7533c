"""Make a claim of an item that a sentence, a bullet or a row names among others, with all its places."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.claims import Claim
from pincite.generate.citing import cite_words
from pincite.records.document import Document
from pincite.records.library import Identity
from pincite.structure.excerpts import Run
from pincite.values.types import Text


def claim_of(identity: Identity, document: Document, runs: Sequence[Run], chance: float) -> Claim:
    """In the words of the first place; each place is cited by its own words, and with its sentence."""
    words = " ".join(runs[0].span.of(document.text).split())
    return Claim(
        answer_type="text",
        value=Text(text=words),
        original=words,
        citations=cite_words(identity, document, [run.span for run in runs]),
        score=chance,
        named=True,
    )
