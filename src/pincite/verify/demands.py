"""Refuse what a level of strictness does not put up with, though quote and value were found.

Each demand names a way in which a true quote can still mislead: a grade of matching, words read from a poor
image, a value whose clause is silent about what was asked, neighbours of the same kind, unasked conditions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pincite.contract.claims import Claim
from pincite.contract.relevance import is_row, lead_in, occurs
from pincite.contract.values.types import Boolean, Text
from pincite.contract.verdicts import Cause, Verdict
from pincite.contract.vocabulary import stems, telling
from pincite.records.document import PRINTED, Block
from pincite.records.evidence import Proof
from pincite.records.question import Question, Term
from pincite.records.span import Span
from pincite.verify.clause import clause_around
from pincite.verify.derive import Derived, derive

_CONDITION = re.compile(
    r"\b(?:if|unless|except(?:ing)?|provided|subject\s+to|in\s+the\s+event|in\s+case|only|where|when|save\s+for"
    r"|other\s+than|to\s+the\s+extent|without|until|as\s+long\s+as|notwithstanding|excluding|up\s+to|approximately"
    r"|about|at\s+least|at\s+most|not\s+(?:less|more)\s+than|may\s+be|would)\b(?P<named>[^.;]*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class DemandsCheck:
    """Nothing about the evidence is of a kind that the level refuses."""

    grades: frozenset[str]
    recognised: int = 0
    own_clause: bool = False
    neighbours: bool = True
    conditions: bool = True
    name: ClassVar[str] = "strictness"

    def judge(self, question: Question, claim: Claim, proofs: Sequence[Proof]) -> Verdict:
        problem = next(filter(None, (self._problem(question, claim, proof) for proof in proofs)), "")
        reason = problem or "nothing about the evidence is refused at this level"
        cause: Cause = "not_at_this_level" if problem else ""
        return Verdict(
            check=self.name, passed=not problem, score=float(not problem), reason=reason, cause=cause
        )

    def _problem(self, question: Question, claim: Claim, proof: Proof) -> str:
        if proof.grade not in self.grades:
            return f"the quote was found by its {proof.grade} only"
        derived = derive(question, claim, proof)
        sure = proof.document.words.confidence(derived.span if derived else proof.span)
        if sure != PRINTED and sure < self.recognised:
            return f"words read from an image are {sure} % certain, and {self.recognised} are needed"
        if derived is None:
            return ""
        if not self.neighbours and derived.others:
            return f"the cited text also holds {', '.join(dict.fromkeys(derived.others))}"
        if not self.conditions and (limit := _unasked_condition(question, claim, proof, derived)):
            return f"the cited text states a condition that was not asked about: {limit!r}"
        if self.own_clause and (head := _head_not_said(question, claim, proof, derived)):
            return f"the clause of the value does not name {head!r}"
        return ""


def _unasked_condition(question: Question, claim: Claim, proof: Proof, derived: Derived) -> str:
    """The words that limit the cited sentence, or the value, and of which the question says nothing."""
    asked = set(stems(question.generation.asked))
    for block in derived.blocks:
        for found in _CONDITION.finditer(block.span.of(proof.document.text)):
            named = telling(stems(found["named"])) - set(stems(claim.original))
            if not named & asked:
                return " ".join(found[0].split())[:60]
    for qualifier in claim.qualifiers:
        if not telling(stems(qualifier)) & asked:
            return qualifier
    return ""


def _head_not_said(question: Question, claim: Claim, proof: Proof, derived: Derived) -> str:
    """What was asked for by name, where neither the value's clause nor what introduces it says it."""
    head = _head(question)
    if head is None or isinstance(claim.value, Boolean | Text):
        return ""
    (block, *_) = derived.blocks
    texts = [stems(text) for text in _about_value(proof, block, derived)]
    said = any(occurs(wording, text, set(text)) for wording in head.wordings for text in texts)
    return "" if said else head.asked


def _head(question: Question) -> Term | None:
    """The thing asked for: the last required term, or the one that counts most."""
    terms = question.retrieval.terms
    required = [term for term in terms if term.required and not term.rivals]
    return required[-1] if required else max(terms, key=lambda term: term.weight, default=None)


def _about_value(proof: Proof, block: Block, derived: Derived) -> list[str]:
    text, start = block.span.of(proof.document.text), block.span.start
    clause = clause_around(text, Span(derived.span.start - start, derived.span.end - start))
    row = block.kind == "bullet" or is_row(proof.document, block)
    said = [text if row else clause.of(text)]
    if row and (introduction := lead_in(proof.document, block)):
        said.append(introduction.span.of(proof.document.text))
    return said
