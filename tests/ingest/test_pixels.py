"""A picture that would fill the memory is refused by its header."""

from __future__ import annotations

import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import InputError
from pincite.ingest.pixels import check_picture
from pincite.ingest.watch import watched
from pincite.records.limits import Limits


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height) + bytes(20)


def drawn(format: str, size: tuple[int, int] = (1500, 1000)) -> bytes:
    image = pytest.importorskip("PIL.Image")
    buffer = io.BytesIO()
    image.new("RGB", size, "white").save(buffer, format)
    return buffer.getvalue()


def test_huge_picture_is_refused_with_the_setting_to_raise():
    with pytest.raises(InputError, match="60,000 × 60,000 pixels") as caught:
        check_picture(png(60_000, 60_000), "scan.png")
    assert "limits.megapixels (now 100)" in caught.value.hint


@pytest.mark.parametrize("format", ["PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"])
def test_size_is_read_from_the_header_of_every_kind(format):
    content = drawn(format)
    with watched(Limits(megapixels=2)):
        check_picture(content, "scan")
    with watched(Limits(megapixels=1)), pytest.raises(InputError, match="1,500 × 1,000"):
        check_picture(content, "scan")


@given(
    magic=st.sampled_from(
        [b"\x89PNG", b"GIF89a", b"BM", b"RIFF\0\0\0\0WEBPVP8X", b"\xff\xd8\xff", b"II*\0", b"MM\0*"]
    ),
    rest=st.binary(max_size=200),
)
def test_any_header_is_passed_or_refused(magic, rest):
    said = "scan"
    try:
        check_picture(magic + rest, "scan")
    except InputError as refusal:
        said = refusal.message
    assert "scan" in said
