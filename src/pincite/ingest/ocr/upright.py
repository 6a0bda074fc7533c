"""Read an image that may lie on its side or stand on its head, and set what was read upright."""

from __future__ import annotations

import math
from dataclasses import replace

from pincite.protocols import Recogniser
from pincite.records.reading import Edges, Raster, Reading, ReadLine

Part = tuple[int, int, int, int]

_DOUBTFUL, _SURE = 0.7, 0.85
_SIDEWAYS, _OTHER = (1, 3), (2, 1, 3)
_SMALL = 1_000_000
"""Pixels up to which an image is read in all directions as a whole."""
_PROBE, _ENOUGH = 240, 30
"""Side of the part that is read first, in pixels, and the characters that tell its direction."""
_SKEW = 0.2
"""Degrees below which lines count as level."""


def read(recogniser: Recogniser, raster: Raster) -> Reading:
    """What the image says, tried in other directions too when it makes little sense as it is.

    They are tried on a part of a large image: a poor scan would else take four times as long. A small part
    of it is read first, so that a page of clear print is read in its own direction at once.
    """
    if quarters := _clear_turn(recogniser, raster):
        return _turned_back(recogniser.recognise(_turned(raster, quarters)), quarters, raster)
    best = recogniser.recognise(raster)
    turns = _turns_to_try(best)
    if not turns:
        return best
    if raster.width * raster.height <= _SMALL:
        return _best_turn(recogniser, raster, best, turns)
    part = _fullest_part(best, (raster.width, raster.height))
    as_it_is = _inside(best, part)
    tried = _best_turn(recogniser, _cut_out(raster, part), as_it_is, turns)
    if tried is as_it_is:
        return best
    return _best_turn(recogniser, raster, best, (round(tried.angle / 90) % 4,))


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


def _clear_turn(recogniser: Recogniser, raster: Raster) -> int | None:
    """In quarters, the direction in which a small part of a large image reads well; None: no other one."""
    if raster.width * raster.height <= _SMALL:
        return None
    probe = _cut_out(raster, _busiest_part(raster))
    as_it_is = recogniser.recognise(probe)
    if _characters(as_it_is) < _ENOUGH or not (turns := _turns_to_try(as_it_is)):
        return None
    tried = _best_turn(recogniser, probe, as_it_is, turns)
    clear = tried.confidence >= _SURE and _characters(tried) >= _ENOUGH
    return round(tried.angle / 90) % 4 if clear and tried is not as_it_is else None


def _busiest_part(raster: Raster) -> Part:
    """The part, `_PROBE` pixels wide and high, in which dark and light take turns most often: small print."""
    import numpy as np

    pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
    dark = pixels[:, :, 1] < 128
    turns = (dark[:-1, :-1] != dark[1:, :-1]) & (dark[:-1, :-1] != dark[:-1, 1:])
    side, step = _PROBE, _PROBE // 2
    corners = [
        (x, y)
        for y in range(0, max(raster.height - side, 1), step)
        for x in range(0, max(raster.width - side, 1), step)
    ]
    x, y = max(corners, key=lambda at: int(turns[at[1] : at[1] + side, at[0] : at[0] + side].sum()))
    return x, y, min(x + side, raster.width), min(y + side, raster.height)


def _best_turn(recogniser: Recogniser, raster: Raster, best: Reading, turns: tuple[int, ...]) -> Reading:
    """The best reading of the image: the one given, or one of the image turned."""
    for quarters in turns:
        turned = recogniser.recognise(_turned(raster, quarters))
        if _is_tall(turned):
            continue
        # Upended lines are read too, but as single lines: their page has no order.
        if turned.worth > best.worth * (0.7 if _is_tall(best) else 1.0):
            best = _turned_back(turned, quarters, raster)
        if turned.confidence >= _SURE:
            break
    return best


def _fullest_part(reading: Reading, size: tuple[int, int]) -> Part:
    """Of nine parts half as wide and high as the image, the one with most characters."""
    width, height = size
    parts = [
        (width * x // 4, height * y // 4, width * x // 4 + width // 2, height * y // 4 + height // 2)
        for x in range(3)
        for y in range(3)
    ]
    return max(parts, key=lambda part: _characters(_inside(reading, part)))


def _characters(reading: Reading) -> int:
    return sum(len(word.text) for line in reading.lines for word in line.words)


def _inside(reading: Reading, part: Part) -> Reading:
    """The words in the part; where in the image they stand stays as it is."""
    lines = (
        ReadLine(tuple(word for word in line.words if _is_inside(word.edges, part))) for line in reading.lines
    )
    return Reading(tuple(line for line in lines if line.words), reading.angle)


def _is_inside(edges: Edges, part: Part) -> bool:
    x, y = (edges[0] + edges[2]) / 2, (edges[1] + edges[3]) / 2
    return part[0] <= x < part[2] and part[1] <= y < part[3]


def _cut_out(raster: Raster, part: Part) -> Raster:
    import numpy as np

    x0, y0, x1, y1 = part
    pixels = np.frombuffer(raster.pixels, np.uint8).reshape(raster.height, raster.width, 3)
    return Raster(x1 - x0, y1 - y0, pixels[y0:y1, x0:x1].tobytes())


def _turns_to_try(reading: Reading) -> tuple[int, ...]:
    """In quarters, counterclockwise."""
    doubtful = reading.lines and reading.confidence < _DOUBTFUL
    if _is_tall(reading):
        # What was read of lines that stand on their head now and then looks like upended words.
        return (*_SIDEWAYS, 2) if doubtful else _SIDEWAYS
    return _OTHER if doubtful else ()


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
