"""Join a value in words with its repetition in figures: "ten thousand euros (EUR 10,000)" is one amount."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic

from pincite.contract.values.gaps import CLOSING, GAP, after_gap
from pincite.contract.values.reading import Reading, V
from pincite.contract.values.types import same

_OPENS = re.compile(rf"{GAP}[(\[]{GAP}")


@dataclass(frozen=True, slots=True)
class Written(Generic[V]):
    """A reading, and whether its number is written in words."""

    reading: Reading[V]
    in_words: bool


def join_pairs(
    text: str, found: Iterable[Written[V]], comparable: Callable[[V, V], bool]
) -> list[Reading[V]]:
    """The readings with each pair made one. A pair that is comparable and disagrees says so."""
    joined: list[Written[V]] = []
    for written in found:
        pair = _pair(text, joined[-1], written, comparable) if joined else None
        if pair:
            joined[-1] = Written(pair, in_words=True)
        else:
            joined.append(written)
    return [written.reading for written in joined]


def _pair(
    text: str, first: Written[V], second: Written[V], comparable: Callable[[V, V], bool]
) -> Reading[V] | None:
    a, b = first.reading, second.reading
    closing = after_gap(text, b.end)
    if b.start - a.end > 90 or not _OPENS.fullmatch(text, a.end, b.start):
        return None
    if text[closing : closing + 1] not in tuple(CLOSING) or not (first.in_words or second.in_words):
        return None
    if same(a.value, b.value):
        return replace(a, end=closing + 1)
    if not comparable(a.value, b.value):
        return None
    return replace(a, end=closing + 1, ambiguous="words and figures disagree")
