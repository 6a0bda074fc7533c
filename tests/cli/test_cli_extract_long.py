"""A long PDF is read to its last page for a field with many values, in little memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import CommandLine
from reportlab.pdfgen import canvas
from test_cli_memory import most_taken
from tests.models.weights import needs_weights

SCHEMA = """\
fields:
  - name: licences
    question: Which licences are granted?
    cardinality: many
"""
_THINGS = ("deliveries", "invoices", "payments", "complaints", "repairs", "journeys", "meetings")
_PEOPLE = ("clerk", "foreman", "driver", "secretary", "treasurer")
_LINES = 36
_GIBIBYTE = 1 << 30


def make_pdf(path: Path, pages: int) -> None:
    """On every tenth page a licence, among sentences about something else."""
    sheet = canvas.Canvas(str(path), pagesize=(595, 842), invariant=1)
    for page in range(1, pages + 1):
        sheet.setFont("Helvetica-Bold", 12)
        sheet.drawString(60, 790, f"{page}. Schedule of services {page}")
        sheet.setFont("Helvetica", 9)
        licence = f"The licensor grants the licensee a non-exclusive licence to use patent family {page}."
        lines = [licence] if page % 10 == 0 else []
        for number in range(_LINES):
            who, what = _PEOPLE[(page + number) % len(_PEOPLE)], _THINGS[(page * 3 + number) % len(_THINGS)]
            lines.append(f"The {who} of depot {page} keeps a record of the {what} of week {number + 1}.")
        for number, line in enumerate(lines):
            sheet.drawString(60, 770 - 14 * number, line)
        sheet.drawCentredString(297, 30, f"Page {page} of {pages}")
        sheet.showPage()
    sheet.save()


def extracted(pincite: CommandLine, pages: int) -> tuple[dict[str, object], str, int]:
    """The one line of the output, what was said, and the most memory of all processes together."""
    make_pdf(pincite.folder / "long.pdf", pages)
    pincite.file("s.yaml", SCHEMA)
    patient = pincite.file("settings.yaml", "limits: {seconds: 600}\n")
    given = ("extract", "long.pdf", "--schema", "s.yaml", "-o", "out.jsonl")
    process = pincite.start(*given, PINCITE_CONFIG=patient)
    taken = most_taken(process)
    _, said = process.communicate()
    assert process.returncode == 0, said
    return json.loads((pincite.folder / "out.jsonl").read_text("utf-8")), said, taken


def check(line: dict[str, object], said: str) -> None:
    cell = line["cells"]["licences"]  # type: ignore[index]  # JSON
    walked = cell["walked"]
    assert walked["blocks"] == walked["of_blocks"] > 0
    assert walked["parts"] == walked["of_parts"]
    assert f"Read for licences: {walked['blocks']:,} of {walked['of_blocks']:,} passages" in said


def test_every_block_of_every_page_is_read(pincite: CommandLine):
    line, said, _ = extracted(pincite, 12)
    check(line, said)


@needs_weights
@pytest.mark.usefixtures("models_as_by_default")
@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nobody says what is taken")
def test_600_pages_take_less_than_a_gibibyte_in_all_processes_together(pincite: CommandLine):
    line, said, taken = extracted(pincite, 600)
    check(line, said)
    cell = line["cells"]["licences"]  # type: ignore[index]  # JSON
    places = [place for found in (*cell["items"], *cell["leads"]) for place in found["evidence"]]
    assert "grants the licensee" in places[0]["snippet"]
    assert taken < _GIBIBYTE
