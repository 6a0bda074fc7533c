"""`pincite quality`: questions of one's own, asked and scored in this process."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from click.testing import Result
from tests.factories import AGREEMENT
from typer.testing import CliRunner

from pincite.cli.main import app

QUESTIONS = """\
document,question,answer,answer_type,field
agreement.txt,What is the monthly fee?,"EUR 4,500.00",amount,fee
agreement.txt,What is the monthly rent?,,,rent
other.txt,What is the monthly fee?,"EUR 9,900.00",amount,fee
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("agreement.txt", "other.txt"):
        (tmp_path / name).write_text(AGREEMENT)
    (tmp_path / "questions.csv").write_text(QUESTIONS)
    return tmp_path


def quality(folder: Path, *arguments: str) -> Result:
    with contextlib.chdir(folder):
        run = CliRunner().invoke(app, ["--library", str(folder / "library"), "quality", *arguments])
    if run.exception is not None and not isinstance(run.exception, SystemExit):
        raise run.exception
    return run


def test_scores_intervals_strata_and_every_question_are_in_the_json(folder: Path):
    run = quality(folder, "questions.csv", "--json")

    assert run.exit_code == 0, run.stderr
    found = json.loads(run.stdout)
    assert (found["set"], found["n"]) == ("questions", 3)
    assert found["scores"]["right"] == found["scores"]["risk"] == 0.5
    assert found["scores"]["quiet_on_absent"] == 1
    assert found["scores"]["invented"] == 0
    low, high = found["intervals"]["right"]
    assert low <= 0.5 <= high
    assert found["strata"][0]["field"] == "fee"
    assert [each["came_to"] for each in found["results"]][2] == "wrong"


def test_person_reads_what_came_and_what_was_expected(folder: Path):
    run = quality(folder, "questions.csv", "--html", "report.html")

    assert "Of 2 with an answer 1 are answered rightly, 1 wrongly." in run.stdout
    assert "expected: EUR 9,900.00" in run.stdout
    page = (folder / "report.html").read_text("utf-8")
    assert "EUR 9,900.00" in page
    assert "<script" not in page


def test_gate_that_is_missed_ends_with_7(folder: Path):
    (folder / "gate.yaml").write_text('scores: {right: ">= 0.9"}\n')
    run = quality(folder, "questions.csv", "--gate", "gate.yaml")
    assert run.exit_code == 7
    assert "right is 0.5, but must be >= 0.9" in run.stdout
    (folder / "gate.yaml").write_text('scores: {right: ">= 0.1"}\n')
    assert quality(folder, "questions.csv", "--gate", "gate.yaml").exit_code == 0


def test_two_runs_are_compared(folder: Path):
    (folder / "before.json").write_text(quality(folder, "questions.csv", "--limit", "1", "--json").stdout)
    run = quality(folder, "questions.csv", "--compare", "before.json")
    assert run.exit_code == 0
    assert "compared" in run.stdout
    assert "not of the same questions" in run.stderr
    assert quality(folder, "questions.csv", "--compare", "questions.csv").exit_code == 2


def test_document_that_cannot_be_read_is_a_failure_and_no_silence(folder: Path):
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (folder / "broken.csv").write_text("document,question,answer\nbroken.pdf,What is the fee?,EUR 5\n")
    found = json.loads(quality(folder, "broken.csv", "--json").stdout)
    assert (found["scores"]["failed"], found["came_to"]) == (1, {"failed": 1})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.csv"], "There is no file"),
        (["questions.csv", "--fit", "nowhere/mine.json"], "There is no folder"),
        (["questions.csv", "--fit", "mine.json"], "at least 60 are needed"),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_next_step(folder: Path, arguments: list[str], said: str):
    run = quality(folder, *arguments)
    assert run.exit_code == 2
    assert said in run.stderr
