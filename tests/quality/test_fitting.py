"""Bars keep what they promise on the rows that they rest on."""

from __future__ import annotations

import hashlib

import numpy as np

from pincite.quality.fitting import (
    Linear,
    Rows,
    bar_at,
    bars_of,
    chance,
    decided,
    folds,
    kept,
    line,
    paranoid,
    silence,
)

CHANCES = np.repeat(np.arange(1, 11) / 10, 20)


def collected(questions: int = 6) -> list[dict]:
    """Three candidates a question, of which one is not proved; every third question is for yes or no."""
    found = []
    for number in range(questions):
        present = number % 2 == 0
        candidates = [
            {"features": {"passage": 3.0 - present, "sentence": 1.0 * at}, "proved": at != 2}
            | {"right": present and at == 1, "touches": present and at == 1}
            for at in range(3)
        ]
        kind = "boolean" if number % 3 == 0 else "text"
        found.append(
            {"id": str(number), "document": f"d{number % 3}", "present": present, "shape": "single"}
            | {"clarification": False, "candidates": candidates, "wanted": kind, "kinds": [kind]}
        )
    return [*found, {**found[0], "shape": "list"}, {**found[0], "clarification": True}]


def test_only_single_questions_and_proved_candidates_are_fitted_on():
    rows = Rows.of(collected())
    assert len(rows.present) == 6
    assert len(rows.right) == 12
    assert set(rows.table[:, rows.names.index("sentence")]) == {0.0, 1.0}


def test_best_candidate_of_a_question_is_its_likeliest():
    rows = Rows.of(collected())
    best = rows.best(rows.table[:, rows.names.index("sentence")])
    assert rows.right[best].tolist() == rows.present.tolist()


def test_all_questions_of_a_document_are_in_one_fold():
    rows = Rows.of([{**each, "document": f"d{at // 2}"} for at, each in enumerate(collected(14)[:14])])
    by_document = {name: set(folds(rows)[rows.documents == name]) for name in rows.documents}
    assert all(len(each) == 1 for each in by_document.values())
    assert folds(rows)[0] == hashlib.sha256(b"d0").digest()[2] % 6


def test_bar_is_the_lowest_at_which_no_more_than_allowed_is_wrong():
    right = CHANCES > 0.65
    found = bar_at(CHANCES, right, 0.25)
    given = found.chance <= CHANCES
    assert (~right & given).sum() / given.sum() <= 0.25
    assert (found.chance, found.answers, found.wrong) == (0.6, 100, 20)
    assert found.upper > 0.2


def test_question_that_counts_for_less_moves_the_bar_less():
    right = CHANCES > 0.65
    halved = np.where(right, 1.0, 0.5)
    assert bar_at(CHANCES, right, 0.25, halved).chance == 0.5
    assert bar_at(CHANCES, right, 0.25, np.ones(len(CHANCES))) == bar_at(CHANCES, right, 0.25)


def test_weights_make_questions_for_yes_or_no_the_share_that_is_meant():
    rows = Rows.of(collected(12))
    weights = rows.weights(0.125)
    assert weights[rows.yes_no].sum() / weights.sum() == 0.125
    assert set(weights[~rows.yes_no]) == {1.0}
    assert set(rows.weights(None)) == {1.0}


def test_bar_of_a_reader_that_is_always_wrong_lets_nothing_pass():
    assert bar_at(CHANCES, np.zeros(len(CHANCES), bool), 0.25).chance == 1.0


def test_strictest_bar_lies_above_every_wrong_row():
    right = CHANCES > 0.65
    assert (paranoid(CHANCES, right).chance, paranoid(CHANCES, right).wrong) == (0.61, 0)


def test_silence_is_said_where_no_more_than_a_tenth_holds_it_after_all():
    present = CHANCES > 0.35
    found = silence(CHANCES, present)
    said = found.chance > CHANCES
    assert found.chance == 0.4
    assert (said & present).sum() <= 0.1 * said.sum()


def test_chance_is_rounded_as_the_product_rounds_it():
    assert chance(np.array([0.0, 1.0]), 1.0, 0.0).tolist() == [0.5, 0.73]


def test_line_rises_with_what_is_right_more_often():
    logits = np.linspace(-3, 3, 200)
    slope, intercept = line(logits, logits + np.sin(np.arange(200)) > 0)
    assert slope > 0
    assert abs(intercept) < 1


def test_what_is_decided_never_asks_less_of_a_stricter_level():
    bars = decided(Rows.of(collected(240)), Linear.fit, 0.125).judging.bars
    levels = [bars[level].chance for level in ("lenient", "balanced", "strict", "paranoid")]
    assert levels == sorted(levels)


def test_bars_never_fall_from_one_level_to_the_next():
    """A dozen sure answers are too few for the middle level: then no stricter one answers either."""
    chances = np.concatenate([np.full(12, 0.9), np.full(60, 0.5)])
    right = np.concatenate([np.ones(12, bool), np.arange(60) % 5 > 0])
    bars = bars_of(chances, right)
    levels = [bars[level].chance for level in ("lenient", "balanced", "strict", "paranoid")]
    assert levels == sorted(levels)
    assert bars["balanced"].answers == 0


def test_a_bar_that_is_set_says_what_it_lets_through():
    bar = kept(CHANCES, CHANCES > 0.85, 0.8)
    assert (bar.chance, bar.answers, bar.wrong) == (0.8, 60, 20)
