"""Read the size of a picture from its header, without decoding it.

A few hundred bytes can claim to be a picture that fills the memory once it is decoded.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from pincite.ingest.watch import check_pixels

# The frame headers of JPEG, which state the size; the other codes in between mean other things.
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
_TIFF_WIDTH, _TIFF_HEIGHT = 256, 257
_TIFF_SHORT = 3
_MOST_TIFF_PAGES = 10_000


def check_picture(content: bytes, name: str) -> None:
    """Refuse a picture over the limit. One whose size cannot be told is left to its parser."""
    try:
        for width, height in _sizes(content):
            check_pixels(width, height, name)
    except (struct.error, IndexError):
        return


def _sizes(content: bytes) -> Iterator[tuple[int, int]]:
    """Width and height of each picture in the file."""
    if content.startswith(b"\x89PNG"):
        yield struct.unpack_from(">II", content, 16)
    elif content.startswith(b"GIF8"):
        yield struct.unpack_from("<HH", content, 6)
    elif content.startswith(b"BM"):
        width, height = struct.unpack_from("<ii", content, 18)
        yield abs(width), abs(height)
    elif content.startswith(b"RIFF"):
        yield from _webp(content)
    elif content.startswith(b"\xff\xd8"):
        yield from _jpeg(content)
    elif content[2:4] in (b"*\0", b"\0*"):
        yield from _tiff(content)


def _webp(content: bytes) -> Iterator[tuple[int, int]]:
    kind = content[12:16]
    if kind == b"VP8X":
        wide, high = (int.from_bytes(content[at : at + 3], "little") for at in (24, 27))
        yield wide + 1, high + 1
    elif kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        yield (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", content, 26)
        yield width & 0x3FFF, height & 0x3FFF


def _jpeg(content: bytes) -> Iterator[tuple[int, int]]:
    place = 2
    while place + 4 <= len(content):
        if content[place] != 0xFF:
            return
        code = content[place + 1]
        if code in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", content, place + 5)
            yield width, height
            return
        alone = code in _JPEG_ALONE or code == 0xFF
        place += (1 if code == 0xFF else 2) if alone else 2 + int.from_bytes(content[place + 2 : place + 4])


def _tiff(content: bytes) -> Iterator[tuple[int, int]]:
    order = "<" if content[:2] == b"II" else ">"
    (directory,) = struct.unpack_from(f"{order}I", content, 4)
    for _ in range(_MOST_TIFF_PAGES):
        if not directory:
            return
        (count,) = struct.unpack_from(f"{order}H", content, directory)
        size = {}
        for entry in range(directory + 2, directory + 2 + 12 * count, 12):
            tag, kind = struct.unpack_from(f"{order}HH", content, entry)
            if tag in (_TIFF_WIDTH, _TIFF_HEIGHT):
                (size[tag],) = struct.unpack_from(
                    order + ("H" if kind == _TIFF_SHORT else "I"), content, entry + 8
                )
        yield size.get(_TIFF_WIDTH, 0), size.get(_TIFF_HEIGHT, 0)
        (directory,) = struct.unpack_from(f"{order}I", content, directory + 2 + 12 * count)
