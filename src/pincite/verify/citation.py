"""Find each of a claim's quotes in the lines it cites; without that nothing else is looked at.

A quote must also stand in what the generator was given to read. The other checks are made all the same
where it does not, so that a near miss is told by what it says and not only by where it stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pincite.answer.claims import Citation, Claim
from pincite.answer.verdicts import Cause, Judged, Verdict
from pincite.protocols import Check
from pincite.prove.quote import Match, locate
from pincite.records.candidate import Basis
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.structure.unseen import is_torn
from pincite.values.registered import value_type, value_types
from pincite.verify.context import Context
from pincite.verify.derive import linked

STRUCTURE, QUOTE = "structure", "quote"


def judge(
    question: Question,
    claim: Claim,
    held: Mapping[str, Held],
    checks: Sequence[Check],
    given: Mapping[str, Context] | None = None,
) -> Judged:
    """The claim with its proofs and every check's verdict; with one failed verdict if a quote is not found.

    `held` gives a document by its version, and `given` what of it the generator had before it; without
    `given` it had all of it.
    """
    basis = _basis(question, None if given is None else given.get(claim.citations[0].version, Context(())))
    return replace(_judged(question, claim, held, checks, given), basis=basis)


def _judged(
    question: Question,
    claim: Claim,
    held: Mapping[str, Held],
    checks: Sequence[Check],
    given: Mapping[str, Context] | None,
) -> Judged:
    if problem := _malformed(question, claim):
        return _refused(claim, STRUCTURE, problem, "malformed")
    proofs: list[Proof] = []
    for citation in claim.citations:
        source = held.get(citation.version)
        if source is None:
            reason = f"no document with version {citation.version!r} was read"
            return _refused(claim, QUOTE, reason, "quote_not_found")
        if problem := _no_such_lines(citation, source.document):
            return _refused(claim, STRUCTURE, problem, "no_such_lines")
        match = place_of(citation, source.document, None if given is None else given.get(citation.version))
        if match is None:
            a, b = citation.lines
            reason = f"lines {a} to {b} do not contain the quote {_short(citation.quote)!r}"
            return _refused(claim, QUOTE, reason, "quote_not_found")
        proofs.append(Proof(source.identity, source.document, Span(match.start, match.end), match.grade))
    grades = ", ".join(dict.fromkeys(proof.grade for proof in proofs))
    found = Verdict(check=QUOTE, passed=True, score=1.0, reason=f"found word for word ({grades})")
    verdicts = [found, *(check.judge(question, claim, proofs) for check in checks)]
    # What a definition or a reference leads to is fetched by code: only the start of the way must be given.
    start = proofs[:1] if linked(question, claim, proofs) else proofs
    if any(is_torn(proof.document, proof.span) for proof in proofs):
        reason = "the sentence contains hidden words, so only its visible part is quoted"
        verdicts.append(_failed(STRUCTURE, reason, "torn"))
    if given is not None and (unread := _not_given(start, given)):
        verdicts.append(_failed(STRUCTURE, unread, "not_shown"))
    return Judged(claim, tuple(proofs), tuple(verdicts))


def _basis(question: Question, given: Context | None) -> Basis:
    return Basis(question) if given is None else Basis(question, given.spans, given.alone)


def place_of(citation: Citation, document: Document, given: Context | None) -> Match | None:
    """The quote's first place that lies in the cited lines altogether, one that was given before others."""
    first, last = citation.lines
    inside = []
    for match in _matches(citation, document):
        lines = document.lines_of(Span(match.start, match.end))
        if lines and first <= lines[0].number and lines[-1].number <= last:
            inside.append(match)
    if given is None:
        return inside[0] if inside else None
    handed = (match for match in inside if given.holds(document, Span(match.start, match.end)))
    return next(handed, inside[0] if inside else None)


def _not_given(proofs: Sequence[Proof], given: Mapping[str, Context]) -> str:
    """Which place of a claim its generator could not know; empty when it was given all of them."""
    for proof in proofs:
        context = given.get(proof.identity.version, Context(()))
        if not context.holds(proof.document, proof.span):
            lines = proof.document.lines_of(proof.span)
            return f"line {lines[0].number} was not shown to the generator"
    return ""


def _no_such_lines(citation: Citation, document: Document) -> str:
    first, last = citation.lines
    count = document.lines[-1].number if document.lines else 0
    if 1 <= first <= last <= count:
        return ""
    return f"lines {first} to {last} do not exist: the document has {count}"


def _matches(citation: Citation, document: Document) -> list[Match]:
    """Where the quote stands for all to see; only there where the citation says at which character."""
    found = [
        match
        for match in locate(citation.quote, document.seen_text)
        if citation.start in (None, match.start) and not document.unseen_in(Span(match.start, match.end))
    ]
    return found or _whole_cell(citation, document)


def _whole_cell(citation: Citation, document: Document) -> list[Match]:
    """The cell that is the quote, letter for letter: in "Drill,89.00,2" no number goes on behind a comma.

    Only where the file itself parts the cells: edges that a parser finds on a page may cut a figure.
    """
    if citation.start is None:
        return []
    span = Span(citation.start, citation.start + len(citation.quote))
    table = document.table_of(span)
    cell = table.cell_of(span) if table is not None and table.found_by == "delimiter" else None
    if cell is None or cell.span != span or document.unseen_in(span):
        return []
    return [Match(span.start, span.end, "exact")] if span.of(document.seen_text) == citation.quote else []


def _malformed(question: Question, claim: Claim) -> str:
    """What makes a claim unfit to be looked at; empty when nothing does."""
    if not any(citation.quote.strip() for citation in claim.citations):
        return f"an answer that is {claim.method} quotes nothing"
    if question.generation.demanded and claim.answer_type not in question.generation.answer_types:
        return f"a value of type {claim.answer_type} was not asked for"
    if claim.answer_type not in value_types():
        return f"there is no type of value named {claim.answer_type!r}"
    if type(claim.value) is not value_type(claim.answer_type).model:
        return f"{type(claim.value).__name__} is not what a {claim.answer_type} is made of"
    return ""


def _refused(claim: Claim, check: str, reason: str, cause: Cause) -> Judged:
    return Judged(claim, (), (_failed(check, reason, cause),))


def _failed(check: str, reason: str, cause: Cause) -> Verdict:
    return Verdict(check=check, passed=False, score=0.0, reason=reason, cause=cause)


def _short(quote: str) -> str:
    return quote if len(quote) <= 80 else quote[:77] + "…"
