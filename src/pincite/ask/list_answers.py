"""Tell when an answer is a list: what introduces one, belongs to one, or leaves some of it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.answer.verdicts import Judged
from pincite.ask.complete import Listing
from pincite.decide.outcome import Decision
from pincite.records.document import Block
from pincite.records.question import AnswerShape, Question
from pincite.structure.list_runs import (
    ANNOUNCES_MORE,
    are_sisters,
    clause_of,
    is_clause,
    is_listed,
    is_under,
    sisters_of,
)


def leaves_out_clauses(listing: Listing, following: Block | None) -> bool:
    """Whether a list is of numbered clauses, and others are counted with them, there or behind a cut."""
    document, given = listing.document, {block.number for block in listing.blocks}
    if following and any(are_sisters(document, block, following) for block in listing.blocks):
        return True
    sisters = [other for block in listing.blocks for other in sisters_of(document, block)]
    return any(other.number not in given for other in sisters)


def ends_before(listing: Listing, following: Block) -> bool:
    """Whether a list of clauses has ended: what follows is numbered elsewhere, like 7.1 after 6.3."""
    document = listing.document
    last = clause_of(document, listing.blocks[-1])
    return last is not None and is_clause(document, following) and not is_under(document, following, last)


def is_of_list(decision: Decision) -> bool:
    """Whether what is given introduces a list or is an item of one; a numbered clause is neither."""
    proof = decision.kept[0].proofs[0]
    blocks = proof.document.blocks_of(proof.span)
    following = proof.document.blocks[blocks[-1].number : blocks[-1].number + 1]
    last = blocks[-1].span.of(proof.document.text).rstrip()
    introduces = last.endswith(":") or ANNOUNCES_MORE.search(last) is not None
    return introduces or any(is_listed(proof.document, block) for block in (blocks[0], *following))


def only_introduces(question: Question, decision: Decision) -> bool:
    """Whether a sentence is given as the answer that says nothing without the list behind it."""
    single = question.generation.answer_shape == "single" and decision.outcome == "answered"
    kept = decision.kept[0].claim if single and decision.kept else None
    return kept is not None and kept.answer_type == "text" and kept.original.rstrip().endswith(":")


def of_one_row(question: Question, items: Sequence[Judged]) -> bool:
    """Whether several answers stand in one row or sentence: those are no items of a list that can be cut."""
    proofs = [each.proofs[0] for each in items]
    blocks = {block for proof in proofs for block in proof.document.blocks_of(proof.span)}
    if len(items) < 2 or len(blocks) > 1 or question.generation.answer_shape != "list":
        return False
    kind = next(iter(blocks)).kind
    return kind == "table_row" or (kind == "sentence" and not list_follows(items[0]))


def list_follows(kept: Judged) -> bool:
    """Whether a list or table stands right behind a sentence."""
    document = kept.proofs[-1].document
    number = document.blocks_of(kept.proofs[-1].span)[-1].number
    following = document.blocks[number : number + 1]
    return any(block.kind in ("bullet", "table_row") for block in following)


def as_given(question: Question, decision: Decision) -> Question:
    """The question with the shape that its answer turned out to have: a list may be nested."""
    nested = any(len(kept.claim.place) > 1 for kept in decision.kept)
    is_list = question.generation.answer_shape == "list"
    return shaped(question, "tree") if is_list and nested else question


def shaped(question: Question, shape: AnswerShape) -> Question:
    return replace(question, generation=replace(question.generation, answer_shape=shape))
