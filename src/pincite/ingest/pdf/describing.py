"""Have the pictures of some pages described; what is said of them stands beside the document, not in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pypdfium2 as pdfium

from pincite.ingest.pdf.figures import Shown
from pincite.ingest.pdf.render import draw
from pincite.ingest.pdf.routing import Routed
from pincite.protocols import Describer

# A description costs a call: what is written in a picture is read without one, and specks are left alone.
_MOST_PICTURES = 8
_LEAST_POINTS = 36.0
_MAX_PIXELS = 1_000_000


@dataclass(frozen=True, slots=True)
class Describing:
    """The pages that the caller named, and who describes their pictures."""

    pages: tuple[int, ...]
    describer: Describer

    @property
    def signature(self) -> str:
        numbers = ",".join(map(str, self.pages))
        return f"described={numbers}:{self.describer.name}-{self.describer.version}"

    def of(self, document: pdfium.PdfDocument, routed: Routed) -> Routed:
        """The same pages and pictures, with a description of those in which nothing is written."""
        left = _MOST_PICTURES
        pictures: list[Shown] = []
        for picture in routed.pictures:
            if left and picture.page in self.pages and not picture.lines and _is_large(picture):
                left -= 1
                picture = self._described(document, picture)
            pictures.append(picture)
        return replace(routed, pictures=tuple(pictures))

    def _described(self, document: pdfium.PdfDocument, picture: Shown) -> Shown:
        x0, y0, x1, y1 = picture.edges
        scale = min(2.0, (_MAX_PIXELS / max((x1 - x0) * (y1 - y0), 1.0)) ** 0.5)
        page = document[picture.page - 1]
        try:
            raster = draw(page, scale, picture.edges)
        finally:
            page.close()
        return replace(picture, description=self.describer.describe(raster))


def _is_large(picture: Shown) -> bool:
    x0, y0, x1, y1 = picture.edges
    return min(x1 - x0, y1 - y0) >= _LEAST_POINTS
