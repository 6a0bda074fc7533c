"""The cells of one sheet of a workbook, each as the text that it shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pincite.ingest.office.number_formats import GENERAL, shown

_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})$")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_FORBIDDEN = re.compile("[\0\ufffe\uffff\ud800-\udfff]")
_DATE_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:T00:00:00(?:\.0*)?Z?)?$")

Place = tuple[int, int]
"""Row and column, from 0."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells, both ends inside it."""

    first: Place
    last: Place


@dataclass(slots=True)
class Sheet:
    """What a sheet shows. Empty cells are left out; rows and columns count from 0."""

    name: str
    hidden: bool = False
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    merged: list[Area] = field(default_factory=list)
    hidden_rows: int = 0
    hidden_columns: bool = False
    uncomputed: int = 0
    """Formulas of which the file does not hold the result."""
    unformatted: int = 0
    """Numbers shown without their format, because it was not understood."""

    def put(self, row: int, column: int, text: str) -> None:
        text = _FORBIDDEN.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
        if text:
            self.rows.setdefault(row, {})[column] = text


class SheetReader:
    """Cells as they come by, each with the text that it shows."""

    def __init__(
        self,
        sheet: Sheet,
        texts: list[str],
        formats: list[str],
        since_1904: bool,
        count: Callable[[int], None],
    ) -> None:
        self._sheet, self._texts, self._formats = sheet, texts, formats
        self._since_1904, self._count = since_1904, count
        self._row, self._column = -1, -1
        self._type, self._style = "", 0
        self._written: list[str] | None = None
        self._value, self._has_formula = "", False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "c":
            place = _place(attributes.get("r", ""))
            self._row, self._column = place or (self._row, self._column + 1)
            self._type, self._style = attributes.get("t", "n"), integer(attributes.get("s", ""), 0)
            self._value, self._has_formula = "", False
        elif tag in ("v", "t"):
            self._written = []
        elif tag == "f":
            self._has_formula = True
        elif tag == "row":
            self._row, self._column = integer(attributes.get("r", ""), self._row + 2) - 1, -1
            self._sheet.hidden_rows += attributes.get("hidden") in ("1", "true")
        elif tag == "col":
            self._sheet.hidden_columns |= attributes.get("hidden") in ("1", "true")
        elif tag == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            start, end = _place(first), _place(last)
            if start is not None and end is not None:
                self._sheet.merged.append(Area(start, end))

    def text(self, characters: str) -> None:
        if self._written is not None:
            self._written.append(characters)

    def end(self, tag: str) -> None:
        if tag in ("v", "t") and self._written is not None:
            self._value += "".join(self._written)
            self._written = None
        elif tag == "c":
            self._sheet.uncomputed += self._has_formula and not self._value
            if self._value and self._row >= 0 and self._column >= 0:
                text = self._as_shown()
                self._count(len(text))
                self._sheet.put(self._row, self._column, text)

    def _as_shown(self) -> str:
        value = self._value
        if self._type == "s":
            index = integer(value, -1)
            return self._texts[index] if 0 <= index < len(self._texts) else ""
        if self._type == "b":
            return "TRUE" if value.strip() in ("1", "true") else "FALSE"
        if self._type == "d":
            day = _DATE_TIME.match(value)
            return day[1] if day is not None else value.replace("T", " ")
        if self._type != "n":
            return unescaped(value)
        try:
            number = float(value)
        except ValueError:
            return value
        if number != number or abs(number) == float("inf"):
            return value
        code = self._formats[self._style] if 0 <= self._style < len(self._formats) else GENERAL
        text, understood = shown(number, code, self._since_1904)
        self._sheet.unformatted += not understood
        return text


def _place(reference: str) -> Place | None:
    found = _REFERENCE.match(reference)
    if found is None:
        return None
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]) - 1, column - 1


def integer(written: str, otherwise: int) -> int:
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else otherwise


def unescaped(text: str) -> str:
    """`_x000D_` is how a workbook writes a character that XML does not allow."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text
