"""Run the paths over one document, merge their hits into one order, and say what each of them did.

Hits are merged by the sum of their scores, or of their ranks; a reranker may put the best passages in a
better order, and what is found stays the same.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pincite.errors import ProviderError
from pincite.protocols import Path, Reranker
from pincite.records.document import Passage
from pincite.records.evidence import Found, FoundPassage, Fused, Hit, PathReport
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.context import context_for
from pincite.structure.excerpts import passages
from pincite.structure.within import within


def _weights() -> dict[str, float]:
    """Fitted on the training folds, but for vectors; docs/retrieval.md has the table."""
    return {
        "passages": 1.0,
        "vectors": 1.0,
        "words": 0.15,
        "opening": 1.5,
        "attribute": 0.3,
        "exact_title": 0.2,
        "fuzzy_title": 0.2,
        "section_title": 0.1,
        "spread": 0.05,
    }


@dataclass(frozen=True, slots=True)
class ScoreSum:
    """Each block's share of every path's best score, times the weight of the path."""

    weights: Mapping[str, float] = field(default_factory=_weights)
    other: float = 0.3
    """What a path counts for that no weight is given for."""
    name: ClassVar[str] = "score_sum"

    def fuse(self, hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
        return _summed(hits, self._shares)

    def _shares(self, path: str, found: Sequence[Hit]) -> Iterator[float]:
        weight = self.weights.get(path, self.other)
        highest = max((hit.score for hit in found), default=0.0) or 1.0
        return (weight * hit.score / highest for hit in found)


@dataclass(frozen=True, slots=True)
class RankSum:
    """Reciprocal rank fusion: each path gives a block the less the later it comes, times its weight."""

    weights: Mapping[str, float] = field(default_factory=_weights)
    other: float = 0.3
    constant: int = 60
    name: ClassVar[str] = "rank_sum"

    def fuse(self, hits: Mapping[str, Sequence[Hit]]) -> list[Fused]:
        return _summed(hits, self._shares)

    def _shares(self, path: str, found: Sequence[Hit]) -> Iterator[float]:
        weight = self.weights.get(path, self.other)
        return (weight / (self.constant + rank) for rank in range(1, len(found) + 1))


def _summed(
    hits: Mapping[str, Sequence[Hit]], shares: Callable[[str, Sequence[Hit]], Iterator[float]]
) -> list[Fused]:
    scores: defaultdict[int, float] = defaultdict(float)
    names: defaultdict[int, list[str]] = defaultdict(list)
    for name, found in hits.items():
        for hit, share in zip(found, shares(name, found), strict=True):
            scores[hit.block] += share
            names[hit.block].append(name)
    order = sorted(scores, key=lambda block: (-scores[block], block))
    return [Fused(block, scores[block], tuple(names[block])) for block in order]


BY_SCORE = ScoreSum()


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


MOST_RERANKED = 50
"""Passages that a reranker is given; those after them keep their order."""


def reranked(question: Question, held: Held, found: Sequence[Fused], reranker: Reranker) -> list[Fused]:
    """The same blocks: those of the best passages by the reranker's scores, the others after them."""
    cut = passages(held.document)
    starts = [passage.span.start for passage in cut]
    passage_of = {
        each.block: bisect_right(starts, held.document.blocks[each.block - 1].span.start) - 1
        for each in found
    }
    given = list(dict.fromkeys(passage_of.values()))[:MOST_RERANKED]
    texts = [cut[number].span.of(held.document.text) for number in given]
    scores = dict(zip(given, _scores(question.generation.plain, texts, reranker), strict=True))
    return sorted(found, key=lambda each: -scores.get(passage_of[each.block], -math.inf))


def _scores(asked: str, texts: Sequence[str], reranker: Reranker) -> Sequence[float]:
    if not texts:
        return ()
    try:
        scores = reranker.rerank(asked, texts)
    except OSError as error:
        raise ProviderError(
            f"The reranker {reranker.name} failed: {error}.", hint="Try again.", retryable=True
        ) from error
    if len(scores) != len(texts) or not all(map(math.isfinite, scores)):
        raise ProviderError(
            f"The reranker {reranker.name} gave {len(scores)} scores for {len(texts)} passages, or some that "
            "are no numbers.",
            hint="Choose another one, or none, in the setting `reranker`.",
        )
    return scores


def gathered(held: Held, passages: Sequence[Passage], found: Iterable[Fused]) -> list[FoundPassage]:
    """Each passage once, where the first of its blocks was found, with every path that found one."""
    starts = [passage.span.start for passage in passages]
    paths: dict[int, dict[str, None]] = {}
    for each in found:
        start = held.document.blocks[each.block - 1].span.start
        paths.setdefault(bisect_right(starts, start) - 1, {}).update(dict.fromkeys(each.paths))
    gathering = []
    for number, names in paths.items():
        span = passages[number].span
        page = held.document.page_of(span.start)
        gathering.append(FoundPassage(held.identity, span, page.number if page else None, tuple(names)))
    return gathering
