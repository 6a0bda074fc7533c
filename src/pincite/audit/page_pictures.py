"""Pictures of the pages that are cited: each page once, or of many pages only strips around the words.

A picture is drawn once and shown as often as something cites it. What all of them may take together is
bounded; where no room is left, a place is shown as lines of text, and the report says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from pincite.audit.places import Sources
from pincite.errors import Encrypted, InputError, MissingExtra
from pincite.ingest.image import frames
from pincite.picture.strips import PdfSheets, Picture, compact
from pincite.records.document import Box, Document
from pincite.records.library import Identity
from pincite.records.reading import Raster
from pincite.records.span import Span

# Of a photograph some thousand pixels across are enough to read it.
_ACROSS = 1_000


class ImageSheets:
    """The pages of one image file."""

    def __init__(self, content: bytes, name: str) -> None:
        self._frames = list(frames(content, name))

    def size(self, page: int) -> tuple[float, float]:
        """Width and height in points, as they were read."""
        frame = self._frames[page - 1]
        return frame.raster.width * frame.points, frame.raster.height * frame.points

    def strip(self, part: Box, dpi: float) -> Raster:
        """A part of a page, which the box names."""
        raster, points = self._frames[part.page - 1].raster, self._frames[part.page - 1].points
        pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
        left, top, right, bottom = (round(edge / points) for edge in (part.x0, part.y0, part.x1, part.y1))
        cut = pixels[top : max(bottom, top + 1), left : max(right, left + 1)]
        wanted = max((part.x1 - part.x0) * dpi / 72, _ACROSS)
        every = max(1, int(cut.shape[1] / wanted))
        small = np.ascontiguousarray(cut[::every, ::every])
        return Raster(small.shape[1], small.shape[0], small.tobytes())


MOST_WHOLE_PAGES = 24
_MOST_BYTES = 13_000_000  # in Base64 a third more, and all of a report stays under 20 MB
_WHOLE_DPI, _STRIP_DPI = 130.0, 110.0
# Points of a page that are shown above and below the quoted words, and beside the lines there.
_ABOVE, _BESIDE, _MARGIN = 46.0, 10.0, 5.0
_APART = 8.0
PageOf = tuple[Identity, int]


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page or a strip of it, as one picture. `part` says which of the page it shows, in points."""

    id: str
    identity: Identity
    part: Box
    picture: Picture = field(repr=False)
    is_whole: bool

    @property
    def size(self) -> int:
        return len(self.picture.content)


@dataclass(slots=True)
class PagePictures:
    """All pictures of one report."""

    drawn: dict[PageOf, list[DrawnPage]] = field(default_factory=dict)
    left_out: int = 0
    """Pages for which no room was left."""
    locked: list[str] = field(default_factory=list)
    """The names of encrypted documents, which need their password."""

    def of(self, identity: Identity, boxes: Sequence[Box]) -> list[tuple[DrawnPage, Box]]:
        """The pictures on which these words are, each with the words on it, page by page."""
        found = []
        for number in dict.fromkeys(box.page for box in boxes):
            words = Box.around([box for box in boxes if box.page == number])
            drawn = self.drawn.get((identity, number), [])
            held = [each for each in drawn if each.part.y0 <= words.y0 and words.y1 <= each.part.y1]
            found += [(held[0], words)] if held else []
        return found

    @property
    def size(self) -> int:
        """Of all pictures, in bytes."""
        return sum(each.size for drawn in self.drawn.values() for each in drawn)

    @property
    def whole(self) -> list[DrawnPage]:
        """The pages that are shown whole, document by document and in order."""
        pages = [each for drawn in self.drawn.values() for each in drawn if each.is_whole]
        return sorted(pages, key=lambda each: (each.identity, each.part.page))


def draw(sources: Sources, cited: Iterable[tuple[Identity, Sequence[Box]]]) -> PagePictures:
    """Pictures of everything that is cited: whole pages where they are few, and else strips of them."""
    by_page: dict[PageOf, list[Box]] = {}
    for identity, boxes in cited:
        for number in dict.fromkeys(box.page for box in boxes):
            words = Box.around([box for box in boxes if box.page == number])
            by_page.setdefault((identity, number), []).append(words)
    made = PagePictures()
    for identity, pages in groupby(sorted(by_page), key=lambda page: page[0]):
        for page, drawn in _of_document(sources, identity, list(pages), by_page, made):
            made.drawn[page] = drawn
    return made


def shown_part(document: Document, drawn: DrawnPage, words: Box) -> Box:
    """What to show of a picture around some words: the lines above and below, without empty margins."""
    top, bottom = max(drawn.part.y0, words.y0 - _ABOVE), min(drawn.part.y1, words.y1 + _ABOVE)
    page = document.pages[words.page - 1]
    body = document.lines_of(Span(page.start, page.end)) if page.end > page.start else ()
    lines = [line.box for line in body if line.box and line.box.page == words.page]
    # Whole lines only: one that is cut in half looks like a fault.
    around = Box.around([words, *(box for box in lines if box.y0 >= top and box.y1 <= bottom)])
    above = [box.y1 for box in lines if box.y1 <= around.y0]
    below = [box.y0 for box in lines if box.y0 >= around.y1]
    return Box(
        words.page,
        max(drawn.part.x0, around.x0 - _BESIDE),
        max(drawn.part.y0, around.y0 - _MARGIN, *above),
        min(drawn.part.x1, around.x1 + _BESIDE),
        min(drawn.part.y1, around.y1 + _MARGIN, *below),
    )


def _of_document(
    sources: Sources,
    identity: Identity,
    pages: Sequence[PageOf],
    by_page: Mapping[PageOf, Sequence[Box]],
    made: PagePictures,
) -> Iterator[tuple[PageOf, list[DrawnPage]]]:
    document = sources.document(identity)
    if document is None or document.format not in ("pdf", "image"):
        return
    are_few = len(by_page) <= MOST_WHOLE_PAGES
    try:
        with ExitStack() as closing:
            sheets = _sheets(closing, document, sources, identity)
            for page in pages:
                if made.size >= _MOST_BYTES:
                    made.left_out += 1
                    continue
                whole = Box(page[1], 0.0, 0.0, *sheets.size(page[1]))
                parts = [whole] if are_few else _strips(by_page[page], whole)
                dpi = _WHOLE_DPI if are_few else _STRIP_DPI
                pictures = [compact(sheets.strip(part, dpi)) for part in parts]
                yield (
                    page,
                    [
                        DrawnPage(_id(identity, part, number), identity, part, picture, are_few)
                        for number, (part, picture) in enumerate(zip(parts, pictures, strict=True), start=1)
                    ],
                )
    except Encrypted:
        made.locked.append(identity.name)
    except (InputError, MissingExtra):  # what cannot be drawn is shown as text
        return


def _sheets(
    closing: ExitStack, document: Document, sources: Sources, identity: Identity
) -> PdfSheets | ImageSheets:
    content = sources.content(identity)
    if document.format == "image":
        return ImageSheets(content, identity.name)
    return closing.enter_context(PdfSheets(content, identity.name, sources.password))


def _strips(boxes: Sequence[Box], page: Box) -> list[Box]:
    """Bands of the page around the words; those that touch are one."""
    bands: list[tuple[float, float]] = []
    for box in sorted(boxes, key=lambda box: box.y0):
        top, bottom = max(page.y0, box.y0 - _ABOVE), min(page.y1, box.y1 + _ABOVE)
        if bands and top <= bands[-1][1] + _APART:
            bands[-1] = bands[-1][0], max(bands[-1][1], bottom)
        else:
            bands.append((top, bottom))
    return [Box(page.page, page.x0, top, page.x1, bottom) for top, bottom in bands if bottom > top]


def _id(identity: Identity, part: Box, number: int) -> str:
    return f"page-{identity.version[:10]}-{part.page}" + ("" if number == 1 else f"-{number}")
