"""What a sentence claims: the value that was asked for, else the one that is pointed at, else itself."""

from __future__ import annotations

import pytest
from tests.factories import held, question

from pincite.answer.claims import Claim
from pincite.generate.pointed import claim_at
from pincite.records.evidence import RawScores, ReadPassage
from pincite.records.span import Span
from pincite.values.types import Boolean, Text


def claimed(asked: str, text: str, pointed: str = "", *, yes: float = 0.0, no: float = 0.0) -> Claim:
    """What the one sentence of a text answers where the reader points at these words of it."""
    source = held(text)
    (block,) = source.document.blocks
    start = text.find(pointed)
    place = Span(start, start + len(pointed)) if pointed else None
    said = RawScores(2.0, -0.5, yes, no, place, place)
    read = ReadPassage(block.span, 0.9, place, said)
    return claim_at(question(asked), source.identity, source.document, block, read)


TWO = "The fee is EUR 500 in the first year and EUR 700 in the second."


@pytest.mark.parametrize("pointed", ["EUR 500", "EUR 700", "700", "EUR 700 in the second"])
def test_value_of_the_asked_kind_that_is_pointed_at_is_claimed(pointed: str):
    claim = claimed("What is the fee?", TWO, pointed)
    assert claim.answer_type == "amount"
    assert claim.original == ("EUR 500" if "500" in pointed else "EUR 700")


@pytest.mark.parametrize(
    ("pointed", "nearest"), [("first", "EUR 500"), ("in the second", "EUR 700"), ("The fee", "EUR 500")]
)
def test_value_nearest_to_other_words_that_are_pointed_at_is_claimed(pointed: str, nearest: str):
    assert claimed("What is the fee?", TWO, pointed).original == nearest


def test_first_value_is_claimed_where_the_reader_points_at_nothing():
    assert claimed("What is the fee?", TWO).original == "EUR 500"


def test_asked_kind_goes_before_the_kind_of_the_words_that_are_pointed_at():
    text = "From 1 May 2024 the fee is EUR 500."
    claim = claimed("What is the fee?", text, "1 May 2024")
    assert (claim.answer_type, claim.original) == ("amount", "EUR 500")


def test_second_kind_is_claimed_where_the_first_is_not_there():
    claim = claimed("What is the fee?", "The fee is 3 % of the price.", "3 %")
    assert (claim.answer_type, claim.original) == ("percentage", "3 %")


def test_value_that_the_question_says_itself_is_not_its_answer():
    text = "An order over EUR 900 is shipped for EUR 5."
    assert claimed("What does an order over EUR 900 cost to ship?", text, "EUR 900").original == "EUR 5"


@pytest.mark.parametrize(
    ("pointed", "kind"),
    [("sixty days", "duration"), ("EUR 40", "amount"), ("1 May 2024", "date")],
)
def test_pointed_value_is_claimed_where_the_question_leaves_the_kind_open(pointed: str, kind: str):
    text = "Until 1 May 2024 the tenant has sixty days to pay EUR 40 more."
    claim = claimed("What happens with the services?", text, pointed)
    assert (claim.answer_type, claim.original) == (kind, pointed)


def test_sentence_is_claimed_where_the_reader_points_at_no_value():
    text = "The tenant waters the garden for sixty days."
    claim = claimed("What happens with the services?", text, "waters the garden")
    assert claim.value == Text(text=text)
    assert claim.citations[0].quote == text


def test_sentence_is_claimed_where_the_pointed_words_hold_two_values_of_a_kind():
    text = "The tenant pays EUR 40 or EUR 50 to the landlord."
    claim = claimed("What happens with the services?", text, "EUR 40 or EUR 50")
    assert claim.original == text


def test_sentence_is_claimed_where_the_reader_points_at_more_words_than_a_value_has():
    text = "The tenant pays EUR 40 to the landlord on the first working day of every month in advance."
    claim = claimed("What happens with the services?", text, text[:-1])
    assert claim.original == text


@pytest.mark.parametrize(
    ("yes", "no", "value"), [(2.0, -2.0, True), (-2.0, 2.0, False), (1.0, 3.0, False), (-1.0, -3.0, True)]
)
def test_yes_or_no_is_by_the_readers_sign_and_rests_on_the_whole_sentence(yes: float, no: float, value: bool):
    text = "The tenant may keep a dog with the landlord's consent."
    claim = claimed("May the tenant keep a dog?", text, "keep a dog", yes=yes, no=no)
    assert claim.value == Boolean(value=value)
    assert claim.original == claim.citations[0].quote == text


def test_value_is_cited_with_its_whole_sentence():
    claim = claimed("What is the fee?", TWO, "EUR 700")
    assert [each.quote for each in claim.citations] == [TWO]
    assert claim.method == "verbatim"


def test_number_that_is_a_small_part_of_the_pointed_words_is_not_taken_out_of_them():
    text = "Free cancellation until 1 September."
    claim = claimed("Till when can we back out?", text, "1 September")
    assert (claim.answer_type, claim.original) == ("text", text)
