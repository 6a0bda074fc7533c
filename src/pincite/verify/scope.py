"""Refuse a place that may not be cited, whatever it says: outside what was named, excluded, or an order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.answer.claims import Claim
from pincite.answer.verdicts import Cause, Verdict
from pincite.language.vocabulary import occurs, stems, wording
from pincite.prove.planted import planted
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.structure.lead_ins import title_stems
from pincite.structure.within import within


@dataclass(frozen=True, slots=True)
class ScopeCheck:
    """Every cited block lies in the pages and sections named, in nothing excluded, and gives no orders."""

    name: ClassVar[str] = "scope"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        places = [
            (proof.document, block) for proof in proofs for block in proof.document.blocks_of(proof.span)
        ]
        problems = (problem_of(question, document, block) for document, block in places)
        problem, cause = next((each for each in problems if each[0]), ("", ""))
        reason = problem or "the cited text is where you asked to look"
        return Verdict(
            check=self.name, passed=not problem, score=float(not problem), reason=reason, cause=cause
        )


def problem_of(question: Question, document: Document, block: Block) -> tuple[str, Cause]:
    """Why a block may not be cited, and the cause; both empty where it may."""
    if not within(question.retrieval.scope, document)(block):
        return "This text is outside the pages or sections you named.", "outside_scope"
    if excluded := ruled_out(question, document, block):
        return f"You excluded {excluded!r}, and this text is about it.", "excluded"
    if planted(document, block):
        return "This text gives instructions to AI models, so it does not count as evidence.", "planted"
    return "", ""


def ruled_out(question: Question, document: Document, block: Block) -> str:
    """What the question does not want and the block, or a title above it, is about; empty if nothing."""
    texts = [stems(block.span.of(document.text))]
    texts += [title_stems(section) for section in document.section_path(block.section)]
    for excluded in question.generation.excluded:
        if any(occurs(wording(excluded), text, set(text)) for text in texts):
            return excluded
    return ""
