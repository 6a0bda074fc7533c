"""Open a PDF of a library with PDFium, and draw boxes and labels over what is there."""

from __future__ import annotations

import ctypes
from typing import Any, Self

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import Encrypted, InputError
from pincite.records.document import Box

Colour = tuple[int, int, int, int]
"""Red, green, blue, and how much of what is below is covered, each 0 to 255."""


class Overlay:
    """Rectangles and words in pixels, origin top left. Use it as a context manager."""

    def __init__(self, width: int, height: int) -> None:
        self._height = height
        self.right = width
        self._document = pdfium.PdfDocument.new()
        self._page = self._document.new_page(width, height)
        self._fonts = {
            name: raw.FPDFText_LoadStandardFont(self._document.raw, name.encode())
            for name in ("Helvetica", "Helvetica-Bold")
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for font in self._fonts.values():
            raw.FPDFFont_Close(font)
        self._page.close()
        self._document.close()

    def rectangle(
        self, box: Box, *, fill: Colour | None = None, line: Colour | None = None, width: float = 1
    ) -> None:
        bottom = self._height - box.y1
        shape = raw.FPDFPageObj_CreateNewRect(box.x0, bottom, box.x1 - box.x0, box.y1 - box.y0)
        if fill:
            raw.FPDFPageObj_SetFillColor(shape, *fill)
        if line:
            raw.FPDFPageObj_SetStrokeColor(shape, *line)
            raw.FPDFPageObj_SetStrokeWidth(shape, width)
        raw.FPDFPath_SetDrawMode(shape, raw.FPDF_FILLMODE_ALTERNATE if fill else 0, bool(line))
        raw.FPDFPage_InsertObject(self._page.raw, shape)

    def words(
        self, text: str, x: float, baseline: float, size: float, colour: Colour, bold: bool = False
    ) -> None:
        """A line of text; what the standard fonts do not have becomes a question mark."""
        raw.FPDFPage_InsertObject(self._page.raw, self._text(text, x, baseline, size, colour, bold))

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a line of text will be."""
        drawn = self._text(text, 0, 0, size, (0, 0, 0, 255), bold)
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        raw.FPDFPageObj_GetBounds(drawn, left, bottom, right, top)
        raw.FPDFPageObj_Destroy(drawn)
        return right.value

    def draw_on(self, bitmap: pdfium.PdfBitmap) -> None:
        """Draw all of it over what the bitmap shows."""
        raw.FPDFPage_GenerateContent(self._page.raw)
        raw.FPDF_RenderPageBitmap(
            bitmap.raw, self._page.raw, 0, 0, bitmap.width, bitmap.height, 0, raw.FPDF_REVERSE_BYTE_ORDER
        )

    def _text(self, text: str, x: float, baseline: float, size: float, colour: Colour, bold: bool) -> Any:
        font = self._fonts["Helvetica-Bold" if bold else "Helvetica"]
        drawn = raw.FPDFPageObj_CreateTextObj(self._document.raw, font, size)
        known = text.encode("cp1252", "replace").decode("cp1252", "replace")
        encoded = ctypes.create_string_buffer(known.encode("utf-16-le") + b"\0")
        raw.FPDFText_SetText(drawn, ctypes.cast(encoded, ctypes.POINTER(raw.FPDF_WCHAR)))
        raw.FPDFPageObj_SetFillColor(drawn, *colour)
        raw.FPDFPageObj_Transform(drawn, 1, 0, 0, 1, x, self._height - baseline)
        return drawn


def opened(content: bytes, name: str, password: str | None) -> pdfium.PdfDocument:
    """The file; an InputError where it is damaged, and an Encrypted where it is encrypted."""
    try:
        return pdfium.PdfDocument(content, password=password)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) != raw.FPDF_ERR_PASSWORD:
            raise InputError(f"{name} cannot be drawn.", hint="Get a fresh copy of the file.") from error
        wrong = "" if password is None else ", and the password does not open it"
        hint = "The password is not stored: pass it with --password."
        raise Encrypted(f"{name} is encrypted{wrong}.", hint=hint) from error
