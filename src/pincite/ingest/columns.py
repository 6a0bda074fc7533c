"""Tell how many rows at the top of a grid name its columns.

Careful on purpose: a row of values that is taken for names would put a wrong name on every value
below it, while a missed one is only read as a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Protocol

_VALUE = re.compile(
    r"[\s(+\-−–$€£¥%.,:/']*\d[\d\s.,:/%'’()+\-−–TZ]*(?:[%a-zA-Z€$£¥]{0,4})?\)?$|(?:TRUE|FALSE)$"
)
# Years and days name columns where several stand beside each other and none below: 2023 | 2024.
_PERIOD = re.compile(r"(?:FY\s?|Q[1-4]\s|H[12]\s)?(?:19|20)\d\d(?:[/-]\d\d(?:[/-]\d\d)?)?E?$")
_TIME = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    r"|\b(?:Year|Quarter|Months)\b"
)
# How many rows are compared: names stand at the top, and a long table need not be read to its end.
_SAMPLE_ROWS = 50
_MAX_NAME_CHARS = 100
_MAX_HEAD_ROWS = 5


class Placed(Protocol):
    """A cell of a table, whatever it was read from, with how far it reaches down and across."""

    @property
    def row(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...


def spanned_head(cells: Iterable[Placed], columns: int) -> int:
    """How many rows name the columns where one name stands over several others; 0 where none does.

    That is a head of two rows or more: a cell over some of the columns, under it a name for each of them,
    nothing beside those at the left edge, and values below. Cells come in order of rows.
    """
    by_row: dict[int, list[Placed]] = {}
    for cell in cells:
        if cell.row >= _SAMPLE_ROWS:
            break
        if cell.text.strip():
            by_row.setdefault(cell.row, []).append(cell)
    top = [by_row.get(number, []) for number in range(_MAX_HEAD_ROWS)]
    count = next(
        (n for n, (upper, lower) in enumerate(pairwise(top)) if not _parts(upper, lower, columns)), 0
    )
    if not count:
        return 0
    head = [cell for row in top[: count + 1] for cell in row]
    deepest = max(cell.row + cell.rows for cell in head)
    body = [cell for number, row in by_row.items() if number > count for cell in row]
    # A name that reaches further down than the last row of names would stand beside values.
    if deepest != count + 1 or not all(_is_name(cell.text) for cell in head):
        return 0
    named = {cell.column: cell.text.strip() for cell in top[count]}
    return count + 1 if _stands_over_values(named, body) else 0


def _parts(upper: Sequence[Placed], lower: Sequence[Placed], columns: int) -> bool:
    """Whether a cell of the upper row stands over several of the lower one, which leaves the edge free."""
    if not lower or lower[0].column == 0:
        return False
    return any(
        1 < over.columns < columns
        and sum(over.column <= cell.column < over.column + over.columns for cell in lower) > 1
        for over in upper
    )


def _is_name(text: str) -> bool:
    return len(text) <= _MAX_NAME_CHARS and (not is_value(text) or is_period(text))


def _stands_over_values(named: dict[int, str], body: Sequence[Placed]) -> bool:
    """Whether there are values below, and no years under years, which would be values themselves."""
    below = [cell for cell in body if cell.column in named]
    if any(_PERIOD.match(named[cell.column]) and _PERIOD.match(cell.text.strip()) for cell in below):
        return False
    return sum(is_value(cell.text) for cell in below) * 2 > len(below)


def head_of_stub(rows: Sequence[Sequence[tuple[int, str]]]) -> int:
    """How many rows stand above the values of a table that has room at its top left, or names periods.

    Rows are given as columns with their text. Financial statements are set like this: nothing above the
    labels, and years or "Three months ended" above the values, over one row or several.
    """
    for count, cells in enumerate(rows):
        if any(is_value(text) and not is_period(text) for _, text in cells):
            return count
        above_values = [text for column, text in cells if column > 0]
        if not above_values or not (len(above_values) == len(cells) or any(map(is_period, above_values))):
            # Words beside words may be a row like any other.
            return 0
    return 0


def is_period(cell: str) -> bool:
    """Whether a cell names a year, a day or a stretch of time."""
    return len(cell) <= _MAX_NAME_CHARS and _TIME.search(cell) is not None


def header_rows(grid: Sequence[Sequence[str]]) -> int:
    """1 when the first row names the columns, 0 when it may be values like the rest."""
    if len(grid) < 2:
        return 0
    names = [cell.strip() for cell in grid[0]]
    written = [name for name in names if name]
    width = max(len(row) for row in grid[:_SAMPLE_ROWS])
    if len(written) < 2 or len(written) < width - 1 or len(set(written)) < len(written):
        return 0
    periods = {column for column, name in enumerate(names) if _PERIOD.match(name)}
    if any(_holds_period(grid, column) for column in periods) or len(periods) == 1 or len(periods) == width:
        periods = set()
    if any(
        len(name) > _MAX_NAME_CHARS or (is_value(name) and column not in periods)
        for column, name in enumerate(names)
    ):
        return 0
    return 1 if any(_differs(grid, column, name) for column, name in enumerate(names) if name) else 0


def _holds_period(grid: Sequence[Sequence[str]], column: int) -> bool:
    below = (row[column].strip() for row in grid[1:_SAMPLE_ROWS] if column < len(row))
    return any(_PERIOD.match(cell) for cell in below)


def is_value(cell: str) -> bool:
    """Whether a cell holds a number, a date or a truth value rather than words."""
    return _VALUE.match(cell.strip()) is not None


def _differs(grid: Sequence[Sequence[str]], column: int, name: str) -> bool:
    """Whether what stands under a name is of another kind: values, or one of few words again and again."""
    below = [row[column].strip() for row in grid[1:_SAMPLE_ROWS] if column < len(row) and row[column].strip()]
    if not below or name in below:
        return False
    values = sum(is_value(cell) for cell in below)
    return values * 2 > len(below) or len(set(below)) * 3 <= len(below)
