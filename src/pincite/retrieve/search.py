"""Run the paths over one document, fuse their hits and say what each of them did."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pincite.contract.scope import within
from pincite.protocols import Path
from pincite.records.evidence import Found, Fused, Hit, PathReport
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.context import context_for
from pincite.retrieve.fuse import BY_SCORE

Order = Callable[[Mapping[str, Sequence[Hit]]], list[Fused]]
"""Makes one order of the hits of all paths: a fusion, with or without a reranker after it."""


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
    inside = within(question.retrieval.scope, held.document)
    in_scope = [block for block in held.document.blocks if inside(block)]
    hits = _hits(question, held, paths)
    found = tuple(_found(question, held, each) for each in order(hits)[:limit])
    reports = tuple(PathReport(name, len(of_path)) for name, of_path in hits.items())
    return Retrieved(found, reports, len(in_scope), len({block.page for block in in_scope}))


def in_order(question: Question, held: Held, paths: Sequence[Path], order: Order) -> list[Fused]:
    """The blocks alone, best first: for whoever does not read what stands around them."""
    return order(_hits(question, held, paths))


def _hits(question: Question, held: Held, paths: Sequence[Path]) -> dict[str, list[Hit]]:
    """By path what it finds in scope."""
    inside = within(question.retrieval.scope, held.document)
    blocks = held.document.blocks
    return {
        path.name: [hit for hit in path.find(question, held) if inside(blocks[hit.block - 1])]
        for path in paths
    }


def _found(question: Question, held: Held, fused: Fused) -> Found:
    block = held.document.blocks[fused.block - 1]
    context = context_for(question.generation, held.document, block)
    return Found(held.identity, fused.block, block.span, context, fused.score, fused.paths)
