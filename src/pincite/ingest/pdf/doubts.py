"""Tell what only looks like a table: text in columns, contents, lists, forms, signatures, code.

A false table destroys the order in which a page is read, so what is in doubt is not one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pincite.ingest import numbering
from pincite.ingest.pdf.grid import GridCell
from pincite.ingest.pdf.stream import Run

_LEADERS = re.compile(r"(?:\.\s?){5,}|_{4,}|…{2,}")
_FIGURES = re.compile(r"[0-9][0-9.,]*|(?<=\s)[-–—−]{1,2}(?=\s|$)")
_CODE = re.compile(r"[{};=<>]|//|/\*|\(\)")
_SIGNED = re.compile(r"/s/|\b(?:By|Name|Its|Signature|Signed)\s*:|^(?:Signature|Title\s*:)", re.IGNORECASE)
_KEY = re.compile(r"\[[^\]]{1,24}\]$")
_SHORT_CELL = 30
_FRONT_MATTER = 100


def is_table(run: Run, cells: Sequence[GridCell], rows: int) -> bool:
    """Whether a run of strips in columns is a table beyond doubt."""
    columns = len(run.columns)
    if columns < 2 or rows < 2 or _is_form(run, cells) or _is_code(run) or _is_list(cells, columns):
        return False
    if _is_contents(cells, columns) or _is_signed(run) or _is_garbled(cells):
        return False
    full = len({(cell.row, cell.column) for cell in cells}) / (rows * columns)
    paired = sum(_cells_in(cells, row) > 1 for row in range(rows))
    if full < 0.3 or paired < 2 or paired < 0.4 * rows or _is_prose(run, cells, columns, rows):
        return False
    body = [cell for cell in cells if cell.column > 0 and cell.row > 0]
    figures = sum(cell.numeric for cell in body)
    first, last = run.strips[0].baseline, run.strips[-1].baseline
    inner = sum(first < y < last for y in run.borders)
    ruled = len(run.borders) if inner else 0
    if ruled >= 2:
        return True
    if ruled == 1 or any(strip.bold for strip in run.strips[:1]):
        # Two columns of words may be two addresses side by side.
        return (rows >= 3 and columns > 2 and is_aligned(cells, columns)) or figures >= 2
    if figures >= 0.5 * len(body) and figures >= 2:
        return rows >= 3 or columns >= 3
    named = [_share_of_figures(cells, column) >= 0.6 for column in range(1, columns)]
    if any(named) and rows >= 3:
        return True
    # Words of justified lines may chance to stand below each other.
    short = median(len(cell.text) for cell in cells) <= _SHORT_CELL and _share_cut(cells) < 0.4
    return columns >= 3 and rows >= 3 and short and full >= 0.6 and is_aligned(cells, columns)


def is_aligned(cells: Sequence[GridCell], columns: int) -> bool:
    """Whether the cells of each column begin, end or are centred at one x."""
    for column in range(columns):
        members = [cell for cell in cells if cell.column == column and cell.columns == 1]
        if len(members) < 2:
            continue
        edges = (
            [cell.x0 for cell in members],
            [cell.x1 for cell in members],
            [(cell.x0 + cell.x1) / 2 for cell in members],
        )
        if max(_together(values) for values in edges) < 0.6:
            return False
    return True


def _cells_in(cells: Sequence[GridCell], row: int) -> int:
    return sum(cell.row == row for cell in cells)


def _share_of_figures(cells: Sequence[GridCell], column: int) -> float:
    members = [cell for cell in cells if cell.column == column and cell.row > 0]
    return sum(cell.numeric for cell in members) / len(members) if len(members) >= 2 else 0.0


def _is_form(run: Run, cells: Sequence[GridCell]) -> bool:
    """Contents with leaders, forms of "name: value", and lines to sign on."""
    led = sum(_is_led(strip.text) for strip in run.strips)
    if led > 0.2 * len(run.strips):
        return True
    firsts = [cell.text for cell in cells if cell.column == 0]
    named = sum(text.endswith(":") for text in firsts)
    return len(run.columns) <= 4 and named >= max(0.5 * len(firsts), 1)


def _is_led(text: str) -> bool:
    """Whether leaders lead to a page or a line to write on; to several figures they lead in a table, too."""
    *_, last = _LEADERS.finditer(text) if _LEADERS.search(text) else (None,)
    behind = text[last.end() :] if last else ""
    return (last is not None or numbering.leads(text)) and len(_FIGURES.findall(behind)) < 2


def _is_contents(cells: Sequence[GridCell], columns: int) -> bool:
    """Titles with page numbers that count up, and no leaders between them."""
    last = sorted((cell for cell in cells if cell.column == columns - 1), key=lambda cell: cell.row)
    pages = [page for cell in last if (page := _page(cell.text)) is not None]
    rising = sum(left <= right for left, right in pairwise(pages))
    enough = len(pages) >= 4 and len(pages) >= 0.8 * len(last)
    between = [cell for cell in cells if 0 < cell.column < columns - 1]
    figures = sum(cell.numeric and not _is_mark(cell.text) for cell in between)
    return enough and figures <= 0.1 * len(between) and rising >= 0.9 * (len(pages) - 1)


def _page(label: str) -> int | None:
    """A page number as it counts in a contents page, where Roman ones come first."""
    if label.isdecimal() and len(label) <= 3:
        return int(label) + _FRONT_MATTER
    value = numbering.roman_value(label) if label.islower() else 0
    return value if 0 < value < _FRONT_MATTER else None


def _is_signed(run: Run) -> bool:
    signs = sum(_SIGNED.search(strip.text) is not None for strip in run.strips)
    return signs >= max(1, 0.1 * len(run.strips))


def _is_garbled(cells: Sequence[GridCell]) -> bool:
    """Many cells that hold neither letters nor figures: a font that cannot be read."""
    bare = sum(not cell.numeric and not any(c.isalnum() for c in cell.text) for cell in cells)
    return bare > 0.2 * len(cells)


def _is_code(run: Run) -> bool:
    coded = sum(_CODE.search(strip.text) is not None for strip in run.strips)
    return coded > 0.4 * len(run.strips)


def _is_list(cells: Sequence[GridCell], columns: int) -> bool:
    """Marks, numbers or bracketed keys of their own, with text beside them."""
    marks = [cell.text for cell in cells if cell.column < columns - 1]
    if not marks or any(cell.numeric for cell in cells if cell.column == columns - 1):
        return False
    marked = sum(_is_mark(text) for text in marks)
    return marked >= (0.6 if columns == 2 else 0.8) * len(marks)


def _is_mark(text: str) -> bool:
    if len(text) <= 8 and (numbering.mark(f"{text} x") is not None or not any(c.isalnum() for c in text)):
        return True
    return _KEY.match(text) is not None


def _is_prose(run: Run, cells: Sequence[GridCell], columns: int, rows: int) -> bool:
    """Lines of text side by side: they fill their columns, and go on in the line below."""
    if len(run.strips) < 4:
        return _is_long_text(cells)
    flowing: set[int] = set()
    for column in range(columns):
        width = run.columns.bounds[column + 1] - run.columns.bounds[column]
        parts = [s for strip in run.strips for s in strip.segments if run.columns.of(s) == (column, column)]
        if len(parts) < 0.5 * len(run.strips):
            continue
        full = sum(part.x1 - part.x0 > 0.75 * width for part in parts) / len(parts)
        lengthy = median(len(part.text) for part in parts)
        goes_on = sum(part.text[:1].islower() for part in parts) / len(parts)
        if lengthy >= 24 and full >= 0.5 and goes_on >= 0.3:
            flowing.add(column)
    if len(run.borders) >= 3 and len(run.borders) >= 0.4 * rows:
        return False
    if columns == 2 and not run.borders:
        return bool(flowing)
    if 0 not in flowing and rows >= 3 and _share_cut(cells) <= 0.1:
        return False
    return len(flowing) >= 2


def _share_cut(cells: Sequence[GridCell]) -> float:
    """How many cells start in the middle of a sentence: those of a table seldom do."""
    return sum(cell.text[:1].islower() for cell in cells) / len(cells)


def _is_long_text(cells: Sequence[GridCell]) -> bool:
    return median(len(cell.text) for cell in cells) > 2 * _SHORT_CELL


def _together(values: Sequence[float]) -> float:
    usual = median(values)
    return sum(abs(value - usual) <= 2.5 for value in values) / len(values)
