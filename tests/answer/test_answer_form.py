"""The published form keeps proof and judgement apart, and no other form is read."""

from __future__ import annotations

import json

import pytest
from pydantic import ValidationError
from tests.form_filling import says
from tests.test_pipeline import ask, claim

from pincite.answer.answers import Answer
from pincite.answer.checks import Check, JudgedBy, Judgement, weakest_checks
from pincite.answer.verdicts import weakest_grade
from pincite.errors import UnverifiedError


def judged(chance: float | None) -> Judgement:
    return Judgement(by=[JudgedBy(reader="local/1", says=f"{chance}")], chance=chance, bar=0.5)


def probable() -> Answer:
    form = json.loads(ask().to_json())
    form["items"][0]["judgement"] |= {"chance": 0.6, "bar": 0.8}
    return Answer.model_validate(form | {"outcome": "probable"})


@pytest.mark.parametrize("older", ["pincite.answer/1", "pincite.answer/2"])
def test_answer_of_another_form_is_refused_by_its_name(older):
    form = json.loads(ask().to_json()) | {"schema": older}
    with pytest.raises(ValidationError, match=rf"pincite\.answer/3.*{older}"):
        Answer.model_validate(form)


def test_what_is_contradicted_is_no_item():
    form = json.loads(ask().to_json())
    form["items"][0]["proof"] = [{"check": "value", "state": "contradicted", "reason": "It says EUR 5."}]
    with pytest.raises(ValidationError, match="what is contradicted is no item: value"):
        Answer.model_validate(form)


def test_unverified_answer_has_no_items():
    form = json.loads(ask().to_json())
    with pytest.raises(ValidationError, match="has no items"):
        Answer.model_validate(form | {"outcome": "unverified"})


def test_probable_answer_has_an_item_and_an_exit_code_of_its_own():
    form = json.loads(ask().to_json())
    with pytest.raises(ValidationError, match="has an item"):
        Answer.model_validate(form | {"outcome": "probable", "items": []})
    assert probable().exit_code == 15


def test_what_is_probable_is_let_through_only_where_that_is_allowed():
    with pytest.raises(UnverifiedError, match="is probable, not answered") as refused:
        probable().require()
    assert "allow_probable=True" in refused.value.hint
    assert probable().require(allow_probable=True).items


def test_what_a_reader_says_has_proofs_and_no_chance():
    (item,) = ask(by=says(claim())).items
    states = {check.check: check.state for check in item.proof}
    assert set(states) >= {"quote", "place", "scope", "value"}
    assert set(states.values()) == {"proved"}
    assert item.judgement.chance is item.judgement.bar is item.chance is None
    assert len(item.judgement.by) == len(item.judgement.named) == 1


def test_what_the_reader_finds_has_its_chance_and_the_bar():
    (item,) = ask().items
    assert (item.judgement.chance, item.judgement.bar) == (item.chance, 0.5)
    assert [voice.reader for voice in item.judgement.by] == ["stand-in/1"]


def test_chances_are_published_with_two_decimals():
    assert judged(0.86449).chance == 0.86


def test_weakest_of_several_judgements_speaks_for_all():
    whole = Judgement.weakest([judged(0.9), judged(0.7)])
    assert whole.chance == 0.7
    assert [voice.says for voice in whole.by] == ["0.9", "0.7"]
    assert Judgement.weakest([judged(0.9), judged(None)]).chance is None


def test_weakest_of_several_proofs_speaks_for_all():
    proved, left = Check(check="value", state="proved"), Check(check="value", state="open", reason="Read.")
    quote = Check(check="quote", state="proved")
    assert weakest_checks([[quote, proved], [quote, left]]) == [quote, left]


def test_grades_together_are_as_loose_as_the_loosest():
    assert weakest_grade(["exact", "case", "typesetting"]) == "case"
