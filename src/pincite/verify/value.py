"""Read the value again from the cited text: it must come out the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.contract.claims import Claim
from pincite.contract.verdicts import Verdict
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.verify.derive import Derived, derive
from pincite.verify.quote import locate


@dataclass(frozen=True, slots=True)
class ValueCheck:
    """One cited place gives the value, currency, unit and sign by itself, and in the words claimed."""

    name: str = "value"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        # Each place by itself: words of two places that do not touch must never be read as one value.
        problems = [_problem(claim, proof, derive(question, claim, proof)) for proof in proofs]
        passed = "" in problems
        reason = f"the {claim.answer_type} was read again from the cited text" if passed else problems[0]
        return Verdict(check=self.name, passed=passed, score=float(passed), reason=reason)


def _problem(claim: Claim, proof: Proof, derived: Derived | None) -> str:
    """Why this place does not give the value; empty when it does."""
    if derived is None:
        return f"the cited text does not give this {claim.answer_type} in these words"
    if derived.doubt:
        return f"the {claim.answer_type} can be read in two ways: {derived.doubt}"
    around = "\n".join(block.span.of(proof.document.text) for block in derived.blocks)
    for qualifier in claim.qualifiers:
        if not locate(qualifier, around):
            return f"the cited text does not hold the qualifier {qualifier!r}"
    return ""
