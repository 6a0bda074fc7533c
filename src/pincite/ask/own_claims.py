"""Prove what our own code claims: as a reader's claim, and no reader has judged that its words mean it.

So the value must be proved, not only open, and where a sentence leaves a doubt about it the claim is a lead.
"""

from __future__ import annotations

from pincite.answer.answers import Strictness
from pincite.answer.claims import Citation, Claim
from pincite.answer.verdicts import Judged
from pincite.ask.claimed_items import only_part, proved_as_claimed
from pincite.ask.read_values import read_value, read_yes_or_no
from pincite.ask.strictness import RULES
from pincite.language.vocabulary import stems
from pincite.records.evidence import Proof
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.values.polarity import DENIAL, tempers
from pincite.values.types import Boolean


def own_proved(question: Question, claim: Claim, held: Held, level: Strictness) -> Judged:
    """A claim that code made of places of a document, with all that is proved of it."""
    proofs = tuple(_proof(citation, held) for citation in claim.citations)
    bare = Judged(claim, proofs, ())
    if question.generation.demanded and claim.answer_type not in question.generation.answer_types:
        reason = f"a value of type {claim.answer_type} was not asked for"
        return bare.refused("structure", reason, "malformed")
    judged = proved_as_claimed(question, bare, level)
    if not judged.passed:
        return judged
    if doubt := _doubt(question, judged):
        return judged.refused("value", doubt, "value_not_read")
    if RULES[level].whole and (problem := _not_whole(question, judged)):
        return judged.refused("strictness", problem, "not_at_this_level")
    return judged


def _proof(citation: Citation, held: Held) -> Proof:
    assert citation.start is not None, "our own code cites by characters"
    span = Span(citation.start, citation.start + len(citation.quote))
    return Proof(held.identity, held.document, span, "exact")


def _doubt(question: Question, judged: Judged) -> str:
    """Why a value is not given though nothing contradicts it; empty where nothing speaks against it."""
    claim = judged.claim
    if isinstance(claim.value, Boolean):
        return ""  # that the sentence means it is judged by the measured chance
    if judged.is_open("value"):
        reason = next(check.reason for check in judged.checks if check.check == "value")
        return f"the cited text contains this {claim.answer_type.replace('_', ' ')}, but {reason}"
    values = [value for proof in judged.proofs if (value := read_value(claim, proof))]
    if not question.generation.intent.bound and values and all(value.is_end for value in values):
        return "it is only one end of a range"
    if claim.named and any(
        stems(p.span.of(p.document.text)) != stems(claim.original) for p in _meant(judged)
    ):
        return "a cited place names something else"  # singular and plural are one thing
    if any(map(_denied_around, _meant(judged))):
        return "the sentence has a “not” or another denial"
    return ""


def _meant(judged: Judged) -> list[Proof]:
    """The words that are meant in their sentences; all places where none are set apart."""
    cited = zip(judged.proofs, judged.claim.citations, strict=True)
    return [proof for proof, citation in cited if citation.role == "words"] or list(judged.proofs)


def _denied_around(proof: Proof) -> bool:
    """Whether a quote leaves out words of its sentence that deny: "No fee of USD 500 is payable"."""
    document = proof.document
    for block in document.blocks_of(proof.span):
        if block.kind == "table_row":  # what the cell beside it denies is no matter of this one
            continue
        before = document.text[block.span.start : max(block.span.start, proof.span.start)]
        behind = document.text[min(block.span.end, proof.span.end) : block.span.end]
        if DENIAL.search(before) or DENIAL.search(behind):
            return True
    return False


def _not_whole(question: Question, judged: Judged) -> str:
    """What the stricter levels ask beside: whole sentences, and a yes or no that code reads, too."""
    if isinstance(judged.claim.value, Boolean):
        wanted = judged.claim.value.value is not question.generation.denies
        said = [read_yes_or_no(proof)[0] for proof in judged.proofs]
        others = [p for p, each in zip(judged.proofs, said, strict=True) if each is not wanted]
        tempered = any(tempers(proof.span.of(proof.document.text)) for proof in others)
        reads = wanted in said and not tempered
        return "" if reads else "code does not read this yes or no from the sentence"
    return next(filter(None, map(only_part, _meant(judged))), "")
