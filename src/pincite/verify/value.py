"""Read the value again from the cited text: it must come out the same."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.contract.claims import Claim
from pincite.contract.registry import derivation
from pincite.contract.values.types import Boolean
from pincite.contract.verdicts import Verdict
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.verify.quote import locate


@dataclass(frozen=True, slots=True)
class ValueCheck:
    """Value, currency, unit and sign follow from the cited text, and the value's own words are in it."""

    name: str = "value"

    def judge(self, question: Question, claim: Claim, proof: Proof) -> Verdict:
        cited = proof.span.of(proof.document.text)
        expected = claim.value
        if isinstance(expected, Boolean) and question.generation.denies:
            # "Is it prohibited?" is answered yes by a sentence that denies.
            expected = Boolean(value=not expected.value)
        reading = derivation(claim.answer_type, cited, expected)
        if reading is None:
            return self._verdict(False, f"the cited text does not give this {claim.answer_type}")
        if doubt := _doubt(claim.answer_type, reading.ambiguous):
            return self._verdict(False, f"the {claim.answer_type} can be read in two ways: {doubt}")
        if not locate(claim.original, cited) and reading.original(cited) != claim.original:
            return self._verdict(False, f"the cited text does not hold the words {claim.original!r}")
        return self._verdict(True, f"the {claim.answer_type} was read again from the cited text")

    def _verdict(self, passed: bool, reason: str) -> Verdict:
        return Verdict(check=self.name, passed=passed, score=float(passed), reason=reason)


def _doubt(answer_type: str, ambiguous: str) -> str:
    """What makes a reading doubtful. What limits a yes or no does not: it is shown beside it."""
    return "" if answer_type == "boolean" and ambiguous.startswith("limited by") else ambiguous
