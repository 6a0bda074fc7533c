"""A value goes into a sum or an order only when it passes every check as a value, not only as a text."""

from __future__ import annotations

import pytest

import pincite
from pincite.answer.answers import Answer
from tests.compute.values import amount
from tests.factories import write

TOTAL = "What is the total of all fees?"
FEES = """\
# Order

## 1. Fees

The fees are:

- The setup fee is EUR 500.
- The hosting fee is EUR 300.
- The training fee is EUR 200.
"""


@pytest.fixture
def ask(tmp_path):
    def ask(text: str, question: str = TOTAL) -> Answer:
        with pincite.open(tmp_path / "library") as library:
            library.add(write(tmp_path, "order.md", text), isolated=False)
            return library.ask(question)

    return ask


def test_values_that_pass_every_check_are_added_up_and_are_proved(ask):
    answer = ask(FEES)
    (total,) = answer.items
    assert (answer.outcome, total.value) == ("answered", amount("1000"))
    assert {check.check: check.state for check in total.proof}["computed"] == "proved"


@pytest.mark.parametrize(
    ("said", "instead", "reason"),
    [
        (
            "The training fee is EUR 200.",
            "No training fee of EUR 200 is payable.",
            "no longer applies (“No”)",
        ),
        (
            "The training fee is EUR 200.",
            "The training fee of EUR 200 is not payable.",
            "no longer applies (“not”)",
        ),
        ("The fees are:", "The fees are (in thousands):", "says thousands or millions"),
        ("The fees are:", "The fees are given in thousands of euros.", "says thousands or millions"),
        ("## 1. Fees", "## 1. Fees (EUR thousand)", "says thousands or millions"),
        (
            "The training fee is EUR 200.",
            "The training fee is reduced by EUR 200.",
            "no longer applies (“reduced by”)",
        ),
    ],
)
@pytest.mark.parametrize("question", [TOTAL, "List the fees from highest to lowest."])
def test_list_with_one_value_that_fails_a_check_is_withheld_with_the_reason(
    ask, said, instead, reason, question
):
    answer = ask(FEES.replace(said, instead), question)
    assert (answer.outcome, answer.items) == ("unverified", [])
    assert reason in " ".join(answer.caveats)


def test_table_in_thousands_is_neither_added_up_nor_ranked(ask):
    table = (
        "# Order\n\n## 1. Fees\n\n| Service | Fee (EUR thousands) |\n|---|---|\n"
        "| Hosting | EUR 4 |\n| Training | EUR 1 |\n"
    )
    for question in (TOTAL, "Which service has the highest fee?"):
        answer = ask(table, question)
        assert (answer.outcome, answer.items) == ("unverified", [])
        assert "is not proved" in " ".join(answer.caveats)


def test_run_records_which_value_of_a_list_is_not_proved(ask, tmp_path):
    ask(FEES.replace("The fees are:", "The fees are (in thousands):"))
    with pincite.open(tmp_path / "library") as library:
        assert "not proved: EUR 500: value" in library.why().trace


def test_total_that_the_list_states_need_not_be_one_of_what_it_totals(ask):
    answer = ask(FEES + "- Total of fees: EUR 1,000.\n")
    assert answer.outcome == "answered"
    assert answer.items[0].value == amount("1000")
