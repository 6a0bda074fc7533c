"""The share of answers that a user allows to be wrong sets the bar, in place of the strictness."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.relevance.judging import Weights
from tests.factories import AGREEMENT
from tests.judging import RISKS, judging, weights

QUESTION = "What is the monthly fee?"


def asked(folder: Path, **chosen: Any) -> pincite.Answer:
    (folder / "agreement.txt").write_text(AGREEMENT, "utf-8")
    with pincite.open(folder / "library", **chosen) as library:
        library.add(folder / "agreement.txt", isolated=False)
        return library.ask(QUESTION)


@pytest.mark.parametrize(("risk", "chance"), RISKS.items())
def test_bar_is_the_chance_at_which_no_more_were_wrong(risk: float, chance: float):
    fitted = judging()
    assert fitted.bar_for(risk) == chance
    assert fitted.bar_for(risk + 0.01) == chance


def test_risk_that_was_never_kept_leaves_nothing_answered(tmp_path: Path):
    assert judging().bar_for(0.01) == 1.0

    answer = asked(tmp_path, max_risk=0.01)

    assert answer.outcome == "probable"
    assert answer.items[0].judgement.bar == 1.0


def test_answer_says_the_bar_that_it_had_to_reach(tmp_path: Path):
    bars = [asked(tmp_path, max_risk=risk).items[0].judgement.bar for risk in (0.10, 0.05)]
    assert bars == [RISKS[0.10], RISKS[0.05]]
    assert asked(tmp_path, max_risk=0.10, strictness="strict").items[0].judgement.bar == RISKS[0.10]


@pytest.mark.parametrize("risk", [0, -0.1, 1, "much"])
def test_share_that_is_none_is_told(tmp_path: Path, risk: object):
    with pytest.raises(pincite.ConfigError, match="max_risk"):
        asked(tmp_path, max_risk=risk)


def test_decision_that_measured_no_risks_cannot_be_held_to_one(tmp_path: Path):
    older = weights("stand-in/1").model_dump()
    for each in older["variants"].values():
        del each["risks"]
    file = tmp_path / "older.json"
    file.write_text(Weights.model_validate(older).model_dump_json(exclude_defaults=True), "utf-8")

    answer = asked(tmp_path, max_risk=0.05, settings={"decision": file})

    assert answer.error.error_class == "ConfigError"
    assert "pincite quality" in answer.error.hint
