"""Tell whether an image may hold letters at all, in a thousandth of the time that recognising them takes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pincite.records.reading import Raster

_CONTRAST = 48
_FEWEST_CHANGES = 6
"""A word of four letters changes between ink and paper as often along one row of pixels."""
_FEWEST_ROWS = 5
"""The height of the smallest letters that can be read."""
_ROWS_AT_A_TIME = 64
"""Most pictures with letters show some near their top, and then the rest need not be looked at."""


def may_hold_letters(raster: Raster) -> bool:
    """Whether rows, or columns, of pixels next to each other change between dark and light as often as a
    short word does. Arrows, frames, shades and most icons do not."""
    pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
    # Not `sum` along the last axis: for three numbers each it takes ten times as long.
    red, green, blue = np.moveaxis(pixels.astype(np.int16), 2, 0)
    grey = (red + green + blue) // 3
    return _changes_often(grey) or _changes_often(grey.T)


def _changes_often(grey: npt.NDArray[np.int16]) -> bool:
    if min(grey.shape) < _FEWEST_ROWS:
        return False
    together = 0
    for first in range(0, len(grey), _ROWS_AT_A_TIME):
        rows = grey[first : first + _ROWS_AT_A_TIME]
        # A soft edge spreads over two or three pixels, so dark and light are told over three.
        steps = rows[:, 3:] - rows[:, :-3]
        signs = (steps > _CONTRAST).astype(np.int8) - (steps < -_CONTRAST)
        for row in signs:
            together = together + 1 if _turns(row) >= _FEWEST_CHANGES else 0
            if together == _FEWEST_ROWS:
                return True
    return False


def _turns(signs: npt.NDArray[np.int8]) -> int:
    """How often a row goes from darker to lighter or back."""
    kept = signs[signs != 0]
    return int((np.diff(kept) != 0).sum())
