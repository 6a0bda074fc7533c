"""A recogniser that knows what stands on the image it is shown, and where."""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image, ImageDraw

from pincite.records.reading import Raster, Reading, ReadLine, ReadWord

WORDS = ("The", "monthly", "fee", "is", "EUR", "4,500.00.")
_LEFT, _TOP, _WIDE, _HIGH = 100, 150, 110, 28


def picture(form: str = "PNG", dpi: int = 150) -> bytes:
    """An image with a dark block for each word."""
    drawn = Image.new("RGB", (900, 1200), "white")
    pen = ImageDraw.Draw(drawn)
    for number in range(len(WORDS)):
        left, top, right, bottom = _edges(number)
        pen.rectangle((left, top + 9, right, bottom - 9), fill="black")
    written = io.BytesIO()
    drawn.save(written, form, dpi=(dpi, dpi))
    return written.getvalue()


@dataclass(frozen=True)
class Knowing:
    """Reads one line, wherever it is shown."""

    name: str = "knowing"
    version: str = "1"

    def recognise(self, raster: Raster) -> Reading:
        words = (ReadWord(word, _edges(number), 97) for number, word in enumerate(WORDS))
        return Reading((ReadLine(tuple(words)),))


def _edges(number: int) -> tuple[float, float, float, float]:
    left = _LEFT + number * (_WIDE + 12)
    return left, _TOP, left + _WIDE, _TOP + _HIGH
