"""Altered sentences and questions differ in what they say, and only in that."""

from __future__ import annotations

from random import Random

import pytest

from evals.training.edits import (
    change_date,
    change_name,
    change_number,
    deny,
    reverse_word,
    unanswerable_question,
    without_sentence,
)

SEEDS = range(30)


@pytest.mark.parametrize("seed", SEEDS)
def test_another_number_keeps_its_form(seed):
    altered = change_number("The fee is 4,500.50 euros.", Random(seed))
    assert altered is not None
    assert altered != "The fee is 4,500.50 euros."
    assert len(altered) == len("The fee is 4,500.50 euros.")
    assert altered.startswith("The fee is ")


def test_a_number_in_words_becomes_another_one():
    altered = change_number("Notice of thirty days is needed.", Random(1))
    assert altered is not None
    assert altered != "Notice of thirty days is needed."
    assert altered.endswith(" days is needed.")


def test_a_number_inside_a_name_or_date_stays():
    assert change_number("See form A-12 and section 3/4.", Random(1)) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_another_date_has_another_month_or_year(seed):
    altered = change_date("It ends on 3 March 2024.", Random(seed))
    assert altered is not None
    assert altered != "It ends on 3 March 2024."
    assert altered.startswith("It ends on 3 ")


def test_a_sentence_is_denied_and_a_denial_affirmed():
    assert deny("The buyer shall pay.", Random(1)) == "The buyer shall not pay."
    assert deny("The buyer shall not pay.", Random(1)) == "The buyer shall pay."
    assert deny("Payment by the buyer.", Random(1)) is None


def test_a_word_becomes_its_opposite_in_the_same_case():
    assert reverse_word("Before delivery, nothing is due.", Random(1)) == "After delivery, nothing is due."


def test_another_name_comes_from_the_given_ones():
    altered = change_name("It was sold to Alfa Motors in spring.", Random(1), ["Alfa Motors", "Beta Ltd"])
    assert altered == "It was sold to Beta Ltd in spring."
    assert change_name("It was sold to Alfa Motors in spring.", Random(1), ["Alfa Motors"]) is None


def test_an_unanswerable_question_asks_for_what_the_context_does_not_name():
    context = "The museum in Ghent opened in 1902."
    altered = unanswerable_question(
        "When did the museum in Ghent open?", context, ["Ghent", "Bruges"], Random(1)
    )
    assert altered == "When did the museum in Bruges open?"


def test_the_sentence_with_the_answer_is_taken_out():
    context = (
        "The hall was built of brick and stands beside the river to this day. It opened in 1902. "
        "Concerts are held there every week, and guided tours are given on Sundays."
    )
    start = context.index("1902")
    rest = without_sentence(context, start, start + 4)
    assert rest is not None
    assert "1902" not in rest
    assert "Concerts" in rest
    assert "brick" in rest


def test_an_answer_that_stands_elsewhere_too_cannot_be_taken_out():
    context = (
        f"It opened in 1902. {'The hall was built of brick beside the river. ' * 3}It was restored in 1902."
    )
    start = context.index("1902")
    assert without_sentence(context, start, start + 4) is None
