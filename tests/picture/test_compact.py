"""Small files of page pictures: they show what was drawn, and are small."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from pincite.picture.strips import compact
from pincite.records.png import png
from pincite.records.reading import Raster


def raster(pixels: np.ndarray) -> Raster:
    height, width, _ = pixels.shape
    return Raster(width, height, pixels.astype(np.uint8).tobytes())


def shown(content: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB")).astype(int)


def print_on(colour: tuple[int, int, int], width: int = 201) -> np.ndarray:
    """White paper with bars of ink, one of them of a colour; an odd width leaves half a byte over."""
    pixels = np.full((120, width, 3), 255)
    pixels[20:30, 10:90] = 0
    pixels[40:50, 10:90] = 120
    pixels[60:70, 10:90] = colour
    return pixels


@pytest.mark.parametrize("width", [200, 201])
def test_print_stays_what_it_is_within_half_a_grey(width: int):
    pixels = print_on((64, 64, 64), width)

    made = compact(raster(pixels))

    assert made.media_type == "image/png"
    assert np.abs(shown(made.content) - pixels).max() <= 8
    assert len(made.content) < len(png(raster(pixels)))


def test_colours_of_a_page_are_kept():
    pixels = print_on((200, 30, 40))

    made = compact(raster(pixels))

    assert np.abs(shown(made.content) - pixels).max() <= 4


def test_tint_of_old_paper_is_no_colour():
    pixels = np.clip(print_on((0, 0, 0)) - np.array([0, 2, 5]), 0, 255)

    made = compact(raster(pixels))

    assert Image.open(io.BytesIO(made.content)).mode in ("L", "I")


def test_photograph_is_a_small_file_in_which_nothing_moves():
    noise = np.random.default_rng(7).integers(0, 256, (60, 80, 3))
    pixels = np.kron(noise, np.ones((10, 10, 1), int)) + np.random.default_rng(8).integers(
        -9, 10, (600, 800, 3)
    )

    made = compact(raster(np.clip(pixels, 0, 255)))

    assert made.media_type == "image/jpeg"
    assert len(made.content) < 0.3 * len(png(raster(np.clip(pixels, 0, 255))))
    assert shown(made.content).shape == (600, 800, 3)
