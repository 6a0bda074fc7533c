"""A picture beside text is read where it may hold words, each image once, and no more than is allowed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from tests.ingest.printed import lines
from tests.ingest.scans import scanned_pdf

from pincite.ingest.pdf.reader import PdfParser
from pincite.jobs.recognition import recogniser
from pincite.records.document import Document
from pincite.records.reading import Raster, Reading, ReadLine, ReadWord

BODY = lines("The monthly fee is 4,500 euros and is", "paid within thirty days.", y=40)
BOX = (50, 80, 350, 280)
SIZE = (750, 500)


def font(size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(size)


def blank(colour: str = "white") -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", SIZE, colour)
    return image, ImageDraw.Draw(image)


def small_table() -> Image.Image:
    image, pen = blank()
    rows = [("Dose", "Share"), ("5 mg", "12.4"), ("10 mg", "37.8")]
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            corner = 100 + 200 * column, 100 + 60 * number
            pen.rectangle((*corner, corner[0] + 200, corner[1] + 60), outline="black")
            pen.text((corner[0] + 20, corner[1] + 15), cell, "black", font(28))
    return image


def stamp() -> Image.Image:
    image, pen = blank()
    pen.rounded_rectangle((180, 170, 570, 320), 20, outline="firebrick", width=6)
    pen.text((215, 205), "RECEIVED 14 MAY", "firebrick", font(38))
    return image.rotate(6, fillcolor="white", resample=Image.Resampling.BICUBIC)


def photographed_line() -> Image.Image:
    image = Image.radial_gradient("L").resize(SIZE).point(lambda value: 215 - value // 3).convert("RGB")
    ImageDraw.Draw(image).text((90, 220), "Lot 4471 expires in June", (40, 40, 50), font(44))
    return image.rotate(-2, fillcolor=(130, 130, 130)).filter(ImageFilter.GaussianBlur(1.2))


def light_grey_text() -> Image.Image:
    image, pen = blank()
    pen.text((90, 220), "Not for resale", (190, 190, 190), font(52))
    return image


def chart() -> Image.Image:
    image, pen = blank()
    pen.line([(120, 60), (120, 420), (680, 420)], "black", 3)
    pen.line([(120, 400), (300, 300), (480, 180), (670, 120)], "navy", 4)
    for number, year in enumerate((2021, 2022, 2023)):
        pen.text((160 + 190 * number, 435), str(year), "black", font(26))
    pen.text((150, 30), "Revenue in millions", "black", font(26))
    return image


def coloured_banner() -> Image.Image:
    image, pen = blank("darkgreen")
    pen.text((80, 210), "Save 20 percent today", "white", font(54))
    return image


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        (small_table, ["10 mg", "37.8"]),
        (stamp, ["14 MAY"]),
        (photographed_line, ["4471"]),
        (light_grey_text, ["resale"]),
        (chart, ["Revenue", "2022"]),
        (coloured_banner, ["20 percent"]),
    ],
)
def test_picture_with_words_is_read(drawn: Callable[[], Image.Image], words: list[str]):
    document = PdfParser(recogniser=recogniser("auto")).read(scanned_pdf((drawn(), BODY), box=BOX), "a.pdf")
    assert [word for word in words if word not in document.text] == []
    assert document.profile.pages[0].source == "mixed"


@dataclass(frozen=True)
class Counting:
    """Reads the same two words in every image, and counts the images."""

    seen: list[Raster] = field(default_factory=list)
    name: str = "counting"
    version: str = "1"

    def recognise(self, raster: Raster) -> Reading:
        self.seen.append(raster)
        words = ReadWord("Small", (10, 10, 60, 30), 99), ReadWord("print", (70, 10, 120, 30), 99)
        return Reading((ReadLine(words),))


def read(*pictures: Image.Image, by: Counting, most: int = 24) -> Document:
    parser = replace(PdfParser(recogniser=by), most_pictures=most)
    # So many pages that a picture on two of them is not taken for a logo.
    pages = [(picture, BODY) for picture in pictures] + [(None, BODY)] * (len(pictures) + 1)
    return parser.read(scanned_pdf(*pages, box=BOX), "a.pdf")


def test_same_image_on_two_pages_is_recognised_once_and_read_on_both():
    by = Counting()
    document = read(chart(), small_table(), chart(), by=by)
    assert len(by.seen) == 2
    assert [page.source for page in document.profile.pages[:3]] == ["mixed"] * 3
    assert document.text.count("Small print") == 3


def test_picture_without_letters_is_not_recognised():
    image, pen = blank()
    pen.polygon([(80, 200), (400, 200), (400, 100), (650, 250), (400, 400), (400, 300), (80, 300)], "navy")
    by = Counting()
    assert len(read(image, by=by).figures) == 1
    assert by.seen == []


def test_as_many_pictures_are_read_as_the_parser_is_told_and_the_rest_is_named():
    by = Counting()
    drawn = [image.resize((600, 400)) for image in (chart(), small_table(), stamp())]
    document = read(*drawn, by=by, most=2)
    assert len(by.seen) == 2
    assert document.caveats == ("1 of its pictures were not read: there are too many",)
    assert document.parse.options == "ocr=counting-1;pictures=2"
