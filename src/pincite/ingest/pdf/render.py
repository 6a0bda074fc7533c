"""Draw a page, or part of one, as an image."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pypdfium2 as pdfium

from pincite.ingest.pdf.charindex import Edges
from pincite.records.reading import Raster


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page of a PDF for a page reader."""

    content: bytes = field(repr=False)
    number: int
    page: pdfium.PdfPage

    @property
    def size(self) -> tuple[float, float]:
        width, height = self.page.get_size()
        return float(width), float(height)

    def raster(self, dpi: float) -> Raster:
        return draw(self.page, dpi / 72)


def draw(page: pdfium.PdfPage, scale: float, part: Edges | None = None) -> Raster:
    """The page as it is shown, or one part of it, with `scale` pixels for a point."""
    width, height = page.get_size()
    x0, y0, x1, y1 = part or (0.0, 0.0, width, height)
    crop = (max(x0, 0.0), max(height - y1, 0.0), max(width - x1, 0.0), max(y0, 0.0))
    bitmap = page.render(scale=scale, crop=crop, rev_byteorder=True, may_draw_forms=False)
    try:
        pixels = bitmap.to_numpy()
        if pixels.ndim == 2:
            pixels = pixels[:, :, None]
        if pixels.shape[2] < 3:
            pixels = np.repeat(pixels[:, :, :1], 3, axis=2)
        return Raster(pixels.shape[1], pixels.shape[0], pixels[:, :, :3].tobytes())
    finally:
        bitmap.close()
