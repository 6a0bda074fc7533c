"""Run the paths over one document, fuse their hits and say what each of them did."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from pincite.protocols import Path
from pincite.records.evidence import Found, Fused, Hit, PathReport
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.context import context_for
from pincite.retrieve.fuse import BY_SCORE
from pincite.structure.within import within

Order = Callable[[Mapping[str, Sequence[Hit]]], list[Fused]]
"""Makes one order of the hits of all paths: a fusion, with or without a reranker after it."""

# Of the hits of each path, so many are named in the record of a run; all are counted.
_RECORDED = 10


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Places that may answer, best first, each path's report, and how many blocks and pages are in scope."""

    found: tuple[Found, ...]
    reports: tuple[PathReport, ...]
    in_scope: int
    pages_in_scope: int


def search(
    question: Question, held: Held, paths: Sequence[Path], limit: int | None, order: Order = BY_SCORE.fuse
) -> Retrieved:
    """What the paths find inside one document, within the question's scope; all of it without a limit."""
    in_scope = _in_scope(question, held)
    hits = _hits(question, held, paths, in_scope)
    most = None if limit is None else limit * question.retrieval.reach
    found = tuple(_found(question, held, each) for each in order(hits)[:most])
    reports = tuple(
        PathReport(name, len(of_path), tuple(of_path[:_RECORDED])) for name, of_path in hits.items()
    )
    blocks = held.document.blocks
    pages = {block.page for block in blocks if in_scope is None or block.number in in_scope}
    return Retrieved(found, reports, len(blocks if in_scope is None else in_scope), len(pages))


def in_order(question: Question, held: Held, paths: Sequence[Path], order: Order) -> list[Fused]:
    """The blocks alone, best first: for whoever does not read what stands around them."""
    return order(_hits(question, held, paths, _in_scope(question, held)))


def _in_scope(question: Question, held: Held) -> Collection[int] | None:
    """The numbers of the blocks that are meant; None where all are: most questions name no part."""
    scope = question.retrieval.scope
    if not scope:
        return None
    inside = within(scope, held.document)
    return {block.number for block in held.document.blocks if inside(block)}


def _hits(
    question: Question, held: Held, paths: Sequence[Path], in_scope: Collection[int] | None
) -> dict[str, list[Hit]]:
    """By path what it finds in scope."""
    hits = {path.name: path.find(question, held) for path in paths}
    if in_scope is None:
        return hits
    return {name: [hit for hit in found if hit.block in in_scope] for name, found in hits.items()}


def _found(question: Question, held: Held, fused: Fused) -> Found:
    block = held.document.blocks[fused.block - 1]
    context = context_for(question.generation, held.document, block)
    return Found(held.identity, fused.block, block.span, context, fused.score, fused.paths)
