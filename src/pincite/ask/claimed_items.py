"""Prove what a reader claims, and make the item of it that is published: readers meet the prover here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel

from pincite.answer.answers import Item, Strictness
from pincite.answer.checks import Check, JudgedBy, Judgement, State
from pincite.answer.claims import Claim, Role
from pincite.answer.verdicts import Judged, Verdict
from pincite.prove.checks import Ground, contradiction
from pincite.prove.item import prove_item
from pincite.prove.place import recover
from pincite.prove.plain import with_expression
from pincite.prove.value import as_stated
from pincite.prove.whole import covers_sentences
from pincite.records.evidence import Proof
from pincite.records.question import Question
from pincite.structure.cell_facts import CellFact, fact_at
from pincite.values.types import Boolean, Clause, Text
from pincite.verify.demands import DemandsCheck
from pincite.verify.figure import called, in_full
from pincite.verify.limited_by import limits, qualifiers, unseen
from pincite.verify.scope import ScopeCheck
from pincite.verify.strictness import RULES

if TYPE_CHECKING:
    from pincite.read.resolve import Located, NotLocated

_SCORES: dict[State, float] = {"proved": 1.0, "open": 0.5, "contradicted": 0.0}
_ANSWERING: frozenset[Role] = frozenset({"answer", "words", "condition", "definition"})


def proved(question: Question, located: Located, level: Strictness) -> Judged:
    """A claim with all that code proves of it, and what the level does not put up with."""
    judged = _proved(question, located.claim, located.proofs, level)
    unread = [check for check in judged.checks if check.check == "value" and check.state == "open"]
    value = located.claim.value
    if level == "strict" and judged.passed and unread and not isinstance(value, Boolean | Text | Clause):
        # A value that is not proved is given as the words that say it.
        words = {"answer_type": "text", "value": Text(text=located.claim.original)}
        return _proved(question, located.claim.model_copy(update=words), located.proofs, level)
    return judged


def not_located(refused: NotLocated) -> Judged:
    """A claim whose place does not say it."""
    verdict = Verdict(
        check=refused.check, passed=False, score=0.0, reason=refused.reason, cause=refused.cause
    )
    return Judged(refused.claim, (), (verdict,), standing=1)


def claimed_item(question: Question, number: int, kept: Judged) -> Item:
    """A reader's claim as it is published: its places with what they are cited for, and what limits it."""
    claim, proofs = kept.claim, kept.proofs
    roles = [citation.role for citation in claim.citations]
    words = _first(proofs, roles, "words") or proofs[0]
    fact = fact_at(words.document, words.span)
    cell = fact if fact and fact.printed else None
    answering = [proof for proof, role in zip(proofs, roles, strict=True) if role == "answer"]
    # What limits a figure of a table is what names it.
    limiting = [] if cell else limits(question, claim, answering)
    places = [*zip(proofs, roles, strict=True), *((each, "limit") for each in unseen(limiting, proofs))]
    return Item(
        id=f"item-{'.'.join(map(str, claim.place or (number,)))}",
        type=claim.answer_type,
        value=claim.value,
        original=claim.original,
        limits=[*(called(words, cell) if cell else []), *qualifiers(claim, limiting, proofs)],
        evidence=[recover(place).model_copy(update={"role": role}) for place, role in places],
        proof=list(kept.checks),
        judgement=judgement_of(kept),
        derivation=in_full(words, cell) if cell and _is_in_full(cell, claim.value) else None,
    )


def _proved(question: Question, claim: Claim, proofs: tuple[Proof, ...], level: Strictness) -> Judged:
    bare = Judged(claim, proofs, (), standing=1)
    grounds = {
        (proof.identity.name, proof.identity.version): Ground.of(proof.document, proof.identity.source)
        for proof in proofs
    }
    item = as_stated(with_expression(claimed_item(question, 1, bare), grounds), grounds)
    bare = replace(bare, claim=claim.model_copy(update={"value": item.value}))
    checks = tuple(prove_item(item, grounds))
    verdicts = [
        Verdict(
            check=check.check,
            passed=check.state != "contradicted",
            score=_SCORES[check.state],
            reason=check.reason,
            cause="contradicted" if check.state == "contradicted" else "",
        )
        for check in checks
    ]
    if contradiction(checks) is None:
        verdicts += _of_question(question, claim, proofs, checks, level)
    return replace(bare, verdicts=tuple(verdicts), checks=checks)


def _of_question(
    question: Question, claim: Claim, proofs: Sequence[Proof], checks: Sequence[Check], level: Strictness
) -> list[Verdict]:
    """What does not depend on the document alone: where the user wants it looked for, and how strictly."""
    cited = zip(proofs, claim.citations, strict=True)
    answering = [proof for proof, citation in cited if citation.role in _ANSWERING]
    rules = RULES[level]
    verdicts = [
        ScopeCheck().judge(question, claim, answering),
        DemandsCheck(rules.grades, rules.recognised).judge(question, claim, answering),
    ]
    if level == "paranoid" and (problem := _left_open(claim, proofs, checks)):
        verdicts.append(
            Verdict(check="strictness", passed=False, score=0.0, reason=problem, cause="not_at_this_level")
        )
    return verdicts


def _left_open(claim: Claim, proofs: Sequence[Proof], checks: Sequence[Check]) -> str:
    """What the strictest level does not leave open: all but that a sentence means yes or no."""
    if isinstance(claim.value, Text | Clause):
        document = proofs[0].document
        words = next(
            (p.span for p, c in zip(proofs, claim.citations, strict=True) if c.role == "words"), None
        )
        if words and not covers_sentences(document, words) and document.cell_of(words) is None:
            return "these words are only part of a sentence"
    still = [check for check in checks if check.state == "open"]
    if isinstance(claim.value, Boolean):
        still = [check for check in still if check.check != "value"]
    return still[0].reason if still else ""


def judgement_of(kept: Judged) -> Judgement:
    if kept.warrant is None:
        return Judgement()
    by = [JudgedBy(reader=voice.name, says=voice.says) for voice in kept.warrant.who]
    return Judgement(by=by, chance=kept.warrant.chance, bar=kept.warrant.bar)


def _is_in_full(cell: CellFact, value: BaseModel) -> bool:
    return cell.value is not None and getattr(value, "value", None) == cell.value


def _first(proofs: Sequence[Proof], roles: Sequence[Role], wanted: Role) -> Proof | None:
    return next((proof for proof, role in zip(proofs, roles, strict=True) if role == wanted), None)
