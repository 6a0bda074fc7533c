"""Read a page by recognising the text in its image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.errors import MissingExtra, to_install
from pincite.ingest.ocr.order import in_reading_order
from pincite.ingest.ocr.upright import read
from pincite.protocols import Recogniser, SourcePage
from pincite.records.reading import Raster, Reading, ReadLine, ReadPage

DPI = 200.0
TO_RECOGNISE = f"To read scans, run: {to_install('ocr')}. The setting `ocr` must not be `off`."
_MAX_PIXELS = 12_000_000
"""A page larger than this (A3 at 200 dpi has 7.7 million) is read in a lower resolution."""


@dataclass(frozen=True, slots=True)
class ByRecognition:
    """Reads a page as a scan, whatever text the file holds for it."""

    recogniser: Recogniser | None = None
    dpi: float = DPI
    name: str = "ocr"

    @property
    def version(self) -> str:
        by = self._by()
        return f"{by.name}-{by.version}-{self.dpi:g}dpi"

    def read_page(self, source: SourcePage) -> ReadPage:
        width, height = source.size
        dpi = min(self.dpi, 72 * (_MAX_PIXELS / max(width * height, 1.0)) ** 0.5)
        return recognised(self._by(), source.raster(dpi), 72 / dpi)

    def _by(self) -> Recogniser:
        if self.recogniser is None:
            raise MissingExtra("rapidocr", extra="ocr", needed_for="Reading text from images")
        return self.recogniser


def recognised(by: Recogniser, raster: Raster, scale: float) -> ReadPage:
    """What an image says, in reading order; `scale`: points for one of its pixels.

    A page that makes little sense is tried in other directions too.
    """
    return ReadPage(()) if is_blank(raster) else _ordered(read(by, raster), raster, scale)


def recognised_as_it_stands(by: Recogniser, raster: Raster, scale: float) -> ReadPage:
    """The same for a picture on a page, whose direction is that of the page: a quarter of the time."""
    return _ordered(by.recognise(raster), raster, scale)


def _ordered(reading: Reading, raster: Raster, scale: float) -> ReadPage:
    lines = in_reading_order(reading, (raster.width, raster.height))
    return ReadPage(_scaled(lines, scale), angle=_angle(reading))


def is_blank(raster: Raster) -> bool:
    """Whether the image shows nothing: it has one colour, but for the noise of a scanner."""
    import numpy as np

    pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
    step = max(1, min(raster.width, raster.height) // 400)
    red, green, blue = np.moveaxis(pixels[::step, ::step].astype(np.int16), 2, 0)
    grey = (red + green + blue) / 3
    return bool(np.mean(np.abs(grey - np.median(grey)) > 32) < 2e-5)


def _angle(reading: Reading) -> float:
    return reading.angle % 360


def _scaled(lines: Sequence[ReadLine], scale: float) -> tuple[ReadLine, ...]:
    return tuple(
        ReadLine(
            tuple(
                replace(word, edges=tuple(edge * scale for edge in word.edges))  # type: ignore[arg-type]
                for word in line.words
            )
        )
        for line in lines
    )
