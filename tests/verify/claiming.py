"""Questions, claims and proofs about a text, each as short as a test can say it."""

from __future__ import annotations

from tests.factories import held, question

from pincite.answer.claims import Citation, Claim
from pincite.answer.verdicts import Judged, Verdict
from pincite.protocols import Check
from pincite.prove.quote import locate
from pincite.records.evidence import Proof
from pincite.records.span import Span
from pincite.values.types import Amount, Boolean, Text
from pincite.verify.citation import judge
from pincite.verify.context import Context


def dollars(number: str, quote: str, *more: str, **changes) -> Claim:
    value = Amount(value=number.replace(",", ""), currency="USD", unit=None)
    return claiming("amount", value, f"USD {number}", quote, *more, **changes)


def yes(quote: str) -> Claim:
    return claiming("boolean", Boolean(value=True), quote, quote)


def saying(said: str, quote: str, **changes) -> Claim:
    return claiming("text", Text(text=said), said, quote, **changes)


def claiming(answer_type, value, original, *quotes, lines=(1, 1), version="", **changes) -> Claim:
    citations = tuple(Citation(version=version or "?", lines=lines, quote=quote) for quote in quotes)
    return Claim(answer_type=answer_type, value=value, original=original, citations=citations, **changes)


def verdict(check: Check, text: str, asked: str, claim: Claim) -> Verdict:
    """What one check says of a claim whose quotes stand in the text."""
    source = held(text)
    proofs = []
    for citation in claim.citations:
        match = locate(citation.quote, text)[0]
        proofs.append(Proof(source.identity, source.document, Span(match.start, match.end), match.grade))
    return check.judge(question(asked, source), claim, proofs)


def judged(text: str, asked: str, claim: Claim, checks=(), given: tuple[str, ...] | None = None) -> Judged:
    """What becomes of a claim about the text when only `given` was handed to the generator."""
    source = held(text)
    version, last = source.identity.version, source.document.lines[-1].number
    cited = tuple(
        c.model_copy(
            update={
                "version": version if c.version == "?" else c.version,
                "lines": (1, last) if c.lines == (1, 1) else c.lines,
            }
        )
        for c in claim.citations
    )
    context = None if given is None else {version: Context.of(_span(text, part) for part in given)}
    about = claim.model_copy(update={"citations": cited})
    return judge(question(asked, source), about, {version: source}, checks, context)


def _span(text: str, part: str) -> Span:
    start = text.index(part)
    return Span(start, start + len(part))
