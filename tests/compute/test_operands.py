"""What a cited sentence says around a value decides what may be computed with it."""

from __future__ import annotations

import pytest

from pincite.compute.operands import alternatives, bound_of, known_constant, known_operand
from pincite.compute.results import Known, Refused
from pincite.records.computation import Constant, OperandQuestion
from pincite.values.registered import find
from tests.compute.values import amount, answer, day, item


@pytest.mark.parametrize(
    "text",
    [
        "The fee is EUR 500 to EUR 900.",
        "The fee is between EUR 500 and EUR 900.",
        "The fee is EUR 500 in the first year and EUR 900 in the second year.",
        "The fee is EUR 500 in the first year rising to EUR 900 afterwards.",
        "The fee is EUR 500, or EUR 900 for foreign customers.",
        "The fee is EUR 500 per claim and EUR 900 in the aggregate.",
    ],
)
def test_several_values_of_one_thing_are_found(text):
    first, second = (reading.value for reading in find("amount", text))
    assert alternatives("amount", text, first) == [second]
    assert alternatives("amount", text, second) == [first]


@pytest.mark.parametrize(
    "text",
    [
        "The premium is EUR 500 and the deductible is EUR 900.",
        "The Customer pays a fee of EUR 500 and a deposit of EUR 900.",
        "| Hosting | EUR 500 | EUR 900 |",
        "The fee is EUR 500. The deposit is EUR 900.",
        "Fee: EUR 500, deposit: EUR 900",
    ],
)
def test_values_of_different_things_are_told_apart(text):
    first, second = (reading.value for reading in find("amount", text))
    assert alternatives("amount", text, first) == alternatives("amount", text, second) == []


def test_beginning_and_end_are_different_things():
    text = "This lease commences on 1 May 2023 and ends on 30 April 2026."
    assert alternatives("date", text, day("2023-05-01")) == []


def test_signatures_on_two_days_are_two_days_of_one_thing():
    text = "It was signed on 5 May 2023 by A and on 7 May 2024 by B."
    assert alternatives("date", text, day("2023-05-05")) == [day("2024-05-07")]


@pytest.mark.parametrize(
    ("before", "after", "bound"),
    [
        ("The fee is ", ".", ""),
        ("The fee is up to ", ".", "at most"),
        ("The fee shall not, in any year, exceed ", ".", "at most"),
        ("The fee shall in no event exceed ", ".", "at most"),
        ("The fee is at least ", ".", "at least"),
        ("The fee is a minimum of ", ".", "at least"),
        ("The minimum fee is ", ".", "at least"),
        ("The maximum fee payable is ", ".", "at most"),
        ("The fee is ", " or more.", "at least"),
        ("The fee is ", " or less.", "at most"),
        ("The fee is approximately ", ".", "about"),
    ],
)
def test_words_around_a_value_limit_it(before, after, bound):
    assert bound_of("fee", before, after) == bound


def test_what_is_a_limit_by_name_is_not_limited_by_its_words():
    assert bound_of("liability cap", "The liability shall not exceed ") == ""
    assert bound_of("notice period", "by giving at least ") == ""
    assert bound_of("liability cap", "The cap is about ") == "about"


def test_value_under_a_condition_is_not_computed_with():
    found = answer(item(amount("5"), "EUR 5", "If the customer cancels, the fee is EUR 5."))
    asked, conditional = "What is the fee?", "What is the fee if the customer cancels?"
    assert isinstance(known_operand(OperandQuestion("fee", asked), found), Refused)
    assert isinstance(known_operand(OperandQuestion("fee", conditional), found), Known)


def test_operand_with_two_values_is_refused():
    found = answer(item(amount("5"), "EUR 5"), item(amount("6"), "EUR 6"))
    assert isinstance(known_operand(OperandQuestion("fee", "What is the fee?"), found), Refused)


def test_constant_that_is_no_value_is_refused():
    assert isinstance(known_constant(Constant("some money", "amount")), Refused)
