"""Which arithmetic with figures a question asks for, and in which words its figures are looked up."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.question.to_compute import read_computation
from pincite.records.computation import Computation, Expression, OperandQuestion, Term, Wishes


def written(term: Term) -> str:
    """An expression as a formula of operand questions, without "What is" and the question mark."""
    if isinstance(term, Expression):
        return f"{term.operation}({', '.join(written(part) for part in term.parts)})"
    return (
        term.question.removeprefix("What is ").rstrip("?") if isinstance(term, OperandQuestion) else str(term)
    )


def formula(question: str) -> str:
    computation = read_computation(question)
    assert computation is not None, question
    assert computation.expression is not None, computation.kind
    return written(computation.expression)


def parsed(question: str) -> Computation:
    """As the whole parser hands it on, with all that stands around the question."""
    computation = RuleParser(starters()).read(question).generation.computation
    assert computation is not None
    return computation


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "What was the change in Raw materials in 2019 from 2018?",
            "−(Raw materials in 2019, Raw materials in 2018)",
        ),
        ("What is the change in goodwill between 2020 and 2021?", "−(goodwill in 2021, goodwill in 2020)"),
        (
            "Tell me the change in total equity from FY18 to FY19.",
            "−(total equity in FY19, total equity in FY18)",
        ),
        (
            "What is the increase / (decrease) in trade payables from 2018 to 2019?",
            "−(trade payables in 2019, trade payables in 2018)",
        ),
        (
            "What is the change in net debt between March 31, 2021 and September 30, 2021?",
            "−(net debt as of September 30, 2021, net debt as of March 31, 2021)",
        ),
        (
            "How much did headcount change by from 2018 year end to 2019 year end?",
            "−(headcount in 2019, headcount in 2018)",
        ),
    ],
)
def test_change_is_the_later_figure_less_the_earlier(question, expected):
    assert formula(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "What was the percentage change in net sales between 2018 and 2019?",
        "What is the growth rate of net sales from 2018 to 2019?",
        "What is the change in net sales between 2018 and 2019 as a percentage?",
        "What was the year-on-year percentage increase in net sales in 2019 compared to 2018?",
    ],
)
def test_growth_is_asked_for_in_percent(question):
    computation = read_computation(question)
    assert computation is not None
    assert computation.wishes.percent
    assert formula(question) == "growth(net sales in 2019, net sales in 2018)"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the average goodwill for 2018 and 2019?", "average(goodwill for 2018, goodwill for 2019)"),
        (
            "What is the average number of sites from 2017 to 2019?",
            "average(number of sites in 2017, number of sites in 2018, number of sites in 2019)",
        ),
        (
            "What was the average tax rate between 2017-2019?",
            "average(tax rate in 2017, tax rate in 2018, tax rate in 2019)",
        ),
        (
            "What is the average premium for fiscal years 2020 and 2021?",
            "average(premium for fiscal year 2020, premium for fiscal year 2021)",
        ),
        (
            "What is Globex's two year average of freight cost as a % of sales from FY2020 to FY2021?",
            "average(÷(Globex's freight cost in FY2020, sales in FY2020), "
            "÷(Globex's freight cost in FY2021, sales in FY2021))",
        ),
        (
            "What is the average operating margin for 2021 and 2022?",
            "average(÷(the operating income for 2021, the revenue for 2021), "
            "÷(the operating income for 2022, the revenue for 2022))",
        ),
    ],
)
def test_average_takes_every_year_that_is_named_or_lies_between(question, expected):
    assert formula(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the sum of deposits in 2018 and 2019?", "+(deposits in 2018, deposits in 2019)"),
        (
            "What is the total of dividends paid in 2019, 2020 and 2021?",
            "+(dividends paid in 2019, dividends paid in 2020, dividends paid in 2021)",
        ),
        (
            "What is the total audit fees in both 2018 and 2019?",
            "+(total audit fees in 2018, total audit fees in 2019)",
        ),
        (
            "What was the sum of accrued expenses and other liabilities in 2019?",
            "+(accrued expenses in 2019, other liabilities in 2019)",
        ),
    ],
)
def test_sum_is_over_years_or_over_rows(question, expected):
    assert formula(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "What is the ratio of total debt to total equity as of June 30, 2022?",
            "÷(total debt as of June 30, 2022, total equity as of June 30, 2022)",
        ),
        ("What is the debt to equity ratio in 2022?", "÷(debt in 2022, equity in 2022)"),
        (
            "What is the ratio of incentive expense in 2019 to 2018?",
            "÷(incentive expense in 2019, incentive expense in 2018)",
        ),
        ("What is the ratio of orders in 2019 to capacity in 2020?", "÷(orders in 2019, capacity in 2020)"),
        (
            "What were marketing costs as a percentage of net sales in 2021?",
            "÷(marketing costs in 2021, net sales in 2021)",
        ),
        (
            "In 2021, what were marketing costs expressed as a percentage of net sales?",
            "÷(marketing costs in 2021, net sales in 2021)",
        ),
        (
            "What percentage of total liabilities was short-term debt in 2019?",
            "÷(short-term debt in 2019, total liabilities in 2019)",
        ),
        (
            "What percentage of total revenue came from Spain in 2021?",
            "÷(revenue from Spain in 2021, total revenue in 2021)",
        ),
        (
            "What is the percentage of audit fees in total fees in 2019?",
            "÷(audit fees in 2019, total fees in 2019)",
        ),
    ],
)
def test_ratio_and_share_divide_one_row_by_another(question, expected):
    assert formula(question) == expected


def test_share_is_a_percentage_and_a_ratio_is_a_number_unless_asked_otherwise():
    share = read_computation("What was rent as a percentage of sales in 2020?")
    ratio = read_computation("What is the ratio of rent to sales in 2020?")
    asked = read_computation("What is the ratio of rent to sales in 2020 (as a percentage)?")
    assert [each and each.wishes.percent for each in (share, ratio, asked)] == [True, False, True]


@pytest.mark.parametrize(
    ("question", "row"),
    [
        ("What is the operating margin in 2022?", "the operating income"),
        ("What was the net profit margin in 2022?", "the net income"),
        ("What is the gross margin in 2022?", "the gross profit"),
        ("What is Initech's EBITDA margin in 2022?", "Initech's EBITDA"),
    ],
)
def test_margin_of_the_closed_list_is_looked_for_as_stated_and_then_computed(question, row):
    computation = read_computation(question)
    assert computation is not None
    assert computation.stated is not None
    assert formula(question).startswith(f"÷({row} in 2022, ")


def test_other_margins_are_left_to_the_document():
    assert read_computation("What is the contribution margin in 2022?") is None


@pytest.mark.parametrize(
    ("question", "operands"),
    [
        (
            "How much more revenue came from Europe compared to Asia in 2021?",
            ["What is revenue from Europe in 2021?", "What is revenue from Asia in 2021?"],
        ),
    ],
)
def test_how_much_more_takes_the_other_row_off(question, operands):
    computation = read_computation(question)
    assert computation is not None
    assert computation.kind == "expression"
    assert [each.question for each in computation.operands] == operands


def test_yearly_growth_knows_the_number_of_years():
    question = "What is the 3 year CAGR of order intake from FY2019 to FY2022?"
    assert formula(question) == "yearly growth(order intake in FY2022, order intake in FY2019, 3)"
    computation = read_computation(question)
    assert computation is not None
    assert computation.expression is not None
    assert computation.expression.parts[-1] == Decimal(3)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "What is the working capital in 2020? "
            "Define working capital as total current assets less total current liabilities.",
            "−(total current assets in 2020, total current liabilities in 2020)",
        ),
        (
            "What is Acme's FY2021 quick ratio? "
            "Quick ratio is defined as: (cash + accounts receivable) / total current liabilities.",
            "÷(+(Acme's cash in FY2021, Acme's accounts receivable in FY2021), "
            "Acme's total current liabilities in FY2021)",
        ),
        (
            "What is the fixed asset turnover for FY2019? "
            "Fixed asset turnover is defined as: FY2019 revenue / (average PP&E between FY2018 and FY2019).",
            "÷(revenue in FY2019, average(PP&E in FY2018, PP&E in FY2019))",
        ),
        (
            "What is the FY2020 free cash flow of Hooli? FCF is defined as: cash from operations - capex.",
            "−(cash from operations of Hooli in FY2020, capex of Hooli in FY2020)",
        ),
        (
            "What is the gap (G) in 2020? G is defined as: A1 days - B2 days. "
            "A1 days is defined as: 365 * stock / sales.",
            "−(÷(×(365, stock in 2020), sales in 2020), B2 days in 2020)",
        ),
    ],
)
def test_formula_of_the_question_is_followed(question, expected):
    assert formula(question) == expected


def test_question_with_a_sentence_that_nobody_can_follow_is_not_computed():
    question = "What is the EBITDA margin in 2020? Calculate EBITDA using operating income and D&A."
    assert read_computation(question) is None


@pytest.mark.parametrize(
    ("question", "operands", "descending"),
    [
        ("In which year was net income higher, 2019 or 2020?", ["2019", "2020"], True),
        ("Which year had the lowest inventory, 2018, 2019 or 2020?", ["2018", "2019", "2020"], False),
        ("Between 2018 and 2019 year end, which year had a higher dividend?", ["2018", "2019"], True),
    ],
)
def test_year_with_the_most_is_chosen_among_the_years_named(question, operands, descending):
    computation = read_computation(question)
    assert computation is not None
    assert (computation.kind, computation.descending) == ("choose", descending)
    assert [each.name for each in computation.operands] == operands


@pytest.mark.parametrize(
    "question",
    [
        "What is the average cost of sales?",
        "What was the change in closing cash?",
        "What is the percentage change in total emissions?",
        "What was the average invested capital in 2018?",
        "What is the net change in cash in 2019?",
        "In which year was net income higher?",
        "What was the weighted average exercise price from 2018 to 2019?",
        "What was the increase in cash flow from 2018 to 2019 driven by?",
        "Why did the gross margin fall from 2018 to 2019?",
        "What changes were made to the agreement between 2018 and 2019?",
        "What is the difference between the 2018 agreement and the 2019 amendment?",
        "What share of the repairs does the tenant bear?",
        "What percentage of the price is the deposit?",
        "What is the change in the average rent between 2017-2018 and 2018-2019?",
        "What is the interest rate from 2020 to 2022?",
        "What were revenue and net income in 2021 and 2020?",
    ],
)
def test_question_that_names_no_periods_or_asks_for_something_else_is_left_alone(question):
    assert read_computation(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "What is the late fee as a percentage of the rent?",
        "How much did the rent increase from 2020 to 2021?",
        "What was the decrease in bookings for 2019, as compared to 2018?",
    ],
)
def test_what_documents_often_say_themselves_is_looked_for_first(question):
    computation = read_computation(question)
    assert computation is not None
    assert computation.stated == OperandQuestion(computation.stated.name, question, None)


def test_statement_that_the_question_names_is_where_each_figure_is_looked_for():
    computation = parsed(
        "Using only the balance sheet, what is the change in stock between FY2020 and FY2021?"
    )
    assert [each.question for each in computation.operands] == [
        "What is stock in FY2021 in the balance sheet?",
        "What is stock in FY2020 in the balance sheet?",
    ]


def test_thing_that_a_question_starts_with_is_kept_for_each_figure():
    assert formula("For the European segment, what was the change in sales between 2018 and 2019?") == (
        "−(sales in 2019 for the European segment, sales in 2018 for the European segment)"
    )


@pytest.mark.parametrize(
    ("wish", "expected"),
    [
        ("Round your answer to two decimal places.", Wishes(decimals=2)),
        ("Answer in USD millions.", Wishes(scale="million")),
        ("Answer in units of percents and round to one decimal place.", Wishes(percent=True, decimals=1)),
        ("", Wishes()),
    ],
)
def test_wishes_for_the_result_are_read_from_the_whole_question(wish, expected):
    assert parsed(f"What is the ratio of rent to sales in 2020? {wish}").wishes == expected


def test_figure_that_is_used_twice_is_looked_up_once():
    computation = read_computation("What is the X in 2020? X is defined as: sales / (sales + other income).")
    assert computation is not None
    assert [each.name for each in computation.operands] == ["sales in 2020", "other income in 2020"]


def test_any_kind_of_figure_will_do_for_an_operand():
    computation = read_computation("What was the change in Capital redemption reserve in 2019 from 2018?")
    assert computation is not None
    assert {each.kinds for each in computation.operands} == {("amount", "percentage", "number")}


def test_name_in_its_own_formula_is_that_of_a_row():
    question = "What is revenue in 2020? Revenue is defined as: revenue - returns."
    assert formula(question) == "−(revenue in 2020, returns in 2020)"


def test_formula_without_end_is_not_followed():
    question = f"What is X in 2020? X is defined as: {'(' * 400}a + b{')' * 400}."
    assert read_computation(question) is None


def test_brackets_behind_words_belong_to_the_row():
    assert formula("What is net income + D&A (from cash flows) of Acme in 2020?") == (
        "+(net income of Acme in 2020, D&A (from cash flows) of Acme in 2020)"
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What were revenues in 2019 and 2018?", ["revenues in 2019", "revenues in 2018"]),
        (
            "What is the number of shares in 2018, 2019 and 2020, respectively?",
            ["number of shares in 2018", "number of shares in 2019", "number of shares in 2020"],
        ),
        (
            "How much was interest income as of June 30, 2019 and 2018 (respectively)?",
            ["interest income as of June 30, 2019", "interest income as of June 30, 2018"],
        ),
    ],
)
def test_figures_of_several_periods_are_asked_for_one_by_one(question: str, expected: list[str]):
    computation = read_computation(question)

    assert computation is not None
    assert computation.kind == "each"
    assert [written(operand) for operand in computation.operands] == expected
