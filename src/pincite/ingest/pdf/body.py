"""Set the tables and captions of the pages apart from their running text.

A table or a figure floats: the sentence around it goes on behind it. So the running text is handed on
without them, with the place at which each of them stood.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pincite.ingest.captions import CaptionOf, caption_of, is_continued, is_strong, tie
from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.columns import ordered
from pincite.ingest.pdf.continued import WholeTable, goes_on, whole
from pincite.ingest.pdf.glyphs import PageWords, PrintedLine, PrintedPage
from pincite.ingest.pdf.grid import Grid
from pincite.ingest.pdf.read_tables import read_grids
from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.strips import words_of
from pincite.ingest.pdf.tables import find_tables
from pincite.records.document import Box
from pincite.records.reading import ReadTable

_MAX_CAPTION_LINES = 6


@dataclass(frozen=True, slots=True)
class Caption:
    """The lines of a caption, and what it is a caption of."""

    of: CaptionOf
    lines: tuple[PrintedLine, ...]

    @property
    def edges(self) -> Edges:
        x0, y0, x1, y1 = zip(*(line.edges for line in self.lines), strict=True)
        return min(x0), min(y0), max(x1), max(y1)


@dataclass(frozen=True, slots=True)
class Float:
    """A table or a lone caption, and before which line of the running text it stands."""

    before: int
    table: WholeTable | None
    caption: Caption | None


@dataclass(slots=True)
class Body:
    """The running text and what floats in it; `repeated` are captions that only say "continued"."""

    lines: list[PrintedLine] = field(default_factory=list)
    floats: list[Float] = field(default_factory=list)
    repeated: list[PrintedLine] = field(default_factory=list)


Item = PrintedLine | Grid | Caption


def set_apart(
    pages: Sequence[PrintedPage],
    rules: Sequence[Rules],
    taken: Collection[int],
    read: Mapping[int, Sequence[ReadTable]],
) -> Body:
    """The body of a document; `taken` are the `id()`s of the lines that are not part of it.

    On a page whose tables were read by somebody else (`read`, by page) none are looked for.
    """
    items: list[list[Item]] = []
    before: Grid | None = None
    for page, drawn in zip(pages, rules, strict=True):
        lines = [line for line in page.lines if id(line) not in taken]
        if page.number in read:
            grids = read_grids(page, taken, read[page.number])
        else:
            grids = find_tables(lines, drawn, before) if lines else []
        items.append(_items(lines, grids))
        last = items[-1][-1] if items[-1] else None
        before = last if isinstance(last, Grid) else None
    return _Joiner(items).join()


def _items(lines: Sequence[PrintedLine], grids: Sequence[Grid]) -> list[Item]:
    """The lines, tables and captions of a page in reading order."""
    if not grids:
        return list(_with_captions(ordered(lines)))
    owner: dict[int, dict[int, int]] = {}
    for number, grid in enumerate(grids):
        for cell in grid.cells:
            for words in cell.lines:
                for word in words:
                    owner.setdefault(word.line, {})[word.place] = number
    items: list[Item] = []
    placed: set[int] = set()
    for place, line in enumerate(lines):
        owned = owner.get(place)
        if owned is None:
            items.append(line)
            continue
        items += _left_over(line, owned)
        for number in sorted(set(owned.values()) - placed):
            items.append(grids[number])
            placed.add(number)
    return list(_with_captions(ordered(items)))


def _left_over(line: PrintedLine, owned: dict[int, int]) -> Iterator[PrintedLine]:
    """What is left of a line when the words that stand in tables are taken out, each stretch a line."""
    stretch: list[int] = []
    for index in [*range(line.first_word, line.last_word), -1]:
        if index >= 0 and index not in owned:
            stretch.append(index)
        elif stretch:
            yield _part(line, stretch[0], stretch[-1] + 1)
            stretch = []


def _part(line: PrintedLine, first: int, last: int) -> PrintedLine:
    start = line.words.starts[first]
    words = PageWords(
        array("I", (offset - start for offset in line.words.starts[first:last])),
        array("I", (offset - start for offset in line.words.ends[first:last])),
        line.words.edges[4 * first : 4 * last],
        line.words.confidences[first:last],
    )
    boxes = [word[1:5] for word in words_of(replace(line, first_word=first, last_word=last), 0)]
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    edges = min(x0), min(y0), max(x1), max(y1)
    text = line.text[start : line.words.ends[last - 1]]
    return replace(line, text=text, edges=edges, words=words, first_word=0, last_word=last - first)


def _with_captions(items: Sequence[Item]) -> Iterator[Item]:
    """The items, with the lines of each caption as one."""
    position = 0
    while position < len(items):
        item = items[position]
        of = caption_of(item.text) if isinstance(item, PrintedLine) and item.text[0] in "TFECIBtf" else None
        if of is None or not isinstance(item, PrintedLine):
            yield item
            position += 1
            continue
        lines = _caption_lines(items, position)
        listed = _is_listed(items, position, len(lines))
        if not listed and lines and (is_strong(item.text) or _is_beside_table(items, position, len(lines))):
            yield Caption(of, tuple(lines))
            position += len(lines)
        else:
            yield item
            position += 1


def _caption_lines(items: Sequence[Item], position: int) -> list[PrintedLine]:
    """The lines of the caption that starts here; none when it goes on like a paragraph of text."""
    lines: list[PrintedLine] = []
    for item in items[position : position + _MAX_CAPTION_LINES + 1]:
        if not isinstance(item, PrintedLine):
            break
        if lines:
            above = lines[-1]
            apart = item.baseline - above.baseline > 1.45 * above.size or item.baseline <= above.baseline
            if apart or abs(item.size - above.size) > 0.4 or item.bold != above.bold:
                break
        lines.append(item)
    return lines if len(lines) <= _MAX_CAPTION_LINES else []


def _is_listed(items: Sequence[Item], position: int, length: int) -> bool:
    """Whether the next line, or the one before, is a caption too, as in a list of tables."""
    for place in (position - 1, position + 1, position + length):
        other = items[place] if 0 <= place < len(items) else None
        if isinstance(other, PrintedLine) and caption_of(other.text) is not None:
            return True
    return False


def _is_beside_table(items: Sequence[Item], position: int, length: int) -> bool:
    after = items[position + length] if position + length < len(items) else None
    before = items[position - 1] if position else None
    return isinstance(after, Grid) or isinstance(before, Grid)


class _Joiner:
    """Goes through the items of all pages: joins tables over pages, ties captions, counts lines."""

    def __init__(self, pages: Sequence[list[Item]]) -> None:
        self._pages = pages
        self._body = Body()

    def join(self) -> Body:
        open_parts: list[Grid] = []
        place, caption = 0, None
        for items in self._pages:
            captions = [item for item in items if isinstance(item, Caption)]
            grids = [item for item in items if isinstance(item, Grid)]
            ties = {id(grids[g]): captions[c] for g, c in _tied(grids, captions).items()}
            used = {id(caption) for caption in ties.values()}
            for number, item in enumerate(items):
                if isinstance(item, Grid):
                    follows = bool(open_parts) and goes_on(open_parts[-1], item)
                    own = ties.get(id(item))
                    if (
                        follows
                        and (own is None or is_continued(own.lines[0].text))
                        and _is_first(items, number)
                    ):
                        open_parts.append(item)
                        self._body.repeated += own.lines if own else ()
                        continue
                    self._close(open_parts, place, caption)
                    open_parts, place, caption = [item], len(self._body.lines), own
                elif isinstance(item, Caption):
                    if id(item) not in used:
                        self._close(open_parts, place, caption)
                        open_parts = []
                        self._body.floats.append(Float(len(self._body.lines), None, item))
                else:
                    if open_parts:
                        self._close(open_parts, place, caption)
                        open_parts = []
                    self._body.lines.append(item)
        self._close(open_parts, place, caption)
        return self._body

    def _close(self, parts: Sequence[Grid], place: int, caption: Caption | None) -> None:
        if parts:
            self._body.floats.append(Float(place, whole(parts), caption))


def _is_first(items: Sequence[Item], number: int) -> bool:
    return not any(isinstance(item, PrintedLine | Grid) for item in items[:number])


def _tied(grids: Sequence[Grid], captions: Sequence[Caption]) -> dict[int, int]:
    if not grids or not captions:
        return {}
    return tie(
        [(caption.of, Box(caption.lines[0].page, *caption.edges)) for caption in captions],
        [("table", Box(grid.page, *grid.edges)) for grid in grids],
    )
