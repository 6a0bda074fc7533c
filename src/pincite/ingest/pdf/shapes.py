"""Find the filled shapes, broad lines and images of a page: what text may stand on, or lie under."""

from __future__ import annotations

import ctypes
from collections import deque
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pypdfium2.raw as raw

from pincite.ingest.pdf.charindex import EdgeRows, Edges, bound
from pincite.ingest.pdf.objects import Colours, Scene, bounds, fill_colours, stroke_colour

_THIN = 2.6
"""Thinner is a rule: it strikes a word out, but does not cover it."""
_OPAQUE = 230
_ALIKE = 24
# A map may hold a million areas; the largest are what covers text.
_MAX_SHAPES, _MAX_PATHS = 2000, 20_000
_PART = 1000

_pointer, _int = ctypes.c_void_p, ctypes.c_int
_draw_mode = bound(raw.FPDFPath_GetDrawMode, _int, *[_pointer] * 3)
_stroke_width = bound(raw.FPDFPageObj_GetStrokeWidth, _int, *[_pointer] * 2)
_count_segments = bound(raw.FPDFPath_CountSegments, _int, _pointer)

Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]


def _no_edges() -> EdgeRows:
    return np.zeros((0, 4), np.float32)


@dataclass(frozen=True, slots=True)
class Shapes:
    """Areas in drawing order."""

    handles: tuple[int, ...] = ()
    places: Places = field(default_factory=lambda: np.zeros(0, np.int64))
    boxes: EdgeRows = field(default_factory=_no_edges)
    colours: Colours = field(default_factory=lambda: np.zeros((0, 4), np.uint32))
    images: Flags = field(default_factory=lambda: np.zeros(0, np.bool_))

    def __len__(self) -> int:
        return len(self.places)

    def over(self, boxes: EdgeRows, places: Places) -> Flags:
        """Which of these boxes have something opaque drawn over them later, at least in part."""
        return np.concatenate([self._over(boxes[part], places[part]) for part in _parts(len(boxes))])

    def _over(self, boxes: EdgeRows, places: Places) -> Flags:
        opaque = self.images | (self.colours[:, 3] >= _OPAQUE)
        later = self.places[None, :] > places[:, None]
        return any_across(later & opaque[None, :] & _meet(boxes, self.boxes))

    def under(self, boxes: EdgeRows, places: Places, colours: Colours) -> Flags:
        """Which of these boxes stand on a shape of about their colour or on an image, at least in part."""
        parts = _parts(len(boxes))
        return np.concatenate([self._under(boxes[part], places[part], colours[part]) for part in parts])

    def _under(self, boxes: EdgeRows, places: Places, colours: Colours) -> Flags:
        earlier = self.places[None, :] < places[:, None]
        rows, columns = np.nonzero(earlier & _meet(boxes, self.boxes))
        apart = np.abs(colours[rows, :3].astype(np.int64) - self.colours[columns, :3]).max(axis=1, initial=0)
        found = np.zeros(len(boxes), np.bool_)
        found[rows[(apart <= _ALIKE) | self.images[columns]]] = True
        return found

    def on_images(self, boxes: EdgeRows) -> Flags:
        """Which of these boxes have their middle on an image."""
        return held(self.boxes[self.images], boxes)

    def under_images(self, boxes: EdgeRows, places: Places) -> Flags:
        """Which of these boxes have their middle under an image that is drawn later."""
        later = self.places[self.images][None, :] > places[:, None]
        return any_across(later & _holding(self.boxes[self.images], boxes))

    def contrasting(self, boxes: EdgeRows, places: Places, colours: Colours) -> Flags:
        """Which of these boxes surely stand on a plain rectangle of quite another colour."""
        parts = _parts(len(boxes))
        return np.concatenate([self._contrasting(boxes[part], places[part], colours[part]) for part in parts])

    def _contrasting(self, boxes: EdgeRows, places: Places, colours: Colours) -> Flags:
        earlier = (self.places[None, :] < places[:, None]) & _meet(boxes, self.boxes)
        found = np.zeros(len(boxes), np.bool_)
        for row in np.flatnonzero(any_across(earlier)).tolist():
            top = int(np.flatnonzero(earlier[row])[-1])
            apart = np.abs(colours[row, :3].astype(np.int64) - self.colours[top, :3]).max()
            found[row] = (
                apart > 3 * _ALIKE
                and not self.images[top]
                and self.colours[top, 3] >= _OPAQUE
                and _count_segments(self.handles[top]) <= 5
                and _is_inside(boxes[row], self.boxes[top])
            )
        return found


def shapes(drawn: Scene, frame: Edges, rotation: int) -> Shapes:
    """The areas of a page as it is shown when it has that rotation."""
    paths = drawn.places(raw.FPDF_PAGEOBJ_PATH)
    if len(paths) > _MAX_PATHS:
        # Grounds are drawn first, and patches last.
        paths = paths[: _MAX_PATHS // 2] + paths[-_MAX_PATHS // 2 :]
    handles = [drawn.handles[place] for place in paths]
    modes = np.zeros((len(paths), 2), np.int32)
    first = modes.ctypes.data
    fills, strokes = (range(first + at, first + at + 8 * len(paths), 8) for at in (0, 4))
    deque(map(_draw_mode, handles, fills, strokes), maxlen=0)
    filled = [place for place, mode in zip(paths, modes[:, 0].tolist(), strict=True) if mode]
    lines = [place for place, mode in zip(paths, modes.tolist(), strict=True) if mode[1] and not mode[0]]
    broad = {place for place in lines if _width(drawn.handles[place]) > _THIN}
    images = drawn.places(raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING)
    places = sorted([*filled, *broad, *images])
    if not places:
        return Shapes()
    boxes = bounds(drawn, places, frame, rotation)
    sides = np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
    kept = np.flatnonzero(sides > _THIN)
    if len(kept) > _MAX_SHAPES:
        kept = np.sort(kept[np.argsort(-sides[kept], kind="stable")[:_MAX_SHAPES]])
    chosen = tuple(drawn.handles[places[row]] for row in kept.tolist())
    ordered = np.array(places, np.int64)[kept]
    colours = fill_colours(chosen)
    for row in np.flatnonzero(np.isin(ordered, list(broad))).tolist():
        colours[row] = stroke_colour(chosen[row], colours[row])
    return Shapes(chosen, ordered, boxes[kept], colours, np.isin(ordered, images))


def _width(handle: int) -> float:
    width = ctypes.c_float()
    return width.value if _stroke_width(handle, ctypes.addressof(width)) else 0.0


def _meet(boxes: EdgeRows, areas: EdgeRows) -> Flags:
    """Which boxes share more than a touch with which areas."""
    inset = 0.25 * (boxes[:, 3] - boxes[:, 1])[:, None]
    x0, y0, x1, y1 = (boxes[:, edge][:, None] for edge in range(4))
    left, top, right, bottom = (areas[:, edge][None, :] for edge in range(4))
    reach = np.minimum(1.0, 0.25 * (x1 - x0))
    met: Flags = (x0 + reach < right) & (left < x1 - reach) & (y0 + inset < bottom) & (top < y1 - inset)
    return met


def any_across(flags: Flags) -> Flags:
    """Which rows hold any true value."""
    found: Flags = np.logical_or.reduce(flags, axis=1)
    return found


def held(areas: EdgeRows, boxes: EdgeRows) -> Flags:
    """Which boxes have their middle in one of these areas."""
    return np.concatenate([any_across(_holding(areas, boxes[part])) for part in _parts(len(boxes))])


def _parts(count: int) -> list[slice]:
    """Rows in parts: a table of all boxes and all areas would take too much memory."""
    return [slice(start, start + _PART) for start in range(0, max(count, 1), _PART)]


def _holding(areas: EdgeRows, boxes: EdgeRows) -> Flags:
    """Which boxes have their middle in which areas: one row for each box."""
    x, y = (boxes[:, 0] + boxes[:, 2])[:, None] / 2, (boxes[:, 1] + boxes[:, 3])[:, None] / 2
    held: Flags = (areas[:, 0] <= x) & (x <= areas[:, 2]) & (areas[:, 1] <= y) & (y <= areas[:, 3])
    return held


def _is_inside(box: EdgeRows, area: EdgeRows) -> bool:
    return bool((box[:2] >= area[:2] - 0.5).all() and (box[2:] <= area[2:] + 0.5).all())
