"""The command line on PDF files: pages, words divided at a line's end, passwords."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import CommandLine
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

PAGES = (
    ("1. General", "This agreement is made between a customer and a supplier."),
    ("2. Notice", "The notice period for termi-", "nation is 60 days."),
    (),
)


def make_pdf(path: Path, password: str = "") -> str:
    encryption = StandardEncryption(password, ownerPassword="owner") if password else None
    canvas = Canvas(str(path), encrypt=encryption, invariant=True)
    for lines in PAGES:
        for row, line in enumerate(lines):
            canvas.drawString(72, 720 - 15 * row, line)
        canvas.showPage()
    canvas.save()
    return str(path)


def test_divided_word_is_whole_for_reading_and_exact_in_json(pincite: CommandLine):
    file = make_pdf(pincite.folder / "notice.pdf")
    question = "What is the notice period for termination?"

    shown, as_json = pincite("ask", file, question), pincite("ask", file, question, "--json")

    assert shown.code == 0
    assert "Answered: 60 days" in shown.stdout
    assert "The notice period for termination is «60 days»." in shown.stdout
    assert "notice.pdf, page 2, lines" in shown.stdout
    assert "termi-\nnation" in json.loads(as_json.stdout)["items"][0]["evidence"][0]["snippet"]


def test_not_found_tells_of_pages_without_text(pincite: CommandLine):
    result = pincite("ask", make_pdf(pincite.folder / "notice.pdf"), "Who is the escrow agent?")

    assert result.code == 10
    assert "on 2 of 3 pages of 1 document." in result.stdout
    assert "no readable text" in result.stdout


def test_page_is_shown_with_its_lines(pincite: CommandLine):
    pincite("add", make_pdf(pincite.folder / "notice.pdf"))

    shown = pincite("show", "notice.pdf", "--page", "2").stdout

    assert shown.startswith("--- page 2 ---\n")
    assert "2. Notice" in shown
    assert "General" not in shown


@pytest.mark.parametrize(("password", "code"), [("secret", 0), ("wrong", 2), (None, 2)])
def test_encrypted_file_needs_its_password(pincite: CommandLine, password: str | None, code: int):
    file = make_pdf(pincite.folder / "notice.pdf", "secret")

    result = pincite("add", file, *(["--password", password] if password else []))

    assert result.code == code
