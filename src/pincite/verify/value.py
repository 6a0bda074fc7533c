"""Read the value again from the cited text: it must come out the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.contract.claims import Claim
from pincite.contract.registry import derivation, find
from pincite.contract.values.types import Boolean, same
from pincite.contract.verdicts import Verdict
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span


@dataclass(frozen=True, slots=True)
class ValueCheck:
    """One cited place gives the value, currency, unit and sign by itself, and in the words claimed."""

    name: str = "value"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        # Each place by itself: words of two places that do not touch must never be read as one value.
        doubts = [_doubt(question, claim, proof) for proof in proofs]
        if "" in doubts:
            reason = f"the {claim.answer_type} was read again from the cited text"
            return Verdict(check=self.name, passed=True, score=1.0, reason=reason)
        return Verdict(check=self.name, passed=False, score=0.0, reason=doubts[0])


def value_place(claim: Claim, proof: Proof) -> Span | None:
    """Where the value's own words stand, if the cited text holds other values too; else None."""
    cited = proof.span.of(proof.document.text)
    reading = derivation(claim.answer_type, cited, claim.value)
    others = [r for r in find(claim.answer_type, cited) if not same(r.value, claim.value)]
    if reading is None or not others or claim.answer_type in {"boolean", "text"}:
        return None
    return Span(proof.span.start + reading.start, proof.span.start + reading.end)


def _doubt(question: Question, claim: Claim, proof: Proof) -> str:
    """Why this place does not give the value; empty when it does."""
    cited = proof.span.of(proof.document.text)
    reading = derivation(claim.answer_type, cited, _as_read(question, claim.value))
    if reading is None:
        return f"the cited text does not give this {claim.answer_type}"
    limited = claim.answer_type == "boolean" and reading.ambiguous.startswith("limited by")
    if reading.ambiguous and not limited:
        return f"the {claim.answer_type} can be read in two ways: {reading.ambiguous}"
    # A yes or no rests on its whole sentence, every other value on its own words.
    words = cited if claim.answer_type == "boolean" else reading.original(cited)
    if claim.original.split() != words.split():
        return f"the value does not stand in the words {claim.original!r}"
    return ""


def _as_read(question: Question, value: BaseModel) -> BaseModel:
    """The value as the sentence says it: "Is it prohibited?" is answered yes by one that denies."""
    if isinstance(value, Boolean) and question.generation.denies:
        return Boolean(value=not value.value)
    return value
