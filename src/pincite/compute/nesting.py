"""Tell whether the items of a list stand on one level: what stands within an item is no further item."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pincite.answer.answers import Evidence, Item

# Items follow each other with a line break or an empty line; more is an indentation.
_CLOSE = 2
_SAME_EDGE_POINTS = 3


def on_one_level(items: Sequence[Item]) -> bool:
    """Whether nothing speaks for one list within another: place in the page, path, or indentation."""
    places = [item.evidence[0] for item in items]
    return _same_depth(places) and _same_edge(places) and _evenly_spaced(places)


def _same_depth(places: Sequence[Evidence]) -> bool:
    return len({(place.anchor or "").count("/") for place in places}) <= 1


def _same_edge(places: Sequence[Evidence]) -> bool:
    edges = [round(place.boxes[0].x0) for place in places if place.boxes]
    return not edges or max(edges) - min(edges) <= _SAME_EDGE_POINTS


def _evenly_spaced(places: Sequence[Evidence]) -> bool:
    gaps = {b.start - a.end for a, b in itertools.pairwise(places) if a.version == b.version}
    return len(gaps) <= 1 and all(gap <= _CLOSE for gap in gaps)
