"""Sixty questions by somebody who saw only the document, put through the service; each is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.run.measuring import Asking, observe
from evals.score.marking import mark
from evals.sets.known import gold_set
from evals.tests.asking_here import ask_here
from pincite.settings import load
from tests.monograph.make_monograph import build

QUESTIONS = Path(__file__).parents[2] / "tests" / "monograph" / "questions.jsonl"


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    folder = tmp_path_factory.mktemp("monograph")
    (folder / "monograph.pdf").write_bytes(build().pdf)
    gold = gold_set(str(QUESTIONS), folder, "dev")
    asking = Asking(load({}), folder / "cache")
    with pytest.MonkeyPatch.context() as patch:
        ask_here(patch)
        seen = observe(gold, asking)
    return [(row, each, mark(row, each)) for row, each in zip(gold.rows, seen, strict=True)]


def test_what_became_of_each_question_is_printed(answered, capsys):
    present = [each for each in answered if not each[0].absent]
    right = sum(marked.right for _, _, marked in present)
    wrong = sum(marked.wrong for _, _, marked in answered)
    with capsys.disabled():
        print(f"\nmonograph: {right} of {len(present)} right, {wrong} of {len(answered)} answered and wrong")
        for row, seen, marked in present:
            came = "right" if marked.right else "wrong" if marked.wrong else seen.outcome
            print(f"  {row.id} {row.note:6} {came:10} {', '.join(seen.paths):40.40} {row.question[:60]}")

    assert len(present) == 60


def test_no_item_is_invented(answered):
    assert all(item.proved for _, seen, _ in answered for item in seen.items)


def test_nothing_fails(answered):
    assert not [seen.error for _, seen, _ in answered if seen.outcome == "failed"]
