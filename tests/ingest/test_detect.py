"""What a file is, is told from its bytes."""

from __future__ import annotations

import io
import zipfile

import pytest
from printed import lines, pdf

from pincite.errors import InputError
from pincite.ingest.detect import detect

JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(range(200))


def archive(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name in names:
            file.writestr(name, "x")
    return buffer.getvalue()


def test_pdf_is_recognised_whatever_its_name():
    assert detect(pdf(lines("Fees.")), "notes.txt") == "pdf"


def test_pdf_header_may_stand_anywhere_in_the_first_kilobyte():
    assert detect(b"\r\n junk" * 50 + pdf(lines("Fees.")), "a.pdf") == "pdf"


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.md", "markdown"),
        ("A.MARKDOWN", "markdown"),
        ("a.txt", "text"),
        ("README", "text"),
        ("a.log", "text"),
    ],
)
def test_name_decides_only_between_text_and_markdown(name, format):
    assert detect(b"# Fees\n\nFive euros.", name) == format


def test_empty_file_is_refused():
    with pytest.raises(InputError, match=r"a\.pdf is empty\."):
        detect(b"", "a.pdf")


@pytest.mark.parametrize(
    "content",
    [
        JPEG,
        b"\x89PNG\r\n\x1a\n" + bytes(50),
        b"GIF89a" + bytes(50),
        b"II*\0" + bytes(50),
        b"RIFF\x10\0\0\0WEBPVP8 ",
        b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0",
    ],
)
@pytest.mark.parametrize("name", ["scan.bin", "contract.pdf"])
def test_image_is_recognised_whatever_its_name(content, name):
    assert detect(content, name) == "image"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (archive("[Content_Types].xml", "word/document.xml"), "a Word document"),
        (archive("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
        (archive("[Content_Types].xml", "ppt/presentation.xml"), "a PowerPoint presentation"),
        (archive("a.txt"), "a ZIP archive"),
        (b"<!DOCTYPE html><html><body>Fees</body></html>", "an HTML page"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(50), "an Office document"),
    ],
)
def test_format_that_is_not_supported_yet_is_refused_with_a_next_step(content, what):
    with pytest.raises(InputError, match=f"{what}.*not supported yet") as caught:
        detect(content, "input")
    assert "PDF" in caught.value.hint


def test_other_binary_is_refused():
    with pytest.raises(InputError, match="binary"):
        detect(b"\x7fELF\x02\x01\x01\0" + bytes(range(256)), "a.txt")


def test_text_called_pdf_is_refused():
    with pytest.raises(InputError, match="is not a PDF"):
        detect(b"Just some words.", "a.pdf")


def test_utf16_text_is_not_taken_for_binary():
    assert detect("Fees".encode("utf-16"), "a.txt") == "text"
