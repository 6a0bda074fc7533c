"""Texts as numbered stems, with their postings, and BM25 over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.signedinteger[Any]]
    Marks = NDArray[np.bool_]
    Scores = NDArray[np.float64]

_K1 = 1.2
_B = 0.75


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Texts as numbered stems: text `i` is `sequence[starts[i]:starts[i + 1]]`."""

    starts: Numbers
    sequence: Numbers
    by_stem: Numbers
    """Positions of `sequence` in the order of their stems: the postings."""
    stem_starts: Numbers

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, number: int) -> Numbers:
        return self.sequence[self.starts[number] : self.starts[number + 1]]

    def lengths(self) -> Scores:
        return np.diff(self.starts).astype(float)

    def with_stem(self, stem: int) -> Numbers:
        """The texts that have a stem, once for each time."""
        positions = self.by_stem[self.stem_starts[stem] : self.stem_starts[stem + 1]]
        return np.searchsorted(self.starts, positions, side="right") - 1

    def counts(self, stem: int) -> Scores:
        """How often each text has a stem."""
        return np.bincount(self.with_stem(stem), minlength=len(self)).astype(float)

    def joined(self, firsts: Numbers) -> Texts:
        """The same stems in fewer texts: each runs from one of `firsts` up to the next."""
        return Texts(
            np.append(self.starts[firsts], self.starts[-1]), self.sequence, self.by_stem, self.stem_starts
        )


def bm25(weights: Mapping[int, float], texts: Texts) -> Scores:
    """The score of every text for weighted stems."""
    return bm25_of(((weight, texts.counts(stem)) for stem, weight in weights.items()), texts.lengths())


def bm25_of(weighted: Iterable[tuple[float, Scores]], lengths: Scores) -> Scores:
    """The same, from how often each text has each stem and how long the texts are."""
    scores = np.zeros(len(lengths))
    if not len(lengths):
        return scores
    norm = _K1 * (1 - _B + _B * lengths / max(float(lengths.mean()), 1.0))
    for weight, counts in weighted:
        found = np.flatnonzero(counts)
        if not len(found):
            continue
        idf = np.log(1 + (len(scores) - len(found) + 0.5) / (len(found) + 0.5))
        scores[found] += weight * idf * counts[found] * (_K1 + 1) / (counts[found] + norm[found])
    return scores


def numbered(
    texts: Iterable[list[str]], numbers: dict[str, int]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The stems of all texts as numbers, and where each text starts; `numbers` grows by new stems."""
    sequence: list[int] = []
    starts = [0]
    for text in texts:
        sequence += [numbers.setdefault(stem, len(numbers)) for stem in text]
        starts.append(len(sequence))
    return np.array(sequence, dtype=np.uint32), np.array(starts, dtype=np.uint32)


def texts_of(sequence: NDArray[np.uint32], starts: NDArray[np.uint32], stem_count: int) -> Texts:
    """Texts with their postings, from what `numbered` made."""
    counts = np.bincount(sequence, minlength=stem_count)
    return Texts(
        starts=starts.astype(np.int64),
        sequence=sequence.astype(np.int64),
        by_stem=np.argsort(sequence, kind="stable").astype(np.int64),
        stem_starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
    )
