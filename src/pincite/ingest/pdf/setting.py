"""Set words that were read from an image as lines of a printed page."""

from __future__ import annotations

import re
import statistics
from array import array
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from pincite.ingest.ocr.upright import is_sideways, upright
from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.glyphs import PageWords, PrintedLine, PrintedPage, has_column_gap
from pincite.records.document import PRINTED
from pincite.records.reading import ReadLine, ReadPage, ReadWord

# Measured on pages whose print is known: how high a recognised word's box is for its font's size.
_BOX_HEIGHT = 1.1
_DESCENT = 0.22
# Letters without ascenders make a box lower: sizes this close to the usual one are the usual one.
_SAME_SIZE = 1.3
_NO_CHARACTER = re.compile("[\0-\x1f\x7f-\x9f\u200b\ufeff\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff]")


def printed_page(read: ReadPage, number: int, width: float, height: float) -> PrintedPage:
    """The page as if it were printed. Its lines stand upright; the boxes of its words are those shown."""
    lines = printed_lines(read.lines, number, read.angle, (width, height))
    if is_sideways(read.angle):
        width, height = height, width
    return PrintedPage(number, width, height, lines)


def printed_lines(
    lines: Sequence[ReadLine], number: int, angle: float, size: tuple[float, float]
) -> tuple[PrintedLine, ...]:
    words = PageWords()
    kept = [kept for line in lines if (kept := [word for word in map(_clean, line.words) if word.text])]
    stands = [[upright(word.edges, angle, size) for word in line] for line in kept]
    heights = [statistics.median(edges[3] - edges[1] for edges in stand) for stand in stands]
    usual = statistics.median_low(heights) if heights else 1.0
    return tuple(
        _line(line, stand, number, _size(height, usual), words)
        for line, stand, height in zip(kept, stands, heights, strict=True)
    )


def _clean(word: ReadWord) -> ReadWord:
    text = "".join(_NO_CHARACTER.sub("", word.text).split())
    return word if text == word.text else ReadWord(text, word.edges, word.confidence)


def _size(height: float, usual: float) -> float:
    """The font size, in steps wide enough that one font does not look like several."""
    ratio = height / max(usual, 0.1)
    if 1 / _SAME_SIZE < ratio < _SAME_SIZE:
        ratio = 1.0
    return max(round(ratio * 4) / 4, 0.25) * usual / _BOX_HEIGHT


def _line(
    line: Sequence[ReadWord], stand: Sequence[Edges], number: int, size: float, words: PageWords
) -> PrintedLine:
    first, offset = len(words.starts), 0
    for word in line:
        words.starts.append(offset)
        words.ends.append(offset + len(word.text))
        words.edges.extend(word.edges)
        words.confidences.append(word.confidence)
        offset += len(word.text) + 1
    x0, y0, x1, y1 = zip(*stand, strict=True)
    return PrintedLine(
        page=number,
        text=" ".join(word.text for word in line),
        edges=(min(x0), min(y0), max(x1), max(y1)),
        baseline=statistics.median(y1) - _DESCENT * size,
        size=size,
        bold=False,
        upended=False,
        tabular=has_column_gap(np.array([right[0] - left[2] for left, right in pairwise(stand)]), size),
        words=words,
        first_word=first,
        last_word=len(words.starts),
    )


def confidences(lines: Sequence[PrintedLine]) -> array[int]:
    """Of every word that was recognised."""
    found = array("B")
    for line in lines:
        found.extend(line.words.confidences[line.first_word : line.last_word])
    return array("B", [mark for mark in found if mark != PRINTED])
