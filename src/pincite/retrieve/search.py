"""Run the paths over one document, fuse their hits and say what each of them did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.contract.scope import within
from pincite.protocols import Fusion, Path
from pincite.records.evidence import Found, Hit, PathReport
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.context import context_of
from pincite.retrieve.fuse import BY_SCORE


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Places that may answer, best first, each path's report, and how many blocks and pages are in scope."""

    found: tuple[Found, ...]
    reports: tuple[PathReport, ...]
    in_scope: int
    pages_in_scope: int


def search(
    question: Question, held: Held, paths: Sequence[Path], limit: int | None, fusion: Fusion = BY_SCORE
) -> Retrieved:
    """What the paths find inside one document, within the question's scope; all of it without a limit."""
    inside = within(question.retrieval.scope, held.document)
    in_scope = [block for block in held.document.blocks if inside(block)]
    hits: dict[str, list[Hit]] = {}
    reports = []
    for path in paths:
        hits[path.name] = [
            hit for hit in path.find(question, held) if inside(held.document.blocks[hit.block - 1])
        ]
        reports.append(PathReport(path.name, len(hits[path.name])))
    found = tuple(
        Found(
            held.identity,
            fused.block,
            held.document.blocks[fused.block - 1].span,
            context_of(held.document, held.document.blocks[fused.block - 1]),
            fused.score,
            fused.paths,
        )
        for fused in fusion.fuse(hits)[:limit]
    )
    return Retrieved(found, tuple(reports), len(in_scope), len({block.page for block in in_scope}))
