"""Recognised stretches of text are put in the order in which people read them."""

from __future__ import annotations

import pytest

from pincite.ingest.ocr.order import in_reading_order
from pincite.ingest.ocr.tesseract import Tesseract
from pincite.ingest.ocr.upright import read, upright
from pincite.records.reading import Raster, Reading, ReadLine, ReadWord

SIZE = (600.0, 800.0)


def stretch(text: str, x: float, y: float) -> ReadLine:
    words: list[ReadWord] = []
    for word in text.split():
        words.append(ReadWord(word, (x, y, x + 6 * len(word), y + 12), 90))
        x += 6 * len(word) + 4
    return ReadLine(tuple(words))


def ordered(*stretches: ReadLine, angle: float = 0.0) -> list[str]:
    lines = in_reading_order(Reading(stretches, angle), SIZE)
    return [" ".join(word.text for word in line.words) for line in lines]


def test_item_and_price_are_one_line():
    found = ordered(
        stretch("4.50", 400, 100),
        stretch("Coffee", 50, 101),
        stretch("Tea", 50, 120),
        stretch("3.10", 400, 118),
    )
    assert found == ["Coffee 4.50", "Tea 3.10"]


def test_columns_of_running_text_are_read_one_after_the_other_under_their_title():
    left = [stretch(f"left column line number {n} goes here", 40, 100 + 15 * n) for n in range(6)]
    right = [stretch(f"right column line number {n} goes on", 330, 100 + 15 * n) for n in range(6)]
    title = stretch("A title that runs over both of the columns below it from left to right", 40, 60)
    end = stretch("A last line that runs over both of the columns above it from left to right", 40, 300)
    mixed = [line for pair in zip(right, left, strict=True) for line in pair]
    found = ordered(end, *mixed, title)
    assert [line.split()[0] for line in found] == ["A", *["left"] * 6, *["right"] * 6, "A"]


def test_three_columns_of_running_text_are_read_one_after_the_other():
    columns = [
        [stretch(f"{name} column has line {n}", x, 100 + 15 * n) for n in range(8)]
        for name, x in (("first", 20), ("next", 210), ("last", 400))
    ]
    del columns[1][5]
    found = ordered(*(line for column in columns for line in column))
    assert [line.split()[0] for line in found] == ["first"] * 8 + ["next"] * 7 + ["last"] * 8


def test_table_of_short_entries_is_read_by_row():
    rows = [(stretch(f"item {n}", 40, 100 + 15 * n), stretch(f"{n}.00", 330, 100 + 15 * n)) for n in range(8)]
    assert ordered(*(part for row in rows for part in row))[3] == "item 3 3.00"


@pytest.mark.parametrize("angle", [0.0, 3.0, -4.0, 90.0, 180.0, 270.0])
def test_box_that_is_turned_and_set_upright_stands_where_it_stood(angle):
    quarters = round(angle / 90) % 4
    edges = (100.0, 50.0, 160.0, 62.0)
    turned, size = edges, SIZE
    for _ in range((4 - quarters) % 4):
        turned = upright(turned, 90.0, size)
        size = size[::-1]
    assert upright(turned, 90.0 * quarters, size) == pytest.approx(edges)


class Recorded:
    """Reads sense only in an image turned by so many quarters."""

    name, version = "recorded", "1"

    def __init__(self, pixels: bytes) -> None:
        self.pixels = pixels

    def recognise(self, raster: Raster) -> Reading:
        sure = 95 if raster.pixels == self.pixels else 20
        return Reading((ReadLine((ReadWord("sense", (1, 1, 3, 2), sure),)),))


def test_image_on_its_head_is_read_from_the_other_side():
    image = bytes(range(36))
    head_down = b"".join(image[place : place + 3] for place in range(33, -1, -3))
    found = read(Recorded(image), Raster(4, 3, head_down))
    assert found.angle == 180
    assert found.lines[0].words[0].edges == (1, 1, 3, 2)


class Counting:
    """Reads sense in every image that is higher than wide, and counts the pixels it has read."""

    name, version = "counting", "1"

    def __init__(self, sure: int) -> None:
        self.pixels, self.sure = 0, sure

    def recognise(self, raster: Raster) -> Reading:
        self.pixels += raster.width * raster.height
        sure = self.sure if raster.height > raster.width else 20
        return Reading((ReadLine((ReadWord("sense", (900, 800, 1000, 820), sure),)),))


def test_large_image_that_makes_no_sense_is_tried_in_other_directions_in_part():
    raster = Raster(2000, 1800, bytes(3 * 2000 * 1800))
    by = Counting(sure=20)
    assert read(by, raster).angle == 0
    assert by.pixels <= 1.8 * 2000 * 1800


def test_large_image_is_read_as_a_whole_in_the_direction_in_which_its_part_makes_sense():
    raster = Raster(2000, 1800, bytes(3 * 2000 * 1800))
    by = Counting(sure=95)
    found = read(by, raster)
    assert found.angle == 90
    assert found.confidence == 0.95
    assert found.lines[0].words[0].edges == (1180, 900, 1200, 1000)


def test_version_of_tesseract_tells_its_languages_apart():
    from pincite.ingest.ocr import tesseract

    if not tesseract.is_installed():
        pytest.skip("the program tesseract is not installed")
    assert Tesseract("eng").version != Tesseract("deu").version
