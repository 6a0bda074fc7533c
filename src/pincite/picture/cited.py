"""Draw a page of a PDF with some of its words highlighted, and nothing else added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError
from pincite.picture.overlay import Colour, Overlay
from pincite.picture.page import require_page
from pincite.records.document import Box, Document
from pincite.records.library import Held
from pincite.records.png import png
from pincite.records.reading import Raster
from pincite.records.span import Span

_DPI = 80
_MOST_PIXELS = 2_000_000
_WHITE = (255, 255, 255, 255)
_MARGIN = 1.5
_YELLOW: Colour = (255, 214, 0, 110)


def highlighted_page(held: Held, content: bytes, page: int, spans: Sequence[Span], dpi: int) -> bytes:
    """A PNG of the page with the words of the spans highlighted; an InputError where it cannot be drawn."""
    require_page(held.document, held.identity.name, page)
    try:
        return cited_page(held.document, content, page, {_YELLOW: spans}, dpi)
    except pdfium.PdfiumError as error:
        raise InputError(
            f"Page {page} of {held.identity.name} cannot be drawn.",
            hint="The file is encrypted or damaged. Its text can still be read.",
        ) from error


def page_points(content: bytes, page: int) -> tuple[float, float]:
    """Width and height of a page as it is shown, in PDF points; the boxes of its words lie within them."""
    opened = pdfium.PdfDocument(content)
    try:
        width, height = opened[page - 1].get_size()
        return float(width), float(height)
    finally:
        opened.close()


def cited_page(
    document: Document,
    content: bytes,
    page: int,
    spans: Mapping[Colour, Sequence[Span]],
    dpi: int = _DPI,
) -> bytes:
    """A PNG of the page, the words of the spans that stand on it under their colour."""
    opened = pdfium.PdfDocument(content)
    try:
        drawn = opened[page - 1]
        width, height = drawn.get_size()
        most = _MOST_PIXELS * (dpi / _DPI) ** 2
        scale = min(dpi / 72, (most / max(width * height, 1.0)) ** 0.5)
        size = max(1, round(width * scale)), max(1, round(height * scale))
        bitmap = pdfium.PdfBitmap.new_native(*size, raw.FPDFBitmap_BGRx)
        bitmap.fill_rect(_WHITE, 0, 0, *size)
        flags = raw.FPDF_REVERSE_BYTE_ORDER | raw.FPDF_ANNOT
        raw.FPDF_RenderPageBitmap(bitmap.raw, drawn.raw, 0, 0, *size, 0, flags)
        with Overlay(*size) as overlay:
            for colour, places in spans.items():
                for box in _boxes(document, page, places):
                    overlay.rectangle(_scaled(box, scale), fill=colour)
            overlay.draw_on(bitmap)
        return png(Raster(bitmap.width, bitmap.height, bitmap.to_numpy()[:, :, :3].tobytes()))
    finally:
        opened.close()


def _boxes(document: Document, page: int, spans: Sequence[Span]) -> list[Box]:
    return [box for span in spans for box in document.words.boxes(span) if box.page == page]


def _scaled(box: Box, scale: float) -> Box:
    return Box(
        box.page,
        box.x0 * scale - _MARGIN,
        box.y0 * scale - _MARGIN,
        box.x1 * scale + _MARGIN,
        box.y1 * scale + _MARGIN,
    )
