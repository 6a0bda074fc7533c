"""Read an image file as a document: one page for each frame, every word recognised.

Boxes are in points as everywhere, 72 to the inch of the resolution that the file states. Where it states
none, or one that no scanner has, a pixel is a point.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.errors import InputError, MissingExtra
from pincite.ingest.layout import assemble
from pincite.ingest.ocr.page import TO_RECOGNISE, recognised
from pincite.ingest.pdf.glyphs import PrintedPage
from pincite.ingest.pdf.routing import Routed, quality_of, signature
from pincite.ingest.pdf.setting import printed_page
from pincite.ingest.pdf.writer import Readings, write
from pincite.ingest.versions import VERSIONS
from pincite.protocols import Recogniser
from pincite.records.document import Document, Parse
from pincite.records.reading import Raster

if TYPE_CHECKING:
    from PIL.Image import Image

# Never more: some of Pillow's other formats run programs to decode a file.
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")
_MAX_PIXELS = 150_000_000
_MAX_FRAMES = 500
_MAX_RASTER_PIXELS = 12_000_000
_MIN_DPI, _MAX_DPI = 50.0, 2400.0


@dataclass(frozen=True, slots=True)
class ImageParser:
    """Reads PNG, JPEG, TIFF, WebP, BMP and GIF, if there is somebody to recognise their text."""

    recogniser: Recogniser | None = None

    @property
    def parse(self) -> Parse:
        return Parse(parser="image", version=VERSIONS["image"], options=signature(self.recogniser))

    def read(self, content: bytes, name: str) -> Document:
        by = self.recogniser
        if by is None:
            raise _unreadable(name)
        pages = [_page(frame, number, by) for number, frame in enumerate(frames(content, name), start=1)]
        if not any(page.lines for page in pages):
            raise InputError(
                f"No words were recognised in {name}.", hint="Get a clearer image of the document."
            )
        quality = tuple(quality_of(page, "recognised") for page in pages)
        empty = [str(page.page) for page in quality if page.source == "nothing"]
        caveats = (f"no words were recognised on page {', '.join(empty)}",) if empty else ()
        pieces = replace(write(Readings(Routed(pages, quality))), caveats=caveats)
        return assemble(pieces, "image", self.parse)


def _page(frame: Frame, number: int, by: Recogniser) -> PrintedPage:
    """A frame as a page; a very large one is read in a lower resolution."""
    read = recognised(by, frame.raster, frame.points)
    width, height = frame.raster.width * frame.points, frame.raster.height * frame.points
    return printed_page(read, number, width, height)


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of an image file, which is one page."""

    raster: Raster
    points: float
    """For one pixel of the raster."""


def frames(content: bytes, name: str) -> Iterator[Frame]:
    """Every picture of the file, upright and on white."""
    try:
        from PIL import Image, ImageOps, ImageSequence
    except ImportError as error:
        raise MissingExtra("pillow", extra="ocr", needed_for="Reading image files") from error
    try:
        with Image.open(io.BytesIO(content), formats=_FORMATS) as image:
            count = 1 if image.format == "MPO" else getattr(image, "n_frames", 1)
            if count > _MAX_FRAMES:
                raise InputError(f"{name} has more than {_MAX_FRAMES} frames.", hint="Split it into parts.")
            for _, frame in zip(range(count), ImageSequence.Iterator(image), strict=False):
                # Asked before its pixels are decoded: a few kilobytes can claim to be gigabytes.
                if frame.width * frame.height > _MAX_PIXELS:
                    raise _too_large(name)
                yield _drawn(ImageOps.exif_transpose(frame), _dpi(frame))
    except Image.DecompressionBombError as error:
        raise _too_large(name) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise InputError(
            f"{name} cannot be read as an image.", hint="It may be damaged: get a fresh copy."
        ) from error


def _too_large(name: str) -> InputError:
    limit = f"{_MAX_PIXELS // 1_000_000} million pixels"
    return InputError(f"{name} has more than {limit}.", hint="Scale it down, or cut it into parts.")


def _dpi(frame: Image) -> float:
    stated = frame.info.get("dpi", (0, 0))
    try:
        dpi = float(stated[0])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return 72.0
    return dpi if _MIN_DPI <= dpi <= _MAX_DPI else 72.0


def _drawn(frame: Image, dpi: float) -> Frame:
    """The frame on white, as it would be printed."""
    from PIL import Image

    width = frame.width
    if frame.width * frame.height > _MAX_RASTER_PIXELS:
        share = (_MAX_RASTER_PIXELS / (frame.width * frame.height)) ** 0.5
        frame = frame.convert("RGBA" if "A" in frame.getbands() else "RGB").resize(
            (max(int(frame.width * share), 1), max(int(frame.height * share), 1)), Image.Resampling.BOX
        )
    if frame.mode.startswith("I;16") or frame.mode in ("I", "F"):
        frame = frame.convert("F").point(lambda value: value / 257).convert("L")
    if frame.mode == "P" or "A" in frame.getbands():
        frame = frame.convert("RGBA")
        frame = Image.alpha_composite(Image.new("RGBA", frame.size, "white"), frame)
    frame = frame.convert("RGB")
    return Frame(Raster(frame.width, frame.height, frame.tobytes()), 72 / dpi * width / frame.width)


def _unreadable(name: str) -> InputError:
    return InputError(f"{name} is an image, and its text cannot be read.", hint=TO_RECOGNISE)
