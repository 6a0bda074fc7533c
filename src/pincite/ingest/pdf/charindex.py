"""Ask PDFium about the characters of a page, many in one go.

PDFium answers for one char index at a time, and the calls take longer than the answers. Bound with plain
integers for pointers and driven by `map`, they cost a third of what the generated bindings cost.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter, deque
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

Edges = tuple[float, float, float, float]
"""x0, y0, x1, y1 on the page as it is shown: points, origin top left."""

EdgeRows = npt.NDArray[np.float32]
"""One row of x0, y0, x1, y1 for each word or character."""

Numbers = TypeVar("Numbers", float, np.ndarray[Any, Any])

DROPPED, HYPHEN = "\x01", "\x02"
_CHARACTERS: dict[int, str] = {
    **dict.fromkeys([*range(0x20), *range(0x7F, 0xA0)], DROPPED),
    **dict.fromkeys([*range(0xFDD0, 0xFDF0), 0xFFFF, 0xFEFF, 0x200B], DROPPED),
    **dict.fromkeys([0x09, 0x0B, 0x0C], " "),
    **dict.fromkeys([0x0A, 0x0D, 0x2028, 0x2029], "\n"),
    # PDFium's own signs for a hyphen that it takes out of the text.
    **dict.fromkeys([0x02, 0xFFFE], HYPHEN),
    # Drawn on the page, a soft hyphen is a hyphen, and Symbol's bullet is a bullet.
    0xAD: "-",
    0xF0B7: "•",
}
_SURROGATE = re.compile("[\ud800-\udfff]")
_HYPHENS = re.compile("[\x02\ufffe]")
_BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
_FORCE_BOLD = 1 << 18
_BOLD_WEIGHT = 650
_MOST = 0.6


def bound(function: Any, result: Any, *arguments: Any) -> Callable[..., int]:
    """A function of PDFium that takes plain integers for pointers."""
    prototype = ctypes.PYFUNCTYPE(result, *arguments)
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return prototype(address)


_pointer, _int = ctypes.c_void_p, ctypes.c_int
_unicode = bound(raw.FPDFText_GetUnicode, ctypes.c_uint, _pointer, _int)
_loose_box = bound(raw.FPDFText_GetLooseCharBox, _int, _pointer, _int, _pointer)
_count_rects = bound(raw.FPDFText_CountRects, _int, _pointer, _int, _int)
_rect = bound(raw.FPDFText_GetRect, _int, _pointer, _int, *[_pointer] * 4)
_char_box = bound(raw.FPDFText_GetCharBox, _int, _pointer, _int, *[_pointer] * 4)
_text_object = bound(raw.FPDFText_GetTextObject, _pointer, _pointer, _int)


def _addresses(boxes: npt.NDArray[np.float64], corner: int) -> range:
    first = boxes.ctypes.data + corner * boxes.itemsize
    return range(first, first + 4 * boxes.itemsize * len(boxes), 4 * boxes.itemsize)


def _widen(boxes: npt.NDArray[np.float64], rows: Sequence[int], more: npt.NDArray[np.float64]) -> None:
    """Make boxes cover further ones too, for what was drawn in several goes: left, top, right, bottom."""
    for corner, outer in enumerate((np.minimum, np.maximum, np.maximum, np.minimum)):
        outer.at(boxes[:, corner], rows, more[:, corner])


def as_shown(
    frame: Edges, rotation: int, box: tuple[Numbers, Numbers, Numbers, Numbers]
) -> tuple[Numbers, ...]:
    """From PDF coordinates (origin bottom left, before rotation) to those of the page as it is shown."""
    left, bottom, right, top = frame
    x0, high, x1, low = box
    if rotation == 90:
        return low - bottom, x0 - left, high - bottom, x1 - left
    if rotation == 180:
        return right - x1, low - bottom, right - x0, high - bottom
    if rotation == 270:
        return top - high, right - x1, top - low, right - x0
    return x0 - left, top - high, x1 - left, top - low


class CharIndex:
    """The characters of one page by their number in PDFium's reading order."""

    def __init__(self, text_page: pdfium.PdfTextPage, page: pdfium.PdfPage) -> None:
        self._page = text_page.raw
        self._handle = ctypes.cast(text_page.raw, ctypes.c_void_p).value
        self.frame = page.get_bbox()
        self.rotation = page.get_rotation()
        """Of the page as shown, and as it is turned to be read."""
        self.turn = 0
        """How far the page has to be turned to be read upright: clockwise, in degrees."""
        self._name, self._flags = ctypes.create_string_buffer(128), ctypes.c_int()
        self._matrix, self._x, self._y = raw.FS_MATRIX(), ctypes.c_double(), ctypes.c_double()

    def characters(self) -> str:
        """One character for every number, so that an offset into this string is a number."""
        count = max(raw.FPDFText_CountChars(self._page), 0)
        text = self._text_range(count)
        if len(text) == count and _SURROGATE.search(text) is None:
            return _HYPHENS.sub(lambda found: self._character(found.start()), text).translate(_CHARACTERS)
        return "".join(map(self._character, range(count))).translate(_CHARACTERS)

    def _text_range(self, count: int) -> str:
        """All characters in one call. PDFium leaves some out: then this is no index, and is too short."""
        buffer = (ctypes.c_ushort * (count + 1))()
        written = raw.FPDFText_GetText(self._page, 0, count, buffer)
        return bytes(buffer)[: 2 * max(written - 1, 0)].decode("utf-16-le", "surrogatepass")

    def _character(self, number: int) -> str:
        code = _unicode(self._handle, number)
        return chr(code) if code <= 0x10FFFF else DROPPED

    def loose(self, numbers: Sequence[int]) -> EdgeRows:
        """Where each of these characters stands, with the height of its font rather than of its ink."""
        boxes = np.zeros((len(numbers), 4), np.float32)
        first, size = boxes.ctypes.data, boxes.itemsize * 4
        addresses = range(first, first + size * len(numbers), size)
        deque(map(_loose_box, repeat(self._handle), numbers, addresses), maxlen=0)
        return np.stack(self._turned(*boxes.T), axis=1)

    def tight(self, starts: Sequence[int], lengths: Sequence[int]) -> tuple[EdgeRows, npt.NDArray[np.bool_]]:
        """The box of the ink of each of these stretches of characters, and which have ink at all."""
        boxes = np.zeros((len(starts), 4), np.float64)
        counts: list[int] = []
        part = (ctypes.c_double * 4)()
        first = ctypes.addressof(part)
        into = tuple(range(first, first + ctypes.sizeof(part), ctypes.sizeof(ctypes.c_double)))
        handle, rows, more = self._handle, list[int](), list[list[float]]()
        places = zip(starts, lengths, *(_addresses(boxes, corner) for corner in range(4)), strict=True)
        # PDFium keeps the boxes of the stretch it was asked about last, so all of them are read in turn.
        for row, (start, length, left, top, right, bottom) in enumerate(places):
            count = _count_rects(handle, start, length)
            counts.append(count)
            _rect(handle, 0, left, top, right, bottom)
            for number in range(1, count):
                _rect(handle, number, *into)
                rows.append(row)
                more.append(part[:])
        if more:
            _widen(boxes, rows, np.array(more))
        has_ink = np.array(counts) > 0
        return np.stack(self._turned(*boxes.T), axis=1).astype(np.float32), has_ink

    def glyphs(self, numbers: Sequence[int]) -> EdgeRows:
        """The box of the ink of each of these characters."""
        boxes = np.zeros((len(numbers), 4), np.float64)
        addresses = [_addresses(boxes, corner) for corner in range(4)]
        deque(map(_char_box, repeat(self._handle), numbers, *addresses), maxlen=0)
        left, right, bottom, top = boxes.T
        return np.stack(self._turned(left, top, right, bottom), axis=1).astype(np.float32)

    def text_objects(self, numbers: Sequence[int]) -> list[int]:
        """The object that draws each of these characters; 0 for what PDFium adds."""
        found = list(map(_text_object, repeat(self._handle), numbers))
        return [item or 0 for item in found] if None in found else found

    def _turned(self, x0: Numbers, high: Numbers, x1: Numbers, low: Numbers) -> tuple[Numbers, ...]:
        return as_shown(self.frame, self.rotation, (x0, high, x1, low))

    def turn_upright(self, numbers: Sequence[int], turn: int | None = None) -> None:
        """From now on, answer as if the page had been turned so that most of these characters stand upright.

        `turn` states how far instead.
        """
        if turn is None:
            angles = Counter(map(self._angle, numbers))
            turn, count = angles.most_common(1)[0] if angles else (0, 0)
            turn = turn if count > _MOST * len(numbers) else 0
        self.turn = turn
        self.rotation = (self.rotation + turn) % 360

    def _angle(self, number: int) -> int:
        """The direction in which a character is read, to the nearest quarter: 90 is up the page as shown."""
        angle = -math.degrees(raw.FPDFText_GetCharAngle(self._page, number)) - self.rotation
        return int(90 * round(angle / 90) % 360)

    def is_hyphen(self, number: int) -> bool:
        """Whether PDFium takes the character for a hyphen at the end of a line."""
        return bool(raw.FPDFText_IsHyphen(self._page, number) == 1)

    def is_upended(self, number: int) -> bool:
        """Whether the character is read up or down the page as it is shown, as side notes are."""
        angle = raw.FPDFText_GetCharAngle(self._page, number) - math.radians(self.rotation)
        return abs(math.sin(angle)) > 0.7

    def is_bold(self, number: int) -> bool:
        raw.FPDFText_GetFontInfo(self._page, number, self._name, 128, self._flags)
        if _BOLD_NAME.search(self._name.value) or self._flags.value & _FORCE_BOLD:
            return True
        return bool(raw.FPDFText_GetFontWeight(self._page, number) >= _BOLD_WEIGHT)

    def size(self, number: int) -> float:
        """The font size as printed, after the text matrix."""
        raw.FPDFText_GetMatrix(self._page, number, self._matrix)
        scale = math.hypot(self._matrix.c, self._matrix.d)
        return float(raw.FPDFText_GetFontSize(self._page, number)) * scale

    def extent(self, number: int) -> float:
        """The smaller of its sizes across and along the line: letters may be squeezed to nothing."""
        raw.FPDFText_GetMatrix(self._page, number, self._matrix)
        matrix = self._matrix
        scale = min(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        return float(raw.FPDFText_GetFontSize(self._page, number)) * scale

    def baseline(self, number: int) -> float:
        """How far below the top of the page the character's baseline runs."""
        raw.FPDFText_GetCharOrigin(self._page, number, self._x, self._y)
        x, y = self._x.value, self._y.value
        return self._turned(x, y, x, y)[1]
