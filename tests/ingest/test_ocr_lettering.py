"""Pictures without letters are not sent to text recognition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from tests.ingest.printed import lines
from tests.ingest.scans import scan

from pincite.ingest.ocr.lettering import may_hold_letters
from pincite.records.reading import Raster


def raster(image: Image.Image) -> Raster:
    image = image.convert("RGB")
    return Raster(image.width, image.height, image.tobytes())


@pytest.mark.parametrize("turn", [0, 90])
@pytest.mark.parametrize("word", ["Fees", "Table of costs in 2024"])
def test_one_short_word_is_enough(word, turn):
    drawn = scan(lines(word, y=60, size=9), dpi=150).crop((80, 80, 400, 160))
    assert may_hold_letters(raster(drawn.rotate(turn, expand=True)))


@pytest.mark.parametrize("shape", ["arrow", "frame", "shade", "dots"])
def test_drawing_without_letters_is_none(shape):
    image = Image.new("RGB", (300, 160), "white")
    pen = ImageDraw.Draw(image)
    if shape == "arrow":
        pen.polygon([(20, 60), (200, 60), (200, 20), (280, 80), (200, 140), (200, 100), (20, 100)], "navy")
    elif shape == "frame":
        pen.rectangle((10, 10, 290, 150), outline="black", width=4)
        pen.line((150, 10, 150, 150), "black", 3)
    elif shape == "shade":
        image = Image.linear_gradient("L").resize((300, 160))
    else:
        for x in (60, 150, 240):
            pen.ellipse((x - 20, 60, x + 20, 100), "red")
    assert not may_hold_letters(raster(image))


def test_image_of_a_few_pixels_is_none():
    assert not may_hold_letters(raster(Image.new("RGB", (2, 3), "black")))


@given(seed=st.integers(0, 10_000), height=st.integers(1, 200), width=st.integers(1, 40))
def test_looking_row_by_row_tells_the_same_as_looking_at_all_rows(seed, height, width):
    draw = np.random.default_rng(seed)
    pixels = draw.integers(0, 2, (height, width, 3), np.uint8) * 255
    pixels[draw.random(height) < 0.4] = 255
    found = may_hold_letters(Raster(width, height, pixels.tobytes()))
    grey = pixels.astype(np.int64).sum(axis=2) // 3
    assert found == (_has_busy_rows(grey) or _has_busy_rows(grey.T))


def _has_busy_rows(grey: np.ndarray) -> bool:
    """Five rows next to each other with six changes or more, told from all rows at once."""
    if min(grey.shape) < 5:
        return False
    steps = grey[:, 3:] - grey[:, :-3]
    signs = np.where(steps > 48, 1, np.where(steps < -48, -1, 0))
    busy = [np.count_nonzero(np.diff(row[row != 0])) >= 6 for row in signs]
    return any(all(busy[first : first + 5]) for first in range(len(busy) - 4))
