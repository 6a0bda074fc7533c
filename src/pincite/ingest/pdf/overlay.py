"""Put what fields and stamps show among the lines of their page, where a reader would read it.

A value that stands in a line of the page becomes words of that line, and a tick goes before its label. What
stands on no line becomes a line of its own, behind the one that it stands under.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pincite.ingest.pdf.annotations import Overlaid
from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.glyphs import PageWords, PrintedLine, PrintedPage

_NEAR = 3.0
"""In heights of a line: a field that begins further from a line's end does not go on with it."""
_FAR = 1e6
_COLUMN_GAP = 2.5

_Word = tuple[str, Edges]


@dataclass(slots=True)
class _Row:
    """A line of the page that may take words in."""

    line: PrintedLine
    words: list[_Word]
    edges: Edges
    under: int = -1
    """Of a row that is not printed: the `id()` of the row above it; 0 at the top of the page."""
    changed: bool = False

    def take(self, words: Sequence[_Word]) -> None:
        x0 = words[0][1][0]
        place = next(
            (n for n, (_, box) in enumerate(self.words) if (box[0] + box[2]) / 2 > x0), len(self.words)
        )
        self.words[place:place] = words
        self.edges = _around([self.edges, *(box for _, box in words)])
        self.changed = True


def overlay(page: PrintedPage, shown: Sequence[Overlaid]) -> PrintedPage:
    """The page with what is shown over it."""
    if not shown:
        return page
    rows = [_Row(line, _words(line), line.edges) for line in page.lines]
    begun: dict[Edges, _Row] = {}
    for item in sorted(shown, key=lambda item: (item.line.edges[1], item.line.edges[0])):
        if not (item.is_tick and _replace_printed(rows, item)):
            begun[item.area] = _place(rows, item, begun.get(item.area))
    return replace(page, lines=tuple(_written(row) if row.changed else row.line for row in rows))


def _place(rows: list[_Row], item: Overlaid, above: _Row | None) -> _Row:
    """Put a line in, and return the row it went to; `above` is that of the line before it in its field."""
    words = _words(item.line)
    if above is None:
        host = _nearest(rows, item, _NEAR)
        above = _above(rows, item)
        if host is None and not _is_label(above, item):
            host = _nearest(rows, item, _FAR)
        if host is not None:
            host.take(words)
            return host
    under = 0 if above is None else id(above)
    beside = next((row for row in rows if row.under == under and _is_level(row, item.line.edges)), None)
    if beside is not None:
        beside.take(words)
        return beside
    place = 0 if above is None else next(n for n, row in enumerate(rows) if row is above) + 1
    while place < len(rows) and rows[place].under == under:
        place += 1
    rows.insert(place, _Row(item.line, words, item.line.edges, under))
    return rows[place]


def _nearest(rows: Sequence[_Row], item: Overlaid, limit: float) -> _Row | None:
    """The row that the first line of a field stands in, or that names the field from its left."""
    found = [
        row
        for row in rows
        if row.under < 0
        and (_is_level(row, item.line.edges) or _names(row, item))
        and _distance(row, item) <= limit
    ]
    return min(found, key=lambda row: _distance(row, item), default=None)


def _names(row: _Row, item: Overlaid) -> bool:
    """Whether a line stands left of a field of several lines, at its height."""
    middle = (row.line.edges[1] + row.line.edges[3]) / 2
    return (
        row.edges[2] <= item.area[0] + 1 and item.area[1] <= middle <= item.area[3] and not row.line.upended
    )


def _is_label(above: _Row | None, item: Overlaid) -> bool:
    """Whether a line stands right over a field, or in its upper part."""
    if above is None:
        return False
    height = above.line.edges[3] - above.line.edges[1]
    return item.area[1] - above.edges[3] < height and above.edges[0] > item.area[0] - 2 * height


def _replace_printed(rows: Sequence[_Row], item: Overlaid) -> bool:
    """Whether a printed box stands where the tick is; it then says what the tick says."""
    x0, y0, x1, y1 = item.area
    for row in rows:
        for number, (text, box) in enumerate(row.words):
            inside = x0 <= (box[0] + box[2]) / 2 <= x1 and y0 <= (box[1] + box[3]) / 2 <= y1
            if inside and len(text) == 1 and not text.isalnum():
                row.words[number] = item.line.text, box
                row.changed = True
                return True
    return False


def _is_level(row: _Row, edges: Edges) -> bool:
    if row.line.upended:
        return False
    # One line's height: a row that took words in of another size is higher than its line.
    top, bottom = row.line.edges[1], row.line.edges[3]
    overlap = min(bottom, edges[3]) - max(top, edges[1])
    return overlap > 0.5 * min(bottom - top, edges[3] - edges[1])


def _distance(row: _Row, item: Overlaid) -> float:
    """How far the field is from the words of a row, in heights of its line; 0 between two of them."""
    x0, x1 = item.area[0], item.area[2]
    gap = max(x0 - row.edges[2], row.edges[0] - x1, 0.0)
    return gap / max(row.line.edges[3] - row.line.edges[1], 1.0)


def _above(rows: Sequence[_Row], item: Overlaid) -> _Row | None:
    """The lowest row that the field stands under."""
    x0, y0, x1, _ = item.line.edges
    left, right = min(x0, item.area[0]), max(x1, item.area[2])
    over = [
        row
        for row in rows
        if row.edges[3] <= y0 + 0.3 * (item.line.edges[3] - y0)
        and row.edges[0] < right
        and row.edges[2] > left
    ]
    return max(over, key=lambda row: row.edges[3], default=None)


def _words(line: PrintedLine) -> list[_Word]:
    packed = line.words
    found: list[_Word] = []
    for word in range(line.first_word, line.last_word):
        x0, y0, x1, y1 = packed.edges[4 * word : 4 * word + 4]
        found.append((line.text[packed.starts[word] : packed.ends[word]], (x0, y0, x1, y1)))
    return found


def _written(row: _Row) -> PrintedLine:
    starts, ends, edges = array("I"), array("I"), array("f")
    position = 0
    for text, box in row.words:
        starts.append(position)
        ends.append(position + len(text))
        edges.extend(box)
        position += len(text) + 1
    gaps = [right[1][0] - left[1][2] for left, right in pairwise(row.words)]
    return replace(
        row.line,
        text=" ".join(text for text, _ in row.words),
        edges=row.edges,
        tabular=any(gap > _COLUMN_GAP * row.line.size for gap in gaps[1:]),
        words=PageWords(starts, ends, edges),
        first_word=0,
        last_word=len(starts),
    )


def _around(boxes: Sequence[Edges]) -> Edges:
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)
