"""Which questions ask for a computation, and which ordinary questions their values answer."""

from __future__ import annotations

import pytest

from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.question.to_compute import read_computation
from pincite.records.computation import Computation, Constant, OperandQuestion


def asked_for(computation: Computation | None) -> list[str]:
    assert computation is not None
    return [
        each.question if isinstance(each, OperandQuestion) else each.wording for each in computation.inputs
    ]


@pytest.mark.parametrize(
    ("question", "operand", "relation", "constant", "kind"),
    [
        (
            "Is the premium above one million dollars?",
            "What is the premium?",
            ">",
            "one million dollars",
            "amount",
        ),
        ("Is the premium over $1m?", "What is the premium?", ">", "$1m", "amount"),
        (
            "Is the annual premium more than USD 1 million?",
            "What is the annual premium?",
            ">",
            "USD 1 million",
            "amount",
        ),
        ("Does the notice period exceed 60 days?", "What is the notice period?", ">", "60 days", "duration"),
        (
            "Was the agreement signed before 1 January 2024?",
            "When was the agreement signed?",
            "<",
            "1 January 2024",
            "date",
        ),
        (
            "Was the policy issued on or after March 2024?",
            "When was the policy issued?",
            ">=",
            "March 2024",
            "date",
        ),
        ("Was the contract executed before 2024?", "When was the contract executed?", "<", "2024", "date"),
        (
            "Does the lease expire after 31 December 2026?",
            "When does the lease expire?",
            ">",
            "31 December 2026",
            "date",
        ),
        (
            "Is the effective date later than 1 March 2024?",
            "What is the effective date?",
            ">",
            "1 March 2024",
            "date",
        ),
        (
            "Is the effective date before 1 March 2024?",
            "What is the effective date?",
            "<",
            "1 March 2024",
            "date",
        ),
        ("Is the cap at least EUR 2m?", "What is the cap?", ">=", "EUR 2m", "amount"),
        ("Is the cap no more than EUR 2m?", "What is the cap?", "<=", "EUR 2m", "amount"),
        ("Is the cap not less than EUR 2m?", "What is the cap?", ">=", "EUR 2m", "amount"),
        ("Is the deductible below 500 euros?", "What is the deductible?", "<", "500 euros", "amount"),
        ("Is the interest rate higher than 5%?", "What is the interest rate?", ">", "5%", "percentage"),
        (
            "Is the initial term longer than three years?",
            "What is the initial term?",
            ">",
            "three years",
            "duration",
        ),
        (
            "Does the agreement last longer than two years?",
            "How long does the agreement last?",
            ">",
            "two years",
            "duration",
        ),
        ("Does the licence cost more than $50?", "How much does the licence cost?", ">", "$50", "amount"),
        (
            "Do the annual fees exceed EUR 50,000?",
            "How much are the annual fees?",
            ">",
            "EUR 50,000",
            "amount",
        ),
        ("Is the monthly fee exactly EUR 700?", "What is the monthly fee?", "=", "EUR 700", "amount"),
        ("Is the fee above EUR 500 per month?", "What is the fee?", ">", "EUR 500 per month", "amount"),
        ("Is the fee above EUR 500 in section 3?", "What is the fee in section 3?", ">", "EUR 500", "amount"),
        ("Is the dose above 20 mg?", "What is the dose?", ">", "20 mg", "number"),
        (
            "Is the Aggregate Exposure above EUR 2m?",
            "What is the Aggregate Exposure?",
            ">",
            "EUR 2m",
            "amount",
        ),
        (
            "Is the effective date before 03/04/2024?",
            "What is the effective date?",
            "<",
            "03/04/2024",
            "date",
        ),
    ],
)
def test_comparison_with_a_value_of_the_question(question, operand, relation, constant, kind):
    computation = read_computation(question)
    assert computation is not None
    assert computation.kind == "compare"
    assert computation.relation == relation
    assert computation.inputs == (
        OperandQuestion(computation.operands[0].name, operand, kind),
        Constant(constant, kind),
    )


@pytest.mark.parametrize(
    ("question", "kind", "inputs"),
    [
        (
            "Which is higher, the deductible or the co-payment?",
            "choose",
            ["What is the deductible?", "What is the co-payment?"],
        ),
        (
            "What is lower: the setup fee or the monthly fee?",
            "choose",
            ["What is the setup fee?", "What is the monthly fee?"],
        ),
        (
            "Which comes first, the effective date or the signing date?",
            "choose",
            ["What is the effective date?", "What is the signing date?"],
        ),
        (
            "Which of the notice period and the cure period is longer?",
            "choose",
            ["What is the notice period?", "What is the cure period?"],
        ),
        (
            "Is the deductible higher than the co-payment?",
            "compare",
            ["What is the deductible?", "What is the co-payment?"],
        ),
        (
            "Is the notice period longer than the cure period?",
            "compare",
            ["What is the notice period?", "What is the cure period?"],
        ),
        (
            "What do the setup fee and the monthly fee add up to?",
            "add",
            ["What is the setup fee?", "What is the monthly fee?"],
        ),
        (
            "What is the sum of the setup fee, the licence fee and the support fee?",
            "add",
            ["What is the setup fee?", "What is the licence fee?", "What is the support fee?"],
        ),
        (
            "How much are the setup fee and the support fee together?",
            "add",
            ["What is the setup fee?", "What is the support fee?"],
        ),
        (
            "What is the setup fee plus the support fee?",
            "add",
            ["What is the setup fee?", "What is the support fee?"],
        ),
        ("What is the total of all fees?", "add", ["What are the fees?"]),
        ("What do all the fees add up to?", "add", ["What are the fees?"]),
        ("What is the sum of all prices for services?", "add", ["What are the prices for services?"]),
        (
            "By how much does the deductible exceed the co-payment?",
            "subtract",
            ["What is the deductible?", "What is the co-payment?"],
        ),
        (
            "How much higher is the deductible than the co-payment?",
            "subtract",
            ["What is the deductible?", "What is the co-payment?"],
        ),
        (
            "How much lower is the co-payment than the deductible?",
            "subtract",
            ["What is the deductible?", "What is the co-payment?"],
        ),
        ("By how much does the premium exceed EUR 1m?", "subtract", ["What is the premium?", "EUR 1m"]),
        (
            "What is the difference between the setup fee and the support fee?",
            "difference",
            ["What is the setup fee?", "What is the support fee?"],
        ),
        (
            "How many days between the effective date and the expiry date?",
            "difference",
            ["What is the effective date?", "What is the expiry date?"],
        ),
        (
            "How many months are there from the effective date to the expiry date?",
            "difference",
            ["What is the effective date?", "What is the expiry date?"],
        ),
        (
            "How many days are there between 1 March 2024 and the expiry date?",
            "difference",
            ["1 March 2024", "What is the expiry date?"],
        ),
        ("How many conditions precedent are there?", "count", ["What are the conditions precedent?"]),
        ("How many exclusions are there in section 4?", "count", ["What are the exclusions in section 4?"]),
        (
            "How many vehicles are listed in the schedule?",
            "count",
            ["What are the vehicles in the schedule?"],
        ),
        ("List the fees from highest to lowest.", "sort", ["What are the fees?"]),
        ("Sort the prices in ascending order", "sort", ["What are the prices?"]),
        ("Which service has the highest fee?", "choose", ["What are the fees of the services?"]),
        ("Which fee is the lowest?", "choose", ["What are the fees?"]),
        (
            "When does the initial term end?",
            "shift",
            ["What is the effective date?", "How long is the initial term?"],
        ),
        (
            "What is the last day for notice of termination if the term ends on 31 December 2026?",
            "shift",
            ["31 December 2026", "What is the notice period for termination?"],
        ),
        (
            "What date is 90 days after the effective date?",
            "shift",
            ["What is the effective date?", "90 days"],
        ),
        ("What is the premium in euros?", "convert", ["What is the premium?"]),
        ("How much is the setup fee in US dollars?", "convert", ["What is the setup fee?"]),
        ("Convert the premium into CHF", "convert", ["What is the premium?"]),
    ],
)
def test_computation_names_the_ordinary_questions_of_its_values(question, kind, inputs):
    computation = read_computation(question)
    assert (computation and computation.kind, asked_for(computation)) == (kind, inputs)


@pytest.mark.parametrize(
    "question",
    [
        "May the customer terminate?",
        "Is the premium refundable?",
        "Is the customer liable for more than the fees?",
        "Is notice required more than 30 days before renewal?",
        "Is interest charged after 30 days?",
        "Is a claim payable after 31 December 2025?",
        "Must the tenant pay before 5 January 2024?",
        "Can the fee exceed EUR 500?",
        "Is the supplier entitled to more than EUR 500?",
        "Is damage below EUR 500 covered?",
        "Is the liability of the customer limited to less than EUR 5m?",
        "Does the policy cover damage above EUR 500?",
        "Is there a cap above EUR 2m?",
        "What is the premium?",
        "What is the premium in Schedule 2?",
        "What is the fee in the first year?",
        "What is the total premium?",
        "What is the sum insured?",
        "What is the total liability of the supplier?",
        "What is the maximum dose?",
        "What is the highest fee?",
        "What is the difference between termination and expiry?",
        "What is the difference between the Basic and the Premium plan?",
        "By how much does the fee increase each year?",
        "How many days does the customer have to pay?",
        "How many employees are there?",
        "How many days of notice are there?",
        "How many users does the licence cover?",
        "When does the agreement take effect?",
        "When does the supplier have to give notice?",
        "When is the fee due after delivery?",
        "Which services are excluded?",
        "Which law governs the agreement?",
        "Which party has the right to terminate?",
        "List the fees.",
        "List the parties of the agreement",
        "What are the fees?",
        "How long is the term?",
        "Is the term renewed after 31 December 2026?",
        "Who pays more than the agreed share?",
        "What happens if the premium is above one million dollars?",
        "Is the agreement governed by German law?",
        "Was the agreement signed before a notary?",
        "Does the term end after notice?",
        "Are the fees payable in euros?",
        "What must be paid in euros?",
        "How many days between 1 March 2024 and 5 March 2024?",
        "Is the building more than 50 years old?",
        "Does the warranty last longer than the contract?",
        "What do the terms and conditions add up to?",
        "Is the customer or the supplier liable for more?",
        "In section 3, is the customer liable?",
        "In 2018, what is the difference between the low and high price?",
        "Is the fee EUR 500 or a share of the price?",
        "Is the cost of capital the same as the cost of equity?",
    ],
)
def test_ordinary_question_is_not_touched(question):
    assert read_computation(question) is None


def test_smaller_of_two_is_asked_for_by_its_word():
    lower, higher = (
        read_computation(f"Which is {word}, the fee or the cap?") for word in ("lower", "higher")
    )
    assert lower is not None
    assert higher is not None
    assert (lower.descending, higher.descending) == (False, True)


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("Is the premium USD 1m or more?", ">="),
        ("Is the premium USD 1m or less?", "<="),
        ("Is the premium greater than or equal to USD 1m?", ">="),
        ("Does the premium amount to more than USD 1m?", ">"),
    ],
)
def test_other_ways_to_compare_with_a_value(question, relation):
    computation = read_computation(question)
    assert asked_for(computation) == ["What is the premium?", "USD 1m"]
    assert computation is not None
    assert computation.relation == relation


def test_place_that_a_question_starts_with_is_where_its_values_are_looked_for():
    computation = read_computation("In section 3, is the premium above USD 1m?")
    assert asked_for(computation) == ["What is the premium in section 3?", "USD 1m"]


def test_time_or_place_after_the_last_of_two_holds_for_both():
    computation = read_computation("What is the difference between the premium and the cost in 2018?")
    assert asked_for(computation) == ["What is the premium in 2018?", "What is the cost in 2018?"]


def test_total_and_count_and_end_of_term_are_first_looked_for_as_stated():
    for question in (
        "What is the total of all fees?",
        "How many exclusions are there?",
        "When does the term end?",
    ):
        computation = read_computation(question)
        assert computation is not None
        assert computation.stated is not None


def test_parser_hands_the_computation_on_with_the_question():
    question = RuleParser(starters()).read("Is the premium above one million dollars?")
    assert question.generation.computation == read_computation("Is the premium above one million dollars?")


def test_question_that_excludes_something_is_answered_in_the_ordinary_way():
    question = RuleParser(starters()).read("What is the premium in euros, not the deductible?")
    assert question.generation.computation is None


def test_operand_questions_are_ordinary_questions():
    """No operand question may ask for a computation itself, or nothing would ever be read."""
    parser = RuleParser(starters())
    for asked in ("What is the total of all fees?", "Which is higher, the deductible or the co-payment?"):
        computation = read_computation(asked)
        assert computation is not None
        for operand in computation.operands:
            assert parser.read(operand.question).generation.computation is None


def test_computation_needs_a_value_that_stands_in_a_document():
    with pytest.raises(ValueError, match="stands in a document"):
        Computation("add", (Constant("EUR 5", "amount"), Constant("EUR 6", "amount")))
