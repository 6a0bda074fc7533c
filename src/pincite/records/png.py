"""Write an image as a PNG file: in full colour, in sixteen greys, or with the colours of a palette."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable

from pincite.records.reading import Raster

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _TRUE_COLOUR, _PALETTE = 0, 2, 3
_LEVEL = 6  # the highest takes eight times as long for a twentieth less


def png(image: Raster) -> bytes:
    """The file that shows the image."""
    row = 3 * image.width
    rows = (image.pixels[start : start + row] for start in range(0, len(image.pixels), row))
    return _file(image.width, image.height, (8, _TRUE_COLOUR), rows)


def grey_png(width: int, height: int, rows: Iterable[bytes]) -> bytes:
    """An image of sixteen greys: each row has two pixels in a byte, the left one in its upper half."""
    return _file(width, height, (4, _GREY), rows)


def palette_png(width: int, height: int, rows: Iterable[bytes], colours: bytes) -> bytes:
    """An image whose pixels are numbers of up to 256 colours, each three bytes of `colours`."""
    return _file(width, height, (8, _PALETTE), rows, _chunk(b"PLTE", colours))


def _file(
    width: int, height: int, form: tuple[int, int], rows: Iterable[bytes], before: bytes = b""
) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, *form, 0, 0, 0)
    # Each row is led by a zero: its bytes are stored as they are.
    body = zlib.compress(b"".join(b"\0" + row for row in rows), _LEVEL)
    return SIGNATURE + _chunk(b"IHDR", header) + before + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
