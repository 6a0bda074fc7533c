"""Tell the characters that a page does not show: of no size, without ink, or lost on what lies around them.

Words without ink over an image are what a scanner recognised in it, and over drawings the letters may be
drawn: both are shown in another way, and stay. So do words that a scan covers in which they can be read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium

from pincite.ingest.pdf.charindex import CharIndex, EdgeRows
from pincite.ingest.pdf.doubtful import Texts, texts
from pincite.ingest.pdf.objects import Objects, Scene, bounds, scene
from pincite.ingest.pdf.shapes import Flags, Places, Shapes, held, shapes
from pincite.ingest.pdf.sight import Sight, can_draw

_SMALLEST = 1.5
"""In points: nobody reads smaller print."""
_USUAL_PAGE = 600.0
_TRACE = 18
"""Of 255: what changes a page less than this is not seen."""
_CONTRAST = 40
_MOST = 0.5
_SEE_THROUGH = 13
_MANY = 1000
_LATER = 1 << 40
"""The place of what is in no list: nothing was drawn over it."""


@dataclass(frozen=True, slots=True)
class Stretches:
    """The words of a page: which characters, and where their ink and they themselves stand."""

    starts: Sequence[int]
    ends: Sequence[int]
    ink: EdgeRows
    standing: EdgeRows
    characters: str
    """Of the whole page."""


@dataclass(frozen=True, slots=True)
class _Suspects:
    """Characters in doubt, with their words and the objects that draw them."""

    numbers: list[int]
    words: npt.NDArray[np.int64]
    handles: list[int]
    boxes: EdgeRows

    def chosen(self, flags: Flags) -> _Suspects:
        rows = np.flatnonzero(flags).tolist()
        return _Suspects(
            [self.numbers[row] for row in rows],
            self.words[rows],
            [self.handles[row] for row in rows],
            self.boxes[rows],
        )


def off_page(page: pdfium.PdfPage, turn: int, ink: EdgeRows) -> Flags:
    """Which words stand outside the page."""
    width, height = page.get_size()
    if turn % 180:
        width, height = height, width
    out: Flags = (ink[:, 2] <= 0) | (ink[:, 3] <= 0) | (ink[:, 0] >= width) | (ink[:, 1] >= height)
    return out


def _tiny(page: pdfium.PdfPage, index: CharIndex, words: Stretches) -> Flags:
    """Which words are too small to be read. Fonts made of pictures state no size: their ink tells it."""
    # A page that is small itself is looked at from nearer.
    smallest = _SMALLEST * min(max(page.get_size()) / _USUAL_PAGE, 1.0)
    lengths = np.array(words.ends) - np.array(words.starts)
    sides = words.ink[:, 2:] - words.ink[:, :2]
    found: Flags = sides.max(axis=1) < smallest * lengths
    # Letters may also be squeezed to nothing in one direction.
    found |= sides.min(axis=1) < 0.25 * smallest * lengths
    for row in np.flatnonzero(found).tolist():
        found[row] = index.extent(words.starts[row]) < smallest
    return found


def hidden(
    page: pdfium.PdfPage, index: CharIndex, words: Stretches, objects: Objects, has_layered_forms: bool
) -> set[int]:
    """The numbers of the characters on the page that are too small to be seen, or drawn and not seen."""
    look = _Look(page, index, words, scene(objects), has_layered_forms)
    found = look.hidden()
    found = _whole_words(words, found, look.over_edge)
    for row in np.flatnonzero(_tiny(page, index, words)).tolist():
        if not look.is_recognised(row):
            found.update(range(words.starts[row], words.ends[row]))
    return found


class _Look:
    def __init__(
        self,
        page: pdfium.PdfPage,
        index: CharIndex,
        words: Stretches,
        drawn: Scene,
        has_layered_forms: bool,
    ) -> None:
        self._index, self._words, self._drawn = index, words, drawn
        self._texts: Texts = texts(drawn, self._outer, 2 * len(words.starts), has_layered_forms)
        self._shapes: Shapes = shapes(drawn, index.frame, index.rotation)
        self._sight = Sight(page, index.turn)
        self.over_edge: set[int] = set()
        """Characters in doubt that cannot be looked at, as they stand outside the page."""

    def hidden(self) -> set[int]:
        doubted = self._doubted_words()
        signs = self._texts
        if not (doubted.any() or signs.suspected):
            return set()
        suspects = self._suspects(doubted)
        if not suspects.numbers:
            return set()
        inkless = np.array([handle in signs.inkless for handle in suspects.handles])
        found = set(self._without_ink(suspects.chosen(inkless), suspects))
        found |= set(self._without_trace(suspects.chosen(~inkless), suspects))
        return found

    def _outer(self) -> set[int]:
        """The objects that begin or end a word."""
        ends = [end - 1 for end in self._words.ends]
        return set(self._index.text_objects([*self._words.starts, *ends]))

    def is_recognised(self, word: int) -> bool:
        """Whether a word lies unseen over or under an image: its size is a guess of who recognised it."""
        box = self._words.ink[word : word + 1]
        (handle,) = self._index.text_objects([self._words.starts[word]])
        if handle in self._texts.inkless:
            return bool(self._shapes.on_images(box)[0])
        return bool(self._shapes.under_images(box, self._places([handle]))[0])

    def _doubted_words(self) -> Flags:
        """Words under a shape, or on one of their colour."""
        if not len(self._shapes):
            return np.zeros(len(self._words.starts), np.bool_)
        return self._by_shapes(self._index.text_objects(self._words.starts), self._words.ink)

    def _by_shapes(self, handles: Sequence[int], boxes: EdgeRows) -> Flags:
        places, colours = self._places(handles), self._colours(handles)
        return self._shapes.over(boxes, places) | self._shapes.under(boxes, places, colours)

    def _places(self, handles: Sequence[int]) -> Places:
        rows, places = self._texts.rows, self._texts.places
        return np.array([places[rows[each]] if each in rows else _LATER for each in handles], np.int64)

    def _colours(self, handles: Sequence[int]) -> npt.NDArray[np.uint32]:
        rows = [self._texts.rows.get(handle, -1) for handle in handles]
        black = np.array([[0, 0, 0, 255]], np.uint32)
        return np.concatenate([self._texts.colours, black])[rows]

    def _suspects(self, doubted: Flags) -> _Suspects:
        """The characters in doubt; words may be drawn by several objects."""
        words, signs = self._words, self._texts
        suspected = signs.suspected
        looked_at = np.flatnonzero(doubted | self._near(suspected)).tolist()
        spans = [(words.starts[row], words.ends[row]) for row in looked_at]
        numbers = [number for start, end in spans for number in range(start, end)]
        owners = np.repeat(np.array(looked_at, np.int64), [end - start for start, end in spans])
        handles = self._index.text_objects(numbers)
        flags = np.array([handle in suspected for handle in handles], np.bool_) | doubted[owners]
        flags &= np.array(handles, np.int64) != 0
        rows = np.flatnonzero(flags).tolist()
        chosen = [numbers[row] for row in rows]
        found = _Suspects(chosen, owners[rows], [handles[row] for row in rows], self._index.glyphs(chosen))
        # A character without a box has no ink of its own; it goes with the rest of its word.
        x0, y0, x1, y1 = found.boxes.T
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        inside = (x >= 0) & (y >= 0) & (x < self._sight.width) & (y < self._sight.height)
        self.over_edge = set(found.chosen(~inside).numbers)
        found = found.chosen((x1 > x0) & (y1 > y0) & inside)
        return found.chosen(self._still_doubted(found))

    def _near(self, suspected: frozenset[int]) -> Flags:
        """Which words stand where these objects do: asking for the object of every character takes long."""
        places = [self._texts.places[self._texts.rows[handle]] for handle in suspected]
        if not places or len(places) > _MANY:
            return np.full(len(self._words.starts), len(places) > _MANY)
        areas = bounds(self._drawn, places, self._index.frame, self._index.rotation)
        ink = self._words.ink
        found = np.zeros(len(ink), np.bool_)
        for x0, y0, x1, y1 in areas.tolist():
            found |= (ink[:, 0] <= x1) & (x0 <= ink[:, 2]) & (ink[:, 1] <= y1) & (y0 <= ink[:, 3])
        return found

    def _still_doubted(self, found: _Suspects) -> Flags:
        signs = self._texts
        certain = signs.inkless | signs.doubtful
        doubted = np.array([handle in certain for handle in found.handles], np.bool_)
        pale = np.array([handle in signs.pale for handle in found.handles], np.bool_)
        if not len(self._shapes):
            return doubted | pale
        places, colours = self._places(found.handles), self._colours(found.handles)
        doubted |= self._by_shapes(found.handles, found.boxes) & ~pale
        doubted |= self._shapes.over(found.boxes, places)
        rows = np.flatnonzero(pale & ~doubted)
        on_dark = self._shapes.contrasting(found.boxes[rows], places[rows], colours[rows])
        doubted[rows[~on_dark]] = True
        return doubted

    def _without_ink(self, found: _Suspects, all_suspects: _Suspects) -> Iterator[int]:
        if not found.numbers:
            return
        off_image = found.chosen(~self._shapes.on_images(found.boxes))
        yield from _unless(off_image, self._shown_otherwise(off_image, all_suspects))

    def _without_trace(self, found: _Suspects, all_suspects: _Suspects) -> Iterator[int]:
        if not found.numbers:
            return
        seen, clear, ground = self._sight.traces(found.handles, found.boxes)
        lost = seen < _TRACE
        # Of a word that is cut off, the slivers of some letters are left.
        lost |= _mostly(lost, found.words) & (clear < _TRACE)
        lost &= self._is_sure(found, lost, ground)
        gone = found.chosen(lost)
        if not gone.numbers:
            return
        on_images, twice = self._shapes.on_images(gone.boxes), self._has_twin(gone)
        yield from gone.chosen(~on_images & ~twice).numbers
        covered = gone.chosen(on_images)
        shown = self._shown_otherwise(covered, all_suspects)
        # Where the image shows most words, they were recognised in it; and the others, too.
        yield from () if shown.size and shown.mean() >= _MOST else _unless(covered, shown)
        again = gone.chosen(twice & ~on_images)
        yield from _unless(again, self._shown_otherwise(again, all_suspects))

    def _is_sure(self, found: _Suspects, lost: Flags, ground: npt.NDArray[np.int64]) -> Flags:
        """Where PDFium lacks the letters of a font it draws nothing: then the colour must tell."""
        colours = self._colours(found.handles).astype(np.int64)
        blends = (np.abs(colours[:, :3] - ground[:, ::-1]).max(axis=1) < _TRACE) | (
            colours[:, 3] <= _SEE_THROUGH
        )
        texts_of: dict[int, list[str]] = {}
        for row in np.flatnonzero(lost & ~blends).tolist():
            number = found.numbers[row]
            texts_of.setdefault(found.handles[row], []).append(self._words.characters[number])
        drawable = {handle for handle, text in texts_of.items() if can_draw(handle, text[:8])}
        sure: Flags = blends | np.array([handle in drawable for handle in found.handles], np.bool_)
        return sure

    def _has_twin(self, gone: _Suspects) -> Flags:
        """Which characters are drawn a second time in the same place, of which PDFium gives only one."""
        read = set(self._index.text_objects(range(len(self._words.characters))))
        others = [self._texts.places[row] for handle, row in self._texts.rows.items() if handle not in read]
        if not others:
            return np.zeros(len(gone.numbers), np.bool_)
        boxes = bounds(self._drawn, others, self._index.frame, self._index.rotation)
        return held(boxes, gone.boxes)

    def _shown_otherwise(self, found: _Suspects, all_suspects: _Suspects) -> Flags:
        """Which characters stand where something else draws letters that are not those of other words."""
        if not found.numbers:
            return np.zeros(0, np.bool_)
        in_doubt = np.zeros(len(self._words.starts), np.bool_)
        in_doubt[all_suspects.words] = True
        ink = self._sight.contrasts(found.boxes) >= _CONTRAST
        ink &= ~held(self._words.ink[~in_doubt], found.boxes)
        return _mostly(ink, found.words)


def _whole_words(words: Stretches, found: set[int], over_edge: set[int]) -> set[int]:
    """The same characters, and what goes with them in their words: over the edge, or without ink."""
    complete = set(found)
    for row in {bisect_right(words.starts, number) - 1 for number in found}:
        numbers = range(words.starts[row], words.ends[row])
        complete.update(over_edge.intersection(numbers))
        rest = [words.characters[number] for number in numbers if number not in complete]
        if not any(map(str.isprintable, rest)):
            complete.update(numbers)
    return complete


def _mostly(flags: Flags, words: npt.NDArray[np.int64]) -> Flags:
    """Which characters belong to a word of which most characters are so."""
    most: Flags = np.bincount(words, flags) >= _MOST * np.maximum(np.bincount(words), 1)
    return most[words]


def _unless(found: _Suspects, shown: Flags) -> list[int]:
    return found.chosen(~shown).numbers
