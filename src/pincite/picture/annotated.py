"""Write highlights into a copy of a PDF: real annotations over the quoted words, each with a note.

The copy is the file itself with an addition at its end, where PDFium can write it so: nothing of what a
signature covers changes. Encryption and passwords stay as they are.
"""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError
from pincite.picture.overlay import opened
from pincite.records.document import Box

Colour = tuple[int, int, int]
_FINE = 100  # PDFium takes whole numbers for places on a page: hundredths of a point are finer than ink
_AUTHOR = "Pincite"
_START = re.compile(rb"startxref\s+(\d+)")
_OBJECT = re.compile(rb"\d+\s+\d+\s+obj\s*<<")


@dataclass(frozen=True, slots=True)
class Highlight:
    """Words on a page, one box for each of their lines, and what the note on them says."""

    boxes: tuple[Box, ...]
    note: str = field(repr=False)
    colour: Colour = (255, 225, 77)


@dataclass(frozen=True, slots=True)
class AnnotatedPdf:
    """The copy with the highlights, and whether the file was signed."""

    content: bytes = field(repr=False)
    is_signed: bool


def annotated(
    content: bytes, name: str, highlights: Sequence[Highlight], password: str | None = None
) -> AnnotatedPdf:
    """A copy of the PDF with the highlights in it; an InputError where it cannot be opened or written."""
    pdf = opened(content, name, password)
    try:
        for number, each in enumerate(highlights, start=1):
            _add(pdf, each, f"pincite-{number}")
        is_signed = raw.FPDF_GetSignatureCount(pdf.raw) > 0
        wanted = [raw.FPDFPage_GetAnnotCount(page.raw) for page in _pages(pdf, highlights)]
        for flags in (raw.FPDF_INCREMENTAL, raw.FPDF_NO_INCREMENTAL):
            written = io.BytesIO()
            pdf.save(written, flags=flags)
            copy = _typed(written.getvalue())
            if _holds(copy, highlights, wanted, password):
                return AnnotatedPdf(copy, is_signed)
    except (pdfium.PdfiumError, IndexError) as error:
        raise _unwritable(name) from error
    finally:
        pdf.close()
    raise _unwritable(name)


def _add(pdf: pdfium.PdfDocument, highlight: Highlight, id: str) -> None:
    """One annotation on each page that has some of the words, with a quadrilateral for each line."""
    for number in sorted({box.page for box in highlight.boxes}):
        page = pdf[number - 1]
        annotation = raw.FPDFPage_CreateAnnot(page.raw, raw.FPDF_ANNOT_HIGHLIGHT)
        if not annotation:
            raise pdfium.PdfiumError("no annotation can be made")
        quads = [_quad(page, box) for box in highlight.boxes if box.page == number]
        for quad in quads:
            raw.FPDFAnnot_AppendAttachmentPoints(annotation, quad)
        raw.FPDFAnnot_SetRect(annotation, _around(quads))
        raw.FPDFAnnot_SetColor(annotation, raw.FPDFANNOT_COLORTYPE_Color, *highlight.colour, 255)
        raw.FPDFAnnot_SetFlags(annotation, raw.FPDF_ANNOT_FLAG_PRINT)
        for key, text in (("Contents", highlight.note), ("T", _AUTHOR), ("NM", f"{id}-{number}")):
            raw.FPDFAnnot_SetStringValue(annotation, key.encode(), _wide(text))
        raw.FPDFPage_CloseAnnot(annotation)
        page.close()


def _quad(page: pdfium.PdfPage, box: Box) -> Any:
    """The box as the page itself counts: from its own origin, before it is turned and cut.

    Readers agree on this order of the corners, whatever the standard says: as the words are read, those
    above before those below.
    """
    above, below = ((box.x0, box.y0), (box.x1, box.y0)), ((box.x0, box.y1), (box.x1, box.y1))
    corners = [_on_page(page, *corner) for corner in (*above, *below)]
    return raw.FS_QUADPOINTSF(*(edge for corner in corners for edge in corner))


def _on_page(page: pdfium.PdfPage, x: float, y: float) -> tuple[float, float]:
    width, height = (round(edge * _FINE) for edge in page.get_size())
    across, up = ctypes.c_double(), ctypes.c_double()
    raw.FPDF_DeviceToPage(
        page.raw, 0, 0, width, height, 0, round(x * _FINE), round(y * _FINE), across, up
    )  # fmt: skip
    return across.value, up.value


def _around(quads: Sequence[Any]) -> Any:
    xs = [edge for quad in quads for edge in (quad.x1, quad.x2, quad.x3, quad.x4)]
    ys = [edge for quad in quads for edge in (quad.y1, quad.y2, quad.y3, quad.y4)]
    return raw.FS_RECTF(left=min(xs), top=max(ys), right=max(xs), bottom=min(ys))


def _wide(text: str) -> Any:
    known = text.encode("utf-16-le", "replace") + b"\0\0"
    return ctypes.cast(ctypes.create_string_buffer(known, len(known)), ctypes.POINTER(raw.FPDF_WCHAR))


def _pages(pdf: pdfium.PdfDocument, highlights: Sequence[Highlight]) -> Iterable[pdfium.PdfPage]:
    return [pdf[number - 1] for number in sorted({box.page for each in highlights for box in each.boxes})]


def _typed(written: bytes) -> bytes:
    """The file with a cross-reference stream that says it is one.

    PDFium leaves its type out where it appends to a file that has such streams, and some readers refuse it
    then. It is the last object, so nothing that is referred to moves.
    """
    at = written.rfind(b"startxref")
    start = _START.match(written, at) if at >= 0 else None
    head = _OBJECT.match(written, int(start[1])) if start else None
    if head is None or b"/Type" in written[head.end() : written.find(b"stream", head.end())]:
        return written
    return written[: head.end()] + b"/Type/XRef" + written[head.end() :]


def _holds(
    written: bytes, highlights: Sequence[Highlight], wanted: Sequence[int], password: str | None
) -> bool:
    """Whether the copy opens and has all annotations: of some damaged files only a new copy does."""
    try:
        pdf = pdfium.PdfDocument(written, password=password)
    except pdfium.PdfiumError:
        return False
    try:
        return wanted == [raw.FPDFPage_GetAnnotCount(page.raw) for page in _pages(pdf, highlights)]
    except (pdfium.PdfiumError, IndexError):
        return False
    finally:
        pdf.close()


def _unwritable(name: str) -> InputError:
    return InputError(
        f"{name} is damaged, and no highlights can be written into it.",
        hint="`pincite report` shows its pages with the words highlighted.",
    )
