"""A question for yes or no is told as such wherever in the message it is asked."""

from __future__ import annotations

import pytest

from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser

PARSER = RuleParser(starters())


def kind(asked: str) -> str:
    return PARSER.read(asked).generation.answer_types[0]


@pytest.mark.parametrize(
    "asked",
    [
        "Is smoking allowed on the balcony?",
        "The heater died on me. Do I pay for the engineer?",
        "No references: is that a problem?",
        "My brother has moved in, must we tell the landlord?",
        "We keep bees - may they stay on the roof?",
        "Two of us share the seat; so can we both vote?",
        "So the old hours no longer apply?",
        "Every visitor signs the book, correct?",
        "I've 14,000 put by. Would that be counted?",
    ],
)
def test_yes_or_no_is_asked_for(asked):
    assert kind(asked) == "boolean"


@pytest.mark.parametrize(
    "asked",
    [
        "What is the notice period, and is it in writing?",
        "Who pays when the heater dies, may I ask?",
        "My lease ends in May. How long is the notice period?",
        "I pay monthly, how much is it?",
        "Notice period?",
    ],
)
def test_something_else_is_asked_for(asked):
    assert kind(asked) != "boolean"
