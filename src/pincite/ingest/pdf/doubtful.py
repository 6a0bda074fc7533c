"""Pick the objects of a page whose text may not be seen, by signs that are cheap to ask for.

The signs are a colour like that of paper, little opacity, a layer that may be off, a clip that cuts into the
text, and a mode without ink. They only raise a doubt: a drawing of the page decides.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from itertools import repeat

import numpy as np
import numpy.typing as npt
import pypdfium2.raw as raw

from pincite.ingest.pdf.charindex import Edges, bound
from pincite.ingest.pdf.objects import Colours, Scene, fill_colours, stroke_colour, transparent

NEAR_WHITE = 230
"""From this on, in red, green and blue, a colour may be too faint to be read on paper."""
_OPAQUE, _FAINT = 255, 40
_INKLESS = (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)
_OUTLINED = (raw.FPDF_TEXTRENDERMODE_STROKE, raw.FPDF_TEXTRENDERMODE_STROKE_CLIP)
_BOTH = (raw.FPDF_TEXTRENDERMODE_FILL_STROKE, raw.FPDF_TEXTRENDERMODE_FILL_STROKE_CLIP)

_pointer, _int = ctypes.c_void_p, ctypes.c_int
_render_mode = bound(raw.FPDFTextObj_GetTextRenderMode, _int, _pointer)
_count_marks = bound(raw.FPDFPageObj_CountMarks, _int, _pointer)
_mark = bound(raw.FPDFPageObj_GetMark, _pointer, _pointer, ctypes.c_ulong)
_clip = bound(raw.FPDFPageObj_GetClipPath, _pointer, _pointer)
_count_clips = bound(raw.FPDFClipPath_CountPaths, _int, _pointer)
_count_points = bound(raw.FPDFClipPath_CountPathSegments, _int, _pointer, _int)
_clip_segment = bound(raw.FPDFClipPath_GetPathSegment, _pointer, _pointer, _int, _int)
_point = bound(raw.FPDFPathSegment_GetPoint, _int, *[_pointer] * 3)
_segment_kind = bound(raw.FPDFPathSegment_GetType, _int, _pointer)
_bounds = bound(raw.FPDFPageObj_GetBounds, _int, *[_pointer] * 5)


@dataclass(frozen=True, slots=True)
class Texts:
    """The objects that draw a page's text, and which of them to doubt."""

    places: list[int]
    """Of each its place in the drawing order."""
    colours: Colours
    rows: dict[int, int]
    """Of each its row in the lists above."""
    inkless: frozenset[int] = frozenset()
    pale: frozenset[int] = frozenset()
    """Their colour alone speaks against them: on a dark ground they are seen."""
    doubtful: frozenset[int] = frozenset()

    @property
    def suspected(self) -> frozenset[int]:
        return self.inkless | self.pale | self.doubtful


def texts(drawn: Scene, some: Callable[[], Set[int]], most: int, has_layered_forms: bool) -> Texts:
    """The text objects of a page; a form of a file that has layered forms may be off.

    Where there are more than `most`, `some` are asked for all signs first: there are files that draw every
    letter by itself, and most pages give no cause for doubt.
    """
    places = drawn.places(raw.FPDF_PAGEOBJ_TEXT)
    handles = [drawn.handles[place] for place in places]
    modes = np.fromiter(map(_render_mode, handles), np.int8, len(handles))
    colours = fill_colours(handles)
    for row in np.flatnonzero(np.isin(modes, _OUTLINED + _BOTH)).tolist():
        if modes[row] in _OUTLINED or _is_faint(colours[row]):
            colours[row] = stroke_colour(handles[row], colours[row])
    asked = places
    if len(places) > most:
        outer = some()
        asked = [place for place in places if drawn.handles[place] in outer]
    doubtful = _signs(drawn, asked, has_layered_forms)
    if doubtful and len(asked) < len(places):
        doubtful = _signs(drawn, places, has_layered_forms)

    def chosen(flags: npt.NDArray[np.bool_]) -> frozenset[int]:
        return frozenset(handles[row] for row in np.flatnonzero(flags).tolist())

    return Texts(
        places=places,
        colours=colours,
        rows=dict(zip(handles, range(len(handles)), strict=True)),
        inkless=chosen(np.isin(modes, _INKLESS)),
        pale=chosen(colours[:, :3].min(axis=1, initial=255) >= NEAR_WHITE),
        doubtful=chosen(colours[:, 3] <= _FAINT) | doubtful,
    )


def _signs(drawn: Scene, places: Sequence[int], has_layered_forms: bool) -> set[int]:
    handles = [drawn.handles[place] for place in places]
    in_forms = _in_forms(drawn, places, has_layered_forms)
    return _masked(handles) | _in_layers(handles) | _clipped(handles) | in_forms


def _is_faint(colour: Colours) -> bool:
    return bool(colour[:3].min() >= NEAR_WHITE or colour[3] <= _FAINT)


def _masked(handles: Sequence[int]) -> set[int]:
    """Those that a soft mask or a blend mode may take away; a mere opacity is known."""
    odd = [handles[row] for row in np.flatnonzero(transparent(handles)).tolist()]
    opacities = fill_colours(odd)[:, 3].tolist()
    return {handle for handle, opacity in zip(odd, opacities, strict=True) if opacity == _OPAQUE}


def _in_layers(handles: Sequence[int]) -> set[int]:
    """Those that stand in optional content. Most marks are tags, and many objects share one."""
    found: set[int] = set()
    counts = np.fromiter(map(_count_marks, handles), np.int64, len(handles))
    for number in range(int(counts.max(initial=0))):
        marked = [handles[row] for row in np.flatnonzero(counts > number).tolist()]
        marks = list(map(_mark, marked, repeat(number)))
        optional = {mark for mark in set(marks) if _is_optional(mark)}
        if optional:
            found.update(handle for handle, mark in zip(marked, marks, strict=True) if mark in optional)
    return found


def _is_optional(mark: int) -> bool:
    name, length = (ctypes.c_ushort * 4)(), ctypes.c_ulong()
    raw.FPDFPageObjMark_GetName(
        ctypes.cast(mark, raw.FPDF_PAGEOBJECTMARK), name, ctypes.sizeof(name), ctypes.byref(length)
    )
    return length.value == 6 and bytes(name)[:4].decode("utf-16-le") == "OC"


def _in_forms(drawn: Scene, places: Sequence[int], layered: bool) -> set[int]:
    """Those in a form that may be off or see-through as a whole."""
    doubted: dict[int, bool] = {}
    found: set[int] = set()
    for place in places if drawn.within else ():
        for form in drawn.within.get(place, ()):
            if form not in doubted:
                doubted[form] = layered or bool(transparent([form]).any() or _in_layers([form]))
            if doubted[form]:
                found.add(drawn.handles[place])
    return found


@dataclass(slots=True)
class _Clips:
    """Where text may be drawn. Objects that were drawn in one go share a clip."""

    known: dict[int, tuple[Edges, bool]] = field(default_factory=dict)

    def cuts(self, handle: int, clip: int, count: int) -> bool:
        """Whether some of an object's text may lie outside."""
        box = (ctypes.c_float * 4)()
        first = ctypes.addressof(box)
        if not _bounds(handle, first, first + 4, first + 8, first + 12):
            return False
        left, bottom, right, top = box
        # The bounds are those of the font, higher than the letters; and part of a letter may be cut off.
        inset, edge = 0.25 * (top - bottom), 0.15 * (top - bottom)
        for number in range(count):
            (x0, y0, x1, y1), is_plain = self._of(clip, number)
            inside = x0 <= left + edge and right - edge <= x1 and y0 <= bottom + inset and top - inset <= y1
            if not inside or not is_plain:
                return True
        return False

    def _of(self, clip: int, number: int) -> tuple[Edges, bool]:
        key = _clip_segment(clip, number, 0)
        if key not in self.known:
            self.known[key] = _outline_of(clip, number)
        return self.known[key]


def _outline_of(clip: int, number: int) -> tuple[Edges, bool]:
    """The edges of one path of a clip, and whether it is a plain rectangle."""
    pair = (ctypes.c_float * 2)()
    xs: list[float] = []
    ys: list[float] = []
    straight = True
    for segment in (_clip_segment(clip, number, at) for at in range(_count_points(clip, number))):
        _point(segment, ctypes.addressof(pair), ctypes.addressof(pair) + 4)
        xs.append(pair[0])
        ys.append(pair[1])
        straight = straight and _segment_kind(segment) != raw.FPDF_SEGMENT_BEZIERTO
    if not xs:
        return (0.0, 0.0, 0.0, 0.0), False
    edges = min(xs), min(ys), max(xs), max(ys)
    corners = all(
        min(x - edges[0], edges[2] - x) < 0.5 and min(y - edges[1], edges[3] - y) < 0.5
        for x, y in zip(xs, ys, strict=True)
    )
    return edges, straight and corners and len(xs) <= 5


def _clipped(handles: Sequence[int]) -> set[int]:
    clips = _Clips()
    paths = list(map(_clip, handles))
    counts = np.fromiter(map(_count_clips, paths), np.int64, len(paths))
    return {
        handles[row]
        for row in np.flatnonzero(counts > 0).tolist()
        if clips.cuts(handles[row], paths[row], int(counts[row]))
    }
