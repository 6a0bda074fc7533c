"""Write an image as a PNG file: eight bits for each of red, green and blue, and nothing else."""

from __future__ import annotations

import struct
import zlib

from pincite.records.reading import Raster

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR = 2
_LEVEL = 6


def png(image: Raster) -> bytes:
    """The file that shows the image."""
    row = 3 * image.width
    # Each row is led by a zero: its bytes are stored as they are.
    rows = (b"\0" + image.pixels[start : start + row] for start in range(0, len(image.pixels), row))
    header = struct.pack(">IIBBBBB", image.width, image.height, 8, _TRUE_COLOUR, 0, 0, 0)
    body = zlib.compress(b"".join(rows), _LEVEL)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
