"""A question over a field of each document is told from one that a document itself answers."""

from __future__ import annotations

import pytest

from pincite.question.instructions import plainly
from pincite.question.over_each import read_over_documents


def read(asked: str) -> tuple[str, str, str, str] | None:
    over = read_over_documents(plainly(asked))
    return over and (over.asks, over.question or over.field, over.relation or "", over.value)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Which contracts end in 2020?", ("which", "When does the contract end?", "=", "2020")),
        (
            "Which contract expires in June 2020?",
            ("which", "When does the contract expire?", "=", "June 2020"),
        ),
        (
            "Which of our leases expire before 1 July 2021?",
            ("which", "When does the lease expire?", "<", "1 July 2021"),
        ),
        ("Which contracts were signed after 2020?", ("which", "When was the contract signed?", ">", "2020")),
        (
            "How many agreements last longer than two years?",
            ("count", "How long does the agreement last?", ">", "two years"),
        ),
        (
            "Which contracts have a liability cap above EUR 1,000,000?",
            ("which", "liability cap", ">", "EUR 1,000,000"),
        ),
        (
            "How many contracts with a notice period of at least 60 days do we have?",
            ("count", "notice period", ">=", "60 days"),
        ),
        ("Which contracts have a notice period of 30 days?", ("which", "notice period", "=", "30 days")),
    ],
)
def test_value_that_is_compared_gives_a_field_and_a_condition(asked, expected):
    assert read(asked) == expected


@pytest.mark.parametrize(
    ("asked", "question", "answer"),
    [
        ("How many allow assignment?", "Does the document allow assignment?", "yes"),
        ("How many of them allow assignment?", "Does the document allow assignment?", "yes"),
        ("Which contracts do not allow assignment?", "Does the contract allow assignment?", "no"),
        ("Which contracts don't renew?", "Does the contract renew?", "no"),
        (
            "List all contracts that are governed by Irish law.",
            "Is the contract governed by Irish law?",
            "yes",
        ),
        ("Which contracts are not assignable?", "Is the contract assignable?", "no"),
        ("Which contracts can be terminated early?", "Can the contract be terminated early?", "yes"),
        ("Which contracts have no cap?", "Does the contract have any cap?", "no"),
        ("Which contract allows assignment?", "Does the contract allow assignment?", "yes"),
        (
            "How many contracts let a party assign the contract?",
            "Does the contract let a party assign the contract?",
            "yes",
        ),
        ("Which contracts have been renewed?", "Has the contract been renewed?", "yes"),
        ("Which contracts have never been renewed?", "Has the contract been renewed?", "no"),
        ("Which policies cover flood?", "Does the policy cover flood?", "yes"),
        ("Which contracts whose law is Irish?", "Is the law Irish?", "yes"),
    ],
)
def test_what_is_not_compared_is_a_yes_or_no(asked, question, answer):
    found = read(asked)
    assert found
    assert found[1:] == (question, "=", answer)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("the earliest expiry", ("least", "expiry", "", "")),
        ("What is the largest liability cap?", ("most", "liability cap", "", "")),
        ("What is the latest end date across all contracts?", ("most", "end date", "", "")),
        ("Which contract has the shortest notice period?", ("least", "notice period", "", "")),
        ("Which contract pays the highest monthly fee?", ("most", "monthly fee", "", "")),
        (
            "Which contract was the first to expire, and when?",
            ("least", "When does the contract expire?", "", ""),
        ),
        ("Which contract is the last to end?", ("most", "When does the contract end?", "", "")),
        ("Which contract ends first?", ("least", "When does the contract end?", "", "")),
        ("Which lease runs the longest?", ("most", "How long does the lease run?", "", "")),
    ],
)
def test_most_and_least_of_a_field_are_asked_of_each(asked, expected):
    assert read(asked) == expected


@pytest.mark.parametrize(
    "asked",
    [
        "What is the notice period?",
        "Which party may terminate the contract?",
        "Which services does the contract cover?",
        "Which contracts does the supplier hold?",
        "How many days' notice must be given?",
        "How many shares are issued?",
        "How many fees are there?",
        "How many contracts are there?",
        "Which agreements are superseded by this Agreement?",
        "What is the latest delivery date for order 12?",
        "What are the contracts about?",
        "When does the contract end?",
        "Does the contract end in 2020?",
        "What is the largest city?",
        "What policy gave the country dominance in trade?",
        "Which agreement was entered into by the group?",
        "What documents must the tenant provide?",
        "Which documents must be filed with the court?",
        "Which documents are required for a claim?",
        "Name the documents needed for closing.",
        "What insurance policies must the tenant keep?",
        "Which invoices are due within 30 days?",
        "Which contract has the largest customer?",
    ],
)
def test_other_questions_are_left_to_the_documents(asked):
    assert read(asked) is None


def test_what_leads_in_is_passed_over_only_where_it_limits_nothing():
    plain = "Going by what is signed, which contract ends first?"
    assert read(plain) == ("least", "When does the contract end?", "", "")
    assert read("For the leases in Berlin, which contract ends first?") is None
    assert read("As of 2020, which contracts allow assignment?") is None


def test_word_for_the_most_tells_what_is_measured():
    over = read_over_documents("Which contract gives the longest time to complain?")
    assert over
    assert (over.asks, over.field, over.kind) == ("most", "time to complain", "duration")


def test_words_beside_the_kind_say_which_documents_are_meant():
    supply = read_over_documents("Which supply agreements end in 2020?")
    acme = read_over_documents("Which contracts with Acme Ltd end in 2020?")
    assert supply
    assert (supply.noun, supply.words) == ("agreement", ("supply",))
    assert acme
    assert (acme.words, acme.question) == (("Acme", "Ltd"), "When does the contract end?")
