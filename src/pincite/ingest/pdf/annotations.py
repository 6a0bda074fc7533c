"""Read what form fields, stamps and free text show on a PDF page.

Viewers draw them over the page, so PDFium's text does not hold them. A second copy of the document is opened,
its page emptied and the annotations drawn into it: what can be read there is what they show, where they
show it. Ticks are drawings in most files; their state is read instead, and written as ☒ or ☐.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.ingest.pdf.charindex import Edges, as_shown
from pincite.ingest.pdf.glyphs import PageWords, PrintedLine, PrintedPage, cut, read_page
from pincite.ingest.pdf.unseen import judge_overlaid

TICKED, UNTICKED = "☒", "☐"

_SHOWN = frozenset((raw.FPDF_ANNOT_WIDGET, raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP))
_COMMENTS = frozenset(
    (
        raw.FPDF_ANNOT_TEXT,
        raw.FPDF_ANNOT_LINE,
        raw.FPDF_ANNOT_SQUARE,
        raw.FPDF_ANNOT_CIRCLE,
        raw.FPDF_ANNOT_POLYGON,
        raw.FPDF_ANNOT_POLYLINE,
        raw.FPDF_ANNOT_HIGHLIGHT,
        raw.FPDF_ANNOT_UNDERLINE,
        raw.FPDF_ANNOT_SQUIGGLY,
        raw.FPDF_ANNOT_STRIKEOUT,
        raw.FPDF_ANNOT_CARET,
        raw.FPDF_ANNOT_INK,
        raw.FPDF_ANNOT_FILEATTACHMENT,
    )
)
_UNSEEN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
_COMB = 1 << 24
# A page of a real form holds a few hundred.
_MAX_ANNOTATIONS = 20_000


@dataclass(frozen=True, slots=True)
class Overlaid:
    """A line that an annotation shows, and the area of that annotation."""

    line: PrintedLine
    area: Edges

    @property
    def is_tick(self) -> bool:
        return self.line.text in (TICKED, UNTICKED)


@dataclass(slots=True)
class _Field:
    """One annotation that shows something."""

    area: Edges
    comb: str = ""
    """The value of a field that has a cell for every character."""
    chosen: frozenset[str] | None = None
    """Of a list that shows all its options: those that are chosen."""


class _Copy:
    """A second copy of a document, to draw its annotations into its pages.

    PDFium reads the state of fields, and draws values that the file only states, in a form environment. The
    one that pypdfium2 opens logs a warning on every form that is also kept as XFA.
    """

    def __init__(self, document: pdfium.PdfDocument) -> None:
        self._document = document
        # PDFium keeps a pointer to it.
        self._config = raw.FPDF_FORMFILLINFO(version=2)
        has_form = self._document.get_formtype() != raw.FORMTYPE_NONE
        self.form = (
            raw.FPDFDOC_InitFormFillEnvironment(self._document.raw, self._config) if has_form else None
        )

    @contextmanager
    def page(self, number: int) -> Iterator[pdfium.PdfPage]:
        page = self._document[number - 1]
        if self.form:
            raw.FORM_OnAfterLoadPage(page.raw, self.form)
        try:
            yield page
        finally:
            if self.form:
                raw.FORM_OnBeforeClosePage(page.raw, self.form)
            page.close()

    def close(self) -> None:
        if self.form:
            raw.FPDFDOC_ExitFormFillEnvironment(self.form)
        self._document.close()


@dataclass(slots=True)
class Annotations:
    """The annotations of one file. Its second copy is opened when the first page needs it."""

    open_copy: Callable[[], pdfium.PdfDocument]
    comments: int = 0
    """Comments on the pages that were read: they are not part of what a page says."""
    _copy: _Copy | None = None

    def read(self, page: pdfium.PdfPage, printed: PrintedPage) -> list[Overlaid]:
        """What is shown over a page, turned as it was when it was read; `page` itself stays as it is."""
        count = min(raw.FPDFPage_GetAnnotCount(page.raw), _MAX_ANNOTATIONS)
        if count <= 0:
            return []
        shows = False
        for note in _annotations(page, count):
            kind = raw.FPDFAnnot_GetSubtype(note)
            if kind == raw.FPDF_ANNOT_FREETEXT and not raw.FPDFAnnot_HasKey(note, b"AP"):
                # Some viewers draw it in a way of their own; PDFium does not.
                self.comments += bool(_string(note, b"Contents").strip())
            elif kind in _SHOWN:
                shows = shows or not raw.FPDFAnnot_GetFlags(note) & _UNSEEN
            elif kind in _COMMENTS and _string(note, b"Contents").strip():
                self.comments += 1
        if not shows:
            return []
        if self._copy is None:
            self._copy = _Copy(self.open_copy())
        return list(_shown(self._copy, printed, count))

    def close(self) -> None:
        if self._copy is not None:
            self._copy.close()


def _annotations(page: pdfium.PdfPage, count: int) -> Iterator[Any]:
    for number in range(count):
        note = raw.FPDFPage_GetAnnot(page.raw, number)
        if note:
            try:
                yield note
            finally:
                raw.FPDFPage_CloseAnnot(note)


def _shown(copy: _Copy, printed: PrintedPage, count: int) -> Iterator[Overlaid]:
    with copy.page(printed.number) as page:
        fields, ticks = _set_out(page, copy.form, printed, count)
        _empty(page)
        flat = raw.FPDFPage_Flatten(page.raw, raw.FLAT_NORMALDISPLAY) == raw.FLATTEN_SUCCESS
    yield from ticks
    if not flat or not fields:
        return
    with copy.page(printed.number) as page:
        lines = read_page(page, printed.number, judge_overlaid, printed.turn).lines
    for line in lines:
        yield from _in_fields(line, fields)


def _set_out(
    page: pdfium.PdfPage, form: Any, printed: PrintedPage, count: int
) -> tuple[list[_Field], list[Overlaid]]:
    """The fields whose text is to be read, and the ticks; all other annotations are hidden."""
    frame, rotation = page.get_bbox(), (page.get_rotation() + printed.turn) % 360
    fields: list[_Field] = []
    ticks: list[Overlaid] = []
    for note in _annotations(page, count):
        flags = raw.FPDFAnnot_GetFlags(note)
        if flags & _UNSEEN or raw.FPDFAnnot_GetSubtype(note) not in _SHOWN:
            raw.FPDFAnnot_SetFlags(note, flags | raw.FPDF_ANNOT_FLAG_HIDDEN)
            continue
        area = _area(note, frame, rotation)
        kind = _kind(form, note)
        if kind in (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON):
            sign = TICKED if raw.FPDFAnnot_IsChecked(form, note) == 1 else UNTICKED
            ticks.append(Overlaid(_sign(sign, area, printed.number), area))
        elif kind == raw.FPDF_FORMFIELD_LISTBOX:
            fields.append(_Field(area, chosen=_chosen(form, note)))
            continue
        elif kind != raw.FPDF_FORMFIELD_PUSHBUTTON:
            is_comb = form and raw.FPDFAnnot_GetFormFieldFlags(form, note) & _COMB
            fields.append(_Field(area, _value(form, note) if is_comb else ""))
            continue
        raw.FPDFAnnot_SetFlags(note, flags | raw.FPDF_ANNOT_FLAG_HIDDEN)
    return fields, ticks


def _kind(form: Any, note: Any) -> int:
    """What kind of field it is. Buttons that no form knows have no state: they are there to be pressed."""
    if form:
        return int(raw.FPDFAnnot_GetFormFieldType(form, note))
    is_button = _string(note, b"FT") == "Btn"
    return int(raw.FPDF_FORMFIELD_PUSHBUTTON if is_button else raw.FPDF_FORMFIELD_UNKNOWN)


def _area(note: Any, frame: Edges, rotation: int) -> Edges:
    box = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(note, box)
    x0, y0, x1, y1 = as_shown(frame, rotation, (box.left, box.top, box.right, box.bottom))
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _sign(text: str, area: Edges, number: int) -> PrintedLine:
    words = PageWords(array("I", [0]), array("I", [1]), array("f", area))
    height = area[3] - area[1]
    return PrintedLine(
        number,
        text,
        area,
        area[3] - 0.2 * height,
        height,
        False,
        False,
        False,
        words,
        first_word=0,
        last_word=1,
    )


def _chosen(form: Any, note: Any) -> frozenset[str]:
    count = max(raw.FPDFAnnot_GetOptionCount(form, note), 0)
    return frozenset(
        " ".join(_text(lambda *room, i=i: raw.FPDFAnnot_GetOptionLabel(form, note, i, *room)).split())
        for i in range(count)
        if raw.FPDFAnnot_IsOptionSelected(form, note, i)
    )


def _value(form: Any, note: Any) -> str:
    return _text(lambda *room: raw.FPDFAnnot_GetFormFieldValue(form, note, *room))


def _string(note: Any, key: bytes) -> str:
    return _text(lambda *room: raw.FPDFAnnot_GetStringValue(note, key, *room))


def _text(ask: Callable[..., int]) -> str:
    length = ask(None, 0)
    room = (ctypes.c_ushort * (length // 2 + 1))()
    ask(room, length)
    return bytes(room)[: max(length - 2, 0)].decode("utf-16-le", "replace")


def _empty(page: pdfium.PdfPage) -> None:
    for number in reversed(range(max(raw.FPDFPage_CountObjects(page.raw), 0))):
        drawn = raw.FPDFPage_GetObject(page.raw, number)
        if raw.FPDFPage_RemoveObject(page.raw, drawn):
            raw.FPDFPageObj_Destroy(drawn)
    raw.FPDFPage_GenerateContent(page.raw)


def _in_fields(line: PrintedLine, fields: Sequence[_Field]) -> Iterator[Overlaid]:
    """A line in parts: what stands in each field."""
    edges = line.words.edges
    owner: list[_Field | None] = []
    for word in range(line.first_word, line.last_word):
        x0, y0, x1, y1 = edges[4 * word : 4 * word + 4]
        owner.append(_owner(fields, (x0 + x1) / 2, (y0 + y1) / 2))
    first = 0
    for here in range(1, len(owner) + 1):
        if here == len(owner) or owner[here] is not owner[first]:
            part = cut(line, line.first_word + first, line.first_word + here)
            place = owner[first]
            first = here
            if place is None:
                yield Overlaid(part, part.edges)
            elif place.chosen is None or part.text in place.chosen:
                yield Overlaid(_without_cells(part, place.comb), place.area)


def _owner(fields: Sequence[_Field], x: float, y: float) -> _Field | None:
    for place in fields:
        if place.area[0] <= x <= place.area[2] and place.area[1] <= y <= place.area[3]:
            return place
    return None


def _without_cells(line: PrintedLine, value: str) -> PrintedLine:
    """The value of a field as one word where each of its characters has a cell of its own."""
    if not value or " " in value or line.text.replace(" ", "") != value:
        return line
    words = PageWords(array("I", [0]), array("I", [len(value)]), array("f", line.edges))
    return replace(line, text=value, words=words, last_word=1)
