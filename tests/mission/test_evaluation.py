"""E: how often it is right, and how that is measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.mission import documents, product

_SENTENCES = {
    "rent": (
        "What is the monthly rent?",
        "amount",
        {"value": "2400.00", "currency": "EUR", "unit": None},
        "EUR 2,400.00",
        "The monthly rent is EUR 2,400.00, payable on the first day of each month.",
    ),
    "deposit": (
        "How much is the deposit?",
        "amount",
        {"value": "7200.00", "currency": "EUR", "unit": None},
        "EUR 7,200.00",
        "The Tenant shall pay a deposit of EUR 7,200.00 on signing.",
    ),
}


def _row(id: str, absent: bool = False) -> dict[str, Any]:
    row = {
        "id": id,
        "document": "lease.txt",
        "question": "What is the liability cap?",
        "answer_type": "amount",
        "answer_shape": "single",
        "absent": absent,
        "answers": [],
        "strata": {"doc_type": "contract", "field": id, "position": None},
        "note": "",
    }
    if not absent:
        question, kind, value, words, quote = _SENTENCES[id]
        start = documents.LEASE.index(quote)
        row |= {
            "question": question,
            "answer_type": kind,
            "answers": [
                {
                    "value": value,
                    "text": words,
                    "spans": [[start, start + len(quote)]],
                    "page": None,
                    "quote": quote,
                }
            ],
        }
        row["strata"] = {"doc_type": "contract", "field": id, "position": "front"}
    return row


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("gold")
    documents.lease(made)
    rows = [_row("rent"), _row("deposit"), _row("cap", absent=True)]
    documents.text(made, "gold.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    return made


@pytest.fixture(scope="module")
def asked(folder: Path) -> Any:
    return product.evaluate(folder / "gold.jsonl", cache=folder / "cache", html=folder / "report.html")


def test_E1_gold_rows_are_scored_by_value_place_presence_time_and_path(asked: Any) -> None:
    assert asked.code == 0, asked.err
    assert asked.n == 3
    for name in "right wrong risk value_accuracy span_f1 led presence_auroc calibration_error conflicts failed cost p50_ms p95_ms invented".split():  # noqa: E501
        assert asked.scores[name] is not None, name
    assert asked.scores["right"] >= 0.5
    assert asked.scores["value_accuracy"] >= 0.5
    assert asked.scores["span_f1"] >= 0.5
    assert asked.paths, "which path answered"


def test_E2_the_users_own_questions_are_stratified_and_gated(folder: Path, asked: Any) -> None:
    own = product.quality(str(folder / "gold.jsonl"), library=folder / "library")
    assert {(s["doc_type"], s["field"], s["position"]) for s in own.strata} >= {
        ("contract", "rent", "front"),
        ("contract", "deposit", "front"),
    }
    assert own.scores == asked.scores or own.scores["right"] == asked.scores["right"], (
        "two runs of the same agree"
    )
    low = documents.text(folder, "low.yaml", 'scores:\n  invented: "== 0"\n')
    high = documents.text(folder, "high.yaml", 'strata:\n  - {doc_type: each, scores: {right: ">= 1.1"}}\n')
    codes = [
        product.evaluate(folder / "gold.jsonl", cache=folder / "cache", gate=gate).code
        for gate in (low, high)
    ]
    assert codes == [0, 7]


def test_E3_a_silent_source_gets_no_answer_and_nothing_is_invented(folder: Path, asked: Any) -> None:
    silent = product.evaluate(folder / "gold.jsonl", "silent", cache=folder / "cache")
    assert silent.n >= 1
    for run in (asked, silent):
        assert run.scores["quiet_on_absent"] >= 0.95
        assert run.scores["invented"] == 0
        assert run.scores["not_found_risk"] <= 0.1
    assert silent.scores["answered"] == 0


def test_E4_the_answer_follows_its_evidence(folder: Path) -> None:
    changed = product.evaluate(folder / "gold.jsonl", "counterfactual", cache=folder / "cache")
    assert changed.scores["counterfactual_stale"] == 0
    assert changed.scores["counterfactual_followed"] == 1
    assert changed.scores["deletion_vanished"] == 1


def test_E5_reports_have_plots_and_results_name_their_settings(folder: Path, asked: Any) -> None:
    page = (folder / "report.html").read_text()
    assert "<svg" in page
    assert "<script" not in page
    assert asked.settings
    assert product.evaluate(folder / "gold.jsonl", cache=folder / "cache").settings == asked.settings


def test_E6_the_curve_of_risk_against_coverage_has_a_chosen_operating_point(folder: Path, asked: Any) -> None:
    assert asked.curve
    assert asked.point is None, "three questions cannot promise that at most one answer in a hundred is wrong"
    chosen = product.evaluate(folder / "gold.jsonl", cache=folder / "cache", risk="1.0")
    assert chosen.point, "but they can promise less"


def test_E7_an_oracle_is_believed_and_a_liar_is_measured(folder: Path) -> None:
    oracle = product.evaluate(folder / "gold.jsonl", "oracle", cache=folder / "cache")
    liar = product.evaluate(folder / "gold.jsonl", "liar", cache=folder / "cache")
    assert oracle.scores["oracle_believed"] == 1
    assert oracle.scores["invented"] == 0
    assert liar.scores["liar_believed"] is not None
    assert liar.scores["invented"] == 0
