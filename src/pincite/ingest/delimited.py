"""Read tables kept as text (CSV, TSV): the file unchanged, its rows and cells as ranges.

A cell is what stands between its quotation marks; a doubled mark inside it stays as it is written,
because an offset here is an offset in the file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, compress, islice

from pincite.errors import InputError
from pincite.ingest.columns import header_rows
from pincite.ingest.decode import decode
from pincite.ingest.layout import Piece, PieceKind, Pieces, assemble
from pincite.ingest.sentences import trim
from pincite.ingest.text import physical_lines
from pincite.ingest.versions import VERSIONS
from pincite.records.document import Cell, Document, Line, Parse, Table
from pincite.records.span import Span

# Where several fit equally well: a decimal comma is commoner than a semicolon inside a cell.
_DELIMITERS = "\t;|,"
_SAMPLE_CHARS = 65536
_SAMPLE_ROWS = 200
_MAX_COLUMNS = 16_384
# Beyond this many cells the rows can still be cited, but no longer cell by cell.
MAX_CELLS = 500_000
_MAX_NAME_CHARS = 40
_LONG_CELL_LINES = 100
# A first line that tells Excel the delimiter.
_STATED = re.compile(r"sep=([\t;|,])(?:\r\n|\r|\n|\Z)", re.IGNORECASE)
_FIELD = r' *"([^"]*+(?:""[^"]*+)*+)" *(?={d}|[\r\n]|\Z)|([^{d}\r\n]*)'
_END = r"({d}|\r\n|\r|\n|\Z)"


@dataclass(frozen=True, slots=True)
class _Record:
    """A row of the file: where it stands, and its cells without their quotation marks."""

    span: tuple[int, int]
    cells: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class DelimitedParser:
    """Reads tables whose cells are divided by commas, semicolons, tabs or bars."""

    max_cells: int = MAX_CELLS

    @property
    def parse(self) -> Parse:
        options = "" if self.max_cells == MAX_CELLS else f"max_cells={self.max_cells}"
        return Parse(parser="csv", version=VERSIONS["csv"], options=options)

    def read(self, content: bytes, name: str) -> Document:
        text, caveats = decode(content, name)
        stated = _STATED.match(text)
        delimiter = stated[1] if stated is not None else _delimiter(text)
        records = _records(text, delimiter, stated.end() if stated is not None else 0, name)
        table = _TableReader(text, self.max_cells)
        table.read(records)
        if not table.cells:
            raise InputError(f"{name} contains no text.", hint="Check that it is the right file.")
        lines = [
            Line(number, None, Span(start, end))
            for number, start, end in physical_lines(text)
            if text[start:end].strip()
        ]
        pieces = [Piece("line", Span(0, len(stated[0].rstrip())))] if stated is not None else []
        pieces += table.pieces()
        caveats = (*caveats, *table.caveats())
        return assemble(
            Pieces(text, lines, pieces, caveats=caveats, tables=table.tables()), "csv", self.parse
        )


class _TableReader:
    """The rows as they come by. Only their cells are kept, and no more of those than allowed."""

    def __init__(self, text: str, max_cells: int) -> None:
        self._text, self._max_cells = text, max_cells
        self._rows: list[tuple[int, int]] = []
        self._widths: list[int] = []
        self._title = 0
        self._named = False
        self.cells: list[Cell] = []

    def read(self, records: Iterator[_Record]) -> None:
        sample = list(islice(records, _SAMPLE_ROWS))
        self._title = _title_rows(self._text, sample)
        names = _names(self._text, sample[self._title :])
        self._named = bool(names)
        is_full = False
        for index, record in enumerate(chain(sample, records)):
            self._rows.append(record.span)
            self._widths.append(len(record.cells))
            if index >= self._title and not is_full:
                cells = list(_cells(self._text, record, index - self._title, self._title, names))
                is_full = len(self.cells) + len(cells) > self._max_cells
                self.cells += () if is_full else cells

    def pieces(self) -> Iterator[Piece]:
        for index, row in enumerate(self._rows):
            span = trim(self._text, *row)
            if span is not None and any(map(str.isalnum, self._text[slice(*span)])):
                kind: PieceKind = "line" if index < self._title else "table_row"
                yield Piece(kind, Span(*span), anchor=f"row {index + 1}")

    def tables(self) -> tuple[Table, ...]:
        rows = self.cells[-1].row + 1
        columns = max(self._widths[self._title : self._title + rows])
        start, _ = self._rows[self._title + self.cells[0].row]
        _, end = self._rows[self._title + self.cells[-1].row]
        span = Span(start, end)
        return (Table(1, span, rows, columns, int(self._named), tuple(self.cells), "delimiter"),)

    def caveats(self) -> Iterator[str]:
        written = [bool(self._text[slice(*row)].strip()) for row in self._rows]
        widths = Counter(compress(self._widths[self._title :], written[self._title :]))
        width, regular = widths.most_common(1)[0]
        if odd := sum(widths.values()) - regular:
            yield f"{odd} of {sum(widths.values())} rows do not have {width} cells like the others."
        last = self._title + self.cells[-1].row + 1
        if any(written[last:]):
            yield f"The file is long: the rows after row {last} can be cited as rows only, not by cell."
        for number, row in enumerate(self._rows, start=1):
            height = 1 + self._text.count("\n", *row)
            if height > _LONG_CELL_LINES:
                yield f"Row {number} runs over {height} lines: a quotation mark may be missing there."
                return


def _delimiter(text: str) -> str:
    """The sign that divides most rows into the same number of cells."""
    sample = text[:_SAMPLE_CHARS]
    if len(text) > len(sample):
        sample = sample[: max(sample.rfind("\n"), sample.rfind("\r")) + 1] or sample
    return max(_DELIMITERS, key=lambda delimiter: _regularity(sample, delimiter))


def _regularity(sample: str, delimiter: str) -> tuple[bool, float, int]:
    """How well a delimiter fits: it cuts no quoted cell, rows are of one width, and that width is large."""
    records = list(islice(_records(sample, delimiter, 0, ""), _SAMPLE_ROWS))
    whole = not any(
        sample[start:end].startswith('"') and sample[start - 1 : start] != '"'
        for record in records
        for start, end in record.cells
    )
    # A title of one cell may stand above the table.
    counts = Counter(len(record.cells) for record in records if len(record.cells) > 1)
    if not counts:
        return whole, 0.0, 1
    single = sum(len(record.cells) == 1 and record.span[0] < record.span[1] for record in records)
    width, rows = counts.most_common(1)[0]
    # Rounded, so that a row that differs now and then does not outweigh one more column.
    return whole, round(rows / (sum(counts.values()) + single), 1), width


def _records(text: str, delimiter: str, start: int, name: str) -> Iterator[_Record]:
    mark = re.escape(delimiter)
    field = re.compile(f"(?:{_FIELD}){_END}".replace("{d}", mark))
    at, first = start, start
    cells: list[tuple[int, int]] = []
    while at < len(text) or cells:
        found = field.match(text, at)
        assert found is not None
        cells.append(found.span(1) if found[1] is not None else found.span(2))
        at = found.end()
        if found[3] == delimiter:
            if len(cells) > _MAX_COLUMNS:
                raise InputError(
                    f"{name} has a row of more than {_MAX_COLUMNS:,} cells, at character {first}.",
                    hint="Check that it is a table; if it is not, rename it to .txt.",
                )
            continue
        yield _Record((first, found.start(3)), cells)
        cells, first = [], at


def _title_rows(text: str, records: Sequence[_Record]) -> int:
    """How many rows above the table hold a title or a note: at most one cell, and nothing beside it."""
    for index, record in enumerate(records[:_SAMPLE_ROWS]):
        if sum(bool(text[start:end].strip()) for start, end in record.cells) > 1:
            return index
    return 0


def _names(text: str, records: Sequence[_Record]) -> list[str]:
    """The names of the columns; empty when the first row does not name them."""
    grid = [[text[start:end] for start, end in record.cells] for record in records[:_SAMPLE_ROWS]]
    if not header_rows(grid):
        return []
    return [" ".join(name.split())[:_MAX_NAME_CHARS] for name in grid[0]]


def _cells(text: str, record: _Record, row: int, title: int, names: Sequence[str]) -> Iterator[Cell]:
    for column, (start, end) in enumerate(record.cells):
        if (span := trim(text, start, end)) is not None:
            called = f" ({names[column]})" if column < len(names) and names[column] else ""
            yield Cell(row, column, Span(*span), anchor=f"row {title + row + 1}, column {column + 1}{called}")
