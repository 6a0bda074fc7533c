"""Score blocks by the words they have, as tantivy does, and keep the best.

The score is BM25 as tantivy counts it, down to its rounding of lengths, so that a library in PostgreSQL
finds what the same library in SQLite finds, with the same scores up to their last digits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

import numpy as np

from pincite.stores.postings import LENGTHS, Found

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Scores = NDArray[np.float32]

_SATURATION, _BY_LENGTH = 1.2, 0.75
# tantivy's index holds one more document than the library has blocks, its marker, and counts it.
_MARKER = 1


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Versions whose blocks are scored together, one version's after the other's."""

    blocks: int
    versions: Numbers
    firsts: Numbers
    """The place of the first block of each version."""

    def among(self, versions: Sequence[int]) -> list[slice]:
        """The places of the blocks of these versions."""
        ends = np.append(self.firsts[1:], self.blocks)
        chosen = np.flatnonzero(np.isin(self.versions, np.array(versions, dtype=np.int64)))
        return [slice(int(self.firsts[at]), int(ends[at])) for at in chosen]


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """A part, the words that were looked up in it, and which of its blocks no longer count."""

    part: Part
    found: Mapping[str, Found]
    left_out: Sequence[slice] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A block found, by the store's number of its version."""

    version: int
    block: int
    score: float


def best(searched: Sequence[Searched], words: Sequence[str], tokens: int, limit: int) -> list[Match]:
    """The blocks that match best, best first; of equals those of older versions, in order of their numbers.

    `tokens`: how long all blocks of these parts are together.
    """
    blocks = sum(each.part.blocks for each in searched) + _MARKER
    by_length = _by_length(max(tokens, 1) / blocks)
    # The order of the words is the same for every part: so blocks that are alike score alike.
    worths = {
        word: _worth(sum(len(e.found[word]) for e in searched if word in e.found), blocks) for word in words
    }
    kept, least = [], np.float32(0)
    for each in searched:
        scores = _scores(each, worths, by_length)
        places = np.flatnonzero(scores >= least if least else scores > 0)
        if len(places) > limit:
            least = max(least, np.partition(scores[places], -limit)[-limit])
            places = places[scores[places] >= least]
        kept.append((*_named(each.part, places), scores[places]))
    if not kept:
        return []
    versions, numbers, scores = (np.concatenate(column) for column in zip(*kept, strict=True))
    chosen = _first(versions, numbers, scores, limit)
    return [Match(int(versions[at]), int(numbers[at]), float(scores[at])) for at in chosen]


def _worth(having: int, blocks: int) -> np.float32:
    """The worth of a word that so many of the blocks have: the fewer, the more."""
    return np.float32(log(1 + (blocks - having + 0.5) / (having + 0.5)) * (1 + _SATURATION))


def _by_length(average: float) -> Scores:
    """For each rounded length how much it takes from what a block says."""
    return (_SATURATION * (1 - _BY_LENGTH + _BY_LENGTH * LENGTHS / average)).astype(np.float32)


def _scores(searched: Searched, worths: Mapping[str, np.float32], by_length: Scores) -> Scores:
    scores = np.zeros(searched.part.blocks, dtype=np.float32)
    for word, worth in worths.items():
        if (found := searched.found.get(word)) is not None:
            often = found.often.astype(np.float32)
            # No block is among them twice.
            scores[found.places] += worth * (often / (often + by_length[found.lengths]))
    for places in searched.left_out:
        scores[places] = 0
    return scores


def _named(part: Part, places: Numbers) -> tuple[Numbers, Numbers]:
    """The versions of the blocks at these places, and the blocks' numbers in them."""
    at = np.searchsorted(part.firsts, places, side="right") - 1
    return part.versions[at], places - part.firsts[at] + 1


def _first(versions: Numbers, numbers: Numbers, scores: Scores, limit: int) -> Numbers:
    """So many of them, in the order in which they are found."""
    if len(scores) > limit:
        # Blocks that say the same are many in a library of forms: they are cut before they are sorted.
        least = np.partition(scores, -limit)[-limit]
        above, equal = np.flatnonzero(scores > least), np.flatnonzero(scores == least)
        wanted = limit - len(above)
        if wanted < len(equal):
            age = versions[equal] * (int(numbers.max()) + 1) + numbers[equal]
            equal = equal[np.argpartition(age, wanted - 1)[:wanted]]
        chosen = np.concatenate([above, equal])
    else:
        chosen = np.arange(len(scores))
    order = np.lexsort((numbers[chosen], versions[chosen], -scores[chosen]))
    return chosen[order]
