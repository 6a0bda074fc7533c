"""Write a picture of a page as a small file: greys for print, a palette for colours, JPEG for photographs."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pincite.records.png import grey_png, palette_png
from pincite.records.reading import Raster

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
