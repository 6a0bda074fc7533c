"""Of several values in a sentence only those that are said of what was asked about can be meant."""

from __future__ import annotations

import pytest
from tests.factories import held, question

from pincite.contract.cases import fronted_case
from pincite.contract.cells import values_in
from pincite.contract.contrary import contrary
from pincite.contract.fitness import misfit


def fitting(asked: str, text: str, kind: str = "amount") -> list[str]:
    source = held(f"{text}\n")
    document, block = source.document, source.document.blocks[0]
    readings = values_in(kind, document, block)
    asking = question(asked, source)
    return [
        reading.original(block.span.of(document.text))
        for reading in readings
        if not misfit(asking, document, block, readings, reading)
        and not contrary(asking, block.span.of(document.text), readings, reading)
    ]


@pytest.mark.parametrize(
    ("asked", "text", "expected"),
    [
        (
            "How much is the monthly heating advance?",
            "The Tenant pays a monthly rent of EUR 850 and a monthly advance on heating costs of EUR 65.",
            ["EUR 65"],
        ),
        (
            "What is the deposit for a hall?",
            "The deposit for a key is EUR 20 for a locker and EUR 60 for a hall.",
            ["EUR 60"],
        ),
        (
            "How much premium tax is included?",
            "The premium is EUR 750, of which EUR 73 is premium tax.",
            ["EUR 73"],
        ),
        ("What is the premium?", "The premium is EUR 750, of which EUR 73 is premium tax.", ["EUR 750"]),
        (
            "What is the rent until the first review?",
            "The rent is EUR 600 until the first review and EUR 800 thereafter.",
            ["EUR 600"],
        ),
        (
            "What is the rent after the first review?",
            "The rent is EUR 600 until the first review and EUR 800 thereafter.",
            ["EUR 800"],
        ),
        (
            "What is the rent after the first review?",
            "The rent is EUR 600 before the first review and EUR 800 after it.",
            ["EUR 800"],
        ),
        (
            "For how much are skis insured?",
            "Bicycles are insured for EUR 200 and skis for EUR 300.",
            ["EUR 300"],
        ),
        (
            "What does the cover cost this year?",
            "The premium for this year is EUR 750, of which EUR 73 is insurance tax.",
            ["EUR 750"],
        ),
        ("What is the fee?", "The fee, previously EUR 500, is now EUR 650.", ["EUR 650"]),
        (
            "What is the annual fee?",
            "The annual fee is EUR 120, due in monthly parts of EUR 10.",
            ["EUR 120"],
        ),
    ],
)
def test_value_of_which_more_is_asked_stays(asked, text, expected):
    assert fitting(asked, text) == expected


def test_values_that_the_question_does_not_tell_apart_all_stay():
    text = "The fee is EUR 500 for a room and EUR 900 for a suite."
    assert fitting("What is the fee?", text) == ["EUR 500", "EUR 900"]


@pytest.mark.parametrize(
    ("asked", "text", "expected"),
    [
        ("What is the charge in a year?", "The charge for the current quarter is EUR 49.", []),
        ("What is the monthly charge?", "The charge is EUR 49 per year.", []),
        ("What is the monthly charge?", "The charge is EUR 49 per month.", ["EUR 49 per month"]),
        ("What is the charge?", "The charge is EUR 49 per month.", ["EUR 49 per month"]),
        ("What is the annual charge?", "The charge is EUR 49.", ["EUR 49"]),
        (
            "What is the monthly charge?",
            "The charge of EUR 49 is due on the first day of each quarter.",
            ["EUR 49"],
        ),
    ],
)
def test_value_for_another_period_is_not_the_one_asked_for(asked, text, expected):
    assert fitting(asked, text) == expected


@pytest.mark.parametrize(
    ("asked", "case"),
    [
        ("What is the maximum dosage?", "patients with renal impairment"),
        ("What is the maximum dosage in patients with renal impairment?", ""),
    ],
)
def test_sentence_that_starts_with_a_case_holds_for_that_case_alone(asked: str, case: str):
    sentence = "In patients with renal impairment, the maximum dosage is 25 mg."

    assert fronted_case(question(asked), sentence) == case
