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
from pincite.records.document import CELL_GAP, FURNITURE, UNSEEN, Cell, Line, Table
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
    divided: int = 1


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
    inside: int | None = None
    """Of something unseen, before which character of the piece before it it stood; None: after that piece."""


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
    """The text and everything in it as ranges: the body, what stands apart from it, what is not seen.

    What is hidden or struck out comes in the order of the file, right after the piece that it stood in.
    """
    ordered, stood = _ordered(list(shown))
    text = "\n".join(piece.text for piece in ordered)
    pieces: list[Piece] = []
    cells: defaultdict[int, list[Cell]] = defaultdict(list)
    captions: dict[int, Span] = {}
    starts: list[int] = []
    start = 0
    for piece, before in zip(ordered, stood, strict=True):
        span = Span(start, start + len(piece.text))
        starts.append(start)
        at = None if before is None else starts[before] + _inside(piece, ordered[before])
        pieces.append(Piece(piece.kind, span, piece.found_by, level=piece.level, anchor=piece.anchor, at=at))
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


def _ordered(shown: Sequence[Shown]) -> tuple[list[Shown], list[int | None]]:
    """The pieces as they are laid, and of each that is not seen the place of the one it stood in or after."""
    seen = [at for at, piece in enumerate(shown) if piece.kind not in UNSEEN]
    order = sorted(seen, key=lambda at: shown[at].kind in FURNITURE)
    place = {at: number for number, at in enumerate(order)}
    stood: list[int | None] = [None] * len(order)
    before: int | None = None
    for at, piece in enumerate(shown):
        if piece.kind in UNSEEN:
            order.append(at)
            stood.append(before)
        else:
            before = place[at]
    return [shown[at] for at in order], stood


def _inside(unseen: Shown, piece: Shown) -> int:
    return len(piece.text) if unseen.inside is None else min(unseen.inside, len(piece.text))


def _cells(fields: Sequence[Field], start: int) -> list[Cell]:
    cells = []
    for field in fields:
        span = Span(start, start + len(field.text))
        cells.append(
            Cell(field.row, field.column, span, field.rows, field.columns, field.anchor, field.divided)
        )
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
