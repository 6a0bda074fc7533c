"""Tell which rows of a table name its columns, which columns name its rows, and under what a row stands.

A parser knows the first row of a head. "Years ended June 30," over "2024 2023" is a head of two rows, and
the words over the middle of several columns name them all. "Current assets:" with no figure beside it names
the rows below it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pincite.patterns import pattern
from pincite.records.document import Cell, Document, Table
from pincite.values.gaps import one_line
from pincite.values.printed_figure import Printed, decimal_mark, is_nil, printed_figure
from pincite.values.scale_notes import scale_notes

_YEAR = r"(?:19|20)[0-9]{2}"
# What names a column and holds digits all the same: years, quarters, days, notes, ranges of ages.
_PERIOD = pattern(
    rf"(?:FY|CY|Q[1-4]|H[12]|[1-4]Q)\s?['’]?(?:{_YEAR}|[0-9]{{2}})\b.*"
    rf"|\W*{_YEAR}(?:\s*[-–/]\s*(?:{_YEAR}|[0-9]{{2}}))?\W*[0-9*]?\W*"
    r"|.*[A-Za-z].*|[\s(]*[$€£¥%#+/-]+[\s)]*",
    re.IGNORECASE | re.DOTALL,
)
_TOTAL = re.compile(r"\s*(?:sub)?total\b", re.IGNORECASE)
_MOST_HEAD_ROWS = 6


@dataclass(frozen=True, slots=True)
class LaidOutRow:
    """A row of the body: what names it, outermost first, and what is said of it by column."""

    number: int
    path: tuple[Cell, ...]
    """The groups that it stands under, then its own name; empty where nothing names it."""
    own: int
    """How many cells at the end of the path stand in the row itself."""
    cells: Mapping[int, Cell]
    """By column what is said of it; words among them may be in its path, too."""
    heads: tuple[int, ...]
    """The rows that name the columns of this one."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A table by what names what."""

    table: Table
    labels: int
    """How many columns at the left name the rows and say nothing else of them."""
    rows: tuple[LaidOutRow, ...]
    figures: Mapping[int, Printed] = field(repr=False)
    """By the start of its cell, each figure that a cell prints."""
    common_heads: tuple[Cell, ...]
    """What stands in the head over all columns of figures, or over the names of the rows: the corner."""
    _heads: Mapping[tuple[int, int], tuple[Cell, ...]] = field(repr=False)

    def column_path(self, row: LaidOutRow, column: int) -> tuple[Cell, ...]:
        """The cells that name a column for a row, outermost first."""
        found: dict[int, Cell] = {}
        for head in row.heads:
            for cell in self._heads.get((head, column), ()):
                found.setdefault(cell.span.start, cell)
        return tuple(found.values())


def layout_of(document: Document, table: Table) -> Layout:
    """What names what in a table."""
    grid = _Grid.of(document, table)
    labels = _label_columns(grid)
    also = _also_naming(grid, labels)
    labels = 1 if also is not None else labels
    heads = _head_rows(grid, labels)
    named = _named_columns(grid, labels, heads)
    return Layout(
        table=table,
        labels=labels,
        rows=tuple(_rows(grid, labels, heads, also or frozenset())),
        figures=grid.figures,
        common_heads=_common_heads(grid, labels, heads, named),
        _heads=named,
    )


@dataclass(frozen=True, slots=True)
class _Grid:
    """The cells of a table by row and column, with what each prints."""

    table: Table
    cells: tuple[Mapping[int, Cell], ...]
    """By row, the cells that start in it."""
    texts: Mapping[int, str]
    figures: Mapping[int, Printed]

    @classmethod
    def of(cls, document: Document, table: Table) -> _Grid:
        rows: list[dict[int, Cell]] = [{} for _ in range(table.rows)]
        texts = {}
        for cell in table.cells:
            rows[cell.row][cell.column] = cell
            texts[cell.span.start] = one_line(cell.span.of(document.text))
        mark = decimal_mark(list(texts.values()))
        raw = {cell.span.start: printed_figure(cell.span.of(document.text), mark) for cell in table.cells}
        return cls(table, tuple(rows), texts, {at: each for at, each in raw.items() if each})

    def text(self, cell: Cell) -> str:
        return self.texts[cell.span.start]

    def is_figure(self, cell: Cell) -> bool:
        """Whether a cell prints a figure or that there is none; a bare year is rather a name."""
        found = self.figures.get(cell.span.start)
        if found is None:
            return is_nil(self.text(cell))
        return not re.fullmatch(_YEAR, self.text(cell))

    def is_head(self, cell: Cell) -> bool:
        """Whether a cell may name a column: words, or a year or period."""
        text = self.text(cell)
        return not self.is_figure(cell) and bool(_PERIOD.fullmatch(text) or scale_notes(text))


def _label_columns(grid: _Grid) -> int:
    """The columns at the left before the first in which most cells of the body are figures; at least one."""
    table = grid.table
    counts = [[0, 0] for _ in range(table.columns)]
    for row in grid.cells[max(1, table.header_rows) :]:
        for column, cell in row.items():
            counts[column][0] += grid.is_figure(cell)
            counts[column][1] += 1
    for column, (figures, cells) in enumerate(counts):
        if column and cells and 2 * figures >= cells:
            return column if any(counts[c][1] for c in range(column)) else 0
    return 1 if table.columns > 1 else 0


def _also_naming(grid: _Grid, labels: int) -> frozenset[int] | None:
    """Of the columns of words at the left those that name a row beside the first, and are facts of it, too.

    Where each has a head and the first tells rows apart, who borrowed a book and what a dose is are facts.
    Words ("Cartridge, black") name the row as well as its number does; what holds figures ("5 ml") does not.
    None where all columns at the left only name the rows: "Europe | Spain | 120".
    """
    heads = grid.cells[: grid.table.header_rows]
    if labels < 2 or not all(any(column in row for row in heads) for column in range(labels)):
        return None
    body = [row for row in grid.cells[grid.table.header_rows :] if len(row) > 1]
    first = [grid.text(row[0]) if 0 in row else "" for row in body]
    if not body or not all(first) or len(set(first)) < len(first):
        return None
    said = {column: [grid.text(row[column]) for row in body if column in row] for column in range(1, labels)}
    return frozenset(
        column
        for column, texts in said.items()
        if 2 * sum(any(map(str.isdigit, t)) for t in texts) < len(texts)
    )


def _head_rows(grid: _Grid, labels: int) -> tuple[tuple[int, ...], ...]:
    """Of each row of the table the rows that name its columns; a row that names columns has none."""
    found: list[tuple[int, ...]] = []
    current: tuple[int, ...] = ()
    opened = False
    """Whether the rows right above name columns: one more of them belongs to the same head."""
    for number, row in enumerate(grid.cells):
        if number < grid.table.header_rows or _names_columns(grid, labels, number, opened):
            current = (*current, number) if opened else (number,)
            opened = True
            found.append(())
            continue
        opened = opened and not any(column >= labels for column in row) and len(current) < _MOST_HEAD_ROWS
        found.append(current)
    return tuple(found)


def _names_columns(grid: _Grid, labels: int, number: int, opened: bool) -> bool:
    """Whether a row below the parser's head names columns: no figure in it, and figures under its words."""
    row = grid.cells[number]
    beside = [cell for column, cell in row.items() if column >= labels]
    if not beside or not all(map(grid.is_head, beside)):
        return False
    own = [cell for column, cell in row.items() if column < labels]
    # A row of words with a name is a row of the body, unless it is right under the head or the first.
    periods = all(re.search(_YEAR, grid.text(cell)) for cell in beside) or any(
        scale_notes(grid.text(cell)) for cell in own
    )
    if own and number and not periods and not (opened and number <= max(1, grid.table.header_rows)):
        return False
    if not own and len(beside) < 2 and not opened and not periods:
        return False
    return _figures_below(grid, number, beside)


def _figures_below(grid: _Grid, number: int, beside: Sequence[Cell]) -> bool:
    columns = {c for cell in beside for c in range(cell.column, cell.column + cell.columns)}
    seen = figures = 0
    for row in grid.cells[number + 1 :]:
        for column, cell in row.items():
            if column in columns or len(beside) == 1:
                seen += column in columns or column >= 1
                figures += grid.is_figure(cell)
        if seen >= 2 * len(columns) + 4:
            break
    return seen > 0 and 2 * figures >= seen


def _rows(
    grid: _Grid, labels: int, heads: Sequence[tuple[int, ...]], also: frozenset[int]
) -> list[LaidOutRow]:
    found: list[LaidOutRow] = []
    groups: list[Cell] = []
    opening: list[Cell] = []
    """Groups that start right above: as many of the groups before them end."""
    reaching: dict[int, Cell] = {}
    naming = {number for numbers in heads for number in numbers}
    for number, row in enumerate(grid.cells):
        reaching = {c: cell for c, cell in reaching.items() if cell.row + cell.rows > number}
        named_above = [cell for column, cell in sorted(reaching.items()) if column < labels]
        reaching |= {column: cell for column, cell in row.items() if cell.rows > 1}
        if number in naming or number < grid.table.header_rows or not row:
            continue
        own = [cell for column, cell in sorted(row.items()) if column < labels]
        rest = {column: cell for column, cell in row.items() if column >= labels}
        if own and (not rest or _is_title(grid, own)):
            opening.append(own[0])
            continue
        if opening:
            groups = [*groups[: max(0, len(groups) - len(opening))], *opening]
            opening = []
        names = [*named_above, *own, *(cell for column, cell in sorted(rest.items()) if column in also)]
        found.append(LaidOutRow(number, (*groups, *names), len(names), rest, heads[number]))
        if own and _TOTAL.match(grid.text(own[0])):
            groups = groups[:-1]
    return found


def _is_title(grid: _Grid, own: Sequence[Cell]) -> bool:
    """Whether one cell over all columns stands for the rows below it."""
    return len(own) == 1 and own[0].columns == grid.table.columns > 1


def _named_columns(
    grid: _Grid, labels: int, heads: Sequence[tuple[int, ...]]
) -> Mapping[tuple[int, int], tuple[Cell, ...]]:
    """By row of a head and column what names the column there."""
    found: dict[tuple[int, int], tuple[Cell, ...]] = {}
    for numbers in set(heads):
        last = grid.cells[numbers[-1]] if numbers else {}
        for number in numbers:
            row = grid.cells[number]
            spanning = number != numbers[-1]
            over = _by_repeated_names(grid, labels, row, last) if spanning else {}
            for column, cell in (over or _spread(grid, labels, row, spanning)).items():
                found[number, column] = (cell,)
    # A cell that reaches down names its column in the rows below it as well: once is enough.
    return found


def _common_heads(
    grid: _Grid,
    labels: int,
    heads: Sequence[tuple[int, ...]],
    named: Mapping[tuple[int, int], tuple[Cell, ...]],
) -> tuple[Cell, ...]:
    columns = range(labels, grid.table.columns)
    found: dict[int, Cell] = {}
    for number in sorted({number for numbers in heads for number in numbers}):
        corner = [cell for column, cell in sorted(grid.cells[number].items()) if column < labels]
        over = [cell for column in columns for cell in named.get((number, column), ())]
        shared = [cell for cell in over if len(columns) > 1 and over.count(cell) == len(columns)]
        found |= {cell.span.start: cell for cell in (*corner, *shared)}
    return tuple(found.values())


def _spread(grid: _Grid, labels: int, row: Mapping[int, Cell], spanning: bool) -> dict[int, Cell]:
    """Each column with the cell of a head that stands over it, also where it is set over the middle."""
    columns = range(labels, grid.table.columns)
    over: dict[int, Cell] = {}
    for cell in row.values():
        for column in range(cell.column, cell.column + cell.columns):
            over[column] = cell
    said = [column for column in columns if column in over]
    merged = any(cell.columns > 1 for cell in row.values())
    # "(in millions)" by itself in a row of the head is said of every column.
    if len(said) == 1 and len(columns) > 1 and not merged:
        return dict.fromkeys(columns, over[said[0]])
    if merged or not spanning or not said or len(said) == len(columns):
        return {column: over[column] for column in said}
    return _in_equal_parts(columns, said, over) or _from_the_left(columns, said, over)


def _by_repeated_names(
    grid: _Grid, labels: int, row: Mapping[int, Cell], below: Mapping[int, Cell]
) -> dict[int, Cell]:
    """Heads over columns whose names repeat ("Budget Actual Budget Actual"): one over each repetition."""
    columns = range(labels, grid.table.columns)
    said = [column for column in sorted(row) if column >= labels]
    names = [grid.text(below[column]) if column in below else "" for column in columns]
    if len(said) < 2 or len(columns) % len(said) or not all(names):
        return {}
    size = len(columns) // len(said)
    if size < 2 or any(names[at] != names[at % size] for at in range(len(names))):
        return {}
    return {column: row[said[at // size]] for at, column in enumerate(columns)}


def _in_equal_parts(columns: range, said: Sequence[int], over: Mapping[int, Cell]) -> dict[int, Cell]:
    """Heads over the middle of as many columns each; empty where the columns cannot be parted so."""
    if len(columns) % len(said):
        return {}
    size = len(columns) // len(said)
    found: dict[int, Cell] = {}
    for number, column in enumerate(said):
        part = columns[number * size : (number + 1) * size]
        if column not in part:
            return {}
        found |= dict.fromkeys(part, over[column])
    return found


def _from_the_left(columns: range, said: Sequence[int], over: Mapping[int, Cell]) -> dict[int, Cell]:
    found: dict[int, Cell] = {}
    current = over[said[0]]
    for column in columns:
        current = over.get(column, current)
        found[column] = current
    return found
