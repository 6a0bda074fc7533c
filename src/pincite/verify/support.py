"""Decide whether the cited text supports the statement that question and value make together.

The lexical tier always runs: it looks for what contradicts the statement. Models add tiers of their own;
every tier that is asked must agree, and one that was asked for is never left out. An adviser is a model that
is good at altered numbers and negations and no proof of anything else: by strictness its doubt is only said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.contract.claims import Claim
from pincite.contract.relevance import lead_in
from pincite.contract.rows import said_of_row
from pincite.contract.values.types import Boolean
from pincite.contract.verdicts import Cause, Verdict
from pincite.errors import ProviderError
from pincite.protocols import Verifier
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.verify.lexical import contradiction
from pincite.verify.paraphrase import paraphrases

LEXICAL = "lexical"
# Kinds of answers that are the quoted words themselves.
_AS_THEY_STAND = frozenset({"text", "clause", "table"})


@dataclass(frozen=True, slots=True)
class SupportCheck:
    """Nothing in the cited text contradicts the statement, and every verifier says that it supports it.

    `wanted` is how many tiers should agree, the lexical one among them; where fewer ran, the verdict says so.
    """

    verifiers: tuple[Verifier, ...] = ()
    threshold: float = 0.5
    wanted: int = 1
    advisers: tuple[Verifier, ...] = ()
    doubt: float = 0.5
    """Below which score an adviser doubts the statement."""
    heeded: bool = True
    """Whether what an adviser doubts is refused; otherwise the doubt is said, and changes nothing else."""
    name: ClassVar[str] = "support"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        if problem := contradiction(question, claim, proofs):
            return self._verdict(False, 0.0, problem, "contradicted")
        lexical = _in_own_words(claim, proofs) if claim.method == "inferred" else 1.0
        if not lexical:
            reason = "the words of the claim do not stand in the cited text"
            return self._verdict(False, 0.0, reason, "own_words")
        statement, evidence = statement_of(question, claim), evidence_of(proofs)
        scores = {LEXICAL: lexical}
        for verifier in self.verifiers:
            scores[verifier.name] = score = score_of(verifier, statement, told(proofs))
            if score < self.threshold:
                reason = f"{verifier.name} gives it {score:.2f}, and {self.threshold:.2f} is needed"
                return self._verdict(False, score, reason, "unsupported")
        return self._advised(claim, statement, evidence, scores)

    def _advised(self, claim: Claim, statement: str, evidence: str, scores: dict[str, float]) -> Verdict:
        """The verdict with what the advisers say; words that are quoted as they stand need no advice."""
        lowest = min(scores.values())
        doubts = []
        quoted = claim.method == "verbatim" and claim.answer_type in _AS_THEY_STAND
        for adviser in () if quoted else self.advisers:
            advice = score_of(adviser, statement, evidence)
            if advice < self.doubt:
                said = f"{adviser.name} doubts that the cited text says so"
                doubts.append(f"{said} ({advice:.2f}, and {self.doubt:.2f} is expected)")
            else:
                scores[adviser.name] = advice
        if doubts and self.heeded:
            return self._verdict(False, 0.0, "; ".join(doubts), "doubted")
        few: Cause = "few_tiers" if len(scores) < self.wanted else ""
        reason = "; ".join([self._agreement(scores), *doubts])
        return self._verdict(True, lowest, reason, "doubted" if doubts else few)

    def _agreement(self, scores: dict[str, float]) -> str:
        said = "supported by " + ", ".join(f"{tier} ({score:.2f})" for tier, score in scores.items())
        if len(scores) < self.wanted:
            if self.advisers:
                return f"{said}; {len(scores)} of {self.wanted} tiers ran: no verifier could be asked"
            return f"{said}; {len(scores)} of {self.wanted} tiers ran: no further verifier is configured"
        return said

    def _verdict(self, passed: bool, score: float, reason: str, cause: Cause) -> Verdict:
        return Verdict(check=self.name, passed=passed, score=round(score, 4), reason=reason, cause=cause)


@dataclass(frozen=True, slots=True)
class VerifiersCheck:
    """Every verifier that is configured says that the cited text supports the answer."""

    verifiers: tuple[Verifier, ...]
    threshold: float = 0.5
    name: ClassVar[str] = "support"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        statement, evidence, lowest = statement_of(question, claim), told(proofs), 1.0
        for verifier in self.verifiers:
            lowest = min(lowest, score := score_of(verifier, statement, evidence))
            if score < self.threshold:
                reason = f"{verifier.name} gives it {score:.2f}, and {self.threshold:.2f} is needed"
                return Verdict(
                    check=self.name, passed=False, score=round(score, 4), reason=reason, cause="unsupported"
                )
        named = ", ".join(verifier.name for verifier in self.verifiers)
        return Verdict(check=self.name, passed=True, score=round(lowest, 4), reason=f"supported by {named}")


def statement_of(question: Question, claim: Claim) -> str:
    """What a claim amounts to: the question with its answer."""
    said = "Yes." if isinstance(claim.value, Boolean) and claim.value.value else claim.original
    said = "No." if isinstance(claim.value, Boolean) and not claim.value.value else said
    return f"{question.generation.asked} {said}"


def evidence_of(proofs: Sequence[Proof]) -> str:
    """The cited places as whole sentences: what a quote leaves out may turn it round."""
    texts = []
    for proof in proofs:
        blocks = proof.document.blocks_of(proof.span)
        texts.append(Span(blocks[0].span.start, blocks[-1].span.end).of(proof.document.text))
    return "\n".join(dict.fromkeys(texts))


def told(proofs: Sequence[Proof]) -> str:
    """The cited places as a judge is told them: under their titles and behind what introduces them."""
    texts: list[str] = []
    for proof in proofs:
        document = proof.document
        for block in document.blocks_of(proof.span):
            texts += [section.title for section in document.section_path(block.section)]
            texts += said_of_row(document, block)[:1]
            introduction = lead_in(document, block)
            texts += [introduction.span.of(document.text)] if introduction else []
            texts.append(block.span.of(document.text))
    return "\n".join(dict.fromkeys(texts))


def _in_own_words(claim: Claim, proofs: Sequence[Proof]) -> float:
    return paraphrases(claim.original, evidence_of(proofs))


def score_of(verifier: Verifier, statement: str, evidence: str) -> float:
    """What a verifier gives the statement, from 0 to 1; a ProviderError where that is no score."""
    try:
        score = verifier.supports(statement, evidence)
    except OSError as error:
        raise ProviderError(
            f"The verifier {verifier.name!r} failed: {error}.", hint="Try again.", retryable=True
        ) from error
    if not 0.0 <= score <= 1.0:
        raise ProviderError(
            f"The verifier {verifier.name!r} gave {score}, which is no score from 0 to 1.",
            hint="Run pincite.testing.verifier_keeps_its_promise on it.",
        )
    return score
