"""Read the words in a page's pictures, and find where between its paragraphs they belong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2 as pdfium

from pincite.ingest.ocr.page import recognised_as_it_stands
from pincite.ingest.paragraphs import Group
from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage
from pincite.ingest.pdf.images import Picture
from pincite.ingest.pdf.render import draw
from pincite.ingest.pdf.setting import printed_lines
from pincite.protocols import Recogniser
from pincite.records.reading import Raster, ReadLine, ReadWord

MAX_PIXELS = 3_000_000
_MIN_SCALE, _MAX_SCALE = 1.0, 200 / 72
_MIN_LETTERS = 3
_LINES_OVER = 2
_MIN_CONFIDENCE = 50
"""Below it, a word in a picture is more likely part of what is drawn."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture on a page with the lines written in it."""

    page: int
    edges: Edges
    lines: tuple[PrintedLine, ...] = ()
    description: str = ""
    """What a describer says that it shows: not a word of it stands in the document."""


@dataclass(frozen=True, slots=True)
class View:
    """A picture as the page shows it, with `scale` pixels for a point."""

    picture: Picture
    raster: Raster
    scale: float


def view(page: pdfium.PdfPage, picture: Picture) -> View:
    x0, y0, x1, y1 = picture.edges
    width, height = max(x1 - x0, 1.0), max(y1 - y0, 1.0)
    # More than the image's own pixels shows no more of it.
    own = max(picture.identity[0] / width, picture.identity[1] / height, _MIN_SCALE)
    scale = min(own, _MAX_SCALE, (MAX_PIXELS / (width * height)) ** 0.5)
    return View(picture, draw(page, scale, picture.edges), scale)


def read_picture(seen: View, printed: PrintedPage, by: Recogniser) -> Shown:
    """The picture with its words."""
    picture = seen.picture
    x0, y0, _, _ = picture.edges
    read = recognised_as_it_stands(by, seen.raster, 1 / seen.scale)
    moved = [ReadLine(tuple(_moved(word, x0, y0) for word in line.words)) for line in read.lines]
    lines = unprinted(moved, printed)
    angle = read.angle if abs(read.angle) < 45 else 0.0
    letters = sum(map(str.isalnum, "".join(word.text for line in lines for word in line.words)))
    if letters < _MIN_LETTERS:
        return Shown(printed.number, picture.edges)
    size = printed.width, printed.height
    return Shown(printed.number, picture.edges, printed_lines(lines, printed.number, angle, size))


def is_background(picture: Picture, printed: PrintedPage) -> bool:
    """Whether the page prints words over the picture: then it is what they stand on."""
    return sum(_is_on(line.edges, picture.edges) for line in printed.lines) >= _LINES_OVER


def unprinted(lines: Sequence[ReadLine], printed: PrintedPage) -> list[ReadLine]:
    """The lines without words that the page prints in the same place, which need no recognition."""
    boxes = [box for line in printed.lines for box in _boxes(line)]
    sure = [
        ReadLine(words)
        for line in lines
        if (words := tuple(word for word in line.words if word.confidence >= _MIN_CONFIDENCE))
    ]
    return without_struck(_beside(sure, boxes), printed)


def without_struck(lines: Sequence[ReadLine], printed: PrintedPage) -> list[ReadLine]:
    """The lines without words that are struck out on the page: an image shows them as well."""
    struck = [box for each in printed.unseen if each.kind == "struck" for box in _boxes(each.line)]
    # Two words may be recognised as one, whose middle is the blank between them.
    return _beside(lines, [(x0 - (y1 - y0) / 4, y0, x1 + (y1 - y0) / 4, y1) for x0, y0, x1, y1 in struck])


def _boxes(line: PrintedLine) -> Iterator[Edges]:
    for word in range(line.first_word, line.last_word):
        x0, y0, x1, y1 = line.words.edges[4 * word : 4 * word + 4]
        yield x0, y0, x1, y1


def _beside(lines: Sequence[ReadLine], boxes: Sequence[Edges]) -> list[ReadLine]:
    """The lines without words that lie on a box."""
    if not boxes:
        return list(lines)
    kept = (
        tuple(word for word in line.words if not any(_is_on(word.edges, box) for box in boxes))
        for line in lines
    )
    return [ReadLine(words) for words in kept if words]


def place(pictures: Sequence[Shown], body: Sequence[PrintedLine], groups: Sequence[Group]) -> dict[int, int]:
    """After which group each picture's words belong, by the picture's number; -1 is before them all.

    A picture inside a paragraph that runs on from the page before to the page after has no place.
    """
    found = {
        number: _place(picture, body, groups) for number, picture in enumerate(pictures) if picture.lines
    }
    return {number: group for number, group in found.items() if group is not None}


def _place(picture: Shown, body: Sequence[PrintedLine], groups: Sequence[Group]) -> int | None:
    ends = [-1, *(body[group.last - 1].page for group in groups)]
    starts = [*(body[group.first].page for group in groups), picture.page]
    allowed = [
        number - 1
        for number, (end, start) in enumerate(zip(ends, starts, strict=True))
        if end <= picture.page <= start
    ]
    above = [
        number for number in allowed if number >= 0 and _is_above(body[groups[number].last - 1], picture)
    ]
    beside = [number for number in above if _overlaps(body[groups[number].last - 1], picture)]
    return next((numbers[-1] for numbers in (beside, above) if numbers), allowed[0] if allowed else None)


def _is_above(line: PrintedLine, picture: Shown) -> bool:
    return line.page == picture.page and line.edges[1] < (picture.edges[1] + picture.edges[3]) / 2


def _overlaps(line: PrintedLine, picture: Shown) -> bool:
    return min(line.edges[2], picture.edges[2]) > max(line.edges[0], picture.edges[0])


def _moved(word: ReadWord, x: float, y: float) -> ReadWord:
    x0, y0, x1, y1 = word.edges
    return ReadWord(word.text, (x0 + x, y0 + y, x1 + x, y1 + y), word.confidence)


def _is_on(word: Edges, box: Sequence[float]) -> bool:
    x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1
