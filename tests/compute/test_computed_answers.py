"""Questions that ask for a computation, from the documents to the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

import pincite
from pincite.answer.answers import Answer
from pincite.values.types import Boolean
from tests.compute.values import amount

POLICY = """\
# Policy

The policy was issued on 12 December 2023.

## 1. Period

The effective date of this policy is 1 January 2024. The initial term of this policy is three years. The
notice period for cancellation is ninety (90) days. The waiting period is ten (10) business days. The
inspection date is March 2024.

## 2. Money

The premium is USD 1,250,000.00. The deductible is USD 5,000 per claim. The co-payment is USD 250 per claim.
The liability cap is EUR 1,500,000. The broker fee is up to EUR 900. The retainer is EUR 700 per month.
The interest rate for late payment is 8 %.

## 3. Rent

The rent is EUR 500 in the first year and EUR 700 in the second year. If the tenant is late, the surcharge
is EUR 90.
"""
ORDER = """\
# Order

## 1. Charges

The setup fee is EUR 12,000.00. The support fee is EUR 3,500.00. The monthly fee is EUR 400.00.
"""
TORN = """\
# Lease

## 1. Rent

The deposit under this lease is EUR 5,000.

## 2. Rent again

The deposit under this lease is EUR 6,000.
"""
RATES = 'date: 2026-10-30\nbase: EUR\nsource: Test Bank\nrates:\n  USD: "1.25"\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("computed")
    for name, text in (("policy.md", POLICY), ("order.md", ORDER), ("lease.md", TORN)):
        (folder / name).write_text(text, "utf-8")
    (folder / "rates.yaml").write_text(RATES, "utf-8")
    with pincite.open(folder / "library") as library:
        library.add(folder / "policy.md", folder / "order.md", folder / "lease.md", isolated=False)
    return folder


@pytest.fixture
def ask(folder, monkeypatch):
    def ask(question: str, name: str = "policy.md", rates: bool = False) -> Answer:
        if rates:
            monkeypatch.setenv("PINCITE_RATES", str(folder / "rates.yaml"))
        with pincite.open(folder / "library") as library:
            return library.ask(question, documents=[name])

    return ask


@pytest.mark.parametrize(
    ("question", "value", "formula"),
    [
        (
            "Is the premium above one million dollars?",
            Boolean(value=True),
            "USD 1,250,000.00 > USD 1,000,000",
        ),
        ("Is the premium below $1m?", Boolean(value=False), "USD 1,250,000.00 > USD 1,000,000"),
        ("Is the cap at least EUR 2m?", Boolean(value=False), "EUR 1,500,000 < EUR 2,000,000"),
        ("Does the notice period exceed 60 days?", Boolean(value=True), "90 days > 60 days"),
        (
            "Was the policy issued before 1 January 2024?",
            Boolean(value=True),
            "12 December 2023 < 1 January 2024",
        ),
        ("Is the interest rate higher than 10%?", Boolean(value=False), "8 % < 10 %"),
        ("Is the broker fee above EUR 1,000?", Boolean(value=False), "at most EUR 900 < EUR 1,000"),
    ],
)
def test_question_about_a_policy_is_computed_from_what_it_says(ask, question, value, formula):
    answer = ask(question)
    assert (answer.outcome, answer.method) == ("answered", "computed")
    (item,) = answer.items
    assert (item.value, item.original) == (value, formula)
    assert item.derivation is not None
    assert item.derivation.operands
    for operand in item.derivation.operands:
        assert operand.evidence in item.evidence
        assert operand.evidence.snippet in POLICY


def test_question_about_several_values_cites_each(ask):
    answer = ask("What do the setup fee and the support fee add up to?", "order.md")
    assert answer.outcome == "answered"
    (item,) = answer.items
    assert item.value == amount("15500.00")
    assert item.derivation is not None
    assert [operand.name for operand in item.derivation.operands] == ["setup fee", "support fee"]


def test_comparison_across_currencies_extracts_converts_and_compares(ask):
    answer = ask("Is the premium above one million euros?", rates=True)
    (item,) = answer.items
    assert (answer.outcome, item.value) == ("answered", Boolean(value=False))
    assert item.original == ("USD 1,250,000.00 ÷ 1.25 = EUR 1,000,000.00; EUR 1,000,000.00 = EUR 1,000,000")
    assert item.derivation is not None
    assert item.derivation.rates == ["1 EUR = 1.25 USD on 2026-10-30 (Test Bank)"]
    assert item.derivation.operands[0].value == amount("1250000.00", "USD")


def test_comparison_without_rates_says_which_rate_is_missing(ask):
    answer = ask("Is the premium above one million euros?")
    assert (answer.outcome, answer.items) == ("needs_clarification", [])
    assert "The rate from USD to EUR is missing" in str(answer.clarification)


@pytest.mark.parametrize(
    ("question", "outcome", "reason"),
    [
        ("Is the turnover above EUR 5?", "not_found", "turnover"),
        ("Is the premium higher than the turnover?", "not_found", "turnover"),
        ("Is the broker fee above EUR 500?", "unverified", "do not settle which is larger"),
        ("Is the retainer above EUR 5,000?", "needs_clarification", "for which period"),
        ("Is the rent above EUR 600?", "unverified", "several values for the rent"),
        ("Is the surcharge above EUR 50?", "unverified", "under the condition"),
        ("Is the waiting period longer than 12 days?", "unverified", "no calendar"),
        ("Is the inspection date before 15 March 2024?", "unverified", "do not settle which is larger"),
        ("Is the effective date before 02/03/2024?", "needs_clarification", "either number may be the month"),
    ],
)
def test_what_cannot_be_computed_is_not_answered(ask, question, outcome, reason):
    answer = ask(question)
    assert (answer.outcome, answer.items) == (outcome, [])
    assert reason in " ".join([*answer.caveats, answer.clarification or ""])
    with pytest.raises(pincite.PinciteError):
        answer.require()


def test_comparison_that_holds_for_every_value_given_is_answered(ask):
    assert ask("Is the rent above EUR 400?").items[0].value == Boolean(value=True)


def test_contradiction_about_an_operand_is_shown_and_not_computed_with(ask):
    answer = ask("Is the deposit above EUR 5,500?", "lease.md")
    assert answer.outcome in ("conflict", "needs_clarification")
    assert not any(isinstance(item.value, Boolean) for item in answer.items)


def test_values_from_several_documents_are_said_to_be(folder):
    with pincite.open(folder / "library") as library:
        answer = library.ask("What do the broker fee and the setup fee add up to?")
        assert answer.outcome == "unverified"
        answer = library.ask("Is the liability cap higher than the setup fee?")
    assert answer.items[0].value == Boolean(value=True)
    assert "The values come from different documents: policy.md, order.md." in answer.caveats


def test_run_records_the_operands_that_were_asked_for(folder):
    with pincite.open(folder / "library") as library:
        answer = library.ask("Is the premium above one million dollars?", documents=["policy.md"])
        (run,) = library.store.runs("default", answer.run)
    assert "operand: What is the premium?" in run.trace
    assert "compute: compare" in run.trace


def test_file_of_rates_that_is_not_there_fails_with_the_cause(folder, monkeypatch):
    monkeypatch.setenv("PINCITE_RATES", str(folder / "nowhere.yaml"))
    with pincite.open(folder / "library") as library:
        answer = library.ask("What is the premium?", documents=["policy.md"])
    assert (answer.outcome, answer.exit_code) == ("failed", 3)
    assert "nowhere.yaml" in str(answer.error)


def test_ordinary_question_is_answered_in_the_documents_own_words(ask):
    answer = ask("What is the premium?")
    assert (answer.method, answer.items[0].derivation) == ("verbatim", None)


def test_an_operand_that_is_a_defined_term_cites_where_it_is_defined(tmp_path):
    text = """\
# Lease

“Commencement Date” means 1 March 2024.

## 1. Period

The effective date of this lease is the Commencement Date.
"""
    path = tmp_path / "lease.md"
    path.write_text(text)
    with pincite.open(tmp_path / "library") as library:
        library.add(path)
        answer = library.ask("Is the effective date before 1 May 2024?")

    assert answer.outcome == "answered"
    start = answer.items[0].derivation.operands[0]
    assert start.value.iso == "2024-03-01"
    assert "1 March 2024" in start.evidence.snippet
