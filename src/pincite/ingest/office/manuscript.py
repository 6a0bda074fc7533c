"""Write what an Office file shows as one text, and note where everything stands in it.

Paragraphs are parted by a blank line, the rows of a table by a line end, the cells of a row by a tab;
no cell holds a tab of its own, except between the cells of a table inside it. Every line is a Line. What
a reader does not see stands after everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from pincite.ingest.layout import Piece, Pieces
from pincite.ingest.office.content import Grid, GridCell, Item, Shown
from pincite.records.document import CELL_GAP, UNSEEN, Cell, Line, Table
from pincite.records.span import Span


def written(items: Iterable[Item], caveats: Iterable[str] = ()) -> Pieces:
    """All items in order, as one text with its lines, pieces and tables."""
    sheet = _Sheet()
    for item in items:
        if isinstance(item, Grid):
            sheet.table(item)
        elif item.kind in UNSEEN:
            sheet.aside(item)
        else:
            sheet.paragraph(item)
    sheet.add_asides()
    text = "".join(sheet.parts)
    return Pieces(
        text, list(_lines(text)), sheet.pieces, caveats=tuple(caveats), tables=tuple(_captioned(sheet))
    )


def _lines(text: str) -> Iterator[Line]:
    start = number = 0
    for line in text.split("\n"):
        if line.strip():
            number += 1
            yield Line(number, None, Span(start, start + len(line)))
        start += len(line) + 1


@dataclass(slots=True)
class _Sheet:
    """The text so far."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    pieces: list[Piece] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    asides: list[tuple[Shown, int | None]] = field(default_factory=list)
    """What is not seen, and before which character of the text it stood."""
    _trimmed: int = 0
    """How much space was cut off before the words of the last paragraph."""

    def aside(self, shown: Shown) -> None:
        """Keep what is not seen for the end; it stood in or after the last piece."""
        if not shown.text.strip():
            return
        last = self.pieces[-1].span if self.pieces else None
        at = None
        if last is not None:
            inside = last.end if shown.inside is None else shown.inside - self._trimmed
            at = min(last.start + max(inside, 0), last.end)
        self.asides.append((shown, at))

    def add_asides(self) -> None:
        """Put what is not seen after everything that is."""
        for shown, at in self.asides:
            span = self._add(shown.text.strip(), "\n\n")
            self.pieces.append(Piece(shown.kind, span, anchor=shown.anchor, at=at))

    def paragraph(self, shown: Shown) -> None:
        text = shown.text.strip()
        if not text:
            return
        self._trimmed = shown.text.index(text)
        span = self._add(text, "\n\n")
        self.pieces.append(
            Piece(shown.kind, span, shown.found_by, level=shown.level, rank=shown.rank, anchor=shown.anchor)
        )

    def table(self, grid: Grid) -> None:
        number = len(self.tables) + 1
        name = f"{grid.place}table {number}"
        cells: list[Cell] = []
        for row, members in groupby(grid.cells, key=lambda cell: cell.row):
            row_cells = list(members)
            placed = list(self._row(row_cells, name, "\n" if cells else "\n\n"))
            self._asides_of(row_cells, placed, name)
            if placed:
                span = Span(placed[0].span.start, placed[-1].span.end)
                self.pieces.append(Piece("table_row", span, anchor=f"{name}, row {row + 1}"))
                cells += placed
        if cells:
            span = Span(cells[0].span.start, cells[-1].span.end)
            self.tables.append(
                Table(number, span, grid.rows, grid.columns, grid.header_rows, tuple(cells), "markup")
            )

    def _asides_of(self, members: list[GridCell], placed: list[Cell], name: str) -> None:
        """Keep what is not seen in the cells of a row for the end."""
        for member in members:
            before = [cell for cell in placed if cell.column <= member.column] if member.unseen else []
            for aside in member.unseen:
                at = before[-1].span.end if before else placed[0].span.start if placed else None
                if before and before[-1].column == member.column and aside.inside is not None:
                    at = min(before[-1].span.start + aside.inside, before[-1].span.end)
                if at is None and self.pieces:
                    at = self.pieces[-1].span.end
                anchor = f"{name}, row {member.row + 1}, column {member.column + 1}"
                self.asides.append((Shown(aside.text, aside.kind, anchor), at))

    def _row(self, members: list[GridCell], name: str, gap: str) -> Iterator[Cell]:
        for member in members:
            text = member.text.strip()
            if text:
                anchor = f"{name}, row {member.row + 1}, column {member.column + 1}"
                span = self._add(text, gap)
                yield Cell(member.row, member.column, span, member.rows, member.columns, anchor)
                gap = CELL_GAP

    def _add(self, text: str, gap: str) -> Span:
        before = gap if self.parts else ""
        start = self.length + len(before)
        self.parts += before, text
        self.length = start + len(text)
        return Span(start, self.length)


def _captioned(sheet: _Sheet) -> Iterator[Table]:
    """Each table with the caption right before it, or right after it when that belongs to no other table."""
    starts = {piece.span.start: index for index, piece in enumerate(sheet.pieces)}
    taken: set[int] = set()
    for table in sheet.tables:
        first = starts[table.span.start]
        last = first
        while last + 1 < len(sheet.pieces) and sheet.pieces[last + 1].span.end <= table.span.end:
            last += 1
        caption = None
        for index in (first - 1, last + 1):
            if (
                0 <= index < len(sheet.pieces)
                and index not in taken
                and sheet.pieces[index].kind == "caption"
            ):
                taken.add(index)
                caption = sheet.pieces[index].span
                break
        yield Table(
            table.number, table.span, table.rows, table.columns, table.header_rows, table.cells,
            table.found_by, caption,
        )  # fmt: skip


def shows_words(found: Pieces) -> bool:
    """Whether there is anything to read in what is seen."""
    return any(
        character.isalnum()
        for piece in found.pieces
        if piece.kind not in UNSEEN
        for character in piece.span.of(found.text)
    )
