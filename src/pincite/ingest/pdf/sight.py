"""Draw a page with and without some of its text, to see whether that text is seen.

Where the page looks the same without an object, nobody sees its text, whatever hides it: its colour, a layer
that is off, a clip, or what is drawn over it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pypdfium2 as pdfium
import pypdfium2.raw as raw

from pincite.ingest.pdf.charindex import EdgeRows, Edges

_SCALE = 2.0
_TILE = 1000.0
"""In points: more of a page at once would take too much memory."""
_MARGIN = 2.0
_MAX_GROUPS = 6
_ENOUGH = 0.34
_Pixels = npt.NDArray[np.int16]
Levels = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sight:
    """A page as it looks when it is turned to be read."""

    page: pdfium.PdfPage
    turn: int

    @property
    def width(self) -> float:
        return float(self.page.get_size()[self.turn % 180 != 0])

    @property
    def height(self) -> float:
        return float(self.page.get_size()[self.turn % 180 == 0])

    def traces(self, handles: Sequence[int], boxes: EdgeRows) -> tuple[Levels, Levels, Levels]:
        """How much of each object is seen in a box of its text, of 255: at most, and in more than a sliver.

        And the colour that it lies on.
        """
        seen, clear = np.zeros((2, len(boxes)), np.int64)
        ground = np.zeros((len(boxes), 3), np.int64)
        for rows, area in self._tiles(boxes):
            shown = self._drawn(area)
            for group in _apart([handles[row] for row in rows], boxes[rows], area):
                members = [rows[at] for at in group]
                without = self._drawn_without({handles[row] for row in members}, area)
                changed = np.abs(shown - without).max(axis=2)
                for row in members:
                    part = _part(boxes[row], area, changed.shape)
                    seen[row], clear[row] = _seen(changed[part])
                    ground[row] = np.median(without[part].reshape(-1, 3), axis=0)
        return seen, clear, ground

    def contrasts(self, boxes: EdgeRows) -> Levels:
        """How much light and dark differ in each box, of 255."""
        found = np.zeros(len(boxes), np.int64)
        for rows, area in self._tiles(boxes):
            shown = self._drawn(area).mean(axis=2)
            for row in rows:
                part = shown[_part(boxes[row], area, shown.shape)]
                found[row] = part.max() - part.min() if part.size else 0
        return found

    def _tiles(self, boxes: EdgeRows) -> Iterator[tuple[list[int], Edges]]:
        """The boxes by the part of the page in which they stand, and how far those parts reach."""
        width, height = self.width, self.height
        tiles: dict[tuple[int, int], list[int]] = {}
        for row, (x0, y0, x1, y1) in enumerate(boxes.tolist()):
            x, y = min(max((x0 + x1) / 2, 0), width), min(max((y0 + y1) / 2, 0), height)
            tiles.setdefault((int(x // _TILE), int(y // _TILE)), []).append(row)
        for (across, down), rows in tiles.items():
            left, top = boxes[rows, :2].min(axis=0).tolist()
            right, bottom = boxes[rows, 2:].max(axis=0).tolist()
            yield (
                rows,
                (
                    max(left - _MARGIN, across * _TILE - _TILE / 4, 0.0),
                    max(top - _MARGIN, down * _TILE - _TILE / 4, 0.0),
                    min(right + _MARGIN, across * _TILE + 1.25 * _TILE, width),
                    min(bottom + _MARGIN, down * _TILE + 1.25 * _TILE, height),
                ),
            )

    def _drawn(self, area: Edges) -> _Pixels:
        width, height = self.width, self.height
        x0, y0, x1, y1 = area
        # PDFium cuts whole pixels off, and rounds up.
        crop = (_whole(x0), height - _whole(y1), width - _whole(x1), _whole(y0))
        bitmap = self.page.render(
            scale=_SCALE,
            rotation=self.turn,
            crop=tuple(max(cut, 0.0) for cut in crop),
            may_draw_forms=False,
            draw_annots=False,
            force_bitmap_format=raw.FPDFBitmap_BGR,
        )
        try:
            pixels: _Pixels = bitmap.to_numpy()[:, :, :3].astype(np.int16)
            return pixels
        finally:
            bitmap.close()

    def _drawn_without(self, handles: set[int], area: Edges) -> _Pixels:
        objects = [ctypes.cast(handle, raw.FPDF_PAGEOBJECT) for handle in handles]
        for item in objects:
            raw.FPDFPageObj_SetIsActive(item, False)
        try:
            return self._drawn(area)
        finally:
            for item in objects:
                raw.FPDFPageObj_SetIsActive(item, True)


def can_draw(handle: int, characters: Sequence[str]) -> bool:
    """Whether PDFium has letters for some of the text: where a font is missing it draws nothing."""
    item = ctypes.cast(handle, raw.FPDF_PAGEOBJECT)
    font = raw.FPDFTextObj_GetFont(item)
    for character in characters:
        path = raw.FPDFFont_GetGlyphPath(font, ord(character), 10.0) if font else None
        if path and raw.FPDFGlyphPath_CountGlyphSegments(path) > 0:
            return True
    return False


def _seen(changed: _Pixels) -> tuple[int, int]:
    """How much is changed at most, and in a good part of the rows."""
    rows = np.sort(changed.max(axis=1, initial=0))
    if not len(rows):
        return 0, 0
    return int(rows[-1]), int(rows[-max(int(np.ceil(_ENOUGH * len(rows))), 1)])


def _whole(edge: float) -> float:
    return int(edge * _SCALE) / _SCALE


def _part(box: npt.NDArray[np.float32], area: Edges, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """The pixels of a box in a drawing of an area, without what reaches into it from beside it."""
    x0, y0, x1, y1 = box.tolist()
    inset = 0.1 * (x1 - x0)
    left, top = _whole(area[0]), _whole(area[1])
    across = int((x0 + inset - left) * _SCALE), int(np.ceil((x1 - inset - left) * _SCALE))
    down = int((y0 - top) * _SCALE), int(np.ceil((y1 - top) * _SCALE))
    across = min(max(across[0], 0), shape[1] - 1), max(across[1], 1)
    down = min(max(down[0], 0), shape[0] - 1), max(down[1], 1)
    return slice(down[0], max(down[1], down[0] + 1)), slice(across[0], max(across[1], across[0] + 1))


def _apart(handles: Sequence[int], boxes: EdgeRows, area: Edges) -> list[list[int]]:
    """Groups of rows whose objects do not lie over each other; what is left over stays in the last one."""
    rows_of: dict[int, list[int]] = {}
    for row, handle in enumerate(handles):
        rows_of.setdefault(handle, []).append(row)
    edges = np.array(
        [[*boxes[rows, :2].min(axis=0), *boxes[rows, 2:].max(axis=0)] for rows in rows_of.values()]
    )
    inset = 0.2 * (edges[:, 2:] - edges[:, :2])
    edges[:, :2] += inset
    edges[:, 2:] -= inset
    corner, far = np.array(area[:2]), np.array(area[2:])
    starts = np.rint((np.clip(edges[:, :2], corner, far) - corner) * _SCALE).astype(np.int64)
    ends = np.rint((np.clip(edges[:, 2:], corner, far) - corner) * _SCALE).astype(np.int64)
    ends = np.maximum(ends, starts + 1)
    width, height = ends.max(axis=0).tolist()
    groups: list[list[int]] = []
    taken: list[npt.NDArray[np.bool_]] = []
    for rows, (left, top), (right, bottom) in zip(
        rows_of.values(), starts.tolist(), ends.tolist(), strict=True
    ):
        place = slice(top, bottom), slice(left, right)
        for group, cells in zip(groups, taken, strict=True):
            if len(groups) == _MAX_GROUPS and group is groups[-1]:
                break
            if not cells[place].any():
                break
        else:
            group, cells = [], np.zeros((height, width), np.bool_)
            groups.append(group)
            taken.append(cells)
        group += rows
        cells[place] = True
    return groups
