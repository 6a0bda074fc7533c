"""Gather the blocks that were found into the passages that hold them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from pincite.records.document import Passage
from pincite.records.evidence import FoundPassage, Fused
from pincite.records.library import Held


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
