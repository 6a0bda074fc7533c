"""Defined terms and qualifiers in documents and questions by somebody who had not seen the code.

What cannot be met yet is listed with its reason; there nothing wrong may be said.
"""

from __future__ import annotations

import re

import pytest

import pincite
from tests.gold_shapes.outsider.definitions import DEFINED
from tests.gold_shapes.outsider.qualified import QUALIFIED

# A title in small letters after a bare number ("3  What is insured") is not read as a heading.
HEADINGS_MISSED = {"qualified-adult-intravenous", "qualified-limit-per-claim", "qualified-excess"}
UNMET = {
    "defined-annual-fee": "a liability that “is limited to” something is not known as a liability cap",
    "defined-standard-sum": "“lost” and “loss” are not known as one word",
    "chained-long-stop-date": "the date must be worked out: six months after another",
    **dict.fromkeys(HEADINGS_MISSED, "the heading that names what was asked is not read as one"),
}
ALL = (*DEFINED, *QUALIFIED)
MET = [gold for gold in ALL if gold.id not in UNMET]


def named(gold):
    return gold.id


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Ask about the documents as they are, or with a stop after each bare number of a heading."""
    folder = tmp_path_factory.mktemp("outsider")
    for gold in ALL:
        (folder / gold.document).write_text(gold.text, "utf-8")
        stopped = re.sub(r"(?m)^(\d+)  (?=[A-Z])", r"\1. ", gold.text)
        (folder / f"stopped-{gold.document}").write_text(stopped, "utf-8")
    with pincite.open(folder / "library") as library:
        library.add(*sorted(folder.glob("*.txt")))
        yield lambda gold, prefix="": library.ask(gold.question, documents=[prefix + gold.document])


def value_of(item, gold):
    """The value without a unit that the gold counts among its qualifiers."""
    value = item.value.model_dump(mode="json")
    return {**value, "unit": None} if value.get("unit") in gold.qualifiers else value


def assert_right(answer, gold):
    assert answer.outcome == "answered", [miss.reason for miss in answer.coverage.nearest]
    (item,) = answer.items
    assert value_of(item, gold) == gold.value
    shown = " ; ".join((*item.qualifiers, getattr(item.value, "unit", None) or ""))
    assert all(qualifier in shown for qualifier in gold.qualifiers), shown


def cited(answer):
    return [" ".join(evidence.snippet.split()) for evidence in answer.items[0].evidence]


@pytest.mark.parametrize("gold", MET, ids=named)
def test_value_is_right_and_keeps_what_limits_it(ask, gold):
    assert_right(ask(gold), gold)


@pytest.mark.parametrize("gold", [g for g in MET if g in DEFINED], ids=named)
def test_place_that_gives_the_value_is_cited_last(ask, gold):
    assert gold.defined_by[-1] in cited(ask(gold))[-1]


@pytest.mark.parametrize("gold", [g for g in ALL if g.id in HEADINGS_MISSED], ids=named)
def test_value_is_right_where_the_headings_are_read(ask, gold):
    assert_right(ask(gold, "stopped-"), gold)


@pytest.mark.parametrize("gold", [g for g in ALL if g.id in UNMET], ids=named)
def test_what_cannot_be_met_is_not_answered_wrongly(ask, gold):
    assert ask(gold).items == [], UNMET[gold.id]
