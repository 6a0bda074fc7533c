"""What of a question only tells somebody what to do."""

from __future__ import annotations

import pytest
from tests.factories import question

from pincite.question.denial import denies
from pincite.question.instructions import without_instructions


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ("I want information about the Limits on Rebates", "What is the Limits on Rebates?"),
        ("Information about the tail period", "What is the tail period?"),
        ("Tell me the fee.", "What is the fee?"),
        ("Could you please tell me what the fee is?", "what the fee is?"),
        ("Please check whether assignment is allowed.", "Is it so that assignment is allowed?"),
        ("Does the document indicate that copies are allowed?", "Is it so that copies are allowed?"),
        ("What is the fee? Round your answer to two decimal places.", "What is the fee?"),
        ("What is the revenue (in USD millions)?", "What is the revenue?"),
        ("What is the fee? Please be brief.", "What is the fee?"),
        ("Show the table of limits.", "Show the table of limits."),
        ("What is the fee?", "What is the fee?"),
        ("Round your answer to two decimal places.", "Round your answer to two decimal places."),
    ],
)
def test_what_tells_somebody_what_to_do_is_left_out(asked, left):
    assert without_instructions(asked).asked == left


def test_a_colon_before_what_a_document_may_say_changes_nothing():
    read = question("Does the document say that: The Keeper shall not sell the boat.")
    assert read.generation.denies
    assert read.generation.answer_types == ("boolean",)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Is it so that the Agreement does not grant any rights?", True),
        ("Is it so that the Agreement grants no rights?", True),
        ("Is it so that assignment is not prohibited?", False),
        ("Is it so that assignment is prohibited?", True),
        ("Is it so that assignment is allowed?", False),
        ("Does the policy not cover hail?", True),
        ("Doesn't the policy cover hail?", False),
        ("Is smoking prohibited?", True),
        ("Is smoking not prohibited?", False),
        ("Is smoking not allowed?", True),
        ("Is the fee not later than due?", False),
        ("Must the tenant pay if he does not give notice?", False),
        ("Is it so that the tenant pays if notice is not given?", False),
        ("Does the tenant have the right not to renew?", False),
        ("Is a party required not to disparage the other?", True),
        ("Is it so that the seller keeps no liability?", True),
        ("Is it so that notice is given no later than June?", False),
    ],
)
def test_question_that_denies_is_told_from_one_that_affirms(asked, expected):
    assert denies(asked) is expected
