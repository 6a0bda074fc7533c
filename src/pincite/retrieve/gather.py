"""Gather the blocks that were found into the passages that hold them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from pincite.records.document import Passage
from pincite.records.evidence import Found, FoundPassage
from pincite.records.library import Held


def gathered(held: Held, passages: Sequence[Passage], found: Iterable[Found]) -> list[FoundPassage]:
    """Each passage once, where the first of its blocks was found, with every path that found one."""
    in_order = sorted(passages, key=lambda passage: passage.span.start)
    starts = [passage.span.start for passage in in_order]
    paths: dict[int, dict[str, None]] = {}
    for place in found:
        number = max(0, bisect_right(starts, place.anchor.start) - 1)
        paths.setdefault(number, {}).update(dict.fromkeys(place.paths))
    gathering = []
    for number, names in paths.items():
        span = in_order[number].span
        page = held.document.page_of(span.start)
        gathering.append(FoundPassage(held.identity, span, page.number if page else None, tuple(names)))
    return gathering
