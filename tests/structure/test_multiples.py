"""A value in a list or under a title "in thousands" is not given as if nothing were to be multiplied."""

from __future__ import annotations

import pytest
from tests.readers import Pointing
from tests.stages import judged_by
from tests.test_pipeline import ask

from pincite.answer.answers import Answer


def asked_of(text: str) -> Answer:
    """Asked of a reader that is sure of the storage fee and of nothing else."""
    return ask("What is the storage fee?", text, judged=judged_by(Pointing({"storage fee": 5.0})))


@pytest.mark.parametrize(
    "over",
    [
        "The fees are (in thousands):",
        "Fees in thousands of euros:",
        "Fees (€'000):",
        "Fees (TEUR):",
        "Fees, EUR million:",
        "Fees (000s):",
    ],
)
def test_value_of_a_list_in_thousands_is_withheld(over):
    listed = f"1. Fees\n\n{over}\n\n- storage fee: EUR 300\n- setup fee: EUR 500\n"
    answer = asked_of(listed)
    assert (answer.outcome, answer.items) == ("unverified", [])
    plain = asked_of(listed.replace(over, "The fees are:"))
    assert plain.items[0].original == "EUR 300"


def test_value_under_a_title_in_thousands_is_withheld():
    text = "1. Fees (in thousands)\n\nThe storage fee is EUR 300.\n"
    assert asked_of(text).items == []


def test_value_that_says_its_own_multiple_needs_none_from_the_list():
    listed = (
        "1. Fees\n\nThe fees are (in thousands):\n\n"
        "- storage fee: EUR 3 million\n- setup fee: EUR 5 million\n"
    )
    assert asked_of(listed).items[0].original == "EUR 3 million"


def test_amounts_named_in_what_introduces_a_list_multiply_nothing():
    listed = (
        "1. Fees\n\nAbove a turnover of EUR 5 million the fees are:\n\n"
        "- storage fee: EUR 300\n- setup fee: EUR 500\n"
    )
    assert asked_of(listed).items[0].original == "EUR 300"
