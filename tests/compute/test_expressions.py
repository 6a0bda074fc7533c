"""Arithmetic with figures: exact, rounded where it has no end, and refused where it has no meaning."""

from __future__ import annotations

from decimal import Decimal

import pytest
from pydantic import BaseModel

from pincite.compute.arithmetic import evaluate
from pincite.compute.computing import run
from pincite.compute.results import Computed, Refused
from pincite.question.to_compute import read_computation
from pincite.records.computation import Expression, OperandQuestion, Operation, Wishes
from tests.compute.values import RATES, amount, answer, day, found, item, number, percent

NEW, OLD = (OperandQuestion(f"sales in {year}", f"What is sales in {year}?") for year in (2019, 2018))
PLAIN, PERCENT = Wishes(), Wishes(percent=True)


def computed(
    operation: Operation, new: BaseModel, old: BaseModel, wishes: Wishes = PLAIN
) -> Computed | Refused:
    years = (Decimal(2),) if operation == "yearly growth" else ()
    known = {NEW: found(new, NEW.name), OLD: found(old, OLD.name)}
    return evaluate(Expression(operation, (NEW, OLD, *years)), known, wishes, RATES)


def refusal(operation: Operation, new: BaseModel, old: BaseModel) -> str:
    result = computed(operation, new, old, PERCENT)
    assert isinstance(result, Refused)
    return result.reason


@pytest.mark.parametrize(
    ("operation", "wishes", "value", "end"),
    [
        ("−", Wishes(), amount("-94"), "= EUR -94"),
        ("+", Wishes(), amount("1454"), "= EUR 1,454"),
        ("average", Wishes(), amount("727"), "= EUR 727"),
        ("growth", PERCENT, percent("-12.14"), "≈ -12.14 % (rounded to 2 decimals)"),
        ("÷", Wishes(), number("0.88"), "≈ 0.88 (rounded to 2 decimals)"),
        ("÷", PERCENT, percent("87.86"), "≈ 87.86 % (rounded to 2 decimals)"),
        ("÷", Wishes(percent=True, decimals=1), percent("87.9"), "≈ 87.9 % (rounded to 1 decimal)"),
        ("yearly growth", PERCENT, percent("-6.27"), "≈ -6.27 % (rounded to 2 decimals)"),
    ],
)
def test_result_is_exact_or_says_how_it_is_rounded(operation, wishes, value, end):
    result = computed(operation, amount("680"), amount("774"), wishes)
    assert isinstance(result, Computed)
    assert result.value == value
    assert result.formula.endswith(end)


@pytest.mark.parametrize(
    ("operation", "formula"),
    [
        ("−", "sales in 2019 EUR 6 − sales in 2018 EUR 5 = EUR 1"),
        ("growth", "(sales in 2019 EUR 6 − sales in 2018 EUR 5) ÷ sales in 2018 EUR 5 = 20 %"),
        ("average", "(sales in 2019 EUR 6 + sales in 2018 EUR 5) ÷ 2 = EUR 5.5"),
    ],
)
def test_formula_shows_every_operand(operation, formula):
    result = computed(operation, amount("6"), amount("5"), PERCENT)
    assert isinstance(result, Computed)
    assert result.formula == formula


def test_inner_parts_of_a_formula_keep_their_brackets():
    inner = Expression("+", (NEW, OLD))
    known = {NEW: found(number("6"), "a"), OLD: found(number("2"), "b")}
    result = evaluate(Expression("÷", (NEW, inner)), known, Wishes(), None)
    assert isinstance(result, Computed)
    assert result.formula == "a 6 ÷ (a 6 + b 2) = 0.75"


def test_growth_from_a_negative_base_or_from_zero_is_refused():
    assert "negative base has no meaning" in refusal("growth", amount("5"), amount("-5"))
    assert "from zero has no meaning" in refusal("growth", amount("5"), amount("0"))
    assert "negative base" in refusal("yearly growth", amount("5"), amount("-5"))


def test_nothing_is_divided_by_zero():
    assert refusal("÷", number("5"), number("0")) == "Nothing can be divided by zero: sales in 2018 0 is 0."


@pytest.mark.parametrize(
    ("new", "old", "reason"),
    [
        (amount("5"), number("5"), "not of the same kind"),
        (amount("5", unit="per month"), amount("5", unit="per year"), "not in the same unit"),
        (amount("5"), amount("5", None), "which currency"),
        (day("2024-01-01"), day("2023-01-01"), "not a figure"),
    ],
)
def test_figures_that_do_not_go_together_are_refused(new, old, reason):
    assert reason in refusal("growth", new, old)


def test_product_of_two_amounts_has_no_unit():
    assert "no unit" in refusal("×", amount("5"), amount("5"))


def test_figures_without_any_currency_are_taken_for_the_same():
    result = computed("−", amount("6", None), amount("5", None))
    assert isinstance(result, Computed)
    assert result.value == amount("1", None)


def test_amounts_in_two_currencies_are_converted_by_the_stated_rate():
    result = computed("−", amount("6", "EUR"), amount("5", "USD"))
    assert isinstance(result, Computed)
    assert (result.value, len(result.rates)) == (amount("2.00"), 1)


def test_change_of_a_percentage_is_in_percentage_points():
    result = computed("−", percent("4.7"), percent("5.3"))
    assert isinstance(result, Computed)
    assert (result.value, result.notes) == (percent("-0.6"), ("The result is in percentage points.",))


def test_growth_of_a_percentage_says_that_it_is_relative():
    result = computed("growth", percent("6"), percent("5"), PERCENT)
    assert isinstance(result, Computed)
    assert result.value == percent("20")
    assert "relative change" in result.notes[0]


def test_result_in_millions_is_shown_beside_the_whole_amount():
    result = computed("−", amount("9068000000", "USD"), amount("500000", "USD"), Wishes(scale="million"))
    assert isinstance(result, Computed)
    assert result.value == amount("9067500000", "USD")
    assert result.formula.endswith("= USD 9,067,500,000 = USD 9,067.5 million")


def test_answer_cites_the_operands_of_a_growth_rate():
    operands = {
        "What is net sales in 2019?": answer(item(amount("120"), "EUR 120", "Net sales were EUR 120.")),
        "What is net sales in 2018?": answer(item(amount("100"), "EUR 100", "Net sales were EUR 100.")),
    }
    question = "What was the percentage change in net sales from 2018 to 2019?"
    computation = read_computation(question)
    assert computation is not None
    result = run(computation, question, lambda wanted: operands[wanted.question], None)
    (only,) = result.items
    assert (result.outcome, only.value, len(only.evidence)) == ("answered", percent("20"), 2)
    assert only.derivation is not None
    assert [each.name for each in only.derivation.operands] == ["net sales in 2019", "net sales in 2018"]


@pytest.mark.parametrize(
    ("stated", "value"),
    [(answer(item(percent("31"), "31 %")), percent("31")), (answer(outcome="not_found"), percent("25"))],
)
def test_margin_that_the_document_states_is_not_computed(stated, value):
    question = "What is the operating margin in 2022?"
    operands = {
        question: stated,
        "What is the operating income in 2022?": answer(item(amount("25"), "EUR 25")),
        "What is the revenue in 2022?": answer(item(amount("100"), "EUR 100")),
    }
    computation = read_computation(question)
    assert computation is not None
    assert run(computation, question, lambda wanted: operands[wanted.question], None).items[0].value == value
