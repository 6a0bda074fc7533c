"""Put words together from the characters that a model read in the image of a line.

The model says in which column of the image it saw each character, and sees most spaces. Those it does not
see are found in the image: a gap in the ink much wider than those between the letters around it.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pincite.records.reading import ReadWord

if TYPE_CHECKING:
    import numpy as np

TALL = 1.5
"""From this height to width the image of a line is turned before it is read."""

# Shares of the image's height. Measured on print and receipts: between letters 99 of 100 gaps are below 0.17,
# and 98 of 100 spaces above 0.18. Digits of receipts stand up to 0.48 apart, and a number must not be cut.
_SPACE, _SPACE_IN_NUMBER = 0.19, 0.6
_OVER_LETTER_GAP, _OVER_SPACE = 2.5, 0.8
_NUMBER = frozenset("0123456789.,:/-–")
_HANGS_ON_LEFT, _HANGS_ON_RIGHT = frozenset(".,:;!?)]}'’”%"), frozenset("([{$€£#‘“")


@dataclass(frozen=True, slots=True)
class Reads:
    """What a model read in the image of a line, character by character."""

    text: str
    sure: Sequence[float]
    columns: Sequence[int]
    """For each character that is no space, where it was seen."""
    width: float
    """Of the image, in such columns."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """The two ends of a line, each from its top to its foot."""

    head: tuple[tuple[float, ...], tuple[float, ...]]
    foot: tuple[tuple[float, ...], tuple[float, ...]]


def stroke(quad: Any, is_flipped: bool) -> Stroke:
    """`quad`: the corners of the line, clockwise from top left."""
    top_left, top_right, bottom_right, bottom_left = (tuple(map(float, point)) for point in quad)
    head, foot = (top_left, bottom_left), (top_right, bottom_right)
    if is_tall(quad):  # read downwards: the line starts at the top, its own top is on the right
        head, foot = (top_right, top_left), (bottom_right, bottom_left)
    return Stroke(foot[::-1], head[::-1]) if is_flipped else Stroke(head, foot)


def is_tall(quad: Any) -> bool:
    return math.dist(quad[0], quad[3]) >= TALL * math.dist(quad[0], quad[1])


def words(reads: Reads, image: np.ndarray[Any, Any], place: Stroke) -> Iterator[ReadWord]:
    """The words of a line, each with its place. `image` is the line's, as the model was given it."""
    letters = list(_letters(reads))
    if not letters:
        return
    gaps = _gaps(letters, reads.width, image)
    steps = [right.column - left.column for left, right in pairwise(letters)]
    step = max(statistics.median(steps), 1.0) if steps else 2.0
    seen = [gap for gap, letter in zip(gaps, letters[1:], strict=True) if letter.after_space]
    unseen = [gap for gap, letter in zip(gaps, letters[1:], strict=True) if not letter.after_space]
    least = _OVER_LETTER_GAP * statistics.median(unseen) if unseen else 0.0
    least = max(least, _OVER_SPACE * statistics.median(seen)) if seen else least
    word = [letters[0]]
    for left, right, gap in zip(letters, letters[1:], gaps, strict=False):
        if right.after_space or gap >= max(least, _least_space(left.sign, right.sign)):
            yield _word(word, step, reads.width, place)
            word = []
        word.append(right)
    yield _word(word, step, reads.width, place)


@dataclass(frozen=True, slots=True)
class _Letter:
    sign: str
    sure: float
    column: int
    after_space: bool


def _letters(reads: Reads) -> Iterator[_Letter]:
    places, after_space = iter(reads.columns), False
    for sign, sure in zip(reads.text, reads.sure, strict=False):
        if sign.isspace():
            after_space = True
            continue
        yield _Letter(sign, sure, next(places, reads.columns[-1]), after_space)
        after_space = False


def _least_space(left: str, right: str) -> float:
    """How wide a gap must be to be a space that the model did not see."""
    if right in _HANGS_ON_LEFT or left in _HANGS_ON_RIGHT:
        return math.inf
    return _SPACE_IN_NUMBER if left in _NUMBER and right in _NUMBER else _SPACE


def _gaps(letters: Sequence[_Letter], width: float, image: np.ndarray[Any, Any]) -> list[float]:
    """Between each two letters the widest stretch without ink, as a share of the image's height."""
    import numpy as np

    height, pixels = image.shape[:2]
    # The lines above and below reach into the image.
    grey = image[height // 8 : height - height // 8].astype(np.int16).mean(axis=2)
    contrast = np.abs(grey - np.median(grey))
    ink = (contrast > max(0.35 * np.percentile(contrast, 99.5), 20.0)).any(axis=0)
    middles = [min(int((letter.column + 0.5) / max(width, 1.0) * pixels), pixels - 1) for letter in letters]
    found: list[float] = []
    for left, right in pairwise(middles):
        inked = np.flatnonzero(ink[left : right + 1])
        widest = np.diff(inked, prepend=-1, append=right + 1 - left).max() - 1
        found.append(float(widest) / height)
    return found


def _word(word: Sequence[_Letter], step: float, columns: float, place: Stroke) -> ReadWord:
    first = max((word[0].column + 0.5 - step / 2) / max(columns, 1.0), 0.0)
    last = min((word[-1].column + 0.5 + step / 2) / max(columns, 1.0), 1.0)
    sides = zip(place.head, place.foot, strict=True)
    corners = [_between(head, foot, share) for head, foot in sides for share in (first, last)]
    xs, ys = zip(*corners, strict=True)
    # A number with one doubtful digit is a doubtful number.
    sure = min(letter.sure for letter in word)
    text = "".join(letter.sign for letter in word)
    return ReadWord(text, (min(xs), min(ys), max(xs), max(ys)), max(0, min(round(100 * sure), 100)))


def _between(a: tuple[float, ...], b: tuple[float, ...], share: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
