"""The cells of one sheet of a workbook, each as the text that it shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from pincite.ingest.colours import alike
from pincite.ingest.office.cell_looks import CellLook, Face
from pincite.ingest.office.number_formats import divisor, plain, shown
from pincite.records.document import UnseenKind

_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})$")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_FORBIDDEN = re.compile("[\0\ufffe\uffff\ud800-\udfff]")
_DATE_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:T00:00:00(?:\.0*)?Z?)?$")

_ON = frozenset({"1", "true"})
# In characters or points: nobody sees narrower columns and lower rows.
_LEAST_EXTENT = 0.1
_USUAL = CellLook()
_MAX_AREAS = 1000
# More than three letters and seven digits can name.
_MAX_ROWS, _MAX_COLUMNS = 10_000_000, 20_000

Place = tuple[int, int]
"""Row and column, from 0."""

Mark = tuple[int, int, UnseenKind, bool]
"""Row and column of a cell that is not seen, why, and whether only its colours say so."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells, both ends inside it."""

    first: Place
    last: Place


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one look in a cell that has several; `face` is None where they look as the cell says."""

    text: str
    face: Face | None


@dataclass(frozen=True, slots=True)
class Unseen:
    """What a cell holds that a reader does not see, or sees struck out."""

    column: int
    kind: UnseenKind
    text: str
    inside: int | None = None
    """Before which character of what the cell shows; None where it shows nothing."""


@dataclass(slots=True)
class Sheet:
    """What a sheet shows. Empty cells are left out; rows and columns count from 0."""

    name: str
    hidden: bool = False
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    merged: list[Area] = field(default_factory=list)
    unseen: dict[int, list[Unseen]] = field(default_factory=dict)
    """By row."""
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[range] = field(default_factory=list)
    uncomputed: int = 0
    """Formulas of which the file does not hold the result."""
    unformatted: int = 0
    """Numbers shown without their format, because it was not understood."""
    divided: dict[Place, int] = field(default_factory=dict)
    """By what their format divides numbers before it shows them, where it does."""

    def put(self, row: int, column: int, text: str) -> None:
        text = _FORBIDDEN.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
        if text:
            self.rows.setdefault(row, {})[column] = text

    def withhold(
        self, row: int, column: int, kind: UnseenKind, inside: int | None = None, text: str = ""
    ) -> None:
        """Keep something unseen: `text`, or all that a cell shows so far."""
        if not text:
            cells = self.rows[row]
            text = cells.pop(column)
            if not cells:
                del self.rows[row]
        text = _FORBIDDEN.sub("\ufffd", text).strip()
        if text:
            self.unseen.setdefault(row, []).append(Unseen(column, kind, text, inside))

    def withhold_marked(self, marks: Sequence[Mark], painted: Sequence[Area]) -> None:
        """Keep these cells unseen, unless something other than their style may colour them."""
        changed = covered([mark[:2] for mark in marks], painted)
        for (row, column, kind, by_colour), is_changed in zip(marks, changed, strict=True):
            if not (by_colour and is_changed) and column in self.rows.get(row, {}):
                self.withhold(row, column, kind)

    def hide(self) -> None:
        """Take what stands in hidden rows and columns out of what is shown."""
        if self.hidden_rows or self.hidden_columns:
            self._withhold_hidden()
        for unseen in self.unseen.values():
            unseen.sort(key=lambda each: each.column)

    def _withhold_hidden(self) -> None:
        merged = {area.first: area.last for area in self.merged}
        hides = np.zeros(_MAX_COLUMNS, np.bool_)
        for columns in self.hidden_columns:
            hides[columns.start : columns.stop] = True
        for row in list(self.rows):
            for column in list(self.rows[row]):
                last_row, last_column = merged.get((row, column), (row, column))
                # A cell that is merged shows in what is left of its rows and columns.
                across = hides[column : last_column + 1]
                if (len(across) and across.all()) or (
                    row in self.hidden_rows and self.hidden_rows.issuperset(range(row, last_row + 1))
                ):
                    self.withhold(row, column, "hidden")


_ALL = Area((0, 0), (_MAX_ROWS, _MAX_COLUMNS))


class SheetReader:
    """Cells as they come by, each with the text that it shows."""

    def __init__(
        self,
        sheet: Sheet,
        texts: list[str | tuple[Run, ...]],
        looks: list[CellLook],
        since_1904: bool,
        count: Callable[[int], None],
    ) -> None:
        self._sheet, self._texts, self._looks = sheet, texts, looks
        self._since_1904, self._count = since_1904, count
        self._row, self._column = -1, -1
        self._type, self._style = "", 0
        self._written: list[str] | None = None
        self._value, self._has_formula = "", False
        self._runs: list[Run] = []
        self._face: Face | None = None
        self._marked: list[Mark] = []
        self._rich: list[tuple[Place, tuple[Run, ...], CellLook]] = []
        self._painted: list[Area] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "c":
            place = _place(attributes.get("r", ""))
            self._row, self._column = place or (self._row, self._column + 1)
            self._type, self._style = attributes.get("t", "n"), integer(attributes.get("s", ""), 0)
            self._value, self._has_formula = "", False
            self._runs, self._face = [], None
        elif tag in ("v", "t", "sqref"):
            self._written = []
        elif tag == "f":
            self._has_formula = True
        elif tag == "row":
            self._row, self._column = integer(attributes.get("r", ""), self._row + 2) - 1, -1
            if attributes.get("hidden") in _ON or _is_nothing(attributes.get("ht", "")):
                self._sheet.hidden_rows.add(self._row)
        elif tag == "col":
            if attributes.get("hidden") in _ON or _is_nothing(attributes.get("width", "")):
                first, last = integer(attributes.get("min", ""), 0), integer(attributes.get("max", ""), 0)
                self._sheet.hidden_columns.append(range(max(first - 1, 0), last))
        elif tag == "mergeCell":
            self._sheet.merged += areas(attributes.get("ref", ""))
        elif tag == "conditionalFormatting":
            self.paint(attributes.get("sqref", ""))
        elif tag == "rPr":
            self._face = Face()
        elif self._face is not None:
            self._face = self._face.under(tag, attributes)

    def text(self, characters: str) -> None:
        if self._written is not None:
            self._written.append(characters)

    def end(self, tag: str) -> None:
        if tag in ("v", "t") and self._written is not None:
            written = "".join(self._written)
            self._value += written
            self._written = None
            if tag == "t":
                self._runs.append(Run(unescaped(written), self._face))
        elif tag == "sqref" and self._written is not None:
            self.paint("".join(self._written))
            self._written = None
        elif tag == "r":
            self._face = None
        elif tag == "c":
            self._sheet.uncomputed += self._has_formula and not self._value
            if self._value and self._row >= 0 and self._column >= 0:
                self._show()

    def paint(self, references: str) -> None:
        """Note cells whose colours something other than their style may change."""
        self._painted += areas(references)
        if len(self._painted) > _MAX_AREAS:
            self._painted = [_ALL]

    def finish(self) -> None:
        """Take what is not seen out of what the sheet shows, once all that is said about it is known."""
        self._sheet.withhold_marked(self._marked, self._painted)
        painted = covered([place for place, _, _ in self._rich], self._painted)
        for (place, runs, look), is_painted in zip(self._rich, painted, strict=True):
            self._put_runs(place, runs, replace(look, ground=None) if is_painted else look)
        self._sheet.hide()

    def _show(self) -> None:
        look = self._looks[self._style] if 0 <= self._style < len(self._looks) else _USUAL
        runs = self._stretches() if self._type != "n" else None
        if runs is not None:
            self._count(sum(len(run.text) for run in runs))
            self._rich.append(((self._row, self._column), runs, look))
            return
        text = self._as_shown(look)
        self._count(len(text))
        self._sheet.put(self._row, self._column, text)
        kind = look.unseen_number if self._type == "n" else look.unseen_text
        if kind is not None and not text and self._type == "n":
            self._sheet.withhold(self._row, self._column, kind, text=_general(self._value))
        elif kind is not None:
            by_colour = kind == "hidden" and alike(look.face.ink, look.ground)
            self._marked.append((self._row, self._column, kind, by_colour))

    def _stretches(self) -> tuple[Run, ...] | None:
        """The stretches of a text in several looks; None for any other value."""
        if self._type == "s":
            index = integer(self._value, -1)
            found = self._texts[index] if 0 <= index < len(self._texts) else ""
            return found if isinstance(found, tuple) else None
        if not self._runs:
            return None
        return tuple(self._runs) if any(run.face is not None for run in self._runs) else None

    def _put_runs(self, place: Place, runs: tuple[Run, ...], look: CellLook) -> None:
        """Show the stretches that are seen, and keep the others."""
        shown = ""
        unseen: list[tuple[UnseenKind, str, int]] = []
        for run in runs:
            kind: UnseenKind | None = "hidden" if look.hides_text else None
            kind = kind or (run.face or look.face).unseen(look.ground)
            if kind is None or not run.text.strip():
                shown += run.text
            else:
                unseen.append((kind, run.text, len(shown)))
        self._sheet.put(*place, shown)
        room = len(shown) - len(shown.lstrip())
        for kind, text, at in unseen:
            inside = max(at - room, 0) if shown.strip() else None
            self._sheet.withhold(*place, kind, inside, text)

    def _as_shown(self, look: CellLook) -> str:
        value = self._value
        if self._type == "s":
            index = integer(value, -1)
            found = self._texts[index] if 0 <= index < len(self._texts) else ""
            return found if isinstance(found, str) else "".join(run.text for run in found)
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
        text, understood = shown(number, look.code, self._since_1904)
        self._sheet.unformatted += not understood
        if understood and (by := divisor(number, look.code)) != 1:
            self._sheet.divided[self._row, self._column] = by
        return text


def areas(references: str) -> list[Area]:
    """The areas in a list such as `A1:B4 D2`."""
    found: list[Area] = []
    for reference in references.split():
        first, _, last = reference.partition(":")
        start, end = _place(first), _place(last or first)
        if start is not None and end is not None:
            found.append(Area(start, end))
    return found


def covered(places: Sequence[Place], painted: Sequence[Area]) -> list[bool]:
    """Which of these cells lie in one of these areas."""
    rows, columns = np.array(places, np.int64).reshape(-1, 2).T
    found = np.zeros(len(places), np.bool_)
    for area in painted:
        (top, left), (bottom, right) = area.first, area.last
        found |= (top <= rows) & (rows <= bottom) & (left <= columns) & (columns <= right)
    return [bool(each) for each in found]


def _is_nothing(extent: str) -> bool:
    try:
        return abs(float(extent)) < _LEAST_EXTENT
    except ValueError:
        return False


def _general(value: str) -> str:
    try:
        return plain(float(value))
    except (ValueError, OverflowError):
        return value


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
