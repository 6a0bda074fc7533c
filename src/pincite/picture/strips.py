"""Draw pages of a PDF or strips of them as a reader sees them, and write them as small files."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.errors import InputError
from pincite.picture.overlay import opened
from pincite.records.document import Box
from pincite.records.png import grey_png, palette_png
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


# Print takes a tenth of a byte for each pixel; more than this is a photograph or a noisy scan.
_PHOTOGRAPH = 0.3
_JPEG_QUALITY = 72
_MOST_COLOURS = 256
_GREYS = 17  # from one of sixteen greys to the next, of 256
_ALMOST_GREY = 6
Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Picture:
    """A file that a browser shows."""

    media_type: str
    content: bytes


def compact(image: Raster) -> Picture:
    """The image as a file. Small print stays legible; a photograph loses what nobody cites."""
    pixels = np.frombuffer(image.pixels, np.uint8).reshape(image.height, image.width, 3)
    made = _in_greys(pixels) if _is_grey(pixels) else _in_palette(pixels)
    if len(made) > _PHOTOGRAPH * image.width * image.height and (jpeg := _as_jpeg(image)):
        return Picture("image/jpeg", jpeg)
    return Picture("image/png", made)


def _is_grey(pixels: Pixels) -> bool:
    """Whether it has no colour that is seen: scanners leave a tint in the grey of old paper."""
    red, green, blue = (pixels[:, :, channel].astype(np.int16) for channel in range(3))
    return max(int(np.abs(red - green).max()), int(np.abs(green - blue).max())) <= _ALMOST_GREY


def _in_greys(pixels: Pixels) -> bytes:
    height, width, _ = pixels.shape
    levels = ((pixels[:, :, 1].astype(np.uint16) + _GREYS // 2) // _GREYS).astype(np.uint8)
    if width % 2:
        levels = np.pad(levels, ((0, 0), (0, 1)))
    packed = (levels[:, 0::2] << 4) | levels[:, 1::2]
    return grey_png(width, height, (row.tobytes() for row in packed))


def _in_palette(pixels: Pixels) -> bytes:
    """With the colours that most pixels have, every other pixel in the nearest of them."""
    height, width, _ = pixels.shape
    bins = _bins(pixels)
    counts = np.bincount(bins.ravel(), minlength=1 << 15)
    used = np.flatnonzero(counts)
    chosen = used[np.argsort(-counts[used], kind="stable")][:_MOST_COLOURS]
    colours = _means(pixels, bins, chosen, counts)
    every = np.stack(((used >> 10) & 31, (used >> 5) & 31, used & 31), axis=1).astype(np.float32) * 8 + 4
    number = np.zeros(1 << 15, np.uint8)
    for start in range(0, len(used), 4096):
        part = every[start : start + 4096]
        apart = ((part[:, None, :] - colours[None, :, :].astype(np.float32)) ** 2).sum(axis=2)
        number[used[start : start + 4096]] = apart.argmin(axis=1)
    number[chosen] = np.arange(len(chosen), dtype=np.uint8)
    rows = (row.tobytes() for row in number[bins])
    return palette_png(width, height, rows, colours.astype(np.uint8).tobytes())


def _bins(pixels: Pixels) -> npt.NDArray[np.int64]:
    """Each pixel by the upper five bits of its red, green and blue."""
    upper = (pixels >> 3).astype(np.int64)
    return (upper[:, :, 0] << 10) | (upper[:, :, 1] << 5) | upper[:, :, 2]


def _means(
    pixels: Pixels, bins: npt.NDArray[np.int64], chosen: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """The mean colour of the pixels in each of these bins, so that white stays white."""
    flat = bins.ravel()
    sums = [
        np.bincount(flat, weights=pixels[:, :, channel].ravel(), minlength=1 << 15)[chosen]
        for channel in range(3)
    ]
    return np.round(np.stack(sums, axis=1) / counts[chosen][:, None])


def _as_jpeg(image: Raster) -> bytes | None:
    """None where Pillow is not installed: then a noisy page is a larger file."""
    try:
        from PIL import Image
    except ImportError:
        return None
    written = io.BytesIO()
    drawn = Image.frombytes("RGB", (image.width, image.height), image.pixels)
    drawn.save(written, "JPEG", quality=_JPEG_QUALITY, optimize=True)
    return written.getvalue()
