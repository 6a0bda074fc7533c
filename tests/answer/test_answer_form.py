"""The published form keeps proof and judgement apart, and no other form is read."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError
from tests.test_pipeline import Says, ask, claim

from pincite.answer.answers import Answer
from pincite.answer.verdicts import Answers, JudgedBy, Proven, Warrant, weakest_grade


def warrant(chance: float | None, quote: str = "exact", **proof: bool) -> Warrant:
    proven = {"value": True, "place": True, "scope": True} | proof
    judged = Answers(by=[JudgedBy(kind="reader", name="local", says=f"{chance}")], chance=chance, bar=0.5)
    return Warrant(proof=Proven(quote=quote, **proven), answers=judged)


def test_answer_of_another_form_is_refused_by_its_name():
    form = json.loads(ask().to_json()) | {"schema": "pincite.answer/1"}
    with pytest.raises(ValidationError, match=r"pincite\.answer/2.*pincite\.answer/1"):
        Answer.model_validate(form)


def test_item_without_a_warrant_is_refused():
    form = json.loads(ask().to_json())
    form["items"][0]["warrant"] = None
    with pytest.raises(ValidationError, match="has a warrant"):
        Answer.model_validate(form)


def test_confidence_that_is_not_the_chance_is_refused():
    form = json.loads(ask().to_json())
    form["items"][0]["confidence"] = 0.99
    with pytest.raises(ValidationError, match="the chance of its warrant"):
        Answer.model_validate(form)


def test_unverified_answer_has_no_items():
    form = json.loads(ask().to_json())
    with pytest.raises(ValidationError, match="has no items"):
        Answer.model_validate(form | {"outcome": "unverified"})


def test_what_a_generator_says_has_proofs_and_no_chance():
    (item,) = ask(generator=Says((claim(),))).items
    assert item.warrant.proof.model_dump() == {"quote": "exact", "value": True, "place": True, "scope": True}
    assert item.warrant.answers.chance is item.warrant.answers.bar is item.confidence is None
    assert [voice.kind for voice in item.warrant.answers.by] == ["model"]


def test_what_the_reader_finds_has_its_chance_and_the_bar():
    (item,) = ask().items
    assert (item.warrant.answers.chance, item.warrant.answers.bar) == (item.confidence, 0.5)
    assert "reader" in {voice.kind for voice in item.warrant.answers.by}


def test_chances_are_published_with_two_decimals():
    assert warrant(0.86449).answers.chance == 0.86


def test_weakest_of_several_warrants_speaks_for_all():
    whole = Warrant.of_all([warrant(0.9), warrant(0.7, quote="hyphen", scope=False)])
    assert (whole.answers.chance, whole.proof.quote, whole.proof.scope) == (0.7, "hyphen", False)
    assert [voice.says for voice in whole.answers.by] == ["0.9", "0.7"]
    assert Warrant.of_all([warrant(0.9), warrant(None)]).answers.chance is None


def test_grades_together_are_as_loose_as_the_loosest():
    assert weakest_grade(["exact", "case", "typesetting"]) == "case"
