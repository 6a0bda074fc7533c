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
            "expression",
            ["What is the setup fee?", "What is the monthly fee?"],
        ),
        (
            "What do the setup fee, the licence fee and the support fee add up to?",
            "expression",
            ["What is the setup fee?", "What is the licence fee?", "What is the support fee?"],
        ),
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
        "What is the premium in euros?",
        "How many conditions precedent are there?",
        "How many days between the effective date and the expiry date?",
        "When does the initial term end?",
        "Which service has the highest fee?",
        "What is the total of all fees?",
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


def test_parser_hands_the_computation_on_with_the_question():
    question = RuleParser(starters()).read("Is the premium above one million dollars?")
    assert question.generation.computation == read_computation("Is the premium above one million dollars?")


def test_question_that_excludes_something_is_answered_in_the_ordinary_way():
    question = RuleParser(starters()).read("What do the premium and the tax add up to, not the deductible?")
    assert question.generation.computation is None


def test_operand_questions_are_ordinary_questions():
    """No operand question may ask for a computation itself, or nothing would ever be read."""
    parser = RuleParser(starters())
    for asked in (
        "What do the setup fee and the support fee add up to?",
        "Is the deductible higher than the co-payment?",
    ):
        computation = read_computation(asked)
        assert computation is not None
        for operand in computation.operands:
            assert parser.read(operand.question).generation.computation is None


def test_computation_needs_a_value_that_stands_in_a_document():
    with pytest.raises(ValueError, match="stands in a document"):
        Computation("each", (Constant("EUR 5", "amount"), Constant("EUR 6", "amount")))
