"""Set out the words of a page in strips: what stands at one height, divided where the gaps are wide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pincite.ingest import numbering
from pincite.ingest.pdf.glyphs import PrintedLine
from pincite.records.document import PRINTED

# A space is a quarter of the font size wide, in typewriter fonts six tenths; cells stand further apart.
_GAP = 0.75
_SAME_HEIGHT = 0.3
_CURRENCY = re.compile(r"[($€£¥₹(]{1,2}$|(?:US|C|A|HK)\$$|Rs\.?$")
_TAIL = re.compile(r"[)%]{1,2}$|\)?\s?(?:bps|pts?)$")
_SIGNS = frozenset("$€£¥₹")
_BULLETS = frozenset("•●○◦▪■·–-*")
NUMERIC = re.compile(
    r"(?:[A-Z]{0,3}[$€£¥₹]|Rs\.?|EUR|USD|GBP)?\s?[-–—+(<>≤≥~±]*\s?(?:[$€£¥₹]\s?)?"
    r"(?:\d[\d,.’' ]*|[.,]\d+)(?:\s?(?:\(\d[\d.,]*\s?%?|±\s?\d[\d.,]*))?\s?[)%]*"
    r"(?:\s?(?:[a-zA-Zµ°%]{1,3}|EUR|USD))?[*†‡)]*(?:\s?\([a-z]\))?$"
    r"|[-–—]+%?$|(?:N/?A|n/?a|nil|NM|\*+)$"
)


_MARK = re.compile(r"\(?[a-z0-9]{1,2}\)?$|[*†‡§]{1,3}$")
_FARTHEST_SIGN = 30.0
"""Of the font size: as wide as a column of money may be between its currency sign and its figure."""


class Word(NamedTuple):
    """One word of a page; `line` and `place` say where it stands among the lines and their words."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    line: int
    place: int
    confidence: int = PRINTED


@dataclass(frozen=True)
class Segment:
    """Words side by side with no wide gap between them."""

    words: tuple[Word, ...]

    @cached_property
    def x0(self) -> float:
        return min(word.x0 for word in self.words)

    @cached_property
    def x1(self) -> float:
        return max(word.x1 for word in self.words)

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @cached_property
    def numeric(self) -> bool:
        return NUMERIC.match(self.text) is not None

    def overlaps(self, other: Segment) -> bool:
        return self.x0 < other.x1 and other.x0 < self.x1


@dataclass(frozen=True)
class Strip:
    """All that stands at one height, from left to right."""

    baseline: float
    size: float
    bold: bool
    segments: tuple[Segment, ...]

    @cached_property
    def x0(self) -> float:
        return self.segments[0].x0

    @cached_property
    def x1(self) -> float:
        return max(segment.x1 for segment in self.segments)

    @property
    def top(self) -> float:
        return self.baseline - 0.8 * self.size

    @property
    def bottom(self) -> float:
        return self.baseline + 0.2 * self.size

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return tuple(word for segment in self.segments for word in segment.words)

    @cached_property
    def text(self) -> str:
        return " ".join(segment.text for segment in self.segments)


def may_hold_columns(lines: Sequence[PrintedLine]) -> bool:
    """Whether some lines are divided by gaps, or stand side by side: a cheap look before a close one."""
    if not lines:
        return False
    edges = np.frombuffer(lines[0].words.edges, np.float32).reshape(-1, 4)
    gaps = edges[1:, 0] - edges[:-1, 2]
    sizes = np.zeros(len(edges), np.float32)
    for line in lines:
        sizes[line.first_word : line.last_word - 1] = line.size
    wide = int(np.count_nonzero((gaps > _GAP * sizes[:-1]) & (sizes[:-1] > 0)))
    if wide >= 2:
        return True
    level = sum(abs(left.baseline - right.baseline) < 1 for left, right in pairwise(lines))
    return wide + level >= 2


def strips(lines: Sequence[PrintedLine], numbers: Iterable[int] | None = None) -> list[Strip]:
    """The lines of these numbers (all by default) as strips, from top to bottom."""
    parts: list[_Part] = []
    for number in range(len(lines)) if numbers is None else numbers:
        line = lines[number]
        if not line.upended:
            for baseline, words in _levels(line, words_of(line, number)):
                parts.append((baseline, line.size, line.bold, words))
    parts = _with_marks(parts)
    parts.sort(key=lambda part: part[0])
    found: list[Strip] = []
    group: list[_Part] = []
    for part in parts:
        if group and not _at_one_height(group, part):
            found.append(_strip(group))
            group = []
        group.append(part)
    if group:
        found.append(_strip(group))
    return found


_Part = tuple[float, float, bool, list[Word]]
"""Baseline, size, whether it is bold, and words."""


def _with_marks(parts: list[_Part]) -> list[_Part]:
    """The parts, where the raised mark of a note stands at the height of the word that it is set behind."""
    largest = max((size for _, size, _, _ in parts), default=0.0)
    found: list[_Part] = []
    for part in parts:
        _, size, bold, words = part
        if len(words) == 1 and size < 0.8 * largest and _MARK.match(words[0].text):
            host = next((other for other in parts if _carries(other, part)), None)
            if host is not None:
                part = host[0], size, bold, words
        found.append(part)
    return found


def _carries(host: _Part, mark: _Part) -> bool:
    baseline, size, _, words = host
    if not 0 < baseline - mark[0] < 0.6 * size or mark[1] >= 0.8 * size:
        return False
    return any(abs(word.x1 - mark[3][0].x0) < 0.3 * size for word in words)


def words_of(line: PrintedLine, number: int) -> list[Word]:
    """The words of a line with their boxes; `number` is kept as the line's."""
    first, last, text = line.first_word, line.last_word, line.text
    edges = line.words.edges[4 * first : 4 * last].tolist()
    starts, ends = line.words.starts[first:last], line.words.ends[first:last]
    sides = edges[::4], edges[1::4], edges[2::4], edges[3::4]
    confidences = line.words.confidences[first:last] or [PRINTED] * (last - first)
    return [
        Word(text[start:end], x0, y0, x1, y1, number, index, confidence)
        for index, start, end, x0, y0, x1, y1, confidence in zip(
            range(first, last), starts, ends, *sides, confidences, strict=True
        )
    ]


def divided(words: Sequence[Word], size: float) -> tuple[Segment, ...]:
    """Words of one height as segments, a currency sign with the number that follows it far to the right."""
    ordered = sorted(words, key=lambda word: word.x0)
    runs: list[list[Word]] = []
    gap, reached = _GAP * size, -1e9
    for word in ordered:
        if word.x0 - reached <= gap and not _starts_figure(runs[-1][-1].text, word.text):
            runs[-1].append(word)
            reached = max(reached, word.x1)
        else:
            runs.append([word])
            reached = word.x1
    joined: list[list[Word]] = []
    for run in runs:
        if joined and _belongs(joined[-1], run, size):
            joined[-1].extend(run)
        else:
            joined.append(run)
    if len(joined) == 2 and _is_listed(*joined):
        joined = [[*joined[0], *joined[1]]]
    return tuple(Segment(tuple(run)) for run in joined)


def _starts_figure(before: str, word: str) -> bool:
    """Whether a currency sign stands close behind a figure: it is that of the next column."""
    return word in _SIGNS and (before[-1:].isdigit() or before[-1:] in ")%—–")


def _is_listed(left: Sequence[Word], right: Sequence[Word]) -> bool:
    """Whether the first words only number the others, as in a list: "(a)", "3.1", "Section 2.04."."""
    label = " ".join(word.text for word in left)
    if len(label) > 14 or len(left) > 2 or NUMERIC.match(" ".join(word.text for word in right)):
        return False
    mark = numbering.mark(f"{label} x")
    return mark is not None and mark.style != "bare" and mark.end > len(label)


def _belongs(left: Sequence[Word], right: Sequence[Word], size: float) -> bool:
    gap = right[0].x0 - left[-1].x1
    signed = len(left) == 1 and _CURRENCY.match(left[0].text) is not None
    if signed and gap < _FARTHEST_SIGN * size:
        return NUMERIC.match(" ".join(word.text for word in right)) is not None
    if len(left) == 1 and left[0].text in _BULLETS and gap < 2.5 * size:
        return right[0].text[0].isalpha()
    closes = len(right) == 1 and _TAIL.match(right[0].text) is not None
    return closes and gap < 4 * size and left[-1].text[-1:].isdigit()


def _levels(line: PrintedLine, words: list[Word]) -> list[tuple[float, list[Word]]]:
    """The words of a line by height: cells that are centred beside taller ones may share a line with them."""
    middle = line.baseline - 0.3 * line.size
    off = [abs((word.y0 + word.y1) / 2 - middle) > 0.45 * line.size for word in words]
    if not any(off):
        return [(line.baseline, words)]
    levels: list[tuple[float, list[Word]]] = []
    here: list[Word] = []
    shift = 0.0
    for word in words:
        height = (word.y0 + word.y1) / 2 - middle
        height = height if abs(height) > 0.45 * line.size and word.y1 - word.y0 > 0.75 * line.size else 0.0
        if here and abs(height - shift) > 0.2 * line.size:
            levels.append((line.baseline + shift, here))
            here = []
        shift = height
        here.append(word)
    levels.append((line.baseline + shift, here))
    return levels


def _at_one_height(group: Sequence[_Part], part: _Part) -> bool:
    baseline, size, _, words = part
    if baseline - group[0][0] > _SAME_HEIGHT * min(size, group[0][1]):
        return False
    # Printed over each other, they are two lines set too tightly.
    others = [other for _, _, _, members in group for other in members]
    return not any(a.x0 < b.x1 - 1 and b.x0 < a.x1 - 1 for a in words for b in others)


def _strip(group: Sequence[_Part]) -> Strip:
    words = [word for _, _, _, members in group for word in members]
    size = max(size for _, size, _, _ in group)
    size = size if size > 1 else 1.0
    return Strip(group[0][0], size, all(bold for _, _, bold, _ in group), divided(words, size))
