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


def may_hold_letters(raster: Raster) -> bool:
    """Whether rows, or columns, of pixels next to each other change between dark and light as often as a
    short word does. Arrows, frames, shades and most icons do not."""
    pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
    grey = pixels.astype(np.int16).sum(axis=2) // 3
    return _changes_often(grey) or _changes_often(grey.T)


def _changes_often(grey: npt.NDArray[np.int16]) -> bool:
    if min(grey.shape) < _FEWEST_ROWS:
        return False
    # A soft edge spreads over two or three pixels, so dark and light are told over three.
    steps = grey[:, 3:] - grey[:, :-3]
    signs = np.where(steps > _CONTRAST, 1, np.where(steps < -_CONTRAST, -1, 0))
    changes = np.array([_turns(row) for row in signs])
    busy = np.convolve(changes >= _FEWEST_CHANGES, np.ones(_FEWEST_ROWS), "valid")
    return bool((busy >= _FEWEST_ROWS).any())


def _turns(signs: npt.NDArray[np.int64]) -> int:
    """How often a row goes from darker to lighter or back."""
    kept = signs[signs != 0]
    return int((np.diff(kept) != 0).sum())
