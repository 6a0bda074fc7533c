"""Decide for each page who reads it, by how its own text came out, and have it read.

The text in the file is kept wherever it is good: it is exact. A page goes to text recognition when it holds
no text, when its text is garbled, or when it is a scan on which only a stamp or header is text. Words that a
scanner's software laid unseen over its scan are text of the file and kept. A caller may have any page read by
any page reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import pypdfium2 as pdfium

from pincite.ingest.ocr.garbled import garbled
from pincite.ingest.ocr.lettering import may_hold_letters
from pincite.ingest.ocr.once import Once
from pincite.ingest.ocr.page import ByRecognition, is_blank
from pincite.ingest.pdf.figures import (
    MAX_PIXELS,
    Shown,
    is_background,
    read_picture,
    unprinted,
    view,
    without_struck,
)
from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage
from pincite.ingest.pdf.images import COVERING, Look, Picture, telling
from pincite.ingest.pdf.render import RenderedPage
from pincite.ingest.pdf.setting import confidences, printed_lines, printed_page
from pincite.ingest.pdf.turned import with_unseen
from pincite.ingest.watch import page_read
from pincite.protocols import PageReader, Recogniser
from pincite.records.reading import PageQuality, PageSource, ReadTable, When

Way = Literal["keep", "replace", "beside"]

_GARBLED, _MIN_CHARS = 0.3, 20
_STAMP_CHARS = 200
_SMALL = 0.1
MOST_PICTURES = 24
# A megapixel of small print takes some seconds to recognise: pictures must not hold up a document long.
_MOST_PIXELS = 8_000_000


@dataclass(frozen=True, slots=True)
class Rereading:
    """Pages that the caller wants read by another reader."""

    pages: tuple[int, ...]
    reader: PageReader


@dataclass(frozen=True, slots=True)
class Routed:
    """Every page as it was read in the end, the pictures that are no decoration, and how well it went."""

    pages: list[PrintedPage]
    quality: tuple[PageQuality, ...]
    pictures: tuple[Shown, ...] = ()
    tables: Mapping[int, tuple[ReadTable, ...]] = field(default_factory=dict)
    """Tables that a page reader found, by page."""
    unread_pictures: int = 0
    recognisable: bool = False
    """Whether there is a page or a picture that is read by recognising words, if somebody does that."""


@dataclass(frozen=True, slots=True)
class Router:
    """Sends pages to whoever reads them best."""

    recogniser: Recogniser | None = None
    rereadings: tuple[Rereading, ...] = ()
    most_pictures: int = MOST_PICTURES
    """How many pictures beside text are read, at most."""
    pictures: When = "now"
    """Whether pictures beside text are read, or only named as waiting."""

    @property
    def signature(self) -> str:
        """How pages would be read that are not read by their text."""
        parts = [signature(self.recogniser)]
        if self.most_pictures != MOST_PICTURES and self.recogniser is not None:
            parts.append(f"pictures={self.most_pictures}")
        for again in self.rereadings:
            reader = again.reader
            parts.append(f"reread={','.join(map(str, again.pages))}:{reader.name}-{reader.version}")
        return ";".join(part for part in parts if part)

    def route(
        self,
        document: pdfium.PdfDocument,
        content: bytes,
        pages: Sequence[PrintedPage],
        looks: Sequence[Look],
    ) -> Routed:
        by = self.recogniser
        asked = {number: again.reader for again in self.rereadings for number in again.pages}
        work = _Work(document, content, Once(by) if by else None, self.most_pictures, self.pictures)
        has_text = 2 * sum(bool(page.lines) for page in pages) >= len(pages)
        for page, seen, pictures in zip(pages, looks, telling(looks), strict=True):
            own = quality_of(page, "mixed" if seen.hidden_text else "text")
            way = way_of(own, seen)
            is_image = bool(page.width) and way != "keep" and page.number not in asked
            work.recognisable |= is_image
            if page.number in asked:
                work.reread(page, asked[page.number], "replace", 1.0)
            elif by is not None and is_image:
                if has_text and _only_small_pictures(own, seen) and work.leave(page, own, pictures):
                    continue
                work.reread(page, ByRecognition(by), way, own.garbled / 2 if page.lines else 1.0)
            else:
                work.take(page, own)
            if way == "keep" and page.number not in asked and not seen.hidden_text:
                work.show(page, pictures)
            page_read(page.number, len(pages))
        return work.done()


def way_of(own: PageQuality, seen: Look) -> Way:
    """Whether a page's own text stays, gives way to what is recognised, or stands beside it."""
    if not own.characters or (own.characters >= _MIN_CHARS and own.garbled > _GARBLED):
        return "replace"
    if seen.covered >= COVERING and own.characters < _STAMP_CHARS and not seen.hidden_text:
        return "beside"
    return "keep"


def _only_small_pictures(own: PageQuality, seen: Look) -> bool:
    """Whether a page without text shows a logo or the like, and is no scan."""
    return not own.characters and 0 < seen.covered < _SMALL


def signature(by: Recogniser | None) -> str:
    """What a parse is recorded with whose document has words to recognise, in pages or pictures."""
    return f"ocr={by.name}-{by.version}" if by is not None else "ocr=none"


@dataclass(slots=True)
class _Work:
    document: pdfium.PdfDocument
    content: bytes
    by: Recogniser | None
    most_pictures: int
    when: When
    pages: list[PrintedPage] = field(default_factory=list)
    quality: list[PageQuality] = field(default_factory=list)
    pictures: list[Shown] = field(default_factory=list)
    tables: dict[int, tuple[ReadTable, ...]] = field(default_factory=dict)
    left_out: int = 0
    recognisable: bool = False
    pictures_read: int = 0
    pixels_read: int = 0

    def take(self, page: PrintedPage, quality: PageQuality) -> None:
        self.pages.append(page)
        self.quality.append(quality)

    def leave(self, page: PrintedPage, own: PageQuality, pictures: Sequence[Picture]) -> bool:
        """Whether a page is left for later with the pictures on it that may hold words.

        To recognise a whole page takes seconds, and a text in which one shows a logo can be asked meanwhile.
        """
        if self.when != "later" or not pictures:
            return False
        opened = self.document[page.number - 1]
        try:
            rasters = [view(opened, picture).raster for picture in pictures]
        finally:
            opened.close()
        waiting = sum(not is_blank(each) and may_hold_letters(each) for each in rasters)
        if waiting:
            self.take(page, replace(own, waiting_pictures=waiting))
            page_read(page.number, len(self.document))
        return waiting > 0

    def reread(self, page: PrintedPage, reader: PageReader, way: Way, most_garbled: float) -> None:
        """Have a page read; its own text stays when the other is garbled more than that.

        A page of keys or sequences looks garbled too, and reads no better from its image.
        """
        opened = self.document[page.number - 1]
        try:
            read = reader.read_page(RenderedPage(self.content, page.number, opened))
            width, height = opened.get_size()
        finally:
            opened.close()
        if way == "beside":
            rest = unprinted(read.lines, page)
            added = printed_lines(rest, page.number, read.angle, (width, height))
            merged = replace(page, lines=_merged(page.lines, added))
            self.take(merged, quality_of(merged, "mixed" if added else "text"))
            return
        kept = tuple(without_struck(read.lines, with_unseen(page, page)))
        if kept != read.lines:
            # Its tables count its lines.
            read = replace(read, lines=kept, tables=())
        again = with_unseen(printed_page(read, page.number, width, height), page)
        source: PageSource = "recognised" if len(confidences(again.lines)) else "text"
        quality = quality_of(again, source)
        if not again.lines or quality.garbled > most_garbled:
            self.take(page, quality_of(page, "text"))
            return
        if read.tables and sum(len(line.words) for line in read.lines) == len(again.lines[0].words.starts):
            self.tables[page.number] = read.tables
            rows = {cell.line for table in read.tables for cell in table.cells}
            # A row must not be taken for a line of the paragraph around it.
            lines = [replace(line, tabular=line.tabular or n in rows) for n, line in enumerate(again.lines)]
            again = replace(again, lines=tuple(lines))
        self.take(again, quality)

    def show(self, page: PrintedPage, pictures: Sequence[Picture]) -> None:
        """Read the pictures that stand beside a page's text."""
        if not pictures:
            return
        opened = self.document[page.number - 1]
        try:
            found = [self._shown(opened, page, picture) for picture in pictures]
        finally:
            opened.close()
        shown = [picture for picture in found if picture is not None]
        self.pictures += shown
        lines = [line for picture in shown for line in picture.lines]
        if lines:
            self.quality[-1] = _quality(page, "mixed", [*page.lines, *lines])

    def _shown(self, opened: pdfium.PdfPage, page: PrintedPage, picture: Picture) -> Shown | None:
        """The picture, with its words while there is time for them."""
        if is_background(picture, page):
            return Shown(page.number, picture.edges)
        self.recognisable = True
        if self.by is None:
            return Shown(page.number, picture.edges)
        pixels = min(picture.identity[0] * picture.identity[1], MAX_PIXELS)
        most_pixels = _MOST_PIXELS * self.most_pictures // MOST_PICTURES
        if self.pictures_read == self.most_pictures or self.pixels_read + pixels > most_pixels:
            self.left_out += 1
            return Shown(page.number, picture.edges)
        self.pictures_read += 1
        self.pixels_read += pixels
        seen, wordless = view(opened, picture), Shown(page.number, picture.edges)
        if is_blank(seen.raster):
            return None
        if not may_hold_letters(seen.raster):
            return wordless
        if self.when == "later":
            own = self.quality[-1]
            self.quality[-1] = replace(own, waiting_pictures=own.waiting_pictures + 1)
            return wordless
        shown = read_picture(seen, page, self.by)
        # A page of many pictures gets on with each of them.
        page_read(page.number, len(self.document))
        return shown

    def done(self) -> Routed:
        return Routed(
            *(self.pages, tuple(self.quality), tuple(self.pictures), self.tables),
            *(self.left_out, self.recognisable),
        )


def quality_of(page: PrintedPage, source: PageSource) -> PageQuality:
    """How well a page was read whose lines, if it has any, come from `source`."""
    if not page.width:
        source = "damaged"
    elif not page.lines:
        source = "nothing"
    return _quality(page, source, page.lines)


def _quality(page: PrintedPage, source: PageSource, lines: Sequence[PrintedLine]) -> PageQuality:
    text = "\n".join(line.text for line in lines)
    marks = confidences(lines)
    sure = sum(marks) / len(marks) / 100 if marks else None
    return PageQuality(page.number, source, _count(text), garbled(text), sure)


def _count(text: str) -> int:
    return len(text) - text.count(" ") - text.count("\n")


def _merged(printed: Sequence[PrintedLine], added: Sequence[PrintedLine]) -> tuple[PrintedLine, ...]:
    """A stamp's or header's lines before or after the recognised ones, by where they stand."""
    if not added:
        return tuple(printed)
    first = added[0].edges[1]
    before = [line for line in printed if line.edges[1] <= first]
    after = [line for line in printed if line.edges[1] > first]
    return (*before, *added, *after)
