"""Find the pictures on a page, and tell those that say something from decoration.

Asked of every page of a file that holds images, so PDFium is called as in `charindex`, by plain integers.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.ingest.pdf.charindex import Edges
from pincite.ingest.pdf.objects import Objects

COVERING = 0.7
"""Share of a page from which on a picture is the page: a scan, or a background."""

# The dictionary of an image is never compressed, so a file without this word holds no image.
_ANY_IMAGE = re.compile(rb"/Image\b")
_MAX_OBJECTS, _MAX_DEPTH = 20_000, 3
_MIN_SIDE, _MIN_AREA, _MAX_RATIO = 18.0, 1_000.0, 15.0
_MAX_TILES = 200
_INVISIBLE = 3


class Picture(NamedTuple):
    """Where an image stands on the page as shown, and what tells it from other images."""

    edges: Edges
    identity: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Look:
    """The pictures of a page, and whether its words lie unseen over one, as a scanner's software does it."""

    pictures: tuple[Picture, ...] = ()
    covered: float = 0.0
    """Share of the page that pictures cover."""
    hidden_text: bool = False


def holds_images(content: bytes) -> bool:
    return _ANY_IMAGE.search(content) is not None


def look(page: pdfium.PdfPage, drawn: Objects) -> Look:
    """What pictures a page shows, of all that it draws."""
    objects, kinds = drawn.handles[:_MAX_OBJECTS], drawn.kinds[:_MAX_OBJECTS]
    if raw.FPDF_PAGEOBJ_IMAGE not in kinds and raw.FPDF_PAGEOBJ_FORM not in kinds:
        return Look()
    frame = _Frame(page)
    pictures = [picture for found in _images(objects, kinds, 0) if (picture := frame.picture(*found))]
    whole = frame.width * frame.height
    covered = min(sum(map(_area, pictures)) / max(whole, 1.0), 1.0)
    hidden = covered >= COVERING and _is_hidden(objects, kinds)
    return Look(tuple(pictures), covered, hidden)


def telling(looks: Sequence[Look]) -> list[list[Picture]]:
    """For each page the pictures that may say something: large enough, and not on page after page."""
    pages = Counter(identity for seen in looks for identity in {p.identity for p in seen.pictures})
    repeated = {
        identity
        for identity, count in pages.items()
        if count >= 3 or (count == 2 and 2 * count >= len(looks))
    }
    kept: list[list[Picture]] = []
    for seen in looks:
        single = [picture for picture in seen.pictures if picture.identity not in repeated]
        kept.append([picture for picture in _put_together(single) if _is_large(picture)])
    return kept


def _bound(function: Any, result: Any, *arguments: Any) -> Any:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return ctypes.PYFUNCTYPE(result, *arguments)(address)


_kind = _bound(raw.FPDFPageObj_GetType, ctypes.c_int, ctypes.c_void_p)
_form_count = _bound(raw.FPDFFormObj_CountObjects, ctypes.c_int, ctypes.c_void_p)
_form_object = _bound(raw.FPDFFormObj_GetObject, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong)
_matrix = _bound(raw.FPDFPageObj_GetMatrix, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_pixel_size = _bound(
    raw.FPDFImageObj_GetImagePixelSize, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p
)
_raw_length = _bound(
    raw.FPDFImageObj_GetImageDataRaw, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_ulong
)
_render_mode = _bound(raw.FPDFTextObj_GetTextRenderMode, ctypes.c_int, ctypes.c_void_p)

Corners = tuple[tuple[float, float], ...]
_UNIT: Corners = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))


def _images(objects: Sequence[int], kinds: Sequence[int], depth: int) -> Iterable[tuple[int, Corners]]:
    """Every image with its corners, also inside forms."""
    for item, kind in zip(objects, kinds, strict=True):
        if kind == raw.FPDF_PAGEOBJ_IMAGE:
            yield item, _moved(_UNIT, item)
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
            count = min(max(_form_count(item), 0), _MAX_OBJECTS)
            inner = list(map(_form_object, repeat(item), range(count)))
            for image, corners in _images(inner, list(map(_kind, inner)), depth + 1):
                yield image, _moved(corners, item)


def _moved(corners: Corners, item: int) -> Corners:
    m = raw.FS_MATRIX()
    _matrix(item, ctypes.addressof(m))
    return tuple((m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f) for x, y in corners)


class _Frame:
    """Turns places in a PDF into places on the page as it is shown."""

    def __init__(self, page: pdfium.PdfPage) -> None:
        self._left, self._bottom, self._right, self._top = page.get_bbox()
        self._rotation = page.get_rotation()
        self.width, self.height = page.get_size()

    def picture(self, image: int, corners: Corners) -> Picture | None:
        """None when it lies outside the page."""
        xs, ys = zip(*(self._shown(x, y) for x, y in corners), strict=True)
        edges = max(min(xs), 0.0), max(min(ys), 0.0), min(max(xs), self.width), min(max(ys), self.height)
        if edges[0] >= edges[2] or edges[1] >= edges[3]:
            return None
        width, height = ctypes.c_uint(), ctypes.c_uint()
        _pixel_size(image, ctypes.addressof(width), ctypes.addressof(height))
        return Picture(edges, (width.value, height.value, _raw_length(image, None, 0)))

    def _shown(self, x: float, y: float) -> tuple[float, float]:
        if self._rotation == 90:
            return y - self._bottom, x - self._left
        if self._rotation == 180:
            return self._right - x, y - self._bottom
        if self._rotation == 270:
            return self._top - y, self._right - x
        return x - self._left, self._top - y


def _is_hidden(objects: Sequence[int], kinds: Sequence[int]) -> bool:
    """Whether most words are drawn invisibly, or before the last picture, which then lies over them."""
    texts = [place for place, kind in enumerate(kinds) if kind == raw.FPDF_PAGEOBJ_TEXT]
    last = max((place for place, kind in enumerate(kinds) if kind == raw.FPDF_PAGEOBJ_IMAGE), default=-1)
    hidden = sum(place < last or _render_mode(objects[place]) == _INVISIBLE for place in texts)
    return bool(2 * hidden > len(texts))


def _area(picture: Picture) -> float:
    x0, y0, x1, y1 = picture.edges
    return (x1 - x0) * (y1 - y0)


def _is_large(picture: Picture) -> bool:
    x0, y0, x1, y1 = picture.edges
    short, long = sorted((x1 - x0, y1 - y0))
    return short >= _MIN_SIDE and short * long >= _MIN_AREA and long <= _MAX_RATIO * short


def _put_together(pictures: Sequence[Picture]) -> list[Picture]:
    """Pictures that were cut into strips or tiles, each as one again."""
    if len(pictures) > _MAX_TILES:
        return list(pictures)
    whole: list[Picture] = []
    for picture in pictures:
        for place, other in enumerate(whole):
            union = _union(picture.edges, other.edges)
            if _area(picture._replace(edges=union)) <= 1.05 * (_area(picture) + _area(other)):
                whole[place] = other._replace(edges=union)
                break
        else:
            whole.append(picture)
    return whole if len(whole) == len(pictures) else _put_together(whole)


def _union(left: Edges, right: Edges) -> Edges:
    return min(left[0], right[0]), min(left[1], right[1]), max(left[2], right[2]), max(left[3], right[3])
