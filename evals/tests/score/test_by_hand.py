"""What is counted where a person answers for the language model."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evals.by_hand import calls_by_question, came_to

ROOT = Path(__file__).resolve().parents[3]
SENTENCE = "The monthly fee is EUR 4,500.00."
ROW = {
    "id": "fee",
    "document": "agreement.txt",
    "question": "What is the fee?",
    "absent": False,
    "answer_type": "amount",
    "answers": [{"value": {"value": "4500.00", "currency": "EUR"}, "spans": [[0, len(SENTENCE)]]}],
}


def answer(outcome: str, *values: str) -> dict[str, Any]:
    place = {"start": 0, "end": len(SENTENCE), "page": None, "snippet": SENTENCE}
    items = [
        {"type": "amount", "value": {"value": value, "currency": "EUR", "unit": None}, "original": value}
        for value in values
    ]
    return {"outcome": outcome, "items": [each | {"evidence": [place]} for each in items], "leads": []}


def request(*said: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": each} for each in said]}


@pytest.mark.parametrize(
    ("given", "came"),
    [
        (answer("answered", "4500.00"), "right"),
        (answer("answered", "9.00"), "wrong"),
        (answer("probable", "4500.00"), "probable"),
        (answer("unverified"), "not answered"),
        (answer("failed"), "failed"),
    ],
)
def test_question_with_an_answer_comes_out_as_it_was_answered(given, came):
    assert came_to(ROW, given) == came


@pytest.mark.parametrize(
    ("given", "came"),
    [
        (answer("not_found"), "quiet"),
        (answer("probable", "1"), "probable absent"),
        (answer("answered", "1"), "answered absent"),
    ],
)
def test_question_without_an_answer_should_be_quiet(given, came):
    assert came_to(ROW | {"absent": True, "answers": []}, given) == came


def test_calls_are_counted_by_the_longest_question_that_a_request_holds():
    questions = ["What is the fee?", "What is the fee? Per month?", "Who pays?"]
    sent = [request("1: words", questions[0]), request(questions[1]), request(questions[1])]

    assert calls_by_question(sent, questions) == {questions[0]: 1, questions[1]: 2, questions[2]: 0}


def test_requests_that_were_sent_twice_are_told(tmp_path):
    (tmp_path / "in").mkdir()
    for number in range(3):
        asked = request("lines", "What is the fee?", *(["again"] if number == 2 else []))
        (tmp_path / "in" / f"{number}.json").write_text(json.dumps(asked))
    (tmp_path / "results.jsonl").write_text(json.dumps({"row": ROW, "answer": answer("answered", "4500.00")}))
    command = [sys.executable, "-m", "evals.by_hand", str(tmp_path)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    counts = json.loads(told[told.index("{") :])
    assert (counts["right"], counts["requests"], counts["identical_calls"]) == (1, 3, 1)
    assert counts["calls_per_question"] == 3
