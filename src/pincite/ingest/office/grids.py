"""Work out the rows and columns of a table in a Word file, merged cells included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from pincite.ingest.office.content import Aside, Grid, GridCell
from pincite.ingest.office.styles import style_of
from pincite.ingest.office.word_names import ALTERNATE, VAL, W, chosen, number, switch
from pincite.records.document import CELL_GAP

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_AROUND = frozenset(W + name for name in ("sdt", "sdtContent", "customXml", "ins", "moveTo"))
_MAX_COLUMNS = 1000
_FIRST_ROW = 0x20


@dataclass(slots=True)
class Slot:
    """A cell's place, and where its words are."""

    row: int
    column: int
    cell: Element
    rows: int = 1
    columns: int = 1
    is_hidden: bool = False
    """Whether its row is hidden."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A table before its cells are read."""

    rows: int
    columns: int
    header_rows: int
    """As the file states it; 0 also where it does not."""
    first_row: bool
    """Whether the table wants its style's look for the first row."""
    style: str
    slots: tuple[Slot, ...]


def outline(table: Element) -> Outline:
    """Every cell that is shown, in order; a cell that goes on downwards is one cell."""
    slots: list[Slot] = []
    open_slots: dict[int, Slot] = {}
    columns = header_rows = row_number = 0
    for row_number, row in enumerate(_inside(table, f"{W}tr")):
        properties = row.find(f"{W}trPr")
        if header_rows == row_number and switch(properties, "tblHeader"):
            header_rows += 1
        column = min(max(number(properties, "gridBefore") or 0, 0), _MAX_COLUMNS)
        placed: dict[int, Slot] = {}
        is_hidden = switch(properties, "hidden") is True
        for cell in _inside(row, f"{W}tc"):
            slot = Slot(row_number, column, cell, is_hidden=is_hidden)
            column = _place(cell, slot, slots, open_slots, placed)
        open_slots = placed
        columns = max(columns, column)
    properties = table.find(f"{W}tblPr")
    rows = row_number + 1
    return Outline(
        rows=rows,
        columns=columns,
        header_rows=header_rows if header_rows < rows else 0,
        first_row=_wants_first_row(properties),
        style=style_of(properties, "tblStyle"),
        slots=tuple(slots),
    )


def filled(plan: Outline, texts: Sequence[tuple[str, tuple[Aside, ...]]], header_rows: int) -> Grid:
    """The table with its words, those that are seen and those that are not."""
    cells = tuple(
        GridCell(slot.row, slot.column, text, slot.rows, slot.columns, unseen)
        for slot, (text, unseen) in zip(plan.slots, texts, strict=True)
    )
    return Grid(plan.rows, plan.columns, header_rows, cells)


def flat(grid: Grid) -> Iterator[str]:
    """Each row of a table as one line, where a table cannot be one: in a cell, a note, a header."""
    for _, cells in groupby(grid.cells, key=lambda cell: cell.row):
        texts = [" ".join(cell.text.split()) for cell in cells]
        if line := CELL_GAP.join(text for text in texts if text):
            yield line


def _place(
    cell: Element, slot: Slot, slots: list[Slot], open_slots: dict[int, Slot], placed: dict[int, Slot]
) -> int:
    """Put one cell into the table; the column after it."""
    properties = cell.find(f"{W}tcPr")
    slot.columns = min(max(number(properties, "gridSpan") or 1, 1), _MAX_COLUMNS)
    after = slot.column + slot.columns
    down, across = _merge(properties, "vMerge"), _merge(properties, "hMerge")
    above = open_slots.get(slot.column)
    if down == "continue" and above is not None and above.columns == slot.columns:
        above.rows += 1
        placed[slot.column] = above
        return after
    if across == "continue" and slots and slots[-1].row == slot.row:
        slots[-1].columns += slot.columns
        return after
    slots.append(slot)
    if down:
        placed[slot.column] = slot
    return after


def _merge(properties: Element | None, name: str) -> str:
    found = properties.find(W + name) if properties is not None else None
    return "" if found is None else str(found.get(VAL, "continue"))


def _wants_first_row(properties: Element | None) -> bool:
    look = properties.find(f"{W}tblLook") if properties is not None else None
    if look is None:
        return False
    stated = look.get(f"{W}firstRow")
    if stated is not None:
        return stated in ("1", "true", "on")
    try:
        return bool(int(look.get(VAL, "0"), 16) & _FIRST_ROW)
    except ValueError:
        return False


def _inside(element: Element, wanted: str) -> Iterator[Element]:
    """The rows of a table or the cells of a row, also inside content controls."""
    for child in element:
        if child.tag == wanted:
            yield child
        elif child.tag in _AROUND:
            yield from _inside(child, wanted)
        elif child.tag == ALTERNATE:
            version = chosen(child)
            yield from _inside(version, wanted) if version is not None else ()
