"""Write an image as a PNG file: eight bits for each of red, green and blue, and nothing else."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR = 2
_LEVEL = 6


def png(pixels: NDArray[np.uint8]) -> bytes:
    """The file for an array of rows, columns and the three colours."""
    height, width, _ = pixels.shape
    # Each row is led by a zero: its bytes are stored as they are.
    rows = np.zeros((height, 1 + 3 * width), np.uint8)
    rows[:, 1:] = pixels.reshape(height, 3 * width)
    header = struct.pack(">IIBBBBB", width, height, 8, _TRUE_COLOUR, 0, 0, 0)
    body = zlib.compress(rows.tobytes(), _LEVEL)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
