"""Find the tables that are typed into plain text, their columns set apart by spaces or tabs.

The lines are laid out as a typewriter prints them, and read as a page without rules is. The text stays as it
is: a row is a line, or a label and the line that goes on with it, so that every cell is one range.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pincite.ingest import numbering
from pincite.ingest.captions import caption_of
from pincite.ingest.pdf import stream
from pincite.ingest.pdf.doubts import is_aligned, is_table
from pincite.ingest.pdf.grid import GridCell, compacted, header_rows
from pincite.ingest.pdf.rules import Rules
from pincite.ingest.pdf.strips import Strip, Word, divided
from pincite.ingest.tabbed_tables import tabbed_tables
from pincite.records.document import Cell, Line, Table
from pincite.records.span import Span

_GAP = re.compile(r"\S(?: {2,}|\t)\s*\S")
_WORD = re.compile(r"[^\s|]+(?:\|[^\s|]+)*")
_DRAWN = re.compile(r"[-=_~]{2,}")
_BLANK = re.compile(r"[-=_.*]{4,}")
_LONGEST_LINE = 200
_NEAREST = 6
_ABOVE, _BELOW = 4, 2
_FEWEST = 3
_MOSTLY, _SELDOM = 0.4, 0.2
# In the proportions of a typewriter: a line is twice as high as a character is wide.
_WIDTH, _SIZE, _PITCH = 6.0, 10.0, 12.0


@dataclass(frozen=True, slots=True)
class TypedTable:
    """A table, and of each of its rows the first line and the one after its last, by their places."""

    table: Table
    rows: tuple[tuple[int, int], ...]


def typed_tables(text: str, lines: Sequence[Line]) -> list[TypedTable]:
    """The tables among these lines of a text, in order."""
    tabbed = list(tabbed_tables(text, lines))
    found = [
        TypedTable(table, tuple((place, place + 1) for place in range(first, last)))
        for table, first, last in tabbed
    ]
    # What lies between two tables whose columns are parted by tabs is laid out by itself.
    start = 0
    for first, last in [*((first, last) for _, first, last in tabbed), (len(lines), len(lines))]:
        found += _aligned_tables(text, lines, start, first)
        start = last
    found.sort(key=lambda each: each.table.span)
    return [
        replace(each, table=replace(each.table, number=number)) for number, each in enumerate(found, start=1)
    ]


def _aligned_tables(text: str, lines: Sequence[Line], start: int, end: int) -> Iterator[TypedTable]:
    """The tables among some lines whose columns are lined up."""
    for first, last in _windows(text, lines[start:end]):
        sheet = _Sheet(text, lines, start + first, start + last)
        for run in (run for part in sheet.parts() for run in stream.runs(part, sheet.rules)):
            table = sheet.table(run, 1)
            if table is not None:
                yield table


def _windows(text: str, lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Stretches of lines that may hold a table: several divided by gaps, with what stands close to them."""
    places = [place for place, line in enumerate(lines) if _is_divided(text, line)]
    start = 0
    for number, place in enumerate(places):
        following = places[number + 1] if number + 1 < len(places) else len(lines) + _NEAREST + 1
        if following - place <= _NEAREST and all(_is_short(line) for line in lines[place:following]):
            continue
        if number - start >= 1:
            yield _widened(lines, places[start], place)
        start = number + 1


def _is_divided(text: str, line: Line) -> bool:
    return _is_short(line) and _GAP.search(text, line.span.start, line.span.end) is not None


def _is_short(line: Line) -> bool:
    # Where each line is a paragraph, gaps in it say nothing about columns.
    return line.span.end - line.span.start <= _LONGEST_LINE


def _widened(lines: Sequence[Line], first: int, last: int) -> tuple[int, int]:
    top, bottom = first, last + 1
    while top > max(first - _ABOVE, 0) and _is_short(lines[top - 1]):
        top -= 1
    while bottom < min(last + 1 + _BELOW, len(lines)) and _is_short(lines[bottom]):
        bottom += 1
    return top, bottom


class _Sheet:
    """Lines laid out on a page: strips of words, rules where lines are drawn, and where each word is."""

    def __init__(self, text: str, lines: Sequence[Line], first: int, last: int) -> None:
        self.strips: list[Strip] = []
        self._spans: dict[tuple[int, int], Span] = {}
        self._drawn: set[int] = set()
        drawn: list[tuple[float, float, float, float]] = []
        for place in range(first, last):
            line = lines[place]
            content = line.span.of(text)
            baseline = _PITCH * line.number
            if numbering.is_ruling(content):
                typed = content.expandtabs()
                self._drawn.add(line.number)
                drawn += [
                    (_WIDTH * part.start(), baseline, _WIDTH * part.end(), baseline)
                    for part in _DRAWN.finditer(typed)
                ]
                continue
            words = list(self._words(place, content, line.span.start, baseline))
            if words and caption_of(content.strip()) is None:
                self.strips.append(Strip(baseline, _SIZE, False, divided(words, _SIZE)))
        self.rules = Rules(across=tuple(drawn))

    def parts(self) -> list[list[Strip]]:
        """The strips in parts: after a blank line a new one starts, unless the columns stay the same."""
        found: list[list[Strip]] = []
        for block in self._blocks():
            if found and _keeps_on(found[-1], block):
                found[-1] += block
            else:
                found.append(block)
        return found

    def _blocks(self) -> Iterator[list[Strip]]:
        block: list[Strip] = []
        for strip in self.strips:
            titled = _is_title(strip)
            if block and (titled or self._is_blank_between(block[-1], strip)):
                yield block
                block = []
            if not titled:
                block.append(strip)
        if block:
            yield block

    def _is_blank_between(self, above: Strip, below: Strip) -> bool:
        first, last = round(above.baseline / _PITCH), round(below.baseline / _PITCH)
        return any(number not in self._drawn for number in range(first + 1, last))

    def _words(self, place: int, content: str, start: int, baseline: float) -> Iterator[Word]:
        shift, reached = 0, 0
        for number, found in enumerate(_WORD.finditer(content)):
            before = content[reached : found.start()]
            if "\t" in before:
                shift += len((" " * (reached + shift) + before).expandtabs()) - (found.start() + shift)
            reached = found.end()
            self._spans[place, number] = Span(start + found.start(), start + found.end())
            x0, x1 = _WIDTH * (found.start() + shift), _WIDTH * (found.end() + shift)
            yield Word(found[0], x0, baseline - 0.8 * _SIZE, x1, baseline + 0.2 * _SIZE, place, number)

    def table(self, run: stream.Run, number: int) -> TypedTable | None:
        """The table that a run of lines in columns is; None where that is in doubt."""
        run = _without_next_title(run)
        rows = _rows(run)
        cells, _, looks = stream.cells_in(rows, run, self.rules)
        if not is_table(run, cells, len(rows)) or not _is_plain(cells, len(run.columns), len(rows)):
            return None
        kept, bounds, count = compacted(cells, run.columns.bounds)
        ranges = tuple(
            Cell(cell.row, cell.column, self._span(cell), cell.rows, cell.columns) for cell in kept
        )
        if count < len(rows) or any(a.span.end > b.span.start for a, b in pairwise(ranges)):
            return None
        heads = header_rows(kept, len(bounds) - 1, looks, len(run.borders) > 1) or _worded_head(kept, count)
        span = Span(ranges[0].span.start, ranges[-1].span.end)
        table = Table(number, span, count, len(bounds) - 1, heads, ranges, "alignment")
        return TypedTable(table, tuple(_places(row) for row in rows))

    def _span(self, cell: GridCell) -> Span:
        spans = [self._spans[word.line, word.place] for line in cell.lines for word in line]
        return Span(min(span.start for span in spans), max(span.end for span in spans))


def _is_title(strip: Strip) -> bool:
    """Whether a number and a title in capitals stand there, set apart as columns are."""
    if len(strip.segments) != 2 or not strip.segments[0].text[:1].isdigit():
        return False
    return len(strip.segments[0].text) <= 6 and numbering.is_capitals(strip.segments[1].text)


def _keeps_on(above: Sequence[Strip], below: Sequence[Strip]) -> bool:
    """Whether strips after a blank line go on with those before it: rows under their header, or more rows."""
    rows = [strip for strip in below if len(strip.segments) > 1]
    if not rows:
        return len(below) == 1 and len(above[-1].segments) > 1
    if not any(part.numeric for part in rows[0].segments[1:]):
        return False
    if not any(part.numeric for strip in above for part in strip.segments[1:]):
        return any(len(strip.segments) > 1 for strip in above[-2:])
    edges = {x for strip in above for part in strip.segments[1:] for x in (part.x0, part.x1)}
    return all(part.x0 in edges or part.x1 in edges for part in rows[0].segments[1:])


def _rows(run: stream.Run) -> list[list[Strip]]:
    """Each strip as a row; a label goes with the strip below that begins in lower case and brings figures."""
    rows: list[list[Strip]] = []
    for strip in run.strips:
        above = rows[-1][-1] if rows else None
        if above is not None and _goes_on(above, strip, run):
            rows[-1].append(strip)
        else:
            rows.append([strip])
    return rows


def _without_next_title(run: stream.Run) -> stream.Run:
    """The run without the lines at its end that only start at its left: a title or text that follows it."""
    end = len(run.strips)
    while end > 1 and len(run.strips[end - 1].segments) == 1:
        end -= 1
    return replace(run, strips=run.strips[:end])


def _goes_on(above: Strip, below: Strip, run: stream.Run) -> bool:
    if len(above.segments) > 1 or len(below.segments) < 2 or above.text.endswith((":", ".")):
        return False
    labels = run.columns.of(above.segments[0])[0] == 0 == run.columns.of(below.segments[0])[0]
    close = below.baseline - above.baseline <= _PITCH
    return labels and close and below.text[:1].islower() and any(s.numeric for s in below.segments[1:])


def _is_plain(cells: Sequence[GridCell], columns: int, rows: int) -> bool:
    """Whether three rows have figures or fill every column, and each column keeps to one edge.

    Typed text has gaps of two spaces for many reasons, and its tables are seldom ruled: more is asked here.
    """
    by_row = [[cell for cell in cells if cell.row == row] for row in range(rows)]
    body = [cell for row in by_row[1:] for cell in row]
    figures = sum(any(cell.numeric for cell in row if cell.column > 0) for row in by_row)
    dated = sum(any(c.isdigit() for cell in row if cell.column > 0 for c in cell.text) for row in by_row)
    full = sum(len(row) == columns for row in by_row)
    few = figures < (_FEWEST if columns == 2 else _FEWEST - 1) or dated < _MOSTLY * rows
    if few and (columns < 3 or full < _FEWEST):
        return False
    if rows < _FEWEST or _is_contents(by_row) or any(_BLANK.search(_unled(cell)) for cell in cells):
        return False
    lone = sum(sum(cell.column == column for cell in cells) < 2 for column in range(1, columns))
    if 2 * lone > columns - 1:
        return False
    wide = sum(cell.columns > 1 for cell in body)
    return wide <= _SELDOM * len(body) and is_aligned(cells, columns)


def _worded_head(cells: Sequence[GridCell], rows: int) -> int:
    """1 where the first row has words alone and every other row a date or figure behind its name."""
    by_row = [[cell for cell in cells if cell.row == row] for row in range(rows)]
    dated = [any(c.isdigit() for cell in row if cell.column for c in cell.text) for row in by_row]
    alike = [[cell.text for cell in row] == [cell.text for cell in by_row[0]] for row in by_row]
    bare = not any(c.isdigit() for cell in by_row[0] for c in cell.text)
    return int(bare and len(by_row[0]) > 1 and all(d or a for d, a in zip(dated[1:], alike[1:], strict=True)))


def _unled(cell: GridCell) -> str:
    """The words of a cell, a label without the dots that lead on to its figures."""
    return cell.text if cell.column else cell.text.rstrip(" .")


def _is_contents(by_row: Sequence[Sequence[GridCell]]) -> bool:
    """Whether each row ends with a page number that counts up, and has no other figure."""
    ends = [row[-1].text for row in by_row if len(row) > 1]
    pages = [int(text) for text in ends if text.isdecimal() and len(text) <= 3]
    lone = all(sum(cell.numeric for cell in row if cell.column > 0) <= 1 for row in by_row)
    return lone and len(pages) >= 4 and len(pages) >= 0.7 * len(ends) and pages == sorted(pages)


def _places(row: Sequence[Strip]) -> tuple[int, int]:
    return row[0].words[0].line, row[-1].words[0].line + 1
