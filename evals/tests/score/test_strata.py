"""Strata: a weak corner cannot hide in an average."""

from __future__ import annotations

import pytest

from evals.score.marking import Mark, mark
from evals.score.strata import strata
from evals.tests.score.hand_made import empty, gold_set, item, observed, perfect
from pincite.quality.questions import GoldAnswer, GoldRow, Strata
from pincite.quality.scoring import worst
from pincite.records.wilson import wilson


def marks(field: str, right: int, missed: int, *, position: str = "front") -> list[Mark]:
    gold = GoldAnswer(value={"value": "5"})
    where = Strata(doc_type="deed", field=field, position=position)
    row = GoldRow(id="1", document="d", question="?", answer_type="number", answers=(gold,), strata=where)
    return [mark(row, observed(row, [item(row, gold)]))] * right + [mark(row, empty(row))] * missed


def test_stratum_that_is_surely_bad_comes_before_a_small_one_that_looks_worse():
    found = strata([*marks("rare", 0, 2), *marks("common", 10, 90), *marks("good", 50, 0)])
    assert [stratum.field for stratum in found[:3]] == ["common", "rare", "good"]


def test_worst_stratum_has_at_least_five_rows():
    assert worst(strata([*marks("rare", 0, 4), *marks("good", 50, 1)])).field == "good"
    assert worst(strata(marks("rare", 0, 4))) is None


def test_small_corners_are_pooled_when_none_has_enough_rows():
    found = worst(strata([*marks("fee", 0, 3), *marks("fee", 0, 3, position="back"), *marks("law", 4, 0)]))
    assert (found.field, found.position, found.n) == ("fee", "all", 6)


def test_every_row_is_in_one_corner_and_in_every_pool():
    rows = gold_set().rows
    found = strata([mark(row, perfect(row)) for row in rows])
    corners = [s for s in found if "all" not in (s.doc_type, s.field, s.position)]
    by_type = [s for s in found if (s.field, s.position) == ("all", "all")]
    assert sum(s.n for s in corners) == sum(s.n for s in by_type) == len(rows)
    assert {s.doc_type for s in by_type} == {"lease", "deed"}
    assert found[: len(corners)] == tuple(corners)


def test_stratum_has_only_the_scores_that_apply_to_its_rows():
    found = strata([mark(row, perfect(row)) for row in gold_set().rows])
    silent = next(s for s in found if s.field == "insurer")
    spoken = next(s for s in found if s.field == "fee")
    assert silent.scores["not_found_on_absent"] == 1
    assert "right" not in silent.scores
    assert spoken.scores["right"] == spoken.scores["span_f1"] == 1
    assert "not_found_on_absent" not in spoken.scores


def test_wilson_interval_of_ten_of_hundred():
    assert wilson(0.1, 100) == pytest.approx((0.0552, 0.1744), abs=1e-4)
