from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.modes.mode import Second
from evals.run.evaluating import Measured, Order, measure
from evals.run.measuring import Asking
from pincite.errors import InputError
from pincite.settings import load
from tests.factories import AGREEMENT

FEE = {
    "id": "fee",
    "document": "agreement.txt",
    "question": "What is the monthly fee?",
    "answer_type": "amount",
    "answer_shape": "single",
    "answers": [
        {"value": {"value": "4500.00", "currency": "EUR"}, "quote": "a monthly fee of EUR 4,500.00"},
    ],
}
RENT = {
    "id": "rent",
    "document": "agreement.txt",
    "question": "What is the monthly rent?",
    "absent": True,
}


def lay(folder: Path, *given: dict) -> Path:
    docs = folder / "lay" / "docs"
    docs.mkdir(parents=True)
    (docs / "agreement.txt").write_text(AGREEMENT)
    rows = "\n".join(json.dumps(row) for row in given or (FEE, RENT))
    (folder / "lay" / "lay.dev.jsonl").write_text(rows)
    return folder


def measured(folder: Path, *rows: dict, **order) -> Measured:
    return measured_by({}, folder, *rows, **order)


def measured_by(settings: dict, folder: Path, *rows: dict, second: Second = "nobody", **order) -> Measured:
    asking = Asking(load(settings), folder / "cache", second=second, workers=1)
    return measure(Order("lay", lay(folder, *rows), **order), asking)


def test_set_without_folds_asks_all_of_its_rows_and_says_so(tmp_path):
    found = measured(tmp_path, fold="train")

    assert (found.evaluation.fold, found.evaluation.n) == ("all", 2)
    assert found.notes == ("The set lay has no folds: all of its rows are asked.",)


def test_set_without_folds_needs_no_note_where_none_was_asked_for(tmp_path):
    assert measured(tmp_path).notes == ()


def test_place_of_a_quote_is_found_while_asking_so_that_leading_to_it_can_be_told(tmp_path):
    found = measured(tmp_path)

    assert found.evaluation.scores["led"] == 1.0


@pytest.mark.processes
def test_share_of_the_truth_that_is_believed_is_of_what_could_be_proposed(tmp_path):
    found = measured(tmp_path, kind="oracle")

    assert found.evaluation.scores["oracle_believed"] == 1.0
    assert (found.evaluation.n, found.left_out) == (2, {})
    assert "right" not in found.evaluation.scores


def test_where_the_document_is_silent_nothing_leaves_though_the_proposer_knows_everything(tmp_path):
    found = measured(tmp_path, kind="oracle")

    assert found.evaluation.scores["oracle_quiet"] == 1.0
    assert measured(tmp_path / "told", FEE, kind="oracle").evaluation.scores.get("oracle_quiet") is None


def test_truth_whose_place_no_view_can_show_is_left_out_by_name_and_share(tmp_path):
    nowhere = {**FEE, "id": "year", "answers": [{"value": {"value": "54000"}, "quote": "an annual fee"}]}
    found = measured(tmp_path, FEE, nowhere, RENT, kind="oracle")

    assert found.evaluation.n == 2, "the fee is proposed, and about the rent nothing is"
    assert found.left_out == {"the gold gives no place that a view could show": 1}
    assert found.evaluation.scores["left_out_share"] == 0.5


def test_calls_are_counted_for_every_question(tmp_path):
    scores = measured(tmp_path, kind="oracle").evaluation.scores

    assert 1.0 <= scores["calls_per_question"] <= scores["most_calls"] <= 2.0
    assert scores["identical_calls"] == 0.0


def test_what_is_proved_of_proposed_values_is_told_apart_from_what_is_believed(tmp_path):
    scores = measured(tmp_path, kind="oracle").evaluation.scores

    assert (scores["oracle_shown"], scores["proved_share"]) == (1.0, 1.0)


def test_what_is_forged_does_not_leave(tmp_path):
    scores = measured(tmp_path, kind="forger").evaluation.scores

    assert scores["forger_believed"] == 0.0
    assert sum(count for name, count in scores.items() if name.startswith("forged/")) == 1


LIE = {**FEE, "question": "When does the Customer pay the fee?", "absent": True, "answers": []}


@pytest.mark.parametrize(("second", "believed"), [("nobody", 0.0), ("agreeing", 1.0), ("honest", 0.0)])
def test_lie_leaves_at_strict_only_where_the_second_reader_lies_too(tmp_path, second, believed):
    found = measured_by({"strictness": "strict"}, tmp_path, LIE, second=second, kind="liar")

    assert found.evaluation.scores["liar_believed"] == believed
    assert found.evaluation.settings["second"] == second


def test_what_was_observed_with_one_second_reader_is_not_taken_for_what_another_says(tmp_path):
    asked = Order("lay", lay(tmp_path, LIE), kind="liar")
    strict = load({"strictness": "strict"})
    by = [Asking(strict, tmp_path / "cache", second=each, workers=1) for each in ("agreeing", "honest")]

    assert [measure(asked, each).evaluation.scores["liar_believed"] for each in by] == [1.0, 0.0]


def test_mixed_proposer_is_scored_like_a_model_of_the_settings(tmp_path):
    found = measured(tmp_path, kind="mixed")

    assert (found.evaluation.settings["mode"], found.evaluation.n) == ("mixed", 2)
    assert "right" in found.evaluation.scores


def test_nothing_to_propose_is_an_error_that_says_so(tmp_path):
    computed = {**FEE, "answers": [{"value": {"value": "54000"}, "quote": "an annual fee"}]}
    with pytest.raises(InputError, match="nothing to propose"):
        measured(tmp_path, computed, kind="oracle")
