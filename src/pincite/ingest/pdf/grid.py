"""A table as it stands on one page: cells in rows and columns, each with its printed words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.strips import NUMERIC, Word

_YEAR = re.compile(
    r"(?:(?:FY|Q[1-4]|H[12])?\s?(?:(?:19|20)\d\d|[’']\d\d)|(?:FY|Q[1-4]|H[12])\s?\d\d)"
    r"[AEFP]?(?:\s?\([a-z0-9]\))?$",
    re.IGNORECASE,
)
_LETTER = re.compile(r"[^\W\d_]")
_MAX_HEADER_ROWS = 4


def spaced(words: Sequence[Word]) -> Iterator[str]:
    """What is written for each word: a space first, but not at the start or before a bracket that closes."""
    for place, word in enumerate(words):
        closes = word.text[0] == ")" and not _LETTER.search(word.text)
        yield word.text if closes or not place else f" {word.text}"


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell with its words, line by line."""

    row: int
    column: int
    rows: int
    columns: int
    lines: tuple[tuple[Word, ...], ...]

    @property
    def text(self) -> str:
        return "\n".join("".join(spaced(line)) for line in self.lines)

    @property
    def x0(self) -> float:
        return min(word.x0 for line in self.lines for word in line)

    @property
    def x1(self) -> float:
        return max(word.x1 for line in self.lines for word in line)

    @property
    def numeric(self) -> bool:
        """Whether it holds a figure; a year may as well name a column."""
        text = self.text
        return NUMERIC.match(text) is not None and _YEAR.match(text) is None


@dataclass(frozen=True, slots=True)
class Grid:
    """The part of a table that stands on one page."""

    page: int
    edges: Edges
    bounds: tuple[float, ...]
    rows: int
    header_rows: int
    cells: tuple[GridCell, ...]
    found_by: str

    @property
    def columns(self) -> int:
        return len(self.bounds) - 1

    def row(self, number: int) -> list[GridCell]:
        return [cell for cell in self.cells if cell.row == number]


def edges_of(cells: Iterable[GridCell]) -> Edges:
    words = [word for cell in cells for line in cell.lines for word in line]
    return (
        min(word.x0 for word in words),
        min(word.y0 for word in words),
        max(word.x1 for word in words),
        max(word.y1 for word in words),
    )


def compacted(
    cells: Sequence[GridCell], bounds: tuple[float, ...]
) -> tuple[list[GridCell], tuple[float, ...], int]:
    """The cells without the rows and columns in which no cell begins; the bounds left, and the rows."""
    rows = {row: number for number, row in enumerate(sorted({cell.row for cell in cells}))}
    columns = sorted({cell.column for cell in cells})
    place = {column: number for number, column in enumerate(columns)}
    kept = [
        replace(
            cell,
            row=rows[cell.row],
            column=place[cell.column],
            rows=max(sum(cell.row <= row < cell.row + cell.rows for row in rows), 1),
            columns=max(sum(cell.column <= c < cell.column + cell.columns for c in columns), 1),
        )
        for cell in cells
    ]
    kept.sort(key=lambda cell: (cell.row, cell.column))
    return kept, (*(bounds[column] for column in columns), bounds[-1]), len(rows)


def header_rows(cells: Sequence[GridCell], columns: int, looks: Sequence[bool], ruled: bool) -> int:
    """How many rows at the top name the columns. `looks` says of each row whether it is set as a header.

    What names a column holds no figure, stands over figures or is set in another look, and a cell over
    several columns is followed by those that name each of them.
    """
    rows = len(looks)
    by_row: list[list[GridCell]] = [[] for _ in range(rows)]
    for cell in cells:
        by_row[cell.row].append(cell)
    plain = 0
    while plain < min(rows - 1, _MAX_HEADER_ROWS) and not any(cell.numeric for cell in by_row[plain]):
        plain += 1
    if plain == 0:
        return int(_names_without_label(by_row, columns))
    looking = 0
    while looking < plain and looks[looking] and not (looking and _is_label(by_row[looking])):
        looking += 1
    first = _first_with_figures(by_row)
    if looking and not all(looks):
        return _with_more_names(by_row, _with_names_below(by_row, looking, plain), min(first, plain))
    if 0 < first <= plain:
        named = _with_names_below(by_row, _named(by_row, first, columns), plain)
        return _with_more_names(by_row, named, first)
    # Two columns of words that all look alike may as well be a list of names with what they mean.
    named = _fills(by_row[0], columns) and (columns > 2 or ruled)
    return _with_names_below(by_row, 1 if named else 0, plain)


def _names_without_label(by_row: Sequence[Sequence[GridCell]], columns: int) -> bool:
    """Whether the first row names columns by a figure with a word, as "1 day", over rows with labels."""
    first, below = by_row[0], by_row[1:]
    if len(first) != columns - 1 or first[0].column == 0 or columns < 3:
        return False
    labelled = sum(row[0].column == 0 and _LETTER.search(row[0].text) is not None for row in below)
    return all(_LETTER.search(cell.text) for cell in first) and labelled >= 0.8 * len(below)


def _first_with_figures(by_row: Sequence[Sequence[GridCell]]) -> int:
    """The first row with figures, where most rows below have them; 0 when there is none."""
    filled = [sum(cell.numeric for cell in row) for row in by_row]
    first = next((number for number, count in enumerate(filled) if count), 0)
    below = filled[first:]
    return first if 2 * sum(count > 0 for count in below) >= len(below) else 0


def _named(by_row: Sequence[Sequence[GridCell]], first: int, columns: int) -> int:
    """How many of the rows above the first figures are headers: a label alone opens a group of rows."""
    count = 0
    for number, row in enumerate(by_row[:first]):
        if count and (_is_label(row) or len(by_row[number - 1]) == columns):
            # What follows a row that names every column is the first row without figures.
            break
        count += 1
    return 0 if count == 1 and _is_label(by_row[0]) else count


def _is_label(row: Sequence[GridCell]) -> bool:
    """Whether the row says no more than what the rows below it are about."""
    return len(row) == 1 and row[0].column == 0


def _with_names_below(by_row: Sequence[Sequence[GridCell]], count: int, plain: int) -> int:
    """A header whose last cells stand over several columns goes on in the row that names each of them."""
    while 0 < count < plain:
        wide = [cell for cell in by_row[count - 1] if cell.columns > 1 and cell.column > 0]
        below = {cell.column for cell in by_row[count]}
        if not any(len(below & set(range(c.column, c.column + c.columns))) > 1 for c in wide):
            break
        count += 1
    return count


def _with_more_names(by_row: Sequence[Sequence[GridCell]], count: int, first: int) -> int:
    """A header goes on in rows above the first figures that have no label, or name each column by a year."""
    while 0 < count < first:
        named = [cell for cell in by_row[count] if cell.column > 0]
        if not named or (
            len(named) < len(by_row[count]) and not all(_YEAR.match(cell.text) for cell in named)
        ):
            break
        count += 1
    return count


def _fills(row: Sequence[GridCell], columns: int) -> bool:
    held = {column for cell in row for column in range(cell.column, cell.column + cell.columns)}
    lettered = all(_LETTER.search(cell.text) or _YEAR.match(cell.text) for cell in row)
    short = all(len(cell.text) <= 60 and cell.rows == 1 for cell in row)
    return lettered and short and len(held | {0}) == columns
