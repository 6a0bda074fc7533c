"""Read one PDF page, character by character, into printed lines with a box for every word.

The text is built from PDFium's char index and never from its text range, which swallows a hyphen
at a line's end together with the line break.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium

from pincite.ingest.pdf.charindex import DROPPED, HYPHEN, CharIndex, EdgeRows, Edges
from pincite.ingest.pdf.gutters import split
from pincite.ingest.pdf.hidden import Stretches
from pincite.ingest.pdf.margins import part
from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.unseen import Judged
from pincite.records.document import UnseenKind

_WORD = re.compile(f"[^\\s{HYPHEN}]+{HYPHEN}?|{HYPHEN}")
_LAST_MARK = re.compile(r"[0-9*∗†‡§¶](?=[.,;:!?)\]”\"'’]*$)")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Gaps wider than this many times the font size divide columns; justified text stays well below.
_COLUMN_GAP = 2.5
# So many words tell how a page is to be turned.
_SAMPLE = 24
# Letters of one font leave up to this many points of white space beside them.
_SPREAD = 2.0

Judge = Callable[[pdfium.PdfPage, CharIndex, Stretches], Judged]
"""Who says which characters of a page are seen."""


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
class UnseenLine:
    """The words of one line that a reader does not see, or sees struck out, and where they stood."""

    kind: UnseenKind
    line: PrintedLine
    beside: Edges | None = None
    """The box of the word next to them that is seen; None where there is none."""
    is_after: bool = False
    """Whether they stood after that word, not before it."""


@dataclass(frozen=True, slots=True)
class PrintedPage:
    number: int
    width: float
    height: float
    lines: tuple[PrintedLine, ...]
    marks: frozenset[str] = frozenset()
    """The marks in its text that may refer to notes."""
    unseen: tuple[UnseenLine, ...] = ()
    turn: int = 0
    """How far it was turned to be read: clockwise, in degrees. All edges are those of the turned page."""
    rules: Rules = field(default_factory=Rules)


class _Stretch(NamedTuple):
    """Characters `start` up to, not including, `end` of the char index: a word, or one line's share of it."""

    text: str
    start: int
    end: int


def read_page(page: pdfium.PdfPage, number: int, judge: Judge, turn: int | None = None) -> PrintedPage:
    """The lines of a page in the order in which PDFium reads them.

    Unless `turn` says how far, a page that is printed sideways is turned so that it can be read.
    """
    text_page = page.get_textpage()
    try:
        width, height = page.get_size()
        index = CharIndex(text_page, page)
        reader = _Reader(index, number, turn)
        if reader.turn % 180:
            width, height = height, width
        judged = judge(page, index, reader.stretches())
        unseen = reader.take_out(judged.kinds) if judged.kinds else {}
        return PrintedPage(
            number,
            width,
            height,
            tuple(reader.lines()),
            frozenset(reader.marks),
            tuple(line for kind, words in unseen.items() for line in reader.unseen_lines(kind, words)),
            reader.turn,
            judged.rules,
        )
    finally:
        text_page.close()


def cut(line: PrintedLine, first: int, last: int) -> PrintedLine:
    """Words `first` up to `last` of a line, as a line of their own."""
    start = line.words.starts[first]
    words = PageWords(
        array("I", (offset - start for offset in line.words.starts[first:last])),
        array("I", (offset - start for offset in line.words.ends[first:last])),
        line.words.edges[4 * first : 4 * last],
        line.words.confidences[first:last],
    )
    edges = words.edges
    box = min(edges[::4]), min(edges[1::4]), max(edges[2::4]), max(edges[3::4])
    text = line.text[start : line.words.ends[last - 1]]
    gaps = np.array([edges[4 * word] - edges[4 * word - 2] for word in range(1, last - first)], np.float32)
    return replace(
        line,
        text=text,
        edges=box,
        tabular=line.tabular and has_column_gap(gaps, line.size),
        words=words,
        first_word=0,
        last_word=last - first,
    )


class _Reader:
    def __init__(self, index: CharIndex, number: int, turn: int | None) -> None:
        self._index = index
        self._number = number
        self._characters = index.characters()
        self._words = self._read_words()
        self._ink, self._standing = np.zeros((2, 0, 4), np.float32)
        self.marks: set[str] = set()
        starts = [word.start for word in self._words]
        index.turn_upright(starts[:: max(len(starts) // _SAMPLE, 1)], turn)
        self.turn = index.turn
        if self._words:
            self._ink, self._standing = self._boxes(self._words)

    def stretches(self) -> Stretches:
        starts, ends = [word.start for word in self._words], [word.end for word in self._words]
        return Stretches(starts, ends, self._ink, self._standing, self._characters)

    def take_out(self, kinds: Mapping[int, UnseenKind]) -> dict[UnseenKind, list[_Stretch]]:
        """From now on, read without these characters; the words that they make up."""
        unseen: dict[UnseenKind, list[_Stretch]] = {}
        starts = [word.start for word in self._words]
        rows = sorted({bisect_right(starts, number) - 1 for number in kinds})
        gone: list[int] = []
        for row in rows:
            parts = _by_kind(self._words[row], kinds)
            for kind, piece in parts:
                if kind is not None:
                    unseen.setdefault(kind, []).append(piece)
            if left := [piece for kind, piece in parts if kind is None]:
                text = "".join(piece.text for piece in left)
                self._words[row] = _Stretch(text, left[0].start, left[-1].end)
            else:
                gone.append(row)
        for row in reversed(gone):
            del self._words[row]
        if len(gone) == len(rows) or not self._words:
            self._ink = np.delete(self._ink, gone, axis=0)
            self._standing = np.delete(self._standing, gone, axis=0)
        else:
            self._ink, self._standing = self._boxes(self._words)
        return unseen

    def lines(self) -> Iterator[PrintedLine]:
        words, ink, standing = self._words, self._ink, self._standing
        if not words:
            return
        texts = [_clean(word.text) for word in words]
        starts = split([0, *(np.flatnonzero(~self._go_on(words, standing)) + 1).tolist()], texts, standing)
        starts = part(starts, texts, standing)
        self._raise_marks(texts, starts)
        yield from self._set(words, texts, starts, ink, standing)

    def unseen_lines(self, kind: UnseenKind, words: list[_Stretch]) -> Iterator[UnseenLine]:
        """What was taken out, line by line, and beside which word each stood."""
        ink, standing = self._boxes(words)
        # PDFium gives a hyphen of its own making no box.
        boxed = ink[:, 2] > ink[:, 0]
        words = [word for word, has_box in zip(words, boxed.tolist(), strict=True) if has_box]
        if not words:
            return
        ink, standing = ink[boxed], standing[boxed]
        starts = [0, *(np.flatnonzero(~self._go_on(words, standing)) + 1).tolist()]
        texts = [_clean(word.text) for word in words]
        before = [word.start for word in self._words]
        for line in self._set(words, texts, starts, ink, standing):
            after = bisect_left(before, words[line.first_word].start)
            beside = self._beside(line, after)
            if beside is None:
                yield UnseenLine(kind, line)
            else:
                x0, y0, x1, y1 = self._ink[beside].tolist()
                yield UnseenLine(kind, line, (x0, y0, x1, y1), is_after=beside < after)

    def _beside(self, line: PrintedLine, after: int) -> int | None:
        """The word after the line, or the one before it where only that stands on its level."""
        near = [row for row in (after, after - 1) if 0 <= row < len(self._words)]
        level = [row for row in near if _on_one_line(self._standing[row].tolist(), line.edges)]
        return next(iter([*level, *near]), None)

    def _set(
        self,
        words: Sequence[_Stretch],
        texts: Sequence[str],
        starts: Sequence[int],
        ink: EdgeRows,
        standing: EdgeRows,
    ) -> Iterator[PrintedLine]:
        packed = _packed(texts, starts, ink)
        edges = _by_line(np.minimum, np.minimum(ink, standing), starts)
        edges[:, 2:] = _by_line(np.maximum, np.maximum(ink, standing), starts)[:, 2:]
        gaps = standing[1:, 0] - standing[:-1, 2]
        for first, last, box in zip(starts, [*starts[1:], len(words)], edges.tolist(), strict=True):
            yield self._line(words, texts, packed, (first, last), box, gaps[first : last - 1])

    def _raise_marks(self, texts: list[str], starts: Sequence[int]) -> None:
        """Write the raised numbers at the ends of words as such: 4,500 with note 1 must not read 4,5001."""
        first_words = set(starts)
        for row, text in enumerate(texts):
            found = None if text.isalpha() else _LAST_MARK.search(text)
            if found is None or len(text) != self._words[row].end - self._words[row].start:
                continue
            start, last = self._words[row].start, found.start()
            is_word = text[: last + 1].isdigit() or last == 0
            if is_word and row in first_words:
                continue
            place = self._words[row - 1].start if is_word else start
            here = last + 1
            while here and text[here - 1].isdigit() and self._is_raised(start + here - 1, place):
                here -= 1
            if not text[last].isdigit():
                self.marks.add(text[last])
            elif mark := text[here : last + 1]:
                self.marks.add(mark)
                texts[row] = text[:here] + mark.translate(_RAISED) + text[last + 1 :]

    def _is_raised(self, number: int, place: int) -> bool:
        """Whether a character stands higher than the one at `place`, in smaller type or by far."""
        rise = self._index.baseline(place) - self._index.baseline(number)
        if rise < 0.5:
            return False
        size = self._index.size(place)
        return rise < size and (rise > 0.25 * size or self._index.size(number) < 0.9 * size)

    def _read_words(self) -> list[_Stretch]:
        words: list[_Stretch] = []
        for match in _WORD.finditer(self._characters):
            text = match[0]
            if "-" in text or DROPPED in text:
                words += self._parted(text, match.start(), match.end())
            else:
                words.append(_Stretch(text, match.start(), match.end()))
        return words

    def _parted(self, text: str, start: int, end: int) -> Iterator[_Stretch]:
        """The same for a word with hyphens, any of which may end a line, or dropped characters."""
        while text[:1] == DROPPED:
            text, start = text[1:], start + 1
        while text[-1:] == DROPPED:
            text, end = text[:-1], end - 1
        first = 0
        for here in range(1, len(text)):
            if text[here - 1] == "-" and self._index.is_hyphen(start + here - 1):
                yield _Stretch(text[first:here] + HYPHEN, start + first, start + here)
                first = here
        if text:
            yield _Stretch(text[first:], start + first, end)

    def _boxes(self, words: list[_Stretch]) -> tuple[EdgeRows, EdgeRows]:
        """Of each word the box of its ink, and that of its place in the line: as high as its font.

        Ink says nothing about the line: a comma hangs below it, and a dash fills a tenth of it.
        Words that run over two lines are parted first.
        """
        starts = [word.start for word in words]
        standing = self._index.loose(starts)
        ink, has_ink = self._index.tight(starts, [word.end - word.start for word in words])
        for row in np.flatnonzero(~has_ink).tolist():
            ink[row] = _all(self._index.loose(range(words[row].start, words[row].end)))
        height = standing[:, 3] - standing[:, 1]
        tall = np.flatnonzero(ink[:, 3] - ink[:, 1] > 1.5 * height).tolist()
        parts = {row: self._levels(words[row]) for row in tall}
        if any(len(levels) > 1 for levels in parts.values()):
            words[:] = [part for row, word in enumerate(words) for part in parts.get(row, [word])]
            return self._boxes(words)
        standing[:, (0, 2)] = ink[:, (0, 2)]
        standing[tall] = ink[tall]
        return ink, standing

    def _levels(self, word: _Stretch) -> list[_Stretch]:
        """A word that is higher than its font: its share of each line, unless it is read up or down."""
        parts: list[_Stretch] = []
        first = 0
        edges = self._index.loose(range(word.start, word.end)).tolist()
        for here in range(1, word.end - word.start):
            if not (_on_one_line(edges[here - 1], edges[here]) or self._index.is_upended(word.start + here)):
                parts.append(_Stretch(word.text[first:here], word.start + first, word.start + here))
                first = here
        return [*parts, _Stretch(word.text[first:], word.start + first, word.end)]

    def _go_on(self, words: Sequence[_Stretch], standing: EdgeRows) -> npt.NDArray[np.bool_]:
        """Which words but the first stand on the line of the word before them.

        PDFium also breaks lines between parts that stand side by side, such as a bullet and its text.
        """
        characters = self._characters
        broken = np.array(
            [
                "\n" in characters[left.end : right.start] or left.text[-1] == HYPHEN
                for left, right in pairwise(words)
            ],
            np.bool_,
        )
        left, right = standing[:-1].T, standing[1:].T
        overlap = np.minimum(left[3], right[3]) - np.maximum(left[1], right[1])
        level = overlap >= 0.3 * np.minimum(left[3] - left[1], right[3] - right[1])
        # From right to left the next word is near; further back, another column starts.
        returns = left[0] - right[2] > 3 * (left[3] - left[1])
        going: npt.NDArray[np.bool_] = level & ~returns & (~broken | (right[0] >= left[2] - 1))
        # A note in the margin, beside a line of the text in other type; not so a bullet and its text, or the
        # cells of a row, which stand on one baseline.
        heights = left[3] - left[1], right[3] - right[1]
        far = right[0] - left[2] > np.maximum(*heights)
        differs = np.minimum(*heights) < 0.88 * np.maximum(*heights)
        for row in np.flatnonzero(going & far & differs).tolist():
            places = words[row].start, words[row + 1].start
            rise = abs(self._index.baseline(places[0]) - self._index.baseline(places[1]))
            going[row] = len(words[row].text) < 4 or rise < 1
        above = np.minimum(left[2], right[2]) > np.maximum(left[0], right[0])
        for row in np.flatnonzero(~level & ~broken & above).tolist():
            going[row] = self._index.is_upended(words[row + 1].start)
        return going

    def _line(
        self,
        words: Sequence[_Stretch],
        texts: Sequence[str],
        packed: PageWords,
        members: tuple[int, int],
        edges: Edges,
        gaps: npt.NDArray[np.float32],
    ) -> PrintedLine:
        first, last = members
        middle = (first + last) // 2
        # The longest of three: the middle one may be the raised mark of a note, in smaller type.
        near = range(max(middle - 1, first), min(middle + 2, last))
        middle = max(near, key=lambda word: len(texts[word])) if len(texts[middle]) < 4 else middle
        places = words[first].start, words[middle].start, words[last - 1].start
        size = self._index.size(places[1])
        return PrintedLine(
            page=self._number,
            text=" ".join(texts[first:last]),
            edges=(edges[0], edges[1], edges[2], edges[3]),
            baseline=self._index.baseline(places[1]),
            size=size,
            bold=all(self._index.is_bold(place) for place in (places[0], places[2], places[1])),
            upended=self._index.is_upended(places[1]),
            tabular=has_column_gap(gaps, size) and not _is_spread(gaps, texts[first:last]),
            words=packed,
            first_word=first,
            last_word=last,
        )


def _by_kind(word: _Stretch, kinds: Mapping[int, UnseenKind]) -> list[tuple[UnseenKind | None, _Stretch]]:
    """A word in parts that are seen or unseen in the same way."""
    parts: list[tuple[UnseenKind | None, _Stretch]] = []
    for kind, group in groupby(range(word.start, word.end), key=kinds.get):
        numbers = list(group)
        first, last = numbers[0], numbers[-1] + 1
        # A sign for a hyphen at the end of the line may follow the last character.
        text = word.text[first - word.start : last - word.start if last < word.end else None]
        parts.append((kind, _Stretch(text, first, last)))
    return parts


def _packed(texts: Sequence[str], starts: Sequence[int], ink: EdgeRows) -> PageWords:
    """Every word with its offset into its line, when one space stands between two words."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    offsets = np.cumsum(lengths + 1) - lengths - 1
    offsets -= np.repeat(offsets[starts], np.diff([*starts, len(texts)]))
    packed = PageWords()
    packed.starts.frombytes(offsets.astype(np.uint32).tobytes())
    packed.ends.frombytes((offsets + lengths).astype(np.uint32).tobytes())
    packed.edges.frombytes(ink.astype(np.float32).tobytes())
    return packed


def _by_line(fold: np.ufunc, edges: EdgeRows, starts: Sequence[int]) -> EdgeRows:
    folded: EdgeRows = fold.reduceat(edges, starts, axis=0)
    return folded


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


def _all(boxes: EdgeRows) -> Edges:
    x0, y0 = boxes[:, :2].min(axis=0).tolist()
    x1, y1 = boxes[:, 2:].max(axis=0).tolist()
    return x0, y0, x1, y1


def has_column_gap(gaps: npt.NDArray[np.float32], size: float) -> bool:
    """Whether the line is divided into columns. The gap after a number or bullet does not count."""
    return bool((gaps[1:] > _COLUMN_GAP * size).any() or (gaps[:1] > 3 * _COLUMN_GAP * size).any())


def _is_spread(gaps: npt.NDArray[np.float32], texts: Sequence[str]) -> bool:
    """Whether few words fill a narrow column: the space between them is wide, and the same everywhere."""
    if len(gaps) < 2 or any(character.isdigit() for text in texts for character in text):
        return False
    return bool(gaps.max() - gaps.min() < _SPREAD)
