"""Propose what a document lists: all items of the list or table that bears most on a question.

Single answers need no generator: the reader points at sentences, and each makes a claim.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.answer.claims import Proposal
from pincite.generate.shapes import several
from pincite.records.document import Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.question import Question


@dataclass(frozen=True, slots=True)
class Verbatim:
    """The items of lists and tables, word for word, with no language model."""

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        return Proposal(claims=tuple(several(question, found, documents)))
