"""Look at pixels: where something is as yellow as a highlight."""

from __future__ import annotations

import io
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from PIL import Image

from pincite.records.document import Box

Mask = npt.NDArray[np.bool_]


def yellow(picture: bytes) -> Mask:
    """Which pixels have the colour of a highlight, or of that with a letter's soft edge on it."""
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")).astype(np.int16)
    red, green, blue = pixels[:, :, 0], pixels[:, :, 1], pixels[:, :, 2]
    return (red > 200) & (green > 180) & (blue < 140) & (np.abs(red - green) < 60)


def share_within(
    mask: Mask, boxes: Iterable[Box], scale: tuple[float, float], by: float = 0.0
) -> list[float]:
    """Of each box how much is marked; `by` makes it larger in points, a negative number smaller."""
    found = []
    for box in boxes:
        part = _part(mask, box, scale, by)
        found.append(float(part.mean()) if part.size else 0.0)
    return found


def outside(mask: Mask, boxes: Iterable[Box], scale: tuple[float, float], by: float) -> int:
    """How many pixels are marked that lie in none of the boxes, each of them larger by some points."""
    left = mask.copy()
    for box in boxes:
        _part(left, box, scale, by)[:] = False
    return int(left.sum())


def _part(mask: Mask, box: Box, scale: tuple[float, float], by: float) -> Mask:
    x0, x1 = round((box.x0 - by) * scale[0]), round((box.x1 + by) * scale[0])
    y0, y1 = round((box.y0 - by) * scale[1]), round((box.y1 + by) * scale[1])
    return mask[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)]
