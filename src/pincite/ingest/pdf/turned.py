"""Turn what was read from a page that is printed sideways back to where the page shows it.

Such a page is read as if it had been turned upright: its lines, columns and tables are found there. The
boxes that a document keeps are those of the page as it is shown.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage, cut
from pincite.records.document import PRINTED, Box, Line, Words


def turn_back(pages: Sequence[PrintedPage], lines: Sequence[Line], words: Words) -> list[Line]:
    """The lines where they stand on the pages as they are shown; the words are turned in place."""
    turned = {page.number: page for page in pages if page.turn}
    if not turned:
        return list(lines)
    edges = words.edges
    # What was recognised in a picture was never turned.
    kept = [start for start, mark in zip(words.starts, words.confidences, strict=False) if mark != PRINTED]
    for number, page in enumerate(words.pages):
        if page in turned and not _holds(kept, words.starts[number], words.ends[number]):
            x0, y0, x1, y1 = edges[4 * number : 4 * number + 4]
            edges[4 * number : 4 * number + 4] = array("f", _back((x0, y0, x1, y1), turned[page]))
    return [
        line if _holds(kept, line.span.start, line.span.end) else _line_back(line, turned) for line in lines
    ]


def with_unseen(again: PrintedPage, page: PrintedPage) -> PrintedPage:
    """A page that was read in another way, with what its file holds unseen."""
    unseen = tuple(replace(each, line=_upright(each.line, page), beside=None) for each in page.unseen)
    return replace(again, unseen=unseen)


def _upright(line: PrintedLine, page: PrintedPage) -> PrintedLine:
    """A line of a turned page, by itself, where the page shows it."""
    alone = cut(line, line.first_word, line.last_word)
    if not page.turn:
        return alone
    edges = alone.words.edges
    for word in range(alone.last_word):
        x0, y0, x1, y1 = edges[4 * word : 4 * word + 4]
        edges[4 * word : 4 * word + 4] = array("f", _back((x0, y0, x1, y1), page))
    return replace(alone, edges=_back(line.edges, page))


def _holds(places: Sequence[int], start: int, end: int) -> bool:
    return bisect_left(places, start) < bisect_left(places, end)


def _line_back(line: Line, turned: Mapping[int, PrintedPage]) -> Line:
    if line.box is None or line.box.page not in turned:
        return line
    box = line.box
    # As exact as the boxes of words, which must not stand out of it by a rounding.
    edges = array("f", _back((box.x0, box.y0, box.x1, box.y1), turned[box.page]))
    return replace(line, box=Box(box.page, *edges))


def _back(edges: Edges, page: PrintedPage) -> Edges:
    x0, y0, x1, y1 = edges
    if page.turn == 90:
        return y0, page.width - x1, y1, page.width - x0
    if page.turn == 180:
        return page.width - x1, page.height - y1, page.width - x0, page.height - y0
    return page.height - y1, x0, page.height - y0, x1
