"""Find each of a claim's quotes in the lines it cites; without that nothing else is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pincite.contract.claims import Citation, Claim
from pincite.contract.registry import value_type
from pincite.contract.verdicts import Judged, Verdict
from pincite.protocols import Check
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.verify.quote import Match, locate

STRUCTURE, QUOTE = "structure", "quote"


def judge(question: Question, claim: Claim, held: Mapping[str, Held], checks: Sequence[Check]) -> Judged:
    """The claim with its proofs and every check's verdict; with one failed verdict if a quote is not found.

    `held` gives a document by its version.
    """
    if problem := _malformed(question, claim):
        return _refused(claim, STRUCTURE, problem)
    proofs: list[Proof] = []
    for citation in claim.citations:
        source = held.get(citation.version)
        if source is None:
            return _refused(claim, QUOTE, f"no document of version {citation.version!r} was read")
        match = _inside(citation, source.document)
        if match is None:
            a, b = citation.lines
            reason = f"lines {a} to {b} do not hold the quote {_short(citation.quote)!r}"
            return _refused(claim, QUOTE, reason)
        proofs.append(Proof(source.identity, source.document, Span(match.start, match.end), match.grade))
    grades = ", ".join(dict.fromkeys(proof.grade for proof in proofs))
    found = Verdict(check=QUOTE, passed=True, score=1.0, reason=f"found word for word ({grades})")
    verdicts = (found, *(check.judge(question, claim, proofs) for check in checks))
    return Judged(claim, tuple(proofs), verdicts)


def _inside(citation: Citation, document: Document) -> Match | None:
    """The quote's first place that lies in the cited lines altogether."""
    first, last = citation.lines
    if not 1 <= first <= last <= document.lines[-1].number:
        return None
    for match in _matches(citation, document):
        lines = document.lines_of(Span(match.start, match.end))
        if lines and first <= lines[0].number and lines[-1].number <= last:
            return match
    return None


def _matches(citation: Citation, document: Document) -> list[Match]:
    """Where the quote stands; only there where the citation says at which character it starts."""
    found = locate(citation.quote, document.text)
    return [match for match in found if citation.start is None or match.start == citation.start]


def _malformed(question: Question, claim: Claim) -> str:
    """What makes a claim unfit to be looked at; empty when nothing does."""
    if claim.answer_type not in question.generation.answer_types:
        return f"a {claim.answer_type} does not answer this question"
    if type(claim.value) is not value_type(claim.answer_type).model:
        return f"{type(claim.value).__name__} is not what a {claim.answer_type} is made of"
    return ""


def _refused(claim: Claim, check: str, reason: str) -> Judged:
    return Judged(claim, (), (Verdict(check=check, passed=False, score=0.0, reason=reason),))


def _short(quote: str) -> str:
    return quote if len(quote) <= 80 else quote[:77] + "…"
