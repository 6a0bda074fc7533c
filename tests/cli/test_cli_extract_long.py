"""A long PDF is read to its last page for a field with many values, in little memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import CommandLine
from reportlab.pdfgen import canvas
from test_cli_memory import most_taken

SCHEMA = """\
fields:
  - name: licences
    question: Which licences are granted?
    cardinality: many
"""
_WORDS = (
    "The company shall keep records of deliveries, invoices and payments and make them available on "
    "request to the other party within ten working days of notice"
).split()
_LINES = 48
_GIBIBYTE = 1 << 30


def make_pdf(path: Path, pages: int) -> None:
    """On every tenth page a licence, among lines that all differ in where they begin."""
    sheet = canvas.Canvas(str(path), pagesize=(595, 842), invariant=1)
    for page in range(1, pages + 1):
        sheet.setFont("Helvetica-Bold", 12)
        sheet.drawString(60, 790, f"{page}. Schedule of services {page}")
        sheet.setFont("Helvetica", 9)
        licence = f"The licensor grants the licensee a non-exclusive licence to use patent family {page}."
        lines = [licence] if page % 10 == 0 else []
        for line in range(_LINES):
            start = (page * 7 + line * 3) % len(_WORDS)
            lines.append(f"{' '.join(_WORDS[start:] + _WORDS[:start]).capitalize()}."[:105])
        for number, line in enumerate(lines):
            sheet.drawString(60, 770 - 14 * number, line)
        sheet.drawCentredString(297, 30, f"Page {page} of {pages}")
        sheet.showPage()
    sheet.save()


def extracted(pincite: CommandLine, pages: int) -> tuple[dict[str, object], str, int]:
    """The one line of the output, what was said, and the most memory of all processes together."""
    make_pdf(pincite.folder / "long.pdf", pages)
    pincite.file("s.yaml", SCHEMA)
    process = pincite.start("extract", "long.pdf", "--schema", "s.yaml", "-o", "out.jsonl")
    taken = most_taken(process)
    _, said = process.communicate()
    assert process.returncode == 0, said
    return json.loads((pincite.folder / "out.jsonl").read_text("utf-8")), said, taken


def check(line: dict[str, object], said: str) -> None:
    cell = line["fields"]["licences"]  # type: ignore[index]  # JSON
    walked = cell["walked"]
    assert walked["blocks"] == walked["of_blocks"] > 0
    assert walked["parts"] == walked["of_parts"]
    assert f"Read for licences: {walked['blocks']:,} of {walked['of_blocks']:,} passages" in said
    places = [place for found in (*cell["values"], *cell["leads"]) for place in found["citations"]]
    assert places
    assert all("licence" in place["quote"] for place in places)


def test_every_block_of_every_page_is_read(pincite: CommandLine):
    line, said, _ = extracted(pincite, 12)
    check(line, said)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nobody says what is taken")
def test_600_pages_take_less_than_a_gibibyte_in_all_processes_together(pincite: CommandLine):
    line, said, taken = extracted(pincite, 600)
    check(line, said)
    assert taken < _GIBIBYTE
