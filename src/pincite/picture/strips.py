"""Draw pages of a PDF, or strips of them, as a reader sees them and with nothing added."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError
from pincite.picture.opened_pdf import opened
from pincite.records.document import Box
from pincite.records.reading import Raster

_MOST_PIXELS = 4_000_000
_WHITE = (255, 255, 255, 255)


class PdfSheets:
    """The pages of one PDF, open to be drawn. Use it as a context manager."""

    def __init__(self, content: bytes, name: str, password: str | None) -> None:
        self._name = name
        self._pdf = opened(content, name, password)
        self._pdf.init_forms()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._pdf.close()

    def size(self, page: int) -> tuple[float, float]:
        """Width and height in points, as the page is shown."""
        with self._told(page):
            width, height = self._pdf.get_page_size(page - 1)
            return float(width), float(height)

    def strip(self, part: Box, dpi: float) -> Raster:
        """A part of a page, which the box names; a very large one at a lower resolution."""
        with self._told(part.page):
            page = self._pdf[part.page - 1]
            try:
                return _drawn(page, part, dpi)
            finally:
                page.close()

    @contextmanager
    def _told(self, page: int) -> Iterator[None]:
        try:
            yield
        except (pdfium.PdfiumError, IndexError) as error:
            raise InputError(
                f"Page {page} of {self._name} is damaged and cannot be drawn.", hint="Get a fresh copy."
            ) from error


def _drawn(page: pdfium.PdfPage, part: Box, dpi: float) -> Raster:
    wide, high = part.x1 - part.x0, part.y1 - part.y0
    scale = min(dpi / 72, (_MOST_PIXELS / max(wide * high, 1.0)) ** 0.5)
    width, height = page.get_size()
    bitmap = pdfium.PdfBitmap.new_native(
        max(1, round(wide * scale)), max(1, round(high * scale)), raw.FPDFBitmap_BGRx
    )
    bitmap.fill_rect(_WHITE, 0, 0, bitmap.width, bitmap.height)
    # Scaled by what the picture has in whole pixels, so that a box lies on it where it lies on the page.
    across, down = bitmap.width / wide, bitmap.height / high
    place = round(-part.x0 * across), round(-part.y0 * down), round(width * across), round(height * down)
    flags = raw.FPDF_REVERSE_BYTE_ORDER | raw.FPDF_ANNOT
    raw.FPDF_RenderPageBitmap(bitmap.raw, page.raw, *place, 0, flags)
    if page.formenv:
        raw.FPDF_FFLDraw(page.formenv.raw, bitmap.raw, page.raw, *place, 0, flags)
    return Raster(bitmap.width, bitmap.height, bitmap.to_numpy()[:, :, :3].tobytes())
