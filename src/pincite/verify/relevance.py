"""Refuse a true quote of the wrong fact: the evidence must carry what was asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.contract.claims import Claim
from pincite.contract.relevance import bearing, lead_in, name_above, occurs, surroundings
from pincite.contract.rivals import rival_section
from pincite.contract.runs import in_one_list
from pincite.contract.scope import within
from pincite.contract.verdicts import Cause, Verdict
from pincite.contract.vocabulary import stems
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.verify.derive import Derived, derive, linked
from pincite.verify.scope import ruled_out

_MODAL = re.compile(r"\b(?:may|shall|must|will|can|has|have|is|are)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Place:
    """One block that a claim rests on, with the value that was read from it, if any."""

    proof: Proof
    block: Block
    derived: Derived | None


@dataclass(frozen=True, slots=True)
class RelevanceCheck:
    """The block that gives the value carries enough of the question, and nothing that it rules out.

    Every other cited block does too, unless it introduces the first or is introduced by it, or the first
    leads to it by a defined term or a reference.
    """

    threshold: float = 0.66
    name: ClassVar[str] = "relevance"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        places = [place for proof in proofs for place in _places(question, claim, proof)]
        chain = linked(question, claim, proofs)
        led_to = chain.blocks[1:] if chain else ()
        verdicts = []
        for place in places:
            if ruled_out := _ruled_out(question, place):
                return self._verdict(0.0, *ruled_out)
            verdicts.append(self._of_place(question, place))
            other_fact = place.derived.other_fact if place.derived else ""
            if other_fact and verdicts[-1].passed and place.block not in led_to:
                reason = f"the cited text is about something else: {other_fact}"
                return self._verdict(0.0, reason, "another_matter")
        passing = [place for place, verdict in zip(places, verdicts, strict=True) if verdict.passed]
        for place, verdict in zip(places, verdicts, strict=True):
            if place.block in led_to:
                continue
            if not verdict.passed and not any(_belong_together(question, place, other) for other in passing):
                return verdict
        return min((verdict for verdict in verdicts if verdict.passed), key=lambda verdict: verdict.score)

    def _of_place(self, question: Question, place: _Place) -> Verdict:
        found = bearing(question, place.proof.document, place.block)
        if found.score >= self.threshold:
            if named := _only_in_value(question, place):
                reason = f"only the value itself says {named!r}, and nothing around it does"
                return self._verdict(0.0, reason, "another_matter")
            if rival := found.missing and rival_section(question, place.proof.document, place.block):
                lacking, section = rival
                reason = f"says nothing about {lacking!r}; the section {section.title!r} is about that"
                return self._verdict(0.0, reason, "lacks_words")
            return self._verdict(found.score, "the cited text carries what was asked", "")
        if found.rival:
            return self._verdict(0.0, f"is about something other than {found.rival!r}", "another_matter")
        lacking = ", ".join(repr(word) for word in found.missing) or "enough of the question"
        return self._verdict(found.score, f"says nothing about {lacking}", "lacks_words")

    def _verdict(self, score: float, reason: str, cause: Cause) -> Verdict:
        passed = score >= self.threshold
        return Verdict(check=self.name, passed=passed, score=round(score, 4), reason=reason, cause=cause)


def _ruled_out(question: Question, place: _Place) -> tuple[str, Cause] | None:
    """Why a place may not be cited, whatever its words say; None when it may."""
    if not within(question.retrieval.scope, place.proof.document)(place.block):
        return "is outside the pages or sections that were named", "outside_scope"
    if excluded := ruled_out(question, place.proof.document, place.block):
        return f"is about {excluded!r}, which the question rules out", "excluded"
    if actor := _another_actor(question, place):
        return f"says what someone other than {actor!r} may or must do", "another_actor"
    return None


def _places(question: Question, claim: Claim, proof: Proof) -> list[_Place]:
    """The blocks that a proof rests on: those that give the value, or all that it touches."""
    derived = derive(question, claim, proof)
    blocks = derived.blocks if derived else proof.document.blocks_of(proof.span)
    return [_Place(proof, block, derived) for block in blocks]


def _belong_together(question: Question, place: _Place, other: _Place) -> bool:
    """Whether one block introduces the other, also over a cut: an item and the sentence before the list."""
    document = place.proof.document
    if other.proof.document is not document:
        return False
    if place.block in _introductions(document, other.block):
        return True
    if other.block in _introductions(document, place.block):
        return True
    if question.generation.answer_shape == "single":
        return False
    if place.block.kind == "heading" and place.block.section == other.block.section:
        # As a node of a tree a title says what the items under it have in common.
        return True
    first, second = sorted((place.block, other.block), key=lambda block: block.number)
    return in_one_list(document, first, second)


def _introductions(document: Document, block: Block) -> list[Block]:
    """What introduces a block, and the rows of names above that."""
    found: list[Block] = []
    above = lead_in(document, block)
    while above is not None:
        found.append(above)
        above = name_above(document, above)
    return found


def _another_actor(question: Question, place: _Place) -> str:
    """The party a yes-or-no question is about, when the sentence is about what another party does.

    "The Customer may terminate by notice to the Supplier" names both, and answers for the Customer.
    """
    if question.generation.answer_types != ("boolean",):
        return ""
    text = place.block.span.of(place.proof.document.text)
    modal = _MODAL.search(text)
    subject = stems(text[: modal.start()]) if modal else []
    for term in question.retrieval.terms:
        rival = any(occurs(words, subject, set(subject)) for words in term.rivals)
        if rival and not any(occurs(words, subject, set(subject)) for words in term.wordings):
            return term.asked
    return ""


def _only_in_value(question: Question, place: _Place) -> str:
    """A required term that is only part of the value: "2 days" does not answer for "priority 2"."""
    if place.derived is None or place.derived.span.covers(place.block.span):
        return ""
    document, value, block = place.proof.document, place.derived.span, place.block.span
    around = surroundings(document, place.block)
    rest = document.text[block.start : value.start] + " " + document.text[value.end : block.end]
    # What a number counts is said by its unit: "340 named users".
    texts = [stems(rest), stems(place.derived.unit), *(text for text, _ in around[1:])]
    for term in question.retrieval.terms:
        said = any(occurs(words, text, set(text)) for text in texts for words in term.wordings)
        if term.required and not said:
            return term.asked
    return ""
