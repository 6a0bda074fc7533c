from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.modes.mode import JudgedBy
from evals.run.evaluating import Measured, Order, measure
from evals.run.measuring import Asking
from pincite.errors import InputError
from pincite.settings import load
from tests.factories import AGREEMENT
from tests.judging import bar, weights

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


def measured_by(settings: dict, folder: Path, *rows: dict, judge: JudgedBy = "itself", **order) -> Measured:
    asking = Asking(load(settings), folder / "cache", judge=judge, workers=1)
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


def test_truth_that_cannot_be_proposed_is_left_out_by_name(tmp_path):
    computed = {**FEE, "id": "year", "answers": [{"value": {"value": "54000"}, "quote": "a monthly fee"}]}
    found = measured(tmp_path, FEE, computed, RENT, kind="oracle")

    assert found.evaluation.n == 2, "the fee is proposed, and about the rent nothing is"
    assert found.left_out == {"the gold gives no place or quote, or its value cannot be read there": 1}


def doubting(folder: Path) -> Path:
    """A decision by which a generator is not believed of what the reader hardly gives a chance."""
    fitted, file = weights("stand-in/1"), folder / "decision.json"
    variants = {
        name: each.model_copy(update={"believed": bar(0.3)}) for name, each in fitted.variants.items()
    }
    file.write_text(fitted.model_copy(update={"variants": variants}).model_dump_json(), "utf-8")
    return file


def test_share_of_lies_that_is_believed_is_of_the_rows_that_can_be_lied_to(tmp_path):
    found = measured_by({"decision": doubting(tmp_path)}, tmp_path, judge="nobody", kind="liar")

    assert found.evaluation.n == 1, "no sentence but the right one speaks of a monthly fee"
    assert found.evaluation.scores["liar_believed"] == 0.0
    assert found.left_out == {"no wrong passage has a word of the question": 1}


@pytest.mark.parametrize(
    ("judge", "believed"), [("itself", 1.0), ("agreeing", 1.0), ("honest", 0.0)], ids=lambda each: str(each)
)
def test_lie_is_believed_at_balanced_where_whoever_judges_it_lies_too(tmp_path, judge, believed):
    found = measured_by({}, tmp_path, judge=judge, kind="liar")

    assert found.evaluation.scores["liar_believed"] == believed
    assert found.evaluation.settings["judge"] == judge


def test_what_was_observed_under_one_judge_is_not_taken_for_what_another_says(tmp_path):
    asked = Order("lay", lay(tmp_path), kind="liar")
    by = [Asking(load({}), tmp_path / "cache", judge=judge, workers=1) for judge in ("agreeing", "honest")]

    assert [measure(asked, each).evaluation.scores["liar_believed"] for each in by] == [1.0, 0.0]


def test_mixed_proposer_is_scored_like_a_model_of_the_settings(tmp_path):
    found = measured(tmp_path, kind="mixed")

    assert (found.evaluation.settings["mode"], found.evaluation.n) == ("mixed", 2)
    assert "right" in found.evaluation.scores


def test_nothing_to_propose_is_an_error_that_says_so(tmp_path):
    computed = {**FEE, "answers": [{"value": {"value": "54000"}, "quote": "a monthly fee"}]}
    with pytest.raises(InputError, match="nothing to propose"):
        measured(tmp_path, computed, kind="oracle")
