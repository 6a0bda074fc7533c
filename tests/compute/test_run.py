"""A computed answer cites every operand, and is never more certain than the least of them."""

from __future__ import annotations

import pytest

from pincite.answer.answers import Answer, Conflict, Coverage, Failure, NearMiss, PageCoverage
from pincite.compute.computing import run
from pincite.errors import ProviderError
from pincite.question.to_compute import read_computation
from pincite.values.types import Boolean
from tests.compute.values import RATES, amount, answer, day, evidence, item, length

PREMIUM = item(amount("1250000.00", "USD"), "USD 1,250,000.00", "The premium is USD 1,250,000.00.")


def asked(question: str, operands: dict[str, Answer], rates=None) -> Answer:
    """The answer to a question, where operand questions that are not given find nothing."""
    computation = read_computation(question)
    assert computation is not None
    return run(
        computation,
        question,
        lambda wanted: operands.get(wanted.question, answer(outcome="not_found")),
        rates,
    )


def test_computed_answer_shows_operand_formula_and_result():
    question = "Is the premium above one million dollars?"
    result = asked(question, {"What is the premium?": answer(PREMIUM)})
    (computed,) = result.items
    assert (result.outcome, result.method, result.question) == ("answered", "computed", question)
    assert (computed.type, computed.value) == ("boolean", Boolean(value=True))
    assert computed.original == "USD 1,250,000.00 > USD 1,000,000"
    assert computed.evidence == PREMIUM.evidence
    assert computed.derivation is not None
    (operand,) = computed.derivation.operands
    assert (operand.name, operand.value, operand.evidence) == ("premium", PREMIUM.value, PREMIUM.evidence[0])
    assert result.signals.extraction_method == "computed"


def test_computed_answer_survives_its_json_form():
    result = asked("Is the premium above one million dollars?", {"What is the premium?": answer(PREMIUM)})
    assert Answer.model_validate_json(result.to_json()) == result


def test_computed_answer_is_as_certain_as_its_weakest_operand():
    result = asked(
        "What do the setup fee and the support fee add up to?",
        {
            "What is the setup fee?": answer(item(amount("5"), "EUR 5", chance=0.9)),
            "What is the support fee?": answer(item(amount("6"), "EUR 6", chance=0.7)),
        },
    )
    assert result.items[0].value == amount("11")
    assert result.items[0].judgement.chance == 0.7
    assert [check.check for check in result.items[0].proof] == [
        "quote",
        "value",
        "place",
        "scope",
        "computed",
    ]


def test_computed_answer_has_no_chance_where_one_of_its_operands_has_none():
    result = asked(
        "What do the setup fee and the support fee add up to?",
        {
            "What is the setup fee?": answer(item(amount("5"), "EUR 5", chance=0.9)),
            "What is the support fee?": answer(item(amount("6"), "EUR 6", chance=None)),
        },
    )
    (computed,) = result.items
    assert (computed.type, computed.judgement.chance) == ("amount", None)
    assert {check.state for check in computed.proof} == {"proved"}


def test_operand_that_is_not_found_is_neither_no_nor_zero():
    coverage = Coverage.nothing().model_copy(
        update={
            "documents": 3,
            "pages": PageCoverage(total=9, read=9, low_quality=0, unreadable=0),
            "nearest": [NearMiss(**evidence("The discount is 5 %.").model_dump(), reason="not it")],
        }
    )
    missing = answer(outcome="not_found", coverage=coverage)
    result = asked("Is the premium above one million dollars?", {"What is the premium?": missing})
    assert (result.outcome, result.items) == ("not_found", [])
    assert result.coverage.documents == 3
    assert result.coverage.nearest[0].snippet == "The discount is 5 %."
    assert "the premium" in result.caveats[0]


@pytest.mark.parametrize(
    "outcome", ["not_found", "unverified", "incomplete", "needs_clarification", "failed"]
)
def test_outcome_of_an_operand_is_the_outcome_of_the_whole(outcome):
    found, missing = answer(PREMIUM), answer(outcome=outcome)
    question = "Is the premium higher than the deductible?"
    result = asked(question, {"What is the premium?": found, "What is the deductible?": missing})
    assert (result.outcome, result.items) == (outcome, [])
    assert "deductible" in result.caveats[0]


def test_conflict_about_an_operand_shows_its_sides():
    sides = [item(amount("5"), "EUR 5"), item(amount("6"), "EUR 6").model_copy(update={"id": "item-2"})]
    conflict = Conflict(sides=[["item-1"], ["item-2"]], rule=None)
    torn = answer(*sides, outcome="conflict", conflict=conflict)
    result = asked("Is the premium above one million dollars?", {"What is the premium?": torn})
    assert (result.outcome, result.conflict, len(result.items)) == ("conflict", conflict, 2)


def test_clarification_about_an_operand_says_which():
    vague = answer(outcome="needs_clarification", clarification="Which one?")
    result = asked("Is the premium above EUR 5?", {"What is the premium?": vague})
    assert result.clarification == "About the premium: Which one?"


def test_outage_at_an_operand_keeps_its_cause():
    error = Failure.of(ProviderError("The server is down.", hint="Try again.", retryable=True))
    result = asked(
        "Is the premium above $5?", {"What is the premium?": answer(outcome="failed", error=error)}
    )
    assert (result.outcome, result.error) == ("failed", error)


def test_missing_rate_is_named_with_what_to_do_and_what_was_found():
    result = asked("Is the premium above one million euros?", {"What is the premium?": answer(PREMIUM)})
    assert (result.outcome, result.items) == ("needs_clarification", [])
    assert "rate from USD to EUR is missing" in str(result.clarification)
    assert "`rates`" in str(result.clarification)
    assert "Found for it: premium USD 1,250,000.00." in result.caveats
    assert result.coverage.nearest[0].snippet == "The premium is USD 1,250,000.00."


def test_comparison_states_rate_date_and_source():
    question = "Is the premium above one million euros?"
    result = asked(question, {"What is the premium?": answer(PREMIUM)}, RATES)
    assert result.items[0].value == Boolean(value=False)
    assert result.items[0].derivation is not None
    assert result.items[0].derivation.rates == ["1 EUR = 1.25 USD on 2026-10-30 (the test's own rates)"]


@pytest.mark.parametrize(
    ("snippet", "outcome"),
    [
        ("The fee is EUR 500.", "answered"),
        ("The fee is up to EUR 500.", "unverified"),
        ("The fee shall in no event exceed EUR 500.", "unverified"),
        ("The fee shall not exceed EUR 500.", "unverified"),
        ("The fee is approximately EUR 500.", "unverified"),
        ("The fee is at least EUR 500.", "answered"),
    ],
)
def test_words_before_a_value_that_limit_it_are_heeded(snippet, outcome):
    found = answer(item(amount("500"), "EUR 500", snippet))
    result = asked("Is the fee above EUR 400?", {"What is the fee?": found})
    assert (result.outcome, bool(result.items)) == (outcome, outcome == "answered")


def test_cap_is_exact_though_it_is_what_must_not_be_exceeded():
    found = answer(item(amount("500"), "EUR 500", "The liability shall not exceed EUR 500."))
    assert asked("Is the cap above EUR 400?", {"What is the cap?": found}).outcome == "answered"


def test_refusal_that_nothing_can_be_done_about_is_withheld_with_its_reason():
    found = answer(item(length("P10D"), "ten business days", "The notice period is ten business days."))
    question = "Is the notice period longer than 12 days?"
    result = asked(question, {"What is the notice period?": found})
    assert (result.outcome, result.items) == ("unverified", [])
    assert "no calendar" in result.caveats[0]


def test_value_of_the_question_that_can_be_read_in_two_ways_is_asked_back():
    found = answer(item(day("2024-05-05"), "5 May 2024"))
    result = asked("Is the effective date before 03/04/2024?", {"What is the effective date?": found})
    assert result.outcome == "needs_clarification"
    assert "either number may be the month" in str(result.clarification)


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("not_found", "failed", "failed"),
        ("failed", "answered", "failed"),
        ("answered", "failed", "failed"),
        ("not_found", "unverified", "unverified"),
        ("not_found", "not_found", "not_found"),
        ("not_found", "answered", "incomplete"),
        ("answered", "answered", "answered"),
    ],
)
def test_figures_of_several_years_never_hide_what_came_of_one(first: str, second: str, whole: str):
    def came(outcome: str) -> Answer:
        return answer(PREMIUM) if outcome == "answered" else answer(outcome=outcome)

    parts = {"What is premium in 2023?": came(first), "What is premium in 2024?": came(second)}
    result = asked("What was the premium in 2023 and 2024?", parts)

    assert result.outcome == whole
    assert len(result.items) == (
        0 if whole in ("failed", "unverified") else [first, second].count("answered")
    )
