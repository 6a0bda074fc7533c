"""List what a page draws, in drawing order and down into its forms.

What is drawn later lies over what was drawn before, so that the place in this list tells what covers what.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.ingest.pdf.charindex import EdgeRows, as_shown, bound

Matrix = tuple[float, float, float, float, float, float]
Colours = npt.NDArray[np.uint32]
"""One row of red, green, blue and opacity for each object, all of 0 to 255."""

UNMOVED: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
# PDFium itself goes no deeper than this many forms.
_MAX_IN_FORMS, _MAX_DEPTH = 20_000, 40

_pointer, _int = ctypes.c_void_p, ctypes.c_int
_object = bound(raw.FPDFPage_GetObject, _pointer, _pointer, _int)
_form_object = bound(raw.FPDFFormObj_GetObject, _pointer, _pointer, ctypes.c_ulong)
_kind = bound(raw.FPDFPageObj_GetType, _int, _pointer)
_count_in_form = bound(raw.FPDFFormObj_CountObjects, _int, _pointer)
_matrix = bound(raw.FPDFPageObj_GetMatrix, _int, _pointer, _pointer)
_bounds = bound(raw.FPDFPageObj_GetBounds, _int, *[_pointer] * 5)
_fill_colour = bound(raw.FPDFPageObj_GetFillColor, _int, *[_pointer] * 5)
_stroke_colour = bound(raw.FPDFPageObj_GetStrokeColor, _int, *[_pointer] * 5)
_has_transparency = bound(raw.FPDFPageObj_HasTransparency, _int, _pointer)


class Objects(NamedTuple):
    """The objects of a page and their kinds; what a form holds is not among them."""

    handles: list[int]
    kinds: list[int]


@dataclass(slots=True)
class Scene:
    """The objects of a page, those of its forms in the place of the forms."""

    handles: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    moved: dict[int, Matrix] = field(default_factory=dict)
    """Of what a form holds, by its place: how the form moves it."""
    within: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Of what a form holds, by its place: the forms around it."""

    def places(self, *kinds: int) -> list[int]:
        if not any(kind in self.kinds for kind in kinds):
            return []
        return [place for place, kind in enumerate(self.kinds) if kind in kinds]


def page_objects(page: pdfium.PdfPage) -> Objects:
    handle = ctypes.cast(page.raw, ctypes.c_void_p).value
    count = max(raw.FPDFPage_CountObjects(page.raw), 0)
    handles = list(map(_object, repeat(handle), range(count)))
    return Objects(handles, list(map(_kind, handles)))


def scene(objects: Objects) -> Scene:
    """The same with what is in forms, as far as they hold no million strokes."""
    if raw.FPDF_PAGEOBJ_FORM not in objects.kinds:
        return Scene(objects.handles, objects.kinds)
    found = Scene()
    for handle, kind in zip(*objects, strict=True):
        if kind == raw.FPDF_PAGEOBJ_FORM:
            _add_form(found, (handle,), UNMOVED)
        else:
            found.handles.append(handle)
            found.kinds.append(kind)
    return found


def _add_form(found: Scene, forms: tuple[int, ...], moved: Matrix) -> None:
    inner = times(matrix_of(forms[-1]), moved)
    for number in range(_count_in_form(forms[-1])):
        if len(found.moved) >= _MAX_IN_FORMS:
            return
        member = _form_object(forms[-1], number)
        kind = _kind(member)
        if kind == raw.FPDF_PAGEOBJ_FORM and len(forms) < _MAX_DEPTH:
            _add_form(found, (*forms, member), inner)
            continue
        place = len(found.handles)
        found.handles.append(member)
        found.kinds.append(kind)
        found.moved[place], found.within[place] = inner, forms


def matrix_of(item: int) -> Matrix:
    floats = (ctypes.c_float * 6)()
    if not _matrix(item, ctypes.addressof(floats)):
        return UNMOVED
    a, b, c, d, e, f = floats
    return a, b, c, d, e, f


def times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def bounds(
    drawn: Scene, places: Sequence[int], frame: tuple[float, float, float, float], rotation: int
) -> EdgeRows:
    """Where these objects stand on the page as it is shown when it has that rotation."""
    boxes = np.zeros((len(places), 4), np.float32)
    handles = [drawn.handles[place] for place in places]
    # PDFium gives left, bottom, right, top.
    deque(map(_bounds, handles, *_addresses(boxes)), maxlen=0)
    for row, place in enumerate(places):
        if moved := drawn.moved.get(place):
            boxes[row] = _moved(boxes[row].tolist(), moved)
    left, bottom, right, top = boxes.T
    return np.stack(as_shown(frame, rotation, (left, top, right, bottom)), axis=1)


def _moved(box: Sequence[float], moved: Matrix) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = moved
    corners = [(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def fill_colours(handles: Sequence[int]) -> Colours:
    """What each object is filled with; black where PDFium does not say, as for patterns."""
    colours = np.zeros((len(handles), 4), np.uint32)
    colours[:, 3] = 255
    deque(map(_fill_colour, handles, *_addresses(colours)), maxlen=0)
    return colours


def stroke_colour(handle: int, otherwise: Colours) -> Colours:
    """What an object is outlined with; `otherwise` where PDFium does not say."""
    colour = np.zeros(4, np.uint32)
    first = colour.ctypes.data
    return colour if _stroke_colour(handle, first, first + 4, first + 8, first + 12) else otherwise


def transparent(handles: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which objects a soft mask, a blend mode or an opacity of their own makes look other than they are."""
    return np.fromiter(map(_has_transparency, handles), np.int8, len(handles)) > 0


def _addresses(rows: npt.NDArray[np.float32] | Colours) -> list[range]:
    """For each column, where in memory the rows have their value."""
    first, size = rows.ctypes.data, rows.itemsize
    step = size * rows.shape[1]
    return [
        range(first + column * size, first + column * size + step * len(rows), step)
        for column in range(rows.shape[1])
    ]
