"""Keep the tables that a page reader found, as ranges into the canonical text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pincite.ingest.pdf.glyphs import PrintedLine, PrintedPage
from pincite.records.document import Cell, Line, Table
from pincite.records.reading import ReadCell, ReadTable
from pincite.records.span import Span


def read_tables(
    pages: Sequence[PrintedPage], found: Mapping[int, Sequence[ReadTable]], spans: Mapping[int, Span]
) -> tuple[Table, ...]:
    """The tables whose rows all stand in the text. `spans`: where each line was written, by its `id()`."""
    tables: list[Table] = []
    for page in pages:
        for read in found.get(page.number, ()):
            cells = [_cell(cell, page.lines, spans) for cell in read.cells]
            known = sorted((c for c in cells if c is not None), key=lambda cell: (cell.row, cell.column))
            if not known or len(known) < len(cells) or not _follow(known):
                continue
            span = Span(known[0].span.start, known[-1].span.end)
            tables.append(
                Table(
                    len(tables) + 1,
                    span,
                    read.rows,
                    read.columns,
                    read.header_rows,
                    tuple(known),
                    "page reader",
                )
            )
    return tuple(tables)


def table_rows(table: Table, lines: Sequence[Line]) -> Iterator[Span]:
    """Where its rows stand: each is a line."""
    for line in lines:
        if table.span.start <= line.span.start and line.span.end <= table.span.end:
            yield line.span


def _cell(cell: ReadCell, lines: Sequence[PrintedLine], spans: Mapping[int, Span]) -> Cell | None:
    if not cell.line < len(lines):
        return None
    line = lines[cell.line]
    span = spans.get(id(line))
    words = line.words
    first, last = line.first_word + cell.first, line.first_word + cell.last - 1
    if span is None or not first <= last < line.last_word:
        return None
    place = Span(span.start + words.starts[first], span.start + words.ends[last])
    return Cell(cell.row, cell.column, place, cell.rows, cell.columns)


def _follow(cells: Sequence[Cell]) -> bool:
    return all(left.span.end <= right.span.start for left, right in pairwise(cells))
