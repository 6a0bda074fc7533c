from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evals.__main__ import app
from evals.tests.asking_here import ask_here
from tests.models.weights import needs_weights

EXAMPLES = Path(__file__).parents[2] / "examples"
PINCITE = (sys.executable, "-m", "evals")
AGREEMENT = """\
1. Fees

The Customer shall pay the Supplier a monthly fee of EUR 4,500.00 for the Services.

2. Term

This Agreement takes effect on 1 March 2024. Either party may terminate it by giving sixty (60) days' notice.
"""
QUESTIONS = """\
document,question,answer,answer_type
agreement.txt,What is the monthly fee?,"EUR 4,500.00",amount
agreement.txt,When does the agreement take effect?,1 March 2024,date
agreement.txt,What is the monthly rent?,,
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "agreement.txt").write_text(AGREEMENT)
    (tmp_path / "questions.csv").write_text(QUESTIONS)
    return tmp_path


def evaluated(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """In this process, questions and all; only what is said and left behind is looked at."""
    command = [*arguments, "--cache", str(folder / "cache")]
    with contextlib.chdir(folder), pytest.MonkeyPatch.context() as patch:
        ask_here(patch)
        run = CliRunner().invoke(app, command)
    if run.exception is not None and not isinstance(run.exception, SystemExit):
        raise run.exception
    return subprocess.CompletedProcess(command, run.exit_code, run.stdout, run.stderr)


def started(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, which starts others to ask the questions."""
    command = [*PINCITE, *arguments, "--cache", str(folder / "cache")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def observed(folder: Path) -> list[str]:
    """The keys of what was observed, as often as it was; a line that is cut off counts for nothing."""
    keys = []
    for path in sorted((folder / "cache").rglob("*.jsonl")):
        lines = path.read_text().split("\n")[:-1]
        keys += [json.loads(line)["key"] for line in lines]
    return keys


def test_own_questions_are_asked_and_scored(folder):
    run = started(folder, "questions.csv", "--json")

    assert run.returncode == 0, run.stderr
    evaluation = json.loads(run.stdout)
    assert (evaluation["set"], evaluation["fold"], evaluation["n"]) == ("questions", "all", 3)
    assert evaluation["scores"]["right"] == 1.0
    assert evaluation["scores"]["invented"] == 0
    assert evaluation["scores"]["not_found_on_absent"] == 1.0


def test_the_report_is_one_file_that_names_set_and_command(folder):
    run = started(folder, "questions.csv", "--html", "report.html")

    assert run.returncode == 0, run.stderr
    page = (folder / "report.html").read_text()
    assert "questions" in page
    assert "python -m evals questions.csv" in page


def test_a_missed_gate_is_said_and_is_exit_code_7(folder):
    (folder / "eval.yaml").write_text('scores: {right: ">= 0.5", answered: ">= 0.9"}\n')
    run = started(folder, "questions.csv", "--gate", "eval.yaml")

    assert run.returncode == 7
    assert "answered" in run.stdout
    assert ">= 0.9" in run.stdout


def test_a_gate_that_is_reached_is_exit_code_0(folder):
    (folder / "eval.yaml").write_text('scores: {right: ">= 0.5"}\n')

    assert evaluated(folder, "questions.csv", "--gate", "eval.yaml").returncode == 0


def test_a_gate_that_cannot_be_read_is_known_before_anything_is_asked(folder):
    (folder / "eval.yaml").write_text('scores: {right: "about 0.5"}\n')
    run = started(folder, "questions.csv", "--gate", "eval.yaml")

    assert run.returncode == 3
    assert observed(folder) == []


def test_a_run_is_compared_with_an_earlier_one(folder):
    (folder / "before.json").write_text(evaluated(folder, "questions.csv", "--limit", "1", "--json").stdout)
    run = evaluated(folder, "questions.csv", "--compare", "before.json")

    assert run.returncode == 0, run.stderr
    assert "The runs differ in limit" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cuadd"], "Did you mean 'cuad'"),
        (["cuad"], "--data"),
        (["nowhere.csv"], "There is no file"),
        (["questions.csv", "--silent", "--retrieval"], "one by one"),
        (["questions.csv", "--compare", "nothing"], "no evaluation 'nothing'"),
        (["faithfulness", "--retrieval"], "nothing to search"),
        (["questions.csv", "--html", "nowhere/report.html"], "There is no folder nowhere"),
    ],
)
def test_what_cannot_be_evaluated_is_refused_with_the_next_step(folder, arguments, said):
    run = evaluated(folder, *arguments)

    assert run.returncode == 2
    assert said in " ".join(run.stderr.split())
    assert "Traceback" not in run.stderr


def test_evidence_that_changes_is_followed(folder):
    run = evaluated(folder, "questions.csv", "--counterfactual", "--json")

    assert run.returncode == 0, run.stderr
    scores = json.loads(run.stdout)["scores"]
    assert scores["counterfactual_followed"] == 1.0
    assert scores["counterfactual_stale"] == 0.0


def test_a_document_without_its_evidence_is_silent(folder):
    quote = "The Customer shall pay the Supplier a monthly fee of EUR 4,500.00 for the Services."
    value = {"value": "4500.00", "currency": "EUR", "unit": None}
    fee = {"id": "fee", "document": "agreement.txt", "question": "What is the monthly fee?"}
    fee |= {"answer_type": "amount", "answers": [{"value": value, "quote": quote}]}
    rent = {"id": "rent", "document": "agreement.txt", "question": "What is the rent?", "absent": True}
    # A document that would lose a large part of itself is left alone.
    (folder / "agreement.txt").write_text(
        AGREEMENT + "\n" + "The parties keep the terms confidential.\n\n" * 20
    )
    (folder / "gold.jsonl").write_text(f"{json.dumps(fee)}\n{json.dumps(rent)}\n")

    run = evaluated(folder, "gold.jsonl", "--silent", "--json")

    assert run.returncode == 0, run.stderr
    evaluation = json.loads(run.stdout)
    assert evaluation["n"] == 2
    assert evaluation["scores"]["not_found_on_absent"] == 1.0


def test_after_a_kill_what_is_finished_is_not_asked_again(folder):
    rows = [f"agreement.txt,What is the monthly fee for item {n}?,absent,\n" for n in range(150)]
    (folder / "many.csv").write_text("document,question,answer,answer_type\n" + "".join(rows))
    command = [*PINCITE, "many.csv", "--cache", "cache", "--workers", "1"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while len(observed(folder)) < 10 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    finished = observed(folder)

    run = started(folder, "many.csv", "--json")

    assert 10 <= len(finished) < 150
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["n"] == 150
    assert len(observed(folder)) == len(set(observed(folder))) == 150


@needs_weights
@pytest.mark.usefixtures("models_as_by_default")
def test_the_smoke_set_of_the_examples_reaches_its_gate(tmp_path):
    run = started(tmp_path, str(EXAMPLES / "smoke.jsonl"), "--gate", str(EXAMPLES / "eval.yaml"), "--json")

    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["n"] == 30


def test_two_kinds_of_measuring_at_once_are_refused(folder):
    run = started(folder, "questions.csv", "--oracle", "--liar")

    assert run.returncode == 2
    assert "--oracle and --liar cannot be measured in the same run" in run.stderr


def test_truth_is_asked_of_silent_rows_too_and_whoever_must_agree_is_named(folder):
    run = evaluated(folder, "questions.csv", "--oracle", "--second", "agreeing", "--json")

    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["settings"]["second"] == "agreeing"


def test_second_reader_that_there_is_not_is_refused(folder):
    run = evaluated(folder, "questions.csv", "--oracle", "--second", "everybody")

    assert run.returncode == 2
    assert "everybody" in run.stderr


def test_mixed_proposer_is_asked_like_any_model(folder):
    run = evaluated(folder, "questions.csv", "--mixed", "--json")

    assert run.returncode == 0, run.stderr
    assert "right" in json.loads(run.stdout)["scores"]


def test_answers_without_a_type_are_compared_as_values(folder):
    rows = (
        'agreement.txt,What is the monthly fee?,"4,500 euros"',
        "agreement.txt,When does the agreement take effect?,2024-03-01",
        "agreement.txt,How much notice must be given to terminate?,60 days",
    )
    (folder / "plain.csv").write_text("\n".join(("document,question,answer", *rows)))
    run = evaluated(folder, "plain.csv", "--json")

    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["scores"]["right"] == 1.0
