"""Take the numbers down the margin of pleadings and transcripts out of the lines they number.

Careful on purpose: the first column of a table counts too. So the numbers must start at 1, stand evenly and
apart from the text, and do so at the same heights on several pages; on a lone page some must number nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from pincite.ingest.pdf.glyphs import PageWords, PrintedLine, PrintedPage, cut

_FEWEST, _MOST = 15, 60
_SHARE = 0.5
"""Of the pages: where fewer have such numbers, they are something else."""
_EVEN = 1.5
"""Points by which the distance of two numbers may differ from the usual one."""
_ALIGNED = 3.0


_LINES_OF_A_PAGE = range(24, 33)


class _Number(NamedTuple):
    value: int
    place: int
    """Which line of the page it begins."""
    x0: float
    x1: float
    y: float


def take_line_numbers(pages: Sequence[PrintedPage]) -> tuple[list[PrintedPage], dict[int, PrintedLine]]:
    """The pages without line numbers, and by the page's number a line that holds those of the page."""
    found = {page.number: run for page in pages if (run := _run(page))}
    written = sum(bool(page.lines) for page in pages)
    if not found or len(found) < _SHARE * written or not _is_certain(found, pages):
        return list(pages), {}
    kept = [_without(page, found[page.number]) if page.number in found else page for page in pages]
    lines = {page.number: _in_one(page, found[page.number]) for page in pages if page.number in found}
    return kept, lines


def _run(page: PrintedPage) -> list[_Number]:
    """The numbers 1, 2, 3 … that begin lines, one below the other and left of all the text beside them."""
    candidates: list[_Number] = []
    for place, line in enumerate(page.lines):
        first = line.first_word
        text = line.text[: line.words.ends[first]]
        if text.isascii() and text.isdigit() and len(text) <= 2 and not line.upended:
            x0, _, x1, y1 = line.words.edges[4 * first : 4 * first + 4]
            candidates.append(_Number(int(text), place, x0, x1, y1))
    if len(candidates) < _FEWEST:
        return []
    candidates.sort(key=lambda number: number.y)
    run: list[_Number] = []
    for number in candidates:
        if number.value == len(run) + 1 and (not run or _is_under(run[0], number)):
            run.append(number)
    return run if _FEWEST <= len(run) <= _MOST and _is_even(run) and _is_apart(page, run) else []


def _is_under(first: _Number, number: _Number) -> bool:
    return abs(number.x1 - first.x1) < 3 * _ALIGNED or abs(number.x0 - first.x0) < _ALIGNED


def _is_even(run: Sequence[_Number]) -> bool:
    steps = sorted(below.y - above.y for above, below in pairwise(run))
    usual = steps[len(steps) // 2]
    return all(abs(step - usual) < _EVEN for step in steps)


def _is_apart(page: PrintedPage, run: Sequence[_Number]) -> bool:
    """Whether no word of the text stands in the column of the numbers."""
    right = max(number.x1 for number in run)
    numbered = {number.place for number in run}
    beside = [
        line.words.edges[4 * first]
        for place, line in enumerate(page.lines)
        if run[0].y <= line.edges[3] <= run[-1].y
        and (first := line.first_word + (place in numbered)) < line.last_word
    ]
    return all(x > right + 2 for x in beside)


def _is_certain(found: Mapping[int, Sequence[_Number]], pages: Sequence[PrintedPage]) -> bool:
    runs = list(found.values())
    if len(runs) > 1:
        shared = min(len(run) for run in runs)
        heights = [[number.y for number in run[:shared]] for run in runs]
        alike = sum(_are_level(heights[0], others) for others in heights)
        return 2 * alike > len(runs)
    (page,) = (page for page in pages if page.number in found)
    numbered = [page.lines[number.place] for number in runs[0]]
    return len(numbered) in _LINES_OF_A_PAGE and any(
        line.last_word - line.first_word == 1 for line in numbered
    )


def _are_level(left: Sequence[float], right: Sequence[float]) -> bool:
    return all(abs(a - b) < _ALIGNED for a, b in zip(left, right, strict=True))


def _without(page: PrintedPage, run: Sequence[_Number]) -> PrintedPage:
    numbered = {number.place for number in run}
    lines: list[PrintedLine] = []
    for place, line in enumerate(page.lines):
        if place not in numbered:
            lines.append(line)
        elif line.last_word - line.first_word > 1:
            lines.append(cut(line, line.first_word + 1, line.last_word))
    return replace(page, lines=tuple(lines))


def _in_one(page: PrintedPage, run: Sequence[_Number]) -> PrintedLine:
    words = PageWords()
    position = 0
    for number in run:
        line = page.lines[number.place]
        length = len(str(number.value))
        words.starts.append(position)
        words.ends.append(position + length)
        words.edges.extend(line.words.edges[4 * line.first_word : 4 * line.first_word + 4])
        position += length + 1
    edges: array[float] = words.edges
    return replace(
        page.lines[run[0].place],
        text=" ".join(str(number.value) for number in run),
        edges=(min(edges[::4]), min(edges[1::4]), max(edges[2::4]), max(edges[3::4])),
        tabular=False,
        words=words,
        first_word=0,
        last_word=len(run),
    )
