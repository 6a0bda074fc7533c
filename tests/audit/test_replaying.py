"""A replay notices what no longer comes out the same: another value, another place, another text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pincite
from pincite.answer.answers import Answer
from pincite.audit.replaying import Replay, Replaying
from tests.factories import write

FEE = "What is the monthly fee?"


@pytest.fixture
def library(tmp_path: Path):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path))
        yield library


def replayed(library, change) -> Replay:
    """What a replay says of a run after something of its record was changed."""
    run = library.runs.show(library.ask(FEE).run)
    answer, claims = json.loads(run.record.answer), run.part("claims", [])
    change(answer, claims)
    documents = {each.version: each for each in run.record.documents}
    again = Answer.model_validate_json(json.dumps(answer))
    return Replaying(library._load, documents).replay("r", again, run.part("briefs", []), claims)


def differing(replay: Replay) -> list[str]:
    return [reason for each in replay.results if each.fate == "differs" for reason in each.reasons]


def kept(claims: list[dict]) -> dict:
    return next(each for each in claims if each["kept"])


def test_untouched_record_comes_out_the_same(library):
    assert replayed(library, lambda answer, claims: None).holds


def test_other_value_is_noticed(library):
    def change(answer, claims):
        kept(claims)["claim"]["value"]["value"] = "9500.00"

    assert any(each.startswith("value: was passed") for each in differing(replayed(library, change)))


def test_other_quote_is_noticed(library):
    def change(answer, claims):
        cited = kept(claims)["claim"]["citations"][0]
        cited["quote"] = cited["quote"].replace("4,500.00", "9,500.00")

    assert any(each.startswith("quote: was passed") for each in differing(replayed(library, change)))


def test_other_lines_are_noticed(library):
    def change(answer, claims):
        kept(claims)["claim"]["citations"][0]["lines"] = [900, 901]

    assert any("do not exist" in each for each in differing(replayed(library, change)))


def test_verdict_that_was_turned_round_is_noticed(library):
    def change(answer, claims):
        next(each for each in kept(claims)["verdicts"] if each["check"] == "scope")["passed"] = False

    assert any(each.startswith("scope: was failed") for each in differing(replayed(library, change)))


def test_lines_that_the_generator_was_not_shown_are_noticed(library):
    def change(answer, claims):
        kept(claims).update(shown=[[0, 5]], alone=True)

    assert any("was not shown" in each for each in differing(replayed(library, change)))


@pytest.mark.parametrize(
    ("field", "value"), [("start", 1), ("snippet", "Another."), ("page", 7), ("end", 10**6)]
)
def test_place_of_the_answer_that_was_changed_is_noticed(library, field: str, value: object):
    def change(answer, claims):
        answer["items"][0]["evidence"][0][field] = value

    assert differing(replayed(library, change))


@pytest.mark.parametrize("broken", [{"brief": 99}, {"verdicts": [{}]}, {"claim": {"answer_type": "nothing"}}])
def test_record_that_cannot_be_read_is_said_and_no_crash(library, broken: dict):
    def change(answer, claims):
        kept(claims).update(broken)

    replay = replayed(library, change)
    assert replay.count("not_replayed") == 1


def test_judgement_that_it_answers_is_recorded_and_not_judged_again(library):
    def change(answer, claims):
        next(each for each in kept(claims)["verdicts"] if each["check"] == "answers")["score"] = 0.01

    assert replayed(library, change).holds
