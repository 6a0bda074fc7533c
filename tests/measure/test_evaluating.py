from __future__ import annotations

import json
from pathlib import Path

from tests.factories import AGREEMENT

from pincite.measure.evaluating import Measured, Order, measure
from pincite.measure.run import Asking
from pincite.settings import Settings

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


def lay(folder: Path) -> Path:
    docs = folder / "lay" / "docs"
    docs.mkdir(parents=True)
    (docs / "agreement.txt").write_text(AGREEMENT)
    rows = "\n".join(json.dumps(row) for row in (FEE, RENT))
    (folder / "lay" / "lay.dev.jsonl").write_text(rows)
    return folder


def measured(folder: Path, **order) -> Measured:
    asking = Asking(Settings(models=False), folder / "cache", workers=1)
    return measure(Order("lay", lay(folder), **order), asking)


def test_set_without_folds_asks_all_of_its_rows_and_says_so(tmp_path):
    found = measured(tmp_path, fold="train")

    assert (found.evaluation.fold, found.evaluation.n) == ("all", 2)
    assert found.notes == ("The set lay has no folds: all of its rows are asked.",)


def test_set_without_folds_needs_no_note_where_none_was_asked_for(tmp_path):
    assert measured(tmp_path).notes == ()


def test_place_of_a_quote_is_found_while_asking_so_that_leading_to_it_can_be_told(tmp_path):
    found = measured(tmp_path)

    assert found.evaluation.scores["led"] == 1.0
