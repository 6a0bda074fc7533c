"""Probabilities and thresholds out of raw scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evals.training.calibrate import (
    LOST,
    SILENT,
    Scored,
    calibration,
    entry,
    expected_gap,
    fit,
    refusing,
    reliability,
    share_for_unseen,
)

_ROWS = 4000


def scored(slope: float = 2.0, intercept: float = -1.0, seed: int = 1) -> Scored:
    random = np.random.default_rng(seed)
    logits = random.normal(0, 2, _ROWS)
    right = random.random(_ROWS) < 1 / (1 + np.exp(-(slope * logits + intercept)))
    return Scored(logits, right, ~right, np.arange(_ROWS) // 10, np.ones(_ROWS))


def raw(shift: float = 0.0, seed: int = 3) -> dict[str, NDArray[Any]]:
    """Documents of ten passages, half of them with an answer; the group "New" scores higher by `shift`."""
    random = np.random.default_rng(seed)
    count = 2000
    groups = np.where(np.arange(count) % 4 < 2, "Audit Rights", "New")
    gold = np.zeros((count, 10), bool)
    gold[::2, 3] = True
    scores = random.normal(-3, 1, (count, 10)) + 6.0 * gold + shift * (groups == "New")[:, None]
    found: dict[str, NDArray[Any]] = {}
    for name in ("cuad", "cuad-plain"):
        found[f"{name}_scores"] = scores.ravel()
        found[f"{name}_gold"] = gold.ravel()
        found[f"{name}_counts"] = np.full(count, 10)
        found[f"{name}_groups"] = groups
        found[f"{name}_documents"] = np.arange(count) // 4
    claims = random.normal(0, 2, (400, 3))
    supported = claims[:, 1] + random.normal(0, 1, 400) > 0
    contradicted = np.where(supported, 0, random.integers(-1, 2, 400))
    found |= {"claim_scores": claims, "claim_supported": supported, "claim_contradicted": contradicted}
    return found | {"claim_sets": np.where(np.arange(400) < 300, "large", "small")}


def test_slope_and_intercept_that_made_the_marks_are_found_again() -> None:
    platt = fit(scored(2.0, -1.0))

    assert platt.slope == pytest.approx(2.0, abs=0.2)
    assert platt.intercept == pytest.approx(-1.0, abs=0.2)


def test_what_is_said_to_be_probable_comes_true_as_often() -> None:
    assert expected_gap(reliability(scored())) < 0.03


@pytest.mark.parametrize("name", SILENT)
def test_each_strictness_keeps_its_share_of_silent_documents_silent(name: str) -> None:
    given = scored()
    found = entry(given)

    probable = 1 / (1 + np.exp(-(found["slope"] * given.logits + found["intercept"])))
    silent = (probable < found["needed"][name])[given.silent].mean()

    assert silent == pytest.approx(SILENT[name], abs=0.004)


def test_stricter_needs_more() -> None:
    needed = entry(scored())["needed"]

    assert needed["lenient"] < needed["balanced"] < needed["strict"] < needed["paranoid"]


def test_a_set_with_many_claims_weighs_no_more_than_one_with_few() -> None:
    given = scored()
    few = given.logits < 0
    heavy = Scored(given.logits, given.right, given.silent, given.documents, np.where(few, 100.0, 1.0))

    assert entry(heavy)["needed"]["balanced"] < entry(given)["needed"]["balanced"]


def test_default_kind_is_stricter_when_unseen_questions_score_higher(tmp_path: Path) -> None:
    plain = calibration(raw(), tmp_path, "made")
    careful = calibration(raw(), tmp_path, "made", raw(shift=1.0), frozenset(("New",)))

    assert (
        careful["answerable"]["default"]["needed"]["balanced"]
        > plain["answerable"]["default"]["needed"]["balanced"]
    )
    assert careful["answerable"]["clause"] == plain["answerable"]["clause"]


def test_unseen_questions_that_score_alike_need_no_allowance() -> None:
    assert share_for_unseen(raw(), frozenset(("New",)), 0.95) == pytest.approx(0.95, abs=0.02)


def test_file_names_every_kind_that_the_product_asks_for(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text("{}", "utf-8")

    found = calibration(raw(), tmp_path, "made")

    assert set(found["answerable"]) == {"default", "clause"}
    assert set(found["files"]) == {"tokenizer.json"}
    assert set(found["supported"]["default"]["needed"]) == set(SILENT)
    assert found["contradicted"]["default"]["slope"] > -5


def test_so_few_right_answers_are_refused_as_may_be_lost_and_what_is_enough_is_never() -> None:
    made = scored(2.0, -1.0)
    found = refusing(made)
    probable = fit(made)(made.logits)[made.right]

    assert found["least"]["lenient"] == 0.0
    for name, lost in LOST.items():
        assert (probable < found["least"][name]).mean() == pytest.approx(lost, abs=0.005)
        assert found["least"][name] <= found["needed"][name]
    assert list(found["least"].values()) == sorted(found["least"].values())
