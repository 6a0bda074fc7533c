"""Defined terms and qualifiers in documents and questions by somebody who had not seen the code.

The reader is told which sentence answers; from there the value, its limits and every place are code's work.
"""

from __future__ import annotations

import pytest

from tests.gold_shapes.outsider.definitions import DEFINED
from tests.gold_shapes.outsider.qualified import QUALIFIED
from tests.gold_shapes.told import told
from tests.shapes import ask_file

# The part that is referred to says by itself what was asked, and is pointed at.
SAYS_IT_ITSELF = {"referred-late-luggage"}
# The date must be worked out: six months after another.
WORKED_OUT = "chained-long-stop-date"
# "in a contract year" is not known as something that limits an amount.
LIMIT_NOT_SEEN = {"defined-annual-fee"}
ALL = (*DEFINED, *QUALIFIED)
MET = [gold for gold in ALL if gold.id != WORKED_OUT]


def named(gold):
    return gold.id


def ask(gold):
    if gold in QUALIFIED:
        said = gold.quote
    else:
        said = gold.defined_by[-1] if gold.id in SAYS_IT_ITSELF else gold.named_by
    judged = told(said, original=gold.original)
    answer, _ = ask_file(gold.document, gold.text, gold.question, judged=judged)
    return answer


def value_of(item, gold):
    """The value without a unit that the gold counts among its qualifiers."""
    value = item.value.model_dump(mode="json")
    return {**value, "unit": None} if value.get("unit") in gold.qualifiers else value


def cited(answer):
    return [" ".join(evidence.snippet.split()) for evidence in answer.items[0].evidence]


@pytest.mark.parametrize("gold", MET, ids=named)
def test_value_is_right(gold):
    answer = ask(gold)
    assert answer.outcome == "answered", [miss.reason for miss in answer.coverage.nearest]
    assert [value_of(item, gold) for item in answer.items] == [gold.value]


@pytest.mark.parametrize("gold", [g for g in MET if g.id not in LIMIT_NOT_SEEN], ids=named)
def test_value_keeps_what_limits_it(gold):
    (item,) = ask(gold).items
    shown = " ; ".join((*item.limits, getattr(item.value, "unit", None) or ""))
    assert all(qualifier in shown for qualifier in gold.qualifiers), shown


@pytest.mark.parametrize("gold", [g for g in MET if g in DEFINED], ids=named)
def test_place_that_gives_the_value_is_cited_last(gold):
    places = cited(ask(gold))
    assert any(gold.defined_by[-1] in place for place in places[-2:])
    assert gold.id in SAYS_IT_ITSELF or gold.named_by in places[0]


def test_date_that_must_be_worked_out_is_not_taken_from_one_place_on_the_way():
    (gold,) = (gold for gold in ALL if gold.id == WORKED_OUT)
    assert [item for item in ask(gold).items if item.type == gold.answer_type] == []
