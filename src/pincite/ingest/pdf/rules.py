"""Find the lines and shaded areas drawn on a PDF page: what rules a table.

A rule may be a stroked line, a side of a stroked rectangle or a thin filled rectangle, alone or as one of
many in a path, on the page or inside a form. All of them come out as the same record.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.ingest.pdf.charindex import Edges, as_shown, bound
from pincite.ingest.pdf.objects import UNMOVED, Matrix, Objects, times

_THIN = 2.6
_SHORTEST = 6.0
_DEPTH = 3
# A map or a chart may hold a million strokes; no table does.
_MAX_OBJECTS, _MAX_SEGMENTS = 6000, 30_000
_WHITE = 250


@dataclass(frozen=True, slots=True)
class Rules:
    """What is drawn on a page: lines across, lines down, and areas filled with a colour."""

    across: tuple[Edges, ...] = ()
    down: tuple[Edges, ...] = ()
    shaded: tuple[Edges, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.across or self.down or self.shaded)


_pointer, _int = ctypes.c_void_p, ctypes.c_int
_form_object = bound(raw.FPDFFormObj_GetObject, _pointer, _pointer, ctypes.c_ulong)
_kind = bound(raw.FPDFPageObj_GetType, _int, _pointer)
_count_in_form = bound(raw.FPDFFormObj_CountObjects, _int, _pointer)
_matrix = bound(raw.FPDFPageObj_GetMatrix, _int, _pointer, _pointer)
_bounds = bound(raw.FPDFPageObj_GetBounds, _int, *[_pointer] * 5)
_draw_mode = bound(raw.FPDFPath_GetDrawMode, _int, _pointer, _pointer, _pointer)
_fill_colour = bound(raw.FPDFPageObj_GetFillColor, _int, _pointer, *[_pointer] * 4)
_count_segments = bound(raw.FPDFPath_CountSegments, _int, _pointer)
_segment = bound(raw.FPDFPath_GetPathSegment, _pointer, _pointer, _int)
_segment_kind = bound(raw.FPDFPathSegment_GetType, _int, _pointer)
_segment_close = bound(raw.FPDFPathSegment_GetClose, _int, _pointer)
_segment_point = bound(raw.FPDFPathSegment_GetPoint, _int, _pointer, _pointer, _pointer)

Point = tuple[float, float]


def read_rules(page: pdfium.PdfPage, turn: int, objects: Objects) -> Rules:
    """The rules of a page, in points of the page as it is shown, turned by so many degrees."""
    handles, kinds = objects
    if raw.FPDF_PAGEOBJ_PATH not in kinds and raw.FPDF_PAGEOBJ_FORM not in kinds:
        return Rules()
    drawing = _Drawing(page.get_bbox(), (page.get_rotation() + turn) % 360)
    for item, kind in zip(handles, kinds, strict=True):
        if kind != raw.FPDF_PAGEOBJ_TEXT:
            drawing.add(item, kind, UNMOVED, 0)
    return Rules(tuple(drawing.across), tuple(drawing.down), tuple(drawing.shaded))


class _Drawing:
    def __init__(self, frame: Edges, rotation: int) -> None:
        self.across: list[Edges] = []
        self.down: list[Edges] = []
        self.shaded: list[Edges] = []
        self._frame, self._rotation = frame, rotation
        self._objects_left, self._segments_left = _MAX_OBJECTS, _MAX_SEGMENTS
        self._ints = (ctypes.c_int * 4)()
        self._floats = (ctypes.c_float * 6)()

    def add(self, item: int, kind: int, moved: Matrix, depth: int) -> None:
        self._objects_left -= 1
        if self._objects_left < 0:
            return
        if kind == raw.FPDF_PAGEOBJ_PATH:
            self._add_path(item, moved)
        elif kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEPTH:
            inner = times(self._matrix_of(item), moved)
            for number in range(min(_count_in_form(item), self._objects_left)):
                member = _form_object(item, number)
                self.add(member, _kind(member), inner, depth + 1)

    def _matrix_of(self, item: int) -> Matrix:
        if not _matrix(item, ctypes.addressof(self._floats)):
            return UNMOVED
        a, b, c, d, e, f = self._floats
        return a, b, c, d, e, f

    def _add_path(self, item: int, moved: Matrix) -> None:
        first = ctypes.addressof(self._ints)
        if not _draw_mode(item, first, first + 4):
            return
        filled, stroked = self._ints[0] != 0, self._ints[1] != 0
        if filled and not stroked and self._is_white(item):
            return
        if not filled and not stroked:
            return
        count = _count_segments(item)
        if count <= 5 and self._add_bounds(item, moved, stroked):
            return
        matrix = times(self._matrix_of(item), moved)
        for points in self._outlines(item, matrix):
            self._add_outline(points, filled, stroked)

    def _add_bounds(self, item: int, moved: Matrix, stroked: bool) -> bool:
        """Whether the outer edges alone say what is drawn, as they do of most rules and shades."""
        first = ctypes.addressof(self._floats)
        if not _bounds(item, first, first + 4, first + 8, first + 12):
            return False
        left, bottom, right, top = self._floats[:4]
        (ax, ay), (bx, by) = self._shown(left, bottom, moved), self._shown(right, top, moved)
        x0, y0, x1, y1 = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
        if x1 - x0 <= _THIN or y1 - y0 <= _THIN:
            self._add_line(x0, y0, x1, y1)
            return True
        if not stroked:
            self.shaded.append((x0, y0, x1, y1))
        return not stroked

    def _is_white(self, item: int) -> bool:
        first = ctypes.addressof(self._ints)
        if not _fill_colour(item, first, first + 4, first + 8, first + 12):
            return False
        red, green, blue, alpha = self._ints
        return min(red, green, blue) >= _WHITE or alpha == 0

    def _outlines(self, item: int, matrix: Matrix) -> Iterator[list[Point]]:
        """The corners of each straight outline of a path; curved ones are left out."""
        points: list[Point] = []
        curved = False
        x = ctypes.addressof(self._floats)
        count = min(_count_segments(item), self._segments_left)
        self._segments_left -= max(count, 0)
        for number in range(count):
            segment = _segment(item, number)
            kind = _segment_kind(segment)
            if kind == raw.FPDF_SEGMENT_MOVETO:
                if len(points) > 1 and not curved:
                    yield points
                points, curved = [], False
            curved = curved or kind == raw.FPDF_SEGMENT_BEZIERTO
            _segment_point(segment, x, x + 4)
            points.append(self._shown(self._floats[0], self._floats[1], matrix))
            if _segment_close(segment):
                points.append(points[0])
        if len(points) > 1 and not curved:
            yield points

    def _shown(self, x: float, y: float, matrix: Matrix) -> Point:
        a, b, c, d, e, f = matrix
        x, y = a * x + c * y + e, b * x + d * y + f
        shown = as_shown(self._frame, self._rotation, (x, y, x, y))
        return shown[0], shown[1]

    def _add_outline(self, points: list[Point], filled: bool, stroked: bool) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
        if x1 - x0 <= _THIN or y1 - y0 <= _THIN:
            self._add_line(x0, y0, x1, y1)
            return
        if stroked:
            for (ax, ay), (bx, by) in pairwise(points):
                self._add_line(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        elif filled and len(points) <= 6 and all(_is_level(*pair) for pair in pairwise(points)):
            self.shaded.append((x0, y0, x1, y1))

    def _add_line(self, x0: float, y0: float, x1: float, y1: float) -> None:
        if y1 - y0 <= _THIN and x1 - x0 >= _SHORTEST:
            self.across.append((x0, y0, x1, y1))
        elif x1 - x0 <= _THIN and y1 - y0 >= _SHORTEST:
            self.down.append((x0, y0, x1, y1))


def _is_level(left: Point, right: Point) -> bool:
    return abs(left[0] - right[0]) < 0.5 or abs(left[1] - right[1]) < 0.5
