"""`show --page N --png`: a page with all that was read on it, in a file."""

from __future__ import annotations

import json
import os
import struct
import zlib
from pathlib import Path

import pytest
from command_line import CommandLine
from reportlab.pdfgen.canvas import Canvas
from test_cli_pdf import make_pdf

SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def notice(pincite: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """A library with one document of three pages, the last of them empty."""
    monkeypatch.chdir(pincite.folder)
    pincite("add", make_pdf(pincite.folder / "notice.pdf"))
    return pincite


def pixels(path: Path) -> list[bytes]:
    """The rows of a PNG, each three bytes a pixel, read by the format's own rules."""
    content = path.read_bytes()
    assert content.startswith(SIGNATURE)
    chunks, place = {}, len(SIGNATURE)
    while place < len(content):
        (length,) = struct.unpack(">I", content[place : place + 4])
        kind, body = content[place + 4 : place + 8], content[place + 8 : place + 8 + length]
        (check,) = struct.unpack(">I", content[place + 8 + length : place + 12 + length])
        assert check == zlib.crc32(kind + body)
        chunks[kind] = body
        place += 12 + length
    width, height, depth, colours = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, colours) == (8, 2)
    rows = zlib.decompress(chunks[b"IDAT"])
    step = 3 * width + 1
    assert len(rows) == height * step
    return [rows[start + 1 : start + step] for start in range(0, len(rows), step)]


def dark(rows: list[bytes]) -> int:
    return sum(value < 90 for row in rows for value in row)


def colours(path: Path) -> set[bytes]:
    return {row[x : x + 3] for row in pixels(path) for x in range(0, len(row), 3)}


def test_page_is_drawn_with_its_words_into_a_file_named_after_it(notice: CommandLine):
    result = notice("show", "notice.pdf", "--page", "2", "--png")

    picture = notice.folder / "notice.pdf-page-2.png"
    assert (result.code, result.stdout) == (0, "notice.pdf-page-2.png\n")
    assert len(pixels(picture)) > 2 * 842, "144 dots to the inch, and a legend"
    assert any(blue > 200 > red for red, _, blue in colours(picture)), "boxes of words are blue"
    assert any(red > 200 > blue for red, _, blue in colours(picture)), "headings are orange"


def test_empty_page_is_drawn_as_well(notice: CommandLine):
    assert notice("show", "notice.pdf", "--page", "3", "--png").code == 0

    (row,) = {row[60:-60] for row in pixels(notice.folder / "notice.pdf-page-3.png")[100:-100]}
    assert set(row) == {255}


def test_picture_goes_where_it_is_wanted_and_replaces_an_older_one(notice: CommandLine):
    file = notice.folder / "page.png"
    first = notice("show", "notice.pdf", "--page", "1", "--png", "--to", str(file))
    before = file.read_bytes()

    second = notice("show", "notice.pdf", "--page", "2", "--to", str(file), "--json")

    assert (first.code, second.code) == (0, 0)
    assert json.loads(second.stdout) == {"name": "notice.pdf", "page": 2, "file": str(file)}
    assert file.read_bytes() != before


def test_file_that_is_no_picture_is_never_replaced(notice: CommandLine):
    file = notice.folder / "notice.pdf"
    before = file.read_bytes()

    result = notice("show", "notice.pdf", "--page", "1", "--png", "--to", str(file))

    assert result.code == 2
    assert "exists and is not a PNG file" in result.stderr
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--page", "4", "--png"], "notice.pdf has no page 4."),
        (["--png"], "--png needs a page to draw."),
        (["--page", "1", "--png", "--lines", "1-2"], "--png draws a whole page"),
        (["--png", "--tables"], "--png draws a whole page"),
        (["--page", "1", "--png", "--to", f"missing{os.sep}page.png"], "cannot be written"),
        (["--page", "1", "--png", "--to", "."], "cannot be written"),
    ],
)
def test_picture_that_cannot_be_drawn_is_refused(notice: CommandLine, options: list[str], message: str):
    result = notice("show", "notice.pdf", *options)

    assert result.code == 2
    assert message in result.stderr
    assert not list(notice.folder.glob("*.png"))


def test_format_without_printed_pages_has_no_pictures(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    result = pincite("show", "agreement.txt", "--page", "1", "--png")

    assert result.code == 2
    assert "has no printed pages to draw" in result.stderr


def test_encrypted_document_is_drawn_with_its_password_only(pincite: CommandLine):
    pincite("add", make_pdf(pincite.folder / "secret.pdf", "open"), "--password", "open")
    drawing = ["show", "secret.pdf", "--page", "1", "--png", "--to", str(pincite.folder / "page.png")]

    without = pincite(*drawing)
    wrong = pincite(*drawing, "--password", "guess")
    right = pincite(*drawing, "--password", "open")

    assert (without.code, wrong.code, right.code) == (2, 2, 0)
    assert "is encrypted" in without.stderr
    assert "--password" in without.stderr
    assert "does not open it" in wrong.stderr


def test_what_is_filled_into_a_form_is_drawn(pincite: CommandLine):
    for name, value in (("empty.pdf", ""), ("filled.pdf", "Nadia Brandt")):
        canvas = Canvas(str(pincite.folder / name), invariant=True)
        canvas.drawString(72, 720, "Name of the insured:")
        canvas.acroForm.textfield(name="insured", value=value, x=72, y=680, width=200, height=24)
        canvas.save()
        pincite("add", str(pincite.folder / name))
        pincite("show", name, "--page", "1", "--png", "--to", str(pincite.folder / f"{name}.png"))

    empty, filled = (pixels(pincite.folder / f"{name}.pdf.png")[200:600] for name in ("empty", "filled"))
    assert dark(filled) > dark(empty)
