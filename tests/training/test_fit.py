"""Trees that are fitted give the product the same chance, and bars keep what they promise."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="scikit-learn is not installed: pip install 'pincite[train]'")

from training.curve import answerable
from training.fit import Rows, bar_at, chance, fitted, folds, line, paranoid, silence, trees

from pincite.contract.judgement.chance import Model


def collected(tmp_path: Path, questions: int = 6) -> Path:
    """What `decide collect` writes: three candidates a question, of which one is not proved."""
    lines = []
    for number in range(questions):
        present = number % 2 == 0
        candidates = [
            {"features": {"passage": 3.0 - present, "sentence": 1.0 * at}, "proved": at != 2}
            | {"right": present and at == 1, "touches": present and at == 1}
            for at in range(3)
        ]
        lines.append(
            {"id": str(number), "document": f"d{number % 3}", "present": present, "shape": "single"}
            | {"clarification": False, "candidates": candidates}
        )
    lines.append({**lines[0], "shape": "list"})
    lines.append({**lines[0], "clarification": True})
    file = tmp_path / "collected.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return file


def test_product_gives_the_chance_that_the_fitted_model_gives():
    random = np.random.default_rng(1)
    table = random.normal(size=(400, 3)).round(4)
    right = table[:, 0] + 0.5 * table[:, 1] + random.normal(size=400) > 0
    model = fitted(table, right)
    logits = model.decision_function(table)
    slope = line(logits, right)
    read = Model.model_validate_json(json.dumps(trees(model, ("a", "b", "c"), slope)))
    own = [read.chance(dict(zip("abc", row, strict=True))) for row in table.tolist()]
    assert np.abs(np.array(own) - 1 / (1 + np.exp(-(slope[0] * logits + slope[1])))).max() < 0.01


def test_only_single_questions_and_proved_candidates_are_fitted_on(tmp_path: Path):
    rows = Rows.read(collected(tmp_path))
    assert len(rows.present) == 6
    assert len(rows.right) == 12
    assert set(rows.table[:, rows.names.index("sentence")]) == {0.0, 1.0}


def test_best_candidate_of_a_question_is_its_likeliest(tmp_path: Path):
    rows = Rows.read(collected(tmp_path))
    best = rows.best(rows.table[:, rows.names.index("sentence")])
    assert rows.right[best].tolist() == rows.present.tolist()


def test_all_questions_of_a_document_are_in_one_fold(tmp_path: Path):
    rows = Rows.read(collected(tmp_path, 12))
    by_document = {name: set(folds(rows.documents)[rows.documents == name]) for name in rows.documents}
    assert all(len(each) == 1 for each in by_document.values())
    assert folds(np.array(["d0"]))[0] == hashlib.sha256(b"d0").digest()[2] % 6


CHANCES = np.repeat(np.arange(1, 11) / 10, 20)


def test_bar_is_the_lowest_at_which_no_more_than_allowed_is_wrong():
    right = CHANCES > 0.65
    found = bar_at(CHANCES, right, 0.25)
    given = found["chance"] <= CHANCES
    assert (~right & given).sum() / given.sum() <= 0.25
    assert found == {"chance": 0.6, "answers": 100, "wrong": 20, "upper": found["upper"]}
    assert found["upper"] > 0.2


def test_bar_of_a_reader_that_is_always_wrong_lets_nothing_pass():
    assert bar_at(CHANCES, np.zeros(len(CHANCES), bool), 0.25)["chance"] == 1.0


def test_strictest_bar_lies_above_every_wrong_row():
    right = CHANCES > 0.65
    assert paranoid(CHANCES, right)["chance"] == 0.61
    assert paranoid(CHANCES, right)["wrong"] == 0


def test_silence_is_said_where_no_more_than_a_tenth_holds_it_after_all():
    present = CHANCES > 0.35
    found = silence(CHANCES, present)
    said = found["chance"] > CHANCES
    assert found["chance"] == 0.4
    assert (said & present).sum() <= 0.1 * said.sum()


def test_chance_is_rounded_as_the_product_rounds_it():
    assert chance(np.array([0.0, 1.0]), 1.0, 0.0).tolist() == [0.5, 0.73]


def test_curve_of_a_passage_rises_and_its_bars_rise_with_the_strictness(tmp_path: Path):
    lines = []
    for number in range(200):
        present = number % 2 == 0
        logit = (2.0 if present else -2.0) + (number % 37) / 10 - 1.8
        candidate = {"features": {"passage": logit}, "touches": present}
        lines.append(json.dumps({"present": present, "candidates": [candidate]}))
    file = tmp_path / "collected.jsonl"
    file.write_text("\n".join(lines), "utf-8")
    found = answerable(file)
    levels = ("lenient", "balanced", "strict", "paranoid")
    assert found["slope"] > 0
    for bars in (found["needed"], found["least"]):
        assert [bars[level] for level in levels] == sorted(bars[level] for level in levels)
    assert found["least"]["lenient"] == 0.0
    assert (found["n"], found["silent"]) == (200, 100)
