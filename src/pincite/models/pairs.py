"""Read pairs of texts with the reader's weights: raw scores of the best window, and where it points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.models.network import Network, Output, Session, load_session
from pincite.models.tokens import Window, pair_windows
from pincite.models.weight_files import READER, TOKENIZER, once, proved
from pincite.records.recent import Recent
from pincite.records.span import Span

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_REMEMBERED = 20_000
# Values are short; without a bound the ends of two values beside each other may be taken for one.
_SHORT_TOKENS = 30
ANSWERABLE, SUPPORTED, CONTRADICTED, YES, NO = range(5)


class Pair(NamedTuple):
    """A question or claim, the heading shown above the text, the text, and the sentence that is meant."""

    before: str
    heading: str
    text: str
    marked: Span | None = None


@dataclass(frozen=True, slots=True)
class Raw:
    """Raw scores by head, each that of the window where it is highest; the places in the best window."""

    scores: tuple[float, ...]
    sharp: float
    """The logarithm of the chance of the words it points at, by start and end apart."""
    short: Span | None
    """Where a value would stand, in characters of the text."""
    long: Span | None
    """Where a clause would stand."""


@dataclass(frozen=True, slots=True)
class PairModel:
    """The model that reads pairs, loaded."""

    tokenizer: Tokenizer
    session: Session
    _recent: Recent[Pair, Raw] = field(default_factory=lambda: Recent(_REMEMBERED))

    def read(self, pairs: Sequence[Pair], threads: int) -> list[Raw]:
        """What the model says of each pair, in their order; the same pair always gets the same."""
        return self._recent.each(pairs, lambda new: self._read(new, threads))

    def _read(self, pairs: Sequence[Pair], threads: int) -> list[Raw]:
        by_pair = [pair_windows(self.tokenizer, *pair) for pair in pairs]
        network = Network(self.session, threads)
        outputs = iter(network.run([window for windows in by_pair for window in windows]))
        return [_best([(window, next(outputs)) for window in windows]) for windows in by_pair]


@once
def pair_model(folder: Path) -> PairModel:
    """The model in a folder, loaded on first use."""
    return PairModel(load_tokenizer(folder), load_session(proved(folder, READER)))


@once
def load_tokenizer(folder: Path) -> Tokenizer:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_buffer(proved(folder, TOKENIZER))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _best(read: Sequence[tuple[Window, Output]]) -> Raw:
    scores = np.stack([output[0] for _, output in read])
    window, output = read[int(scores[:, ANSWERABLE].argmax())]
    count = len(window.places)
    ends = output[1][window.first : window.first + count]
    return Raw(
        tuple(float(score) for score in scores.max(axis=0)),
        _sharpness(ends),
        _pointed_at(window, ends, _SHORT_TOKENS),
        _pointed_at(window, ends, count),
    )


def _sharpness(ends: NDArray[np.float32]) -> float:
    """How sure the model is of its place: the logarithms of the best start's and best end's chance."""
    if not len(ends):
        return 0.0
    highest = ends.max(axis=0)
    return float(-np.log(np.exp(ends - highest).sum(axis=0)).sum())


def _pointed_at(window: Window, ends: NDArray[np.float32], most: int) -> Span | None:
    """The best start and end of at most so many tokens, the end not before the start."""
    count = len(ends)
    if not count:
        return None
    sums = ends[:, None, 0] + ends[None, :, 1]
    allowed = np.tri(count, k=most - 1, dtype=bool) & np.tri(count, dtype=bool).T
    best = int(np.where(allowed, sums, -np.inf).argmax())
    return window.span(best // count, best % count)
