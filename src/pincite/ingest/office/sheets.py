"""Read a workbook: each sheet a section, its areas as tables, every cell with its reference.

Rows are written as cells side by side. Blank rows end a table only where the next rows have names or
another title of their own: inside a table they merely divide groups, whose columns keep their names.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from pincite.errors import InputError
from pincite.ingest.columns import header_rows, spanned_head
from pincite.ingest.layout import assemble
from pincite.ingest.office import workbook
from pincite.ingest.office.sheet_cells import Place, Sheet
from pincite.ingest.stack import Field, Grid, Shown, row, stack
from pincite.ingest.versions import VERSIONS
from pincite.records.document import CELL_GAP, UNSEEN, Document, Parse, UnseenKind

# Beyond this many cells the rows can still be cited, but no longer cell by cell.
MAX_CELLS = 500_000
_SAMPLE_ROWS = 50
_MAX_GAPS = 20
_PLAIN_NAME = re.compile(r"[^\W\d][\w.]*$")
_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}\d+$|[rR]\d*(?:[cC]\d*)?$|[cC]\d*$")


@dataclass(frozen=True, slots=True)
class SheetParser:
    """Reads workbooks (XLSX, XLSM)."""

    max_cells: int = MAX_CELLS

    @property
    def parse(self) -> Parse:
        options = "" if self.max_cells == MAX_CELLS else f"max_cells={self.max_cells}"
        return Parse(parser="xlsx", version=VERSIONS["xlsx"], options=options)

    def read(self, content: bytes, name: str) -> Document:
        sheets = list(workbook.sheets(content, name))
        written = _Written(self.max_cells)
        for sheet in sheets:
            if sheet.hidden:
                written.add_hidden(sheet)
            elif sheet.rows or sheet.unseen:
                written.add(sheet)
        if all(piece.kind in UNSEEN for piece in written.shown):
            raise InputError(
                f"{name} contains no text.",
                hint="If its cells are formulas, open it in a spreadsheet program and save it again.",
            )
        caveats = [caveat for sheet in sheets for caveat in _caveats(sheet)]
        if beside := workbook.unread(content):
            caveats.append(f"The workbook also contains {beside}, which were not read.")
        if written.cells_left < 0:
            caveats.append("The workbook is so large that some rows can be cited as rows only, not by cell.")
        return assemble(stack(written.shown, written.grids, tuple(caveats)), "xlsx", self.parse)


def reference(sheet: str, first: Place, last: Place | None = None) -> str:
    """`Sheet1!B4`, or `'My Sheet'!A4:D4` for several cells."""
    place = f"{_written(sheet)}!{_letters(first[1])}{first[0] + 1}"
    return place if last is None or last == first else f"{place}:{_letters(last[1])}{last[0] + 1}"


@functools.lru_cache(maxsize=256)
def _written(sheet: str) -> str:
    """The name of a sheet as it stands in a reference."""
    if _PLAIN_NAME.match(sheet) is not None and _LIKE_A_CELL.match(sheet) is None:
        return sheet
    quoted = sheet.replace("'", "''")
    return f"'{quoted}'"


@functools.lru_cache(maxsize=16_384)
def _letters(column: int) -> str:
    number, letters = column + 1, ""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def _caveats(sheet: Sheet) -> Iterator[str]:
    if sheet.uncomputed:
        yield f"{sheet.uncomputed} formulas of the sheet {sheet.name!r} have no stored result."
    if sheet.unformatted:
        yield f"{sheet.unformatted} numbers of the sheet {sheet.name!r} are shown without their format."


@dataclass(slots=True)
class _Band:
    """Rows without a blank one between them; `titles` are those at the top with one cell only."""

    titles: list[int]
    rows: list[int]


@dataclass(slots=True)
class _Written:
    """What the sheets show so far."""

    cells_left: int
    shown: list[Shown] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    _waiting: list[int] = field(default_factory=list)
    """Rows of the sheet at hand that hold something unseen which is still to be written, the last first."""

    def add_hidden(self, sheet: Sheet) -> None:
        """Keep all of a sheet that nobody sees."""
        for number in sorted({*sheet.rows, *sheet.unseen}):
            cells = dict(sheet.rows.get(number, {}))
            for each in sheet.unseen.get(number, ()):
                cells[each.column] = f"{cells.get(each.column, '')} {each.text}".strip()
            self._add_unseen_row(sheet, number, "hidden", sorted(cells.items()))

    def add(self, sheet: Sheet) -> None:
        self._waiting = sorted(sheet.unseen, reverse=True)
        if sheet.rows:
            title = " ".join(sheet.name.split()) or "Sheet"
            self.shown.append(Shown("heading", title, _written(sheet.name), "sheet", 1))
            self._add_rows(sheet)
        self._add_unseen(sheet, None)

    def _add_unseen(self, sheet: Sheet, before: int | None) -> None:
        """Write what is not seen in the rows up to one, which show nothing at all."""
        while self._waiting and (before is None or self._waiting[-1] < before):
            number = self._waiting.pop()
            for kind, cells in groupby(sheet.unseen[number], key=lambda each: each.kind):
                self._add_unseen_row(sheet, number, kind, [(each.column, each.text) for each in cells])

    def _add_unseen_row(
        self, sheet: Sheet, number: int, kind: UnseenKind, cells: Sequence[tuple[int, str]]
    ) -> None:
        anchor = reference(sheet.name, (number, cells[0][0]), (number, cells[-1][0]))
        self.shown.append(Shown(kind, CELL_GAP.join(text for _, text in cells), anchor))

    def _add_unseen_beside(self, sheet: Sheet, number: int, cells: Sequence[tuple[int, str]]) -> None:
        """Write what is not seen beside the cells of a row that was just shown."""
        if not self._waiting or self._waiting[-1] != number:
            return
        self._waiting.pop()
        for each in sheet.unseen[number]:
            inside = 0
            for column, text in cells:
                if column >= each.column:
                    inside += min(each.inside or 0, len(text)) if column == each.column else 0
                    break
                inside += len(text) + len(CELL_GAP)
            anchor = reference(sheet.name, (number, each.column))
            self.shown.append(Shown(each.kind, each.text, anchor, inside=inside))

    def _add_rows(self, sheet: Sheet) -> None:
        spans = {area.first: area.last for area in sheet.merged}
        blank = {number for number in sheet.unseen if number not in sheet.rows} | sheet.hidden_rows
        for part in _side_by_side(sheet.rows, sheet.hidden_columns):
            rows: list[int] = []
            for band in _bands(part, blank):
                if rows and _goes_on(part, rows, band):
                    rows += band.titles + band.rows
                    continue
                self._add_table(sheet, part, rows, spans)
                for number in band.titles:
                    self._add_line(sheet, number, part[number])
                rows = band.rows
            self._add_table(sheet, part, rows, spans)

    def _add_line(self, sheet: Sheet, number: int, cells: Mapping[int, str]) -> None:
        self._add_unseen(sheet, number)
        for column, text in cells.items():
            self.shown.append(Shown("text", text, reference(sheet.name, (number, column))))
            self._add_unseen_beside(sheet, number, [(column, text)])

    def _add_table(
        self,
        sheet: Sheet,
        part: Mapping[int, Mapping[int, str]],
        rows: Sequence[int],
        spans: Mapping[Place, Place],
    ) -> None:
        if not rows:
            return
        left = min(min(part[number]) for number in rows)
        right = max(max(part[number]) for number in rows)
        table = len(self.grids)

        def fields(number: int) -> list[Field]:
            return [
                Field(
                    number - rows[0],
                    column - left,
                    text,
                    *_extent((number, column), spans, (rows[-1], right)),
                    reference(sheet.name, (number, column)),
                    sheet.divided.get((number, column), 1),
                )
                for column, text in sorted(part[number].items())
            ]

        top = [cell for number in rows[:_SAMPLE_ROWS] for cell in fields(number)]
        names = max(header_rows(_sample(part, rows, left, right)), spanned_head(top, right - left + 1))
        self.grids.append(Grid(rows[-1] - rows[0] + 1, right - left + 1, names, "sheet"))
        for number in rows:
            cells = fields(number)
            anchor = reference(
                sheet.name, (number, cells[0].column + left), (number, cells[-1].column + left)
            )
            self.cells_left -= len(cells)
            self._add_unseen(sheet, number)
            if self.cells_left < 0:
                self.shown.append(Shown("table_row", CELL_GAP.join(cell.text for cell in cells), anchor))
            else:
                self.shown.append(row(cells, table, anchor))
            if self._waiting:
                self._add_unseen_beside(sheet, number, [(cell.column + left, cell.text) for cell in cells])


def _extent(place: Place, spans: Mapping[Place, Place], corner: Place) -> tuple[int, int]:
    """How many rows and columns a merged cell covers inside its table."""
    last = spans.get(place)
    if last is None:
        return 1, 1
    return (
        max(min(last[0], corner[0]) - place[0], 0) + 1,
        max(min(last[1], corner[1]) - place[1], 0) + 1,
    )


def _sample(
    part: Mapping[int, Mapping[int, str]], rows: Sequence[int], left: int, right: int
) -> list[list[str]]:
    """The top of a table as a grid; columns that are empty there are left out."""
    top = rows[:_SAMPLE_ROWS]
    columns = sorted({column for number in top for column in part[number] if left <= column <= right})
    return [[part[number].get(column, "") for column in columns] for number in top]


def _bands(part: Mapping[int, Mapping[int, str]], blank: Collection[int] = frozenset()) -> Iterator[_Band]:
    """The rows in groups without a gap; rows that are `blank` only because they are not seen make none."""
    groups: list[list[int]] = []
    for number in sorted(part):
        above = groups[-1][-1] if groups else -2
        if groups and (above == number - 1 or all(row in blank for row in range(above + 1, number))):
            groups[-1].append(number)
        else:
            groups.append([number])
    for group in groups:
        first = next((index for index, number in enumerate(group) if len(part[number]) > 1), len(group))
        yield _Band(group[:first], group[first:])


def _goes_on(part: Mapping[int, Mapping[int, str]], above: Sequence[int], band: _Band) -> bool:
    """Whether rows after a blank one belong to the table above: its columns, and no names of their own.

    Under a title they do only if they fill the very same columns, as the groups of a balance sheet do.
    """
    if not band.rows or len(band.titles) > 1:
        return False
    known = {column for number in above[:_SAMPLE_ROWS] for column in part[number]}
    columns = {column for number in band.rows[:_SAMPLE_ROWS] for column in part[number]}
    if columns != known if band.titles else not columns <= set(range(min(known), max(known) + 1)):
        return False
    return header_rows(_sample(part, band.rows, min(columns), max(columns))) == 0


def _side_by_side(
    rows: Mapping[int, Mapping[int, str]], hidden: Sequence[range] = ()
) -> list[Mapping[int, Mapping[int, str]]]:
    """The sheet, or its parts where tables with names of their own stand beside each other.

    A blank column alone divides nothing: between labels and values it is only room.
    """
    used = sorted({column for cells in rows.values() for column in cells})
    gaps = [
        (left, right)
        for left, right in pairwise(used)
        if right > left + 1 and not any(left + 1 in columns and right - 1 in columns for columns in hidden)
    ]
    parts: list[Mapping[int, Mapping[int, str]]] = []
    rest, first = rows, used[0]
    for left, right in gaps[:_MAX_GAPS]:
        before, after = _columns(rest, first, left), _columns(rest, right, used[-1])
        if _is_named(before) and _is_named(after):
            parts.append(before)
            rest, first = after, right
    return [*parts, rest]


def _columns(rows: Mapping[int, Mapping[int, str]], low: int, high: int) -> Mapping[int, Mapping[int, str]]:
    return {number: kept for number, cells in rows.items() if (kept := _within(cells, low, high))}


def _within(cells: Mapping[int, str], low: int, high: int) -> dict[int, str]:
    return {column: text for column, text in cells.items() if low <= column <= high}


def _is_named(part: Mapping[int, Mapping[int, str]]) -> bool:
    band = next((band for band in _bands(part) if len(band.rows) > 1), None)
    if band is None:
        return False
    columns = [column for number in band.rows[:_SAMPLE_ROWS] for column in part[number]]
    return header_rows(_sample(part, band.rows, min(columns), max(columns))) == 1
