"""Without a language model a message is joined to the last question only where it says too little itself."""

from __future__ import annotations

import pytest

from pincite.question.dictionary.entries import starters
from pincite.question.follow_ups import Joining
from pincite.question.parse import MAX_QUESTION_CHARS, RuleParser
from pincite.records.run import Exchange

TERM = Exchange("When does the initial term end?", "answered", ("28 February 2027",))
VAGUE = Exchange("How much?", "needs_clarification", ("Which amount?",))
JOINING = Joining(RuleParser(starters()))


@pytest.mark.parametrize(
    "said", ["and after that?", "Why?", "When?", "How much?", "what about it", "why not"]
)
def test_message_that_names_nothing_is_joined_to_the_question_before(said):
    assert JOINING.whole(said, [TERM]) == f"When does the initial term end. {said}"


@pytest.mark.parametrize("said", ["What is the notice period?", "and for hail?", "the liability cap"])
def test_message_that_names_something_is_asked_as_typed(said):
    assert JOINING.whole(said, [TERM]) == said


@pytest.mark.parametrize("said", ["What is the notice period?", "and after that?", "+ and then?"])
def test_first_message_has_nothing_to_be_joined_to(said):
    assert JOINING.whole(said, []) == said.removeprefix("+ ")


@pytest.mark.parametrize("said", ["+ for the customer?", "+for the customer?", " +  for the   customer?"])
def test_plus_joins_whatever_the_message_says(said):
    assert JOINING.whole(said, [TERM]) == "When does the initial term end. for the customer?"


def test_what_is_joined_is_searched_and_the_message_says_what_kind_of_value_is_wanted():
    read = JOINING.parser.read(JOINING.whole("How much?", [Exchange("Who pays the deposit?", "answered")]))

    assert "deposit" in {term.asked for term in read.retrieval.terms}
    assert read.generation.answer_types[0] == "amount"
    assert not read.clarification


def test_reply_to_what_was_asked_back_is_told_before_the_question():
    assert JOINING.whole("the monthly fee", [VAGUE]) == "the monthly fee. How much?"


def test_whole_question_after_one_that_was_unclear_is_asked_as_typed():
    assert JOINING.whole("What is the monthly fee?", [VAGUE]) == "What is the monthly fee?"


def test_several_questions_at_once_are_not_too_few():
    said = "What is the fee and when does the term end?"
    assert JOINING.whole(said, [TERM]) == said


def test_joined_question_that_would_be_too_long_is_asked_as_typed():
    long = Exchange(f"Is {'very ' * (MAX_QUESTION_CHARS // 5 - 2)}old?", "answered")
    assert JOINING.whole("and after that?", [long]) == "and after that?"


@pytest.mark.parametrize("said", ["", "+", "x" * (MAX_QUESTION_CHARS + 1), "What is \udcff?"])
def test_message_that_cannot_be_read_is_left_for_the_question_to_refuse(said):
    assert not JOINING.can_be_read(said)
    assert said.removeprefix("+") in JOINING.whole(said, [TERM])
