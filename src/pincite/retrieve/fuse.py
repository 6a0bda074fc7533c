"""Merge the hits of several paths into one order: by the sum of their scores, or of their ranks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pincite.records.evidence import Fused, Hit


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
