"""The verbs `report` and `highlight`, and `ask --html`, as a user types them."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest
from command_line import CommandLine
from tests.audit.report_papers import agreement

FEE = "How much is the monthly fee?"


def contract(pincite: CommandLine, name: str = "contract.pdf", more: tuple[str, ...] = ()) -> str:
    path = pincite.folder / name
    path.write_bytes(agreement(more=more))
    return str(path)


def at(pincite: CommandLine, name: str) -> str:
    return str(pincite.folder / name)


def test_question_writes_a_report_beside_its_answer(pincite: CommandLine):
    target = Path(at(pincite, "answer.html"))

    asked = pincite("ask", contract(pincite), FEE, "--html", str(target))

    assert asked.code == 0
    assert asked.stdout.startswith("Answered: EUR 4,500.00")
    assert "<image" in target.read_text("utf-8")


def test_question_that_stores_nothing_writes_a_report_all_the_same(pincite: CommandLine):
    target = Path(at(pincite, "answer.html"))

    pincite("ask", "--temporary", contract(pincite), FEE, "--html", str(target))

    assert "<image" in target.read_text("utf-8")
    assert not pincite.library.exists()


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("none/answer.html", "There is no folder"),
        ("contract.pdf", "is one of the documents"),
        (".", "a folder"),
    ],
)
def test_report_that_cannot_be_written_is_told_before_the_question(
    pincite: CommandLine, target: str, said: str
):
    asked = pincite("ask", contract(pincite), FEE, "--html", at(pincite, target))

    assert asked.code == 2
    assert said in asked.stderr
    assert not pincite.library.exists()


def test_last_run_is_reported_in_the_form_that_the_ending_says(pincite: CommandLine):
    pincite("ask", contract(pincite), FEE)

    for name in ("r.html", "r.csv", "r.xlsx", "r.json", "R.HTM"):
        written = pincite("report", "--output", at(pincite, name))
        assert (written.code, written.stderr) == (0, "")
        assert written.stdout.startswith("Wrote ")
    assert json.loads(Path(at(pincite, "r.json")).read_text("utf-8"))["outcome"] == "answered"
    assert len(list(csv.reader(io.StringIO(Path(at(pincite, "r.csv")).read_text("utf-8"))))) == 2


def test_citations_are_written_as_annotations(pincite: CommandLine):
    pincite("ask", contract(pincite), FEE)

    written = pincite("report", "--form", "annotations", "--output", at(pincite, "notes.json"))

    assert (written.code, written.stderr) == (0, "")
    assert json.loads(Path(at(pincite, "notes.json")).read_text("utf-8"))["type"] == "AnnotationCollection"


def test_report_goes_to_standard_output(pincite: CommandLine):
    pincite("ask", contract(pincite), FEE)

    written = pincite("report", "--form", "json", "--output", "-")

    assert json.loads(written.stdout)["question"] == FEE


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("report", "--output", "r.docx"), "End its name with one of .html, .csv, .xlsx, .json, .jsonl"),
        (("report", "--form", "word", "--output", "r.html"), "There is no report as 'word'."),
        (
            ("report", "ffff0000", "--output", "r.html"),
            "no run, table or job whose id starts with 'ffff0000'",
        ),
        (("report", "--output", "none/r.html"), "There is no folder none"),
        (("report", "--document", "b.pdf"), "Add: --form pdf"),
        (("highlight", "ffff0000"), "There is no run whose id starts with 'ffff0000'"),
    ],
)
def test_slip_is_told_with_what_to_do(pincite: CommandLine, arguments: tuple[str, ...], said: str):
    pincite("ask", contract(pincite), FEE)

    result = pincite(*arguments)

    assert result.code == 2
    assert said in result.stderr


def test_without_any_question_there_is_nothing_to_report(pincite: CommandLine):
    pincite("add", contract(pincite))

    for verb in ("report", "highlight"):
        result = pincite(verb)
        assert result.code == 2
        assert "Nothing has been asked yet." in result.stderr


def test_highlights_are_written_into_a_copy(pincite: CommandLine):
    source = contract(pincite)
    before = Path(source).read_bytes()
    pincite("ask", source, FEE)

    target = ("--output", at(pincite, "marked.pdf"))
    twice = [pincite("highlight", *target), pincite("report", *target)]
    over = pincite("report", "--form", "pdf", "--output", source)

    assert [each.code for each in twice] == [0, 0]
    assert "1 highlight in a copy of contract.pdf" in twice[0].stdout
    assert b"/Highlight" in Path(at(pincite, "marked.pdf")).read_bytes()
    assert over.code == 2
    assert "is the document itself" in over.stderr
    assert Path(source).read_bytes() == before


def test_several_documents_go_to_a_folder_or_are_chosen(pincite: CommandLine):
    files = [contract(pincite, name, (name,)) for name in ("a.pdf", "b.pdf")]
    pincite("ask", *files, FEE)
    folder = Path(at(pincite, "marked"))
    folder.mkdir()

    refused = pincite("highlight", "--output", at(pincite, "marked.pdf"))
    both = pincite("report", "--form", "pdf", "--output", str(folder))
    one = pincite("report", "--document", "b.pdf", "--output", at(pincite, "marked.pdf"))

    assert refused.code == 2
    assert "This run cites 2 PDFs: a.pdf, b.pdf." in refused.stderr
    assert "--output FOLDER" in refused.stderr
    assert (both.code, one.code) == (0, 0)
    assert sorted(path.name for path in folder.iterdir()) == ["a-marked.pdf", "b-marked.pdf"]


def test_file_that_is_no_pdf_is_not_overwritten_by_highlights(pincite: CommandLine):
    pincite("ask", contract(pincite), FEE)
    Path(at(pincite, "notes.pdf")).write_text("my notes", "utf-8")

    refused = pincite("highlight", "--output", at(pincite, "notes.pdf"))

    assert "exists and is no PDF" in refused.stderr
    assert Path(at(pincite, "notes.pdf")).read_text("utf-8") == "my notes"


def test_text_document_is_sent_to_the_report(pincite: CommandLine):
    pincite("ask", pincite.file("agreement.txt"), "What is the monthly fee?")

    refused = pincite("highlight")

    assert refused.code == 2
    assert "agreement.txt is no PDF" in refused.stderr
    assert "pincite report" in refused.stderr


def test_files_of_one_name_that_cannot_be_read_are_rows_without_their_folders(pincite: CommandLine):
    for folder in ("x", "y"):
        os.mkdir(at(pincite, folder))
        Path(at(pincite, f"{folder}/broken.pdf")).write_bytes(b"%PDF-1.7 nothing")
    target = at(pincite, "table.csv")

    pincite(
        "table", at(pincite, "x/broken.pdf"), at(pincite, "y/broken.pdf"), "--fields", "fee", "--csv", target
    )

    written = Path(target).read_text("utf-8")
    assert "broken.pdf (2)" in written
    assert str(pincite.folder) not in written
