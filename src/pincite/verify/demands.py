"""Refuse what a level of strictness does not put up with, though quote and value were found.

A quote may have been matched too loosely for the level, or its words read too poorly from an image.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.answer.claims import Claim
from pincite.answer.verdicts import Cause, Verdict
from pincite.records.document import PRINTED
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.verify.derive import derive


@dataclass(frozen=True, slots=True)
class DemandsCheck:
    """Nothing about the evidence is of a kind that the level refuses."""

    grades: frozenset[str]
    recognised: int = 0
    name: ClassVar[str] = "strictness"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        problem = next(filter(None, (self._problem(question, claim, proof) for proof in proofs)), "")
        reason = problem or "this level accepts the evidence as it is"
        cause: Cause = "not_at_this_level" if problem else ""
        return Verdict(
            check=self.name, passed=not problem, score=float(not problem), reason=reason, cause=cause
        )

    def _problem(self, question: Question, claim: Claim, proof: Proof) -> str:
        if proof.grade not in self.grades:
            return f"the quote matches only up to {proof.grade}"
        derived = derive(question, claim, proof)
        sure = proof.document.words.confidence(derived.span if derived else proof.span)
        if sure != PRINTED and sure < self.recognised:
            return f"words read from an image are {sure} % certain, and {self.recognised} are needed"
        return ""
