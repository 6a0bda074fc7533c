"""Find the cells of Markdown tables in the file itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from pincite.records.document import Cell, Table
from pincite.records.span import Span

_QUOTE_MARKS = re.compile(r"[\s>]*")


@dataclass(frozen=True, slots=True)
class Source:
    text: str
    lines: Sequence[tuple[int, int]]

    def line(self, number: int) -> str:
        start, end = self.lines[number]
        return self.text[start:end]

    def extent(self, first: int, last: int) -> Span | None:
        """Lines `first` up to, not including, `last`, without white space and quote marks around them."""
        last = min(last, len(self.lines))
        if first >= last:
            return None
        start, end = self.lines[first][0], self.lines[last - 1][1]
        piece = self.text[start:end]
        skipped = _QUOTE_MARKS.match(piece)
        start += skipped.end() if skipped is not None else 0
        end -= len(piece) - len(piece.rstrip())
        return Span(start, end) if start < end else None


def markdown_tables(source: Source, tokens: Sequence[Token]) -> Iterator[Table]:
    """The tables that hold text, in their order; the first row names the columns."""
    number = 1
    rows: list[tuple[int, list[str]]] = []
    for token in tokens:
        if token.type == "table_open":
            rows = []
        elif token.type == "tr_open" and token.map is not None:
            rows.append((token.map[0], []))
        elif token.type == "inline" and rows:
            rows[-1][1].append(token.content)
        elif token.type == "table_close":
            table = _table(source, rows, number)
            rows = []
            if table is not None:
                number += 1
                yield table


def _table(source: Source, rows: Sequence[tuple[int, Sequence[str]]], number: int) -> Table | None:
    cells = [cell for row, (line, texts) in enumerate(rows) for cell in _cells(source, row, line, texts)]
    if not cells:
        return None
    names = int(any(cell.row == 0 for cell in cells) and len(rows) > 1)
    span = source.extent(rows[0][0], rows[-1][0] + 1)
    if span is None:
        return None
    # Markdown may take a quote mark for the beginning of the first cell.
    span = Span(min(span.start, cells[0].span.start), span.end)
    return Table(number, span, len(rows), len(rows[0][1]), names, tuple(cells), "markdown")


def _cells(source: Source, row: int, line: int, texts: Sequence[str]) -> Iterator[Cell]:
    """Each cell where it stands in its line: markdown-it gives its text, but not its place."""
    start, end = source.lines[line]
    at = start
    for column, text in enumerate(texts):
        # A bar inside a cell is escaped in the file.
        written = text.replace("|", "\\|")
        found = source.text.find(written, at, end) if written.strip() else -1
        if found >= 0:
            at = found + len(written)
            yield Cell(row, column, Span(found, at))
