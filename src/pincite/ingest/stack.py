"""Lay what a file shows, piece under piece, into one text with its lines and tables.

For formats whose text is not the file itself: web pages, workbooks, mail. The body comes first;
what stands apart from it (headers, footers, side notes) follows in the order in which it was found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pincite.ingest.layout import Piece, PieceKind, Pieces
from pincite.ingest.text import physical_lines
from pincite.records.document import CELL_GAP, FURNITURE, Cell, Line, Table
from pincite.records.span import Span


@dataclass(frozen=True, slots=True)
class Field:
    """A cell that holds text, before its row has a place."""

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece of what the file shows: text without space around it, line breaks as "\\n"."""

    kind: PieceKind
    text: str
    anchor: str = ""
    found_by: str = ""
    level: int = 0
    table: int | None = None
    """The grid that it is a row or the caption of, by its place in the list of grids."""
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """The size of a table."""

    rows: int
    columns: int
    header_rows: int
    found_by: str


def row(fields: Sequence[Field], table: int, anchor: str) -> Shown:
    """A row of a table as it is read: its cells side by side."""
    text = CELL_GAP.join(field.text for field in fields)
    return Shown("table_row", text, anchor, table=table, fields=tuple(fields))


def stack(shown: Iterable[Shown], grids: Sequence[Grid], caveats: tuple[str, ...] = ()) -> Pieces:
    """The text and everything in it as ranges."""
    ordered = sorted(shown, key=lambda piece: piece.kind in FURNITURE)
    text = "\n".join(piece.text for piece in ordered)
    pieces: list[Piece] = []
    cells: defaultdict[int, list[Cell]] = defaultdict(list)
    captions: dict[int, Span] = {}
    start = 0
    for piece in ordered:
        span = Span(start, start + len(piece.text))
        pieces.append(Piece(piece.kind, span, piece.found_by, level=piece.level, anchor=piece.anchor))
        if piece.table is not None and piece.kind == "caption":
            captions.setdefault(piece.table, span)
        elif piece.table is not None:
            cells[piece.table] += _cells(piece.fields, start)
        start = span.end + 1
    lines = [
        Line(number, None, Span(first, last))
        for number, first, last in physical_lines(text)
        if text[first:last].strip()
    ]
    return Pieces(text, lines, pieces, caveats=caveats, tables=_tables(grids, cells, captions))


def _cells(fields: Sequence[Field], start: int) -> list[Cell]:
    cells = []
    for field in fields:
        span = Span(start, start + len(field.text))
        cells.append(Cell(field.row, field.column, span, field.rows, field.columns, field.anchor))
        start = span.end + len(CELL_GAP)
    return cells


def _tables(
    grids: Sequence[Grid], cells: Mapping[int, Sequence[Cell]], captions: Mapping[int, Span]
) -> tuple[Table, ...]:
    return tuple(
        Table(
            number,
            Span(cells[index][0].span.start, cells[index][-1].span.end),
            grids[index].rows,
            grids[index].columns,
            grids[index].header_rows,
            tuple(cells[index]),
            grids[index].found_by,
            captions.get(index),
        )
        for number, index in enumerate(sorted(cells), start=1)
    )
