"""Pictures without letters are not sent to text recognition."""

from __future__ import annotations

import pytest
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
