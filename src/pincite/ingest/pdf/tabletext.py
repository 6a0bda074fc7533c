"""Write a table as text: row by row, cells set apart by tabs, the lines of a wrapped cell by line ends."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from pincite.ingest.layout import Piece
from pincite.ingest.pdf.continued import PageCell, WholeTable
from pincite.ingest.pdf.grid import spaced
from pincite.ingest.pdf.strips import Word
from pincite.records.document import CELL_GAP, Box, Cell, Words
from pincite.records.span import Span


@dataclass(slots=True)
class Written:
    """Text that was added, with the ranges of its lines, words, cells and rows."""

    start: int
    text: list[str] = field(default_factory=list)
    length: int = 0
    lines: list[tuple[Span, Box]] = field(default_factory=list)
    words: Words = field(default_factory=lambda: Words(array("I"), array("I"), array("I"), array("f")))
    cells: list[Cell] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    @property
    def end(self) -> int:
        return self.start + self.length


def write_table(table: WholeTable, start: int) -> Written:
    """The rows of a table, each a piece that can be cited."""
    written = Written(start)
    for _, members in groupby(table.cells, key=lambda member: member.cell.row):
        span = _write_row(written, list(members))
        written.pieces.append(Piece("table_row", span, table.found_by))
    return written


def write_repeated(cells: Sequence[PageCell], start: int) -> Written:
    """Header rows that a later page repeats: said once more, and no rows of the table."""
    written = Written(start)
    for _, members in groupby(cells, key=lambda member: (member.page, member.cell.row)):
        span = _write_row(written, list(members))
        written.pieces.append(Piece("header", span))
    written.cells.clear()
    return written


def _write_row(written: Written, members: Sequence[PageCell]) -> Span:
    if written.length:
        _add(written, "\n")
    start = written.end
    first_line = len(written.lines)
    for place, member in enumerate(members):
        if place:
            _add(written, CELL_GAP)
        begin = written.end
        for number, words in enumerate(member.cell.lines):
            if number:
                _add(written, "\n")
            _write_words(written, words, member.page)
        cell = member.cell
        span = Span(begin, written.end)
        written.cells.append(Cell(cell.row, cell.column, span, cell.rows, cell.columns))
    row = Span(start, written.end)
    if all(len(member.cell.lines) == 1 for member in members):
        boxes = [box for _, box in written.lines[first_line:]]
        written.lines[first_line:] = [(row, Box.around(boxes))]
    return row


def _write_words(written: Written, words: Sequence[Word], page: int) -> None:
    begin = written.end
    for word, text in zip(words, spaced(words), strict=True):
        written.words.starts.append(written.end + len(text) - len(word.text))
        _add(written, text)
        written.words.ends.append(written.end)
        written.words.pages.append(page)
        written.words.edges.extend(word[1:5])
        written.words.confidences.append(word.confidence)
    boxes = [Box(page, *word[1:5]) for word in words]
    written.lines.append((Span(begin, written.end), Box.around(boxes)))


def _add(written: Written, text: str) -> None:
    written.text.append(text)
    written.length += len(text)
