"""Tell how many rows at the top of a grid name its columns.

Careful on purpose: a row of values that is taken for names would put a wrong name on every value
below it, while a missed one is only read as a row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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
