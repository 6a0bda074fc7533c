"""Image files are documents: one page for each frame, every word recognised."""

from __future__ import annotations

import struct
import zlib

import pytest
from tests.ingest.printed import Drawn, lines
from tests.ingest.scans import DPI, saved, scan

from pincite.errors import InputError
from pincite.ingest.detect import detect
from pincite.ingest.ocr import rapid
from pincite.jobs.recognition import parser_of
from pincite.records.document import Document

FEE = lines("The monthly fee is 4,500 euros and is", "paid within thirty days.")
NOTICE = lines("Either party may end this agreement.")


def read(content: bytes, ocr: str = "auto") -> Document:
    return parser_of("image", {}, ocr).read(content, "scan.png")


def claimed(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds no pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def test_boxes_are_in_points_of_the_resolution_that_the_file_states():
    document = read(saved(scan(FEE), dpi=(DPI, DPI)))
    assert document.format == "image"
    assert document.text == "\n".join(drawn.text for drawn in FEE)
    start = Drawn("The monthly ", FEE[0].y)
    (box,) = (box for span, box in document.words if span.of(document.text) == "fee")
    assert (box.x0, box.y1) == pytest.approx((start.end, start.y), abs=5)


def test_every_frame_is_a_page_and_a_blank_one_is_named():
    frames = [scan(FEE), scan([]), scan(NOTICE)]
    content = saved(frames[0], "TIFF", save_all=True, append_images=frames[1:], compression="tiff_deflate")
    document = read(content)
    assert [page.source for page in document.profile.pages] == ["recognised", "nothing", "recognised"]
    assert document.caveats == ("no words were recognised on page 2",)
    assert document.page_of(document.text.index("Either")).number == 3


@pytest.mark.parametrize("format", ["JPEG", "PNG", "GIF", "BMP", "WEBP", "TIFF"])
def test_format_is_known_and_without_a_stated_resolution_a_pixel_is_a_point(format):
    small = scan(NOTICE).crop((0, 120, 450, 170))
    content = saved(small, format, **({"dpi": (72, 72)} if format == "BMP" else {}))
    assert detect(content, "a") == "image"
    document = read(content)
    assert document.text == NOTICE[0].text
    (box, *_) = (box for _, box in document.words)
    assert box.x0 == pytest.approx(NOTICE[0].x * DPI / 72, abs=12)


def test_transparent_image_is_read_on_white():
    image = scan(NOTICE).crop((0, 120, 450, 170)).convert("L")
    black = image.copy().point(lambda value: 0)
    ink = image.point(lambda value: 255 - value)
    black.putalpha(ink)
    assert read(saved(black.convert("RGBA"))).text == NOTICE[0].text


def test_image_without_words_is_refused():
    with pytest.raises(InputError, match=r"No words were recognised in scan\.png"):
        read(saved(scan([])))


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n" + bytes(50), saved(scan(FEE))[:400]])
def test_damaged_image_is_refused_by_name(content):
    with pytest.raises(InputError, match=r"scan\.png cannot be read as an image"):
        read(content)


@pytest.mark.parametrize("side", [12_500, 60_000])
@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
def test_image_that_claims_to_be_huge_is_refused_before_it_is_decoded(side):
    with pytest.raises(InputError, match=r"scan\.png has more than 150 million pixels"):
        read(claimed(side, side))


def test_without_a_recogniser_an_image_is_refused_with_what_to_install(monkeypatch):
    monkeypatch.setattr(rapid, "_version", lambda: "")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(InputError, match=r"scan\.png is an image") as caught:
        read(saved(scan(FEE)))
    assert "pip install 'pincite[ocr]'" in caught.value.hint


def test_with_recognition_switched_off_an_image_is_refused():
    with pytest.raises(InputError, match=r"scan\.png is an image") as caught:
        read(saved(scan(FEE)), ocr="off")
    assert "must not be `off`" in caught.value.hint
