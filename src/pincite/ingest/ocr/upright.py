"""Read an image that may lie on its side or stand on its head, and set what was read upright."""

from __future__ import annotations

import math
from dataclasses import replace

from pincite.protocols import Recogniser
from pincite.records.reading import Edges, Raster, Reading, ReadLine

_DOUBTFUL, _SURE = 0.7, 0.85
_SIDEWAYS, _OTHER = (1, 3), (2, 1, 3)
_SKEW = 0.2
"""Degrees below which lines count as level."""


def read(recogniser: Recogniser, raster: Raster) -> Reading:
    """What the image says, tried in other directions too when it makes little sense as it is."""
    best = recogniser.recognise(raster)
    for quarters in _turns_to_try(best):
        turned = recogniser.recognise(_turned(raster, quarters))
        if _is_tall(turned):
            continue
        # Upended lines are read too, but as single lines: their page has no order.
        if turned.worth > best.worth * (0.7 if _is_tall(best) else 1.0):
            best = _turned_back(turned, quarters, raster)
        if turned.confidence >= _SURE:
            break
    return best


def upright(edges: Edges, angle: float, size: tuple[float, float]) -> Edges:
    """Where a box would stand if the lines ran level. `size`: width and height of what they stand on."""
    quarters = round(angle / 90)
    for _ in range(quarters % 4):
        edges, size = _counterclockwise(edges, size), (size[1], size[0])
    skew = angle - 90 * quarters
    if abs(skew) < _SKEW:
        return edges
    x, y = (edges[0] + edges[2] - size[0]) / 2, (edges[1] + edges[3] - size[1]) / 2
    cosine, sine = math.cos(math.radians(-skew)), math.sin(math.radians(-skew))
    dx, dy = x * cosine - y * sine - x, x * sine + y * cosine - y
    return edges[0] + dx, edges[1] + dy, edges[2] + dx, edges[3] + dy


def is_sideways(angle: float) -> bool:
    return round(angle / 90) % 2 == 1


def _turns_to_try(reading: Reading) -> tuple[int, ...]:
    """In quarters, counterclockwise."""
    if _is_tall(reading):
        return _SIDEWAYS
    return _OTHER if reading.lines and reading.confidence < _DOUBTFUL else ()


def _is_tall(reading: Reading) -> bool:
    """Whether most words stand upright on their side."""
    letters = {True: 0, False: 0}
    for line in reading.lines:
        for word in line.words:
            if len(word.text) >= 3:
                x0, y0, x1, y1 = word.edges
                letters[y1 - y0 > x1 - x0] += len(word.text)
    return letters[True] > letters[False]


def _turned(raster: Raster, quarters: int) -> Raster:
    import numpy as np

    pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
    turned = np.rot90(pixels, quarters)
    return Raster(turned.shape[1], turned.shape[0], turned.tobytes())


def _turned_back(reading: Reading, quarters: int, raster: Raster) -> Reading:
    """A reading of the turned image as one of the image itself."""
    size = (raster.height, raster.width) if quarters % 2 else (raster.width, raster.height)
    lines = reading.lines
    for _ in range(4 - quarters):
        lines = tuple(
            ReadLine(tuple(replace(word, edges=_counterclockwise(word.edges, size)) for word in line.words))
            for line in lines
        )
        size = size[1], size[0]
    return Reading(lines, reading.angle + 90 * quarters)


def _counterclockwise(edges: Edges, size: tuple[float, float]) -> Edges:
    x0, y0, x1, y1 = edges
    return y0, size[0] - x1, y1, size[0] - x0
