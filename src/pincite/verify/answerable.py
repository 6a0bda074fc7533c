"""Let a reading model say whether a place answers: it may stand in for missing words, and it may refuse.

A place is relevant when its words carry what was asked, or when the model is sure enough that its passage
answers and points at it. Where the model is sure that the passage does not, the words do not help. What
rules a place out whatever its words say (a scope, an exclusion, another party, a required name that is
missing) is not the model's to lift.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pincite.contract.relevance import bearing
from pincite.contract.rivals import rival_section
from pincite.contract.values.types import Boolean
from pincite.contract.verdicts import ANSWERABLE, RELEVANCE, Judged, Judgement, Verdict, Voice
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.excerpt import ReadPassage
from pincite.records.question import Question

ReadingAt = Callable[[int], ReadPassage | None]
"""What a model made of the passage that holds a character; None where it has not read it."""


@dataclass(frozen=True, slots=True)
class Bars:
    """From which score on the model's word stands in for the question's, and below which it refuses."""

    needed: float
    least: float
    reader: str = ""
    """Whose scores these are."""


def read_with(question: Question, judged: Judged, reading_at: ReadingAt, bars: Bars) -> Judged:
    """The claim with the model's verdict beside the others; as it was where the model has not read it."""
    readings = [read for proof in judged.proofs if (read := reading_at(proof.span.start)) is not None]
    if not readings:
        return judged
    reading = max(readings, key=lambda each: each.score)
    heard = replace(
        judged,
        verdicts=(*judged.verdicts, _verdict(reading.score, bars)),
        warrant=_judgement(judged, reading.score, bars),
    )
    if reading.score < bars.needed:
        return heard
    if RELEVANCE not in judged.failed_checks:
        return replace(heard, standing=2)
    if not _is_meant(reading, judged) or not _only_lacks_words(question, judged):
        return heard
    verdicts = tuple(_lifted(verdict, reading.score, bars) for verdict in heard.verdicts)
    # Words are no measure of a claim that does without them.
    claim = judged.claim.model_copy(update={"score": reading.score})
    return replace(heard, claim=claim, verdicts=verdicts, standing=1)


def _judgement(judged: Judged, score: float, bars: Bars) -> Judgement:
    """The model's word beside what was judged before, with the bar that the claim has to reach."""
    said = judged.heard(Voice("reader", bars.reader, f"{score:.2f}"))
    # Where words carry a claim, the model need only not be sure that it does not answer.
    words_alone = score < bars.needed and RELEVANCE not in judged.failed_checks
    return replace(said, chance=score, bar=bars.least if words_alone else bars.needed)


def _is_meant(reading: ReadPassage, judged: Judged) -> bool:
    """Whether the model points at what is cited: the rest of its passage may be about anything."""
    pointed = reading.pointed
    spans = [proof.span for proof in judged.proofs]
    return pointed is not None and any(pointed.start < s.end and s.start < pointed.end for s in spans)


def _verdict(score: float, bars: Bars) -> Verdict:
    said = f"the reader gives the passage {score:.2f}"
    if score < bars.least:
        return Verdict(
            check=ANSWERABLE,
            passed=False,
            score=round(score, 4),
            reason=f"{said}, and at least {bars.least:.2f} is needed",
            cause="unlikely",
        )
    return Verdict(check=ANSWERABLE, passed=True, score=round(score, 4), reason=said)


def _lifted(verdict: Verdict, score: float, bars: Bars) -> Verdict:
    if verdict.check != RELEVANCE:
        return verdict
    reason = f"{verdict.reason}; the reader gives it {score:.2f}, and {bars.needed:.2f} is enough"
    return Verdict(check=RELEVANCE, passed=True, score=round(score, 4), reason=reason)


def _only_lacks_words(question: Question, judged: Judged) -> bool:
    """Whether nothing but missing words speaks against a place."""
    failed = next(verdict for verdict in judged.verdicts if verdict.check == RELEVANCE)
    # A yes or no is read from the words of its sentence: without those of the question it may be of anything.
    if failed.cause != "lacks_words" or isinstance(judged.claim.value, Boolean):
        return False
    places = [(proof.document, block) for proof in judged.proofs for block in _blocks(proof)]
    if any(speaks_of_another(question, document, block) for document, block in places):
        return False
    required = {term.asked for term in question.retrieval.terms if term.required}
    return all(
        any(name not in bearing(question, document, block).missing for document, block in places)
        for name in required
    )


def _blocks(proof: Proof) -> tuple[Block, ...]:
    """What is cited, without the title of a clause where its sentences are: a title alone says nothing."""
    blocks = tuple(proof.document.blocks_of(proof.span))
    return tuple(block for block in blocks if block.kind != "heading") or blocks


def speaks_of_another(question: Question, document: Document, block: Block) -> bool:
    """Whether a place says a rival of what was asked, or a section beside it says what the place lacks."""
    found = bearing(question, document, block)
    return bool(found.rival) or bool(found.missing and rival_section(question, document, block))
