"""Part notes in the margin from the lines of text whose baseline they share.

A form has its labels beside its values in much the same way. So the text must have lines of its own that
start where it does, go on in the middle of a sentence and have nothing beside them; and the note must be
narrow, set in smaller type, and no label with a colon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pincite.ingest.pdf.charindex import EdgeRows

_SMALLER = 0.88
_EDGE = 2.0
_MIN_ALONE = 2
_MIN_WORDS, _MIN_LETTERS = 3, 4
_NOTE_WIDTH = 0.5
"""Of the text beside it."""


@dataclass(frozen=True, slots=True)
class _Beside:
    """A line with something in smaller type far beside its text: the first word of its second part."""

    place: int
    start: float
    """Where the text starts."""


def part(starts: list[int], texts: Sequence[str], standing: EdgeRows) -> list[int]:
    """The first word of each line; a note and the line of text beside it have become two lines."""
    heights = standing[:, 3] - standing[:, 1]
    taller, lower = np.maximum(heights[1:], heights[:-1]), np.minimum(heights[1:], heights[:-1])
    apart = (standing[1:, 0] - standing[:-1, 2] > taller) & (lower < _SMALLER * taller)
    apart[[start - 1 for start in starts if start]] = False
    places = (np.flatnonzero(apart) + 1).tolist()
    if not places:
        return starts
    lines = list(pairwise([*starts, len(texts)]))
    held = {line: [place for place in places if line[0] < place < line[1]] for line in lines}
    found = [_beside(line, cuts[0], texts, standing) for line, cuts in held.items() if len(cuts) == 1]
    alone = [
        float(standing[line[0], 0])
        for line, cuts in held.items()
        if not cuts and texts[line[0]][:1].islower()
    ]
    beside = [one for one in found if one is not None]
    return sorted({*starts, *(one.place for one in beside if _is_margin(one, beside, alone))})


def _beside(line: tuple[int, int], place: int, texts: Sequence[str], standing: EdgeRows) -> _Beside | None:
    first, last = line
    if texts[place - 1].endswith(":"):
        return None
    left, right = standing[first:place], standing[place:last]
    is_left = left[-1, 3] - left[-1, 1] < right[0, 3] - right[0, 1]
    note, text = (left, right) if is_left else (right, left)
    narrow = note[-1, 2] - note[0, 0] < _NOTE_WIDTH * (text[-1, 2] - text[0, 0])
    words = texts[first:place] if is_left else texts[place:last]
    # The number of an item or a note is smaller than its text, too.
    lettered = sum(character.isalpha() for word in words for character in word) >= _MIN_LETTERS
    is_note = narrow and lettered and len(text) >= _MIN_WORDS
    return _Beside(place, float(text[0, 0])) if is_note else None


def _is_margin(one: _Beside, beside: Sequence[_Beside], alone: Sequence[float]) -> bool:
    others = sum(abs(start - one.start) <= _EDGE for start in alone)
    noted = sum(abs(other.start - one.start) <= _EDGE for other in beside)
    return others >= _MIN_ALONE and 4 * others >= noted
