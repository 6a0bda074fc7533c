"""A sentence that gives a value out to be of something else is not an answer; one that does not, is."""

from __future__ import annotations

import pytest
from tests.factories import question

from pincite.contract.contrary import contrary
from pincite.contract.registry import find


def reason(asked: str, kind: str, text: str, number: int = 0) -> str:
    readings = find(kind, text)
    return contrary(question(asked), text, readings, readings[number])


@pytest.mark.parametrize(
    ("asked", "kind", "text", "why"),
    [
        ("What is the monthly rent?", "amount", "The rent is GBP 48,500 a year.", "the year"),
        ("What is the price per tablet?", "amount", "The price is EUR 14.90 per pack.", "per pack"),
        ("What is the penalty per week?", "percentage", "The penalty is 0.5% per day.", "the day"),
        ("What is the annual fee?", "amount", "A monthly fee of EUR 500 is payable.", "the month"),
        ("When does the agreement end?", "date", "It takes effect on 8 July 2024.", "starts"),
        ("Until when is it valid?", "date", "The list is valid from 1 April 2025.", "starts"),
        ("When does the lease start?", "date", "The lease ends on 23 June 2034.", "ends"),
        ("When does the lease end?", "date", "The Tenant may end it on 24 June 2029.", "may be ended"),
        ("How many patients were enrolled?", "number", "Patients came from 11 centres.", "centres"),
        ("How many days do I have?", "number", "Craft under 10 metres are exempt.", "metres"),
        ("What is the salary?", "percentage", "The employer pays 6% of salary.", "share"),
        ("What is the budget?", "percentage", "A contingency of 15% of the budget is kept.", "share"),
        ("What were the legal costs?", "amount", "GBP 750,000, not to include legal costs.", "left out"),
        ("What was the budget?", "amount", "The works were GBP 1.2 million over budget.", "left out"),
        ("What is the interest on disputes?", "percentage", "3%, but not on disputes.", "left out"),
        ("What is the discount within 21 days?", "percentage", "2% for payment within 7 days.", "7 days"),
        ("What is the price without VAT?", "amount", "The price is EUR 119 including VAT.", "other way"),
        ("What is the price including VAT?", "amount", "The price is EUR 100 excluding VAT.", "other way"),
    ],
)
def test_value_of_something_else_is_told_by_its_sentence(asked, kind, text, why):
    assert why in reason(asked, kind, text)


@pytest.mark.parametrize(
    ("asked", "kind", "text"),
    [
        ("What is the monthly rent?", "amount", "The rent is GBP 4,500 a month."),
        ("What is the monthly rent?", "amount", "The rent is GBP 4,500."),
        ("What is the limit per claim?", "amount", "The limit is EUR 1,000,000 a year."),
        ("What is the rent?", "amount", "The rent is GBP 48,500 a year."),
        ("When does the agreement end?", "date", "It ends on 8 July 2026."),
        ("When may the Tenant end the lease?", "date", "The Tenant may end it on 24 June 2029."),
        ("When does the lease start?", "date", "The lease starts on 24 June 2024."),
        ("How many patients were enrolled?", "number", "We enrolled 240 patients."),
        ("How many staff are there?", "number", "There are 12 employees on site."),
        ("What share of the salary is paid?", "percentage", "The salary rises by 6% of its amount."),
        ("What is the contingency?", "percentage", "A contingency of 15% of the budget is kept."),
        ("What were the costs?", "amount", "The costs were GBP 750,000, excluding legal fees."),
        ("By how much were the works over budget?", "amount", "The works were GBP 1.2 million over budget."),
        ("What is the discount within 7 days?", "percentage", "2% for payment within 7 days."),
        ("What is the discount?", "percentage", "2% for payment within 7 days."),
        ("What is the price without VAT?", "amount", "The price is EUR 100 excluding VAT."),
        ("What is the premium?", "amount", "The premium under the policy is EUR 500."),
    ],
)
def test_value_stands_where_the_sentence_does_not_speak_against_it(asked, kind, text):
    assert reason(asked, kind, text) == ""
