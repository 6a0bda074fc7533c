"""Find the characters that are struck out: by a thin line through their middle, or by an annotation.

A line strikes words out when it is as long as they are. A rule of a table or a chart may cross a word too,
and goes on beyond it; an underline runs below the letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.ingest.pdf.charindex import CharIndex, EdgeRows, Edges, as_shown
from pincite.ingest.pdf.hidden import Stretches
from pincite.ingest.pdf.shapes import Flags, any_across

_MIDDLE = (0.13, 0.47)
"""How far above the baseline a line strikes out, in sizes of the font."""
_UPPER, _LOWER = 0.2, 0.85
"""The same of the place of a word, by its height: what is outside need not be looked at closely."""
_THICK = 0.22
_LEVEL, _TOUCH = 0.6, 1.0
_OVERHANG, _GAP = 0.8, 1.6
"""In sizes of the font: how far a line may go on beyond the words, and what may lie between two."""
_MAX_NOTES, _MAX_MARKED = 20_000, 20_000
_UNSEEN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW


def struck_by_lines(
    index: CharIndex, words: Stretches, across: Sequence[Edges]
) -> tuple[set[int], frozenset[Edges]]:
    """The numbers of the characters that lines strike out, and those lines."""
    if not across or not len(words.starts):
        return set(), frozenset()
    near = _near(np.array(across, np.float32), words.standing)
    if not near.any():
        return set(), frozenset()
    found: set[int] = set()
    used: set[Edges] = set()
    lines = [line for line, is_near in zip(across, near.tolist(), strict=True) if is_near]
    for whole, parts in _joined(lines):
        rows = [row for row in _crossed(whole, words) if _is_through(index, words.starts[row], whole)]
        if rows and _is_as_long(index, words, whole, rows):
            used.update(parts)
            for row in rows:
                found.update(_within(index, words, row, whole))
    return found, frozenset(used)


def _near(lines: EdgeRows, standing: EdgeRows) -> Flags:
    """Which lines run through the place of any word."""
    y = (lines[:, 1] + lines[:, 3]) / 2
    height = standing[:, 3] - standing[:, 1]
    top, bottom = standing[:, 1] + _UPPER * height, standing[:, 1] + _LOWER * height
    crossing = (top < y[:, None]) & (y[:, None] < bottom)
    crossing &= (lines[:, 0][:, None] < standing[:, 2]) & (standing[:, 0] < lines[:, 2][:, None])
    return any_across(crossing)


def _joined(lines: Sequence[Edges]) -> Iterator[tuple[Edges, list[Edges]]]:
    """Lines that go on in each other as one: each run of letters may have a line of its own."""
    waiting = sorted(lines, key=lambda line: (line[0], line[1]))
    while waiting:
        whole, parts, rest = waiting[0], [waiting[0]], []
        for line in waiting[1:]:
            level = abs(_middle(line) - _middle(whole)) <= _LEVEL
            if level and line[0] <= whole[2] + _TOUCH:
                whole = whole[0], min(whole[1], line[1]), max(whole[2], line[2]), max(whole[3], line[3])
                parts.append(line)
            else:
                rest.append(line)
        yield whole, parts
        waiting = rest


def _middle(line: Edges) -> float:
    return (line[1] + line[3]) / 2


def _crossed(line: Edges, words: Stretches) -> list[int]:
    place = words.standing
    height = place[:, 3] - place[:, 1]
    y = _middle(line)
    level = (place[:, 1] + _UPPER * height < y) & (y < place[:, 1] + _LOWER * height)
    return [int(row) for row in np.flatnonzero(level & (place[:, 0] < line[2]) & (line[0] < place[:, 2]))]


def _is_through(index: CharIndex, number: int, line: Edges) -> bool:
    size = max(index.size(number), 0.1)
    rise = (index.baseline(number) - _middle(line)) / size
    thin = line[3] - line[1] <= max(_THICK * size, 1.0)
    return thin and _MIDDLE[0] <= rise <= _MIDDLE[1] and not index.is_upended(number)


def _is_as_long(index: CharIndex, words: Stretches, line: Edges, rows: Sequence[int]) -> bool:
    """Whether a line begins and ends with words, and has words all along."""
    if not any(words.characters[at].isalnum() for row in rows for at in _numbers(words, row)):
        return False
    size = index.size(words.starts[rows[0]])
    at = line[0]
    for x0, x1 in sorted((float(words.ink[row, 0]), float(words.ink[row, 2])) for row in rows):
        if x0 - at > (_OVERHANG if at == line[0] else _GAP) * size:
            return False
        at = max(at, x1)
    return line[2] - at <= _OVERHANG * size


def _within(index: CharIndex, words: Stretches, row: int, line: Edges) -> Iterator[int]:
    """The characters of a word over which the line runs."""
    numbers = _numbers(words, row)
    boxes = index.loose(numbers)
    middles = (boxes[:, 0] + boxes[:, 2]) / 2
    inside = (line[0] - 0.5 <= middles) & (middles <= line[2] + 0.5)
    yield from (number for number, is_in in zip(numbers, inside.tolist(), strict=True) if is_in)


def _numbers(words: Stretches, row: int) -> range:
    return range(words.starts[row], words.ends[row])


def struck_by_notes(page: pdfium.PdfPage, index: CharIndex, words: Stretches) -> set[int]:
    """The numbers of the characters that annotations strike out."""
    areas = list(islice(_marked(page, index), _MAX_MARKED))
    if not areas or not len(words.starts):
        return set()
    rows = range(len(words.starts))
    numbers = [number for row in rows for number in _numbers(words, row)]
    owners = np.repeat(np.array(rows), [len(_numbers(words, row)) for row in rows])
    boxes = index.loose(numbers)
    middles = (boxes[:, 0] + boxes[:, 2]) / 2
    top, bottom = words.ink[:, 1], words.ink[:, 3]
    struck = np.zeros(len(numbers), np.bool_)
    for x0, y0, x1, y1 in dict.fromkeys(areas):
        level = np.minimum(bottom, y1) - np.maximum(top, y0) > 0.6 * (bottom - top)
        struck |= level[owners] & (x0 - 0.5 <= middles) & (middles <= x1 + 0.5)
    return {numbers[at] for at in np.flatnonzero(struck).tolist()}


def _marked(page: pdfium.PdfPage, index: CharIndex) -> Iterator[Edges]:
    """The areas that annotations strike out, one for each line of text."""
    for number in range(min(raw.FPDFPage_GetAnnotCount(page.raw), _MAX_NOTES)):
        note = raw.FPDFPage_GetAnnot(page.raw, number)
        if not note:
            continue
        try:
            if raw.FPDFAnnot_GetSubtype(note) != raw.FPDF_ANNOT_STRIKEOUT:
                continue
            if raw.FPDFAnnot_GetFlags(note) & _UNSEEN:
                continue
            corners = raw.FS_QUADPOINTSF()
            for area in range(raw.FPDFAnnot_CountAttachmentPoints(note)):
                if raw.FPDFAnnot_GetAttachmentPoints(note, area, corners):
                    yield _area(corners, index)
        finally:
            raw.FPDFPage_CloseAnnot(note)


def _area(corners: raw.FS_QUADPOINTSF, index: CharIndex) -> Edges:
    xs = corners.x1, corners.x2, corners.x3, corners.x4
    ys = corners.y1, corners.y2, corners.y3, corners.y4
    box = min(xs), max(ys), max(xs), min(ys)
    x0, y0, x1, y1 = as_shown(index.frame, index.rotation, box)
    return x0, y0, x1, y1
