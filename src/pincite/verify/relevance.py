"""Refuse a true quote of the wrong fact: the evidence must carry what was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.contract.claims import Claim
from pincite.contract.relevance import bearing, occurs, surroundings, title_stems
from pincite.contract.verdicts import Verdict
from pincite.contract.vocabulary import stems, wording
from pincite.records.document import Block
from pincite.records.evidence import Proof
from pincite.records.question import Question


@dataclass(frozen=True, slots=True)
class RelevanceCheck:
    """The cited block, or where it stands, carries enough of the question and nothing it rules out."""

    threshold: float = 0.6
    name: str = "relevance"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        blocks = [(proof, block) for proof in proofs for block in proof.document.blocks_of(proof.span)]
        for proof, block in blocks:
            if excluded := _ruled_out(question, proof, block):
                reason = f"the question rules out {excluded!r}, which the cited text is about"
                return self._verdict(0.0, reason)
        best, place = max(
            ((bearing(question, proof.document, block), (proof, block)) for proof, block in blocks),
            key=lambda entry: entry[0].score,
        )
        if best.score >= self.threshold:
            if named := _only_in_value(question, claim, *place):
                return self._verdict(0.0, f"{named!r} stands in the value itself and nowhere about it")
            return self._verdict(best.score, "the cited text carries what was asked")
        if best.rival:
            return self._verdict(0.0, f"the cited text is about another than {best.rival!r}")
        lacking = ", ".join(repr(word) for word in best.missing) or "enough of the question"
        return self._verdict(best.score, f"neither the cited text nor its section mentions {lacking}")

    def _verdict(self, score: float, reason: str) -> Verdict:
        return Verdict(check=self.name, passed=score >= self.threshold, score=round(score, 4), reason=reason)


def _ruled_out(question: Question, proof: Proof, block: Block) -> str:
    """What the question does not want and the cited text, or a title above it, is about."""
    titles = [title_stems(section) for section in proof.document.section_path(block.section)]
    for excluded in question.generation.excluded:
        for text in (stems(proof.span.of(proof.document.text)), *titles):
            if occurs(wording(excluded), text, set(text)):
                return excluded
    return ""


def _only_in_value(question: Question, claim: Claim, proof: Proof, block: Block) -> str:
    """A required term that is only part of the value: "2 days" does not answer for "priority 2"."""
    around = surroundings(proof.document, block)
    cited = proof.span.of(proof.document.text)
    if claim.original != cited:
        around[0] = (stems(cited.replace(claim.original, " ", 1)), around[0][1])
    for term in question.retrieval.terms:
        if term.required and not any(occurs(w, text, set(text)) for text, _ in around for w in term.wordings):
            return term.asked
    return ""
