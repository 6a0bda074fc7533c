"""Questions put to all the documents at once, and the place as the terminal names it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pincite
from pincite.cli.main import app


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the sum insured for glass?", "schedule.pdf"),
        ("How long is parental leave?", "handbook.docx"),
        ("What is the commitment fee?", "filing.htm"),
        ("When does the revolving credit facility expire?", "filing.htm"),
        ("How much were the façade works per m²?", "letter-1252.txt"),
        ("What is the interest rate on late payments?", "services.pdf"),
        ("How long would the work take?", "forward.eml"),
        ("How much is the loss?", "upside-down.pdf"),
    ],
)
def test_the_document_that_says_it_answers(library: pincite.Library, question: str, name: str) -> None:
    answer = json.loads(library.ask(question).to_json())
    assert answer["outcome"] == "answered"
    assert name in {proof["name"] for item in answer["items"] for proof in item["evidence"]}


def test_an_attachment_is_a_document_of_its_own(library: pincite.Library) -> None:
    name = "acceptance.eml › terms of sale.txt"
    answer = json.loads(library.ask("How long is the warranty period?", documents=(name,)).to_json())
    assert [item["value"]["iso8601"] for item in answer["items"]] == ["P36M"]


@pytest.mark.parametrize(
    ("name", "question", "place"),
    [
        ("lease.pdf", "What is the yearly rent?", "page 2"),
        ("minutes.txt", "When is the next meeting?", "page 2"),
        ("budget.xlsx", "What is the unit price of the flange?", "'Price list 2025'!"),
        ("results.pptx", "How much is the net debt?", "slide 2"),
        ("supply.docx", "Within how many days are invoices payable?", "¶ 10"),
    ],
)
def test_the_terminal_names_the_place_as_the_format_does(
    library: pincite.Library, folder: Path, name: str, question: str, place: str
) -> None:
    run = CliRunner().invoke(app, ["--library", str(folder / "library"), "ask", "--document", name, question])
    assert run.exit_code == 0
    assert place in " ".join(run.stdout.split())


def test_a_hidden_sheet_answers_nothing_and_the_answer_says_that_it_was_left_out(library: pincite.Library):
    answer = json.loads(library.ask("What is the margin?", documents=("budget.xlsx",)).to_json())
    assert answer["items"] == []
    assert any("hidden" in caveat for caveat in answer["caveats"])
