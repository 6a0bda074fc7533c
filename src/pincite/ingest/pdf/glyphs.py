"""Read one PDF page, character by character, into printed lines with a box for every word.

The text is built from PDFium's char index and never from its text range, which swallows a hyphen
at a line's end together with the line break.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import pypdfium2 as pdfium

from pincite.ingest.pdf.charindex import DROPPED, HYPHEN, CharIndex, Edges

_WORD = re.compile(f"[^\\s{HYPHEN}]+{HYPHEN}?|{HYPHEN}")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Gaps wider than this many times the font size divide columns; justified text stays well below.
_COLUMN_GAP = 2.5


@dataclass(slots=True)
class PageWords:
    """Every word of a page, packed: offsets into its line, and edges."""

    starts: array[int] = field(default_factory=lambda: array("I"))
    ends: array[int] = field(default_factory=lambda: array("I"))
    edges: array[float] = field(default_factory=lambda: array("f"))
    confidences: array[int] = field(default_factory=lambda: array("B"))
    """Of every word when the page was recognised; empty when it is printed."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One line as it stands on the page; its words are `first_word` up to `last_word` of `words`."""

    page: int
    text: str
    edges: Edges
    baseline: float
    size: float
    bold: bool
    upended: bool
    tabular: bool
    words: PageWords
    first_word: int
    last_word: int

    @property
    def shown(self) -> Edges:
        """Where it stands on the page as shown; `edges` are set upright where a scan is askew."""
        if not self.words.confidences:
            return self.edges
        edges = self.words.edges[4 * self.first_word : 4 * self.last_word]
        return min(edges[::4]), min(edges[1::4]), max(edges[2::4]), max(edges[3::4])


@dataclass(frozen=True, slots=True)
class PrintedPage:
    number: int
    width: float
    height: float
    lines: tuple[PrintedLine, ...]


class _Word(NamedTuple):
    """Characters `start` up to, not including, `end` of the char index, as they are printed."""

    text: str
    start: int
    end: int
    edges: Edges


def read_page(page: pdfium.PdfPage, number: int) -> PrintedPage:
    """The lines of a page in the order in which PDFium reads them."""
    text_page = page.get_textpage()
    try:
        width, height = page.get_size()
        lines = tuple(_Reader(CharIndex(text_page, page), number).lines())
        return PrintedPage(number, width, height, lines)
    finally:
        text_page.close()


class _Reader:
    def __init__(self, index: CharIndex, number: int) -> None:
        self._index = index
        self._number = number
        self._words = PageWords()

    def lines(self) -> Iterator[PrintedLine]:
        characters = self._index.characters()
        line: list[_Word] = []
        for word in self._read_words(characters):
            if line and not self._goes_on(characters, line[-1], word):
                yield self._line(line)
                line = []
            line.append(word)
        if line:
            yield self._line(line)

    def _read_words(self, characters: str) -> Iterator[_Word]:
        found = [(match[0], match.start(), match.end()) for match in _WORD.finditer(characters)]
        ends = [number for _, start, end in found for number in (start, end - 1)]
        edges = self._index.edges(ends)
        for (text, start, end), first, last in zip(found, edges[::2], edges[1::2], strict=True):
            plain = "-" not in text and DROPPED not in text
            if not plain or last[3] < first[1] or last[1] > first[3]:
                yield from self._read_special(text, start, end)
            else:
                yield _Word(text, start, end, _union(first, last))

    def _read_special(self, text: str, start: int, end: int) -> Iterator[_Word]:
        """The same for a word with hyphens or dropped characters, or one that runs over two lines."""
        while text[:1] == DROPPED:
            text, start = text[1:], start + 1
        while text[-1:] == DROPPED:
            text, end = text[:-1], end - 1
        if not text:
            return
        edges = self._index.edges(range(start, end))
        first = 0
        for here in range(1, end - start):
            flagged = text[here - 1] == "-" and self._index.is_hyphen(start + here - 1)
            level = _on_one_line(edges[here - 1], edges[here])
            if flagged or not (level or self._index.is_upended(start + here)):
                part = text[first:here] + (HYPHEN if flagged else "")
                yield _Word(part, start + first, start + here, _all(edges[first:here]))
                first = here
        yield _Word(text[first:], start + first, end, _all(edges[first:]))

    def _goes_on(self, characters: str, left: _Word, right: _Word) -> bool:
        """Whether a word stands on the line of the word before it.

        PDFium also breaks lines between parts that stand side by side, such as a bullet and its text.
        """
        broken = "\n" in characters[left.end : right.start] or left.text[-1] == HYPHEN
        if _on_one_line(left.edges, right.edges):
            return not broken or right.edges[0] >= left.edges[2] - 1
        above = min(left.edges[2], right.edges[2]) > max(left.edges[0], right.edges[0])
        return not broken and above and self._index.is_upended(right.start)

    def _line(self, line: Sequence[_Word]) -> PrintedLine:
        words, first_word = self._words, len(self._words.starts)
        texts = [_clean(word.text) for word in line]
        offset = 0
        for text, word in zip(texts, line, strict=True):
            words.starts.append(offset)
            words.ends.append(offset + len(text))
            words.edges.extend(word.edges)
            offset += len(text) + 1
        boxes = [word.edges for word in line]
        first, middle, last = line[0].start, line[len(line) // 2].start, line[-1].start
        size = self._index.size(middle)
        return PrintedLine(
            page=self._number,
            text=" ".join(texts),
            edges=_all(boxes),
            baseline=self._index.baseline(middle),
            size=size,
            bold=all(self._index.is_bold(number) for number in (first, last, middle)),
            upended=self._index.is_upended(middle),
            tabular=has_column_gap(boxes, size),
            words=words,
            first_word=first_word,
            last_word=len(words.starts),
        )


def _clean(word: str) -> str:
    """A word without our signs, and with the halves of its surrogate pairs put together."""
    if word.isalnum():
        return word
    word = word.replace("-" + HYPHEN, "-").replace(HYPHEN, "-").replace(DROPPED, "")
    if _SURROGATE.search(word) is None:
        return word
    return word.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _on_one_line(left: Edges, right: Edges) -> bool:
    overlap = min(left[3], right[3]) - max(left[1], right[1])
    return overlap >= 0.3 * min(left[3] - left[1], right[3] - right[1])


def _union(left: Edges, right: Edges) -> Edges:
    # Spelt out: this runs for every word, and min() and max() would take four times as long.
    x0 = left[0] if left[0] < right[0] else right[0]
    y0 = left[1] if left[1] < right[1] else right[1]
    x1 = left[2] if left[2] > right[2] else right[2]
    y1 = left[3] if left[3] > right[3] else right[3]
    return x0, y0, x1, y1


def _all(boxes: Sequence[Edges]) -> Edges:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def has_column_gap(boxes: Sequence[Edges], size: float) -> bool:
    """Whether the line is divided into columns. The gap after a number or bullet does not count."""
    gaps = [right[0] - left[2] for left, right in pairwise(boxes)]
    return any(gap > _COLUMN_GAP * size for gap in gaps[1:]) or (
        bool(gaps) and gaps[0] > 3 * _COLUMN_GAP * size
    )
