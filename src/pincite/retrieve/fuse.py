"""Merge the hits of several paths into one order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pincite.records.evidence import Hit

# A title only says where to look, so on its own it never outranks the words of a block.
_WEIGHTS = {"section_title": 0.3}


def fuse(hits: Mapping[str, Sequence[Hit]]) -> list[tuple[int, float, tuple[str, ...]]]:
    """Each block once, with its summed share of every path's best score and the paths that found it."""
    scores: defaultdict[int, float] = defaultdict(float)
    names: defaultdict[int, list[str]] = defaultdict(list)
    for name, found in hits.items():
        best = max((hit.score for hit in found), default=1.0)
        for hit in found:
            scores[hit.block] += _WEIGHTS.get(name, 1.0) * hit.score / best
            names[hit.block].append(name)
    order = sorted(scores, key=lambda block: (-scores[block], block))
    return [(block, scores[block], tuple(names[block])) for block in order]
