"""Find what an open spreadsheet (ODS) hides or strikes out, and which numbers are percentages or amounts.

Its values are read by another library, which tells nothing about their looks and kinds.
"""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from xml.parsers import expat

from pincite.ingest.colours import WHITE, Colour, alike, from_hex
from pincite.ingest.office.cell_looks import Face
from pincite.ingest.office.number_formats import plain
from pincite.ingest.office.sheet_cells import Area, Mark, Sheet, areas, integer
from pincite.records.document import UnseenKind

_CONTENT, _STYLES = "content.xml", "styles.xml"
_SHEET = re.compile(r"(?:'(?:[^']|'')*'|[^\s.:']+)?\.")
_FORMATS = frozenset({"number-style", "currency-style", "percentage-style"})
_MAX_BYTES = 300_000_000
_MAX_AREAS = 1000


def complete(content: bytes, sheets: Sequence[Sheet]) -> None:
    """Take what is not seen out of what the sheets show, and write numbers by their kinds.

    The sheets are those of the same file.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        if _CONTENT not in package.namelist() or package.getinfo(_CONTENT).file_size > _MAX_BYTES:
            return
        reader = _Reader({sheet.name: sheet for sheet in sheets})
        if _STYLES in package.namelist() and package.getinfo(_STYLES).file_size <= _MAX_BYTES:
            _parse(package.read(_STYLES), reader)
        _parse(package.read(_CONTENT), reader)
    for sheet in sheets:
        sheet.hide()


def _parse(part: bytes, reader: _Reader) -> None:
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.Parse(part, True)


def _refuse(*_: object) -> None:
    raise expat.ExpatError("a document type is not allowed")


@dataclass(slots=True)
class _Style:
    """What a style of cells says."""

    face: Face = field(default_factory=lambda: Face(ink=None))
    """Words that state no colour get one that can be seen."""
    ground: Colour | None = WHITE
    format: str = ""
    """The name of its number format."""

    @property
    def is_blank(self) -> bool:
        return alike(self.face.ink, self.ground)

    def unseen(self) -> UnseenKind | None:
        return self.face.unseen(self.ground)


@dataclass(slots=True)
class _Reader:
    """Follows the rows and columns of each sheet as they come by."""

    sheets: Mapping[str, Sheet]
    _styles: dict[str, _Style] = field(default_factory=dict)
    _style: _Style | None = None
    _format: str = ""
    _factors: dict[str, int] = field(default_factory=dict)
    """By the name of a number format, by what it divides numbers before it shows them."""
    _hidden_tables: set[str] = field(default_factory=set)
    _named: str = ""
    _sheet: Sheet | None = None
    _row: int = 0
    _rows: int = 0
    _column: int = 0
    _next_column: int = 0
    _by_column: list[tuple[range, str]] = field(default_factory=list)
    _row_style: str = ""
    _last: int = 0
    """After the last row of the sheet that holds something."""
    _marked: list[Mark] = field(default_factory=list)
    _painted: list[Area] = field(default_factory=list)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        stated = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        if tag in ("style", "default-style"):
            self._named = stated.get("name", "")
            around = self._styles.get(stated.get("parent-style-name", ""), _Style())
            self._style = replace(around) if stated.get("family") == "table-cell" else None
            if self._style is not None and "data-style-name" in stated:
                self._style.format = stated["data-style-name"]
            if self._style is not None and self._named:
                self._styles[self._named] = self._style
        elif tag in _FORMATS:
            self._format = stated.get("name", "")
        elif tag == "number" and "display-factor" in stated:
            self._factors[self._format] = _factor(stated["display-factor"])
        elif tag == "map" and self._style is not None:
            # A condition may give the cell another colour.
            self._style.ground = None
        elif tag == "conditional-format":
            self._painted += areas(_SHEET.sub("", stated.get("target-range-address", "")))[:_MAX_AREAS]
        elif tag.endswith("-properties"):
            self._read_style(tag, stated)
        elif tag == "table":
            self._sheet = self.sheets.get(stated.get("name", ""))
            self._row = self._next_column = 0
            self._by_column = []
            self._last = max(self._sheet.rows, default=-1) + 1 if self._sheet is not None else 0
            if self._sheet is not None and stated.get("style-name", "") in self._hidden_tables:
                self._sheet.hidden = True
        elif self._sheet is not None:
            self._read_table(self._sheet, tag, stated)

    def end(self, name: str) -> None:
        if name.endswith(":table-row"):
            self._row += self._rows
        elif name.endswith(":table") and self._sheet is not None:
            self._sheet.withhold_marked(self._marked, self._painted[:_MAX_AREAS])
            self._marked, self._painted = [], []

    def _read_style(self, tag: str, stated: Mapping[str, str]) -> None:
        if tag == "table-properties" and stated.get("display") == "false":
            self._hidden_tables.add(self._named)
        if self._style is None:
            return
        if tag == "table-cell-properties" and "background-color" in stated:
            behind = stated["background-color"]
            self._style.ground = WHITE if behind == "transparent" else from_hex(behind)
        elif tag == "text-properties":
            face = self._style.face
            ink = from_hex(stated["color"]) if "color" in stated else face.ink
            if stated.get("use-window-font-color") == "true":
                ink = None
            line = stated.get("text-line-through-style", stated.get("text-line-through-type"))
            tiny = stated["font-size"] in ("0pt", "1pt") if "font-size" in stated else face.tiny
            self._style.face = Face(ink, face.struck if line is None else line != "none", tiny)

    def _read_table(self, sheet: Sheet, tag: str, stated: Mapping[str, str]) -> None:
        if tag == "table-column":
            count = integer(stated.get("number-columns-repeated", ""), 1)
            columns = range(self._next_column, self._next_column + count)
            self._next_column += count
            if stated.get("visibility") in ("collapse", "filter"):
                sheet.hidden_columns.append(columns)
            self._by_column.append((columns, stated.get("default-cell-style-name", "")))
        elif tag == "table-row":
            self._rows = integer(stated.get("number-rows-repeated", ""), 1)
            self._column, self._row_style = 0, stated.get("default-cell-style-name", "")
            if stated.get("visibility") in ("collapse", "filter"):
                sheet.hidden_rows.update(range(self._row, min(self._row + self._rows, self._last)))
        elif tag in ("table-cell", "covered-table-cell"):
            count = integer(stated.get("number-columns-repeated", ""), 1)
            style = stated.get("style-name", "") or self._row_style
            if "value" in stated:
                self._write(sheet, count, stated, style)
            self._mark(sheet, count, style)
            self._column += count

    def _write(self, sheet: Sheet, count: int, stated: Mapping[str, str], style: str) -> None:
        """Write a number by its kind, and divided as its format shows it."""
        for row in range(self._row, min(self._row + self._rows, self._last)):
            cells = sheet.rows.get(row, {})
            for column in [each for each in cells if 0 <= each - self._column < count]:
                found = self._styles.get(style or self._style_of(column))
                factor = self._factors.get(found.format, 1) if found else 1
                if text := _written(stated, factor):
                    sheet.put(row, column, text)
                    if factor != 1:
                        sheet.divided[row, column] = factor

    def _mark(self, sheet: Sheet, count: int, style: str) -> None:
        """Withhold the cells of a style that cannot be read."""
        if style and (style not in self._styles or self._styles[style].unseen() is None):
            return
        for row in range(self._row, min(self._row + self._rows, self._last)):
            cells = sheet.rows.get(row, {})
            if count == 1:
                held = [self._column] if self._column in cells else []
            else:
                # The last, empty cell of a row repeats to the end of the sheet.
                held = [column for column in cells if 0 <= column - self._column < count]
            for column in held:
                found = self._styles.get(style or self._style_of(column))
                if found is not None and (kind := found.unseen()) is not None:
                    self._marked.append((row, column, kind, kind == "hidden" and found.is_blank))

    def _style_of(self, column: int) -> str:
        return next((style for columns, style in self._by_column if column in columns), "")


def _written(stated: Mapping[str, str], factor: int) -> str:
    """A percentage, an amount or a number that is divided, as text; empty for any other value."""
    kind, currency = stated.get("value-type", ""), stated.get("currency", "")
    if kind not in ("percentage", "currency", "float"):
        return ""
    try:
        number = float(stated.get("value", "")) / factor
    except ValueError:
        return ""
    if not math.isfinite(number):
        return ""
    if kind == "percentage":
        return f"{plain(number * 100)}%"
    if kind == "currency" and currency:
        return f"{currency} {plain(number)}"
    return plain(number) if factor != 1 else ""


def _factor(written: str) -> int:
    """By what a format divides numbers; 1 where that is no whole number."""
    whole = written.removesuffix(".0")
    return int(whole) if whole.isascii() and whole.isdigit() and int(whole[:13]) > 0 else 1
