"""Questions for a financial statement."""

from __future__ import annotations

import pytest

from pincite.question.whole_statement import statement_asked, statements_named


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Show me the balance sheet", "balance_sheet"),
        ("Show the consolidated statements of operations.", "income_statement"),
        ("Please give me the P&L for 2023", "income_statement"),
        ("Can you show the profit and loss account?", "income_statement"),
        ("Show Acme's statement of earnings for fiscal 2022, please", "income_statement"),
        ("Print the statement of operations and comprehensive loss", "income_statement"),
        ("What does the cash flow statement look like?", "cash_flow"),
        ("Where is the statement of financial position?", "balance_sheet"),
        ("Consolidated balance sheets as of 31 December 2023", "balance_sheet"),
        ("Show the statement of stockholders’ equity", "equity"),
        ("Show the statements of comprehensive income", "comprehensive_income"),
    ],
)
def test_question_for_a_whole_statement_says_which(question, statement):
    assert statement_asked(question) == statement


@pytest.mark.parametrize(
    "question",
    [
        "What is the total of the balance sheet?",
        "What are total assets on the balance sheet?",
        "Show the goodwill in the balance sheet.",
        "Show revenue and the income statement's tax line.",
        "Which assets does the balance sheet show?",
        "What is the capital expenditure? Rely on the cash flow statement.",
        "What does the balance sheet show for goodwill?",
        "What is the balance sheet date?",
        "Using only the balance sheet, how much were the total assets?",
        "Show the balance sheet and the income statement",
        "Who signs the statement of work?",
        "Show me the fee table",
        "",
    ],
)
def test_question_about_a_line_or_something_else_asks_for_no_statement(question):
    assert statement_asked(question) is None


def test_question_may_name_statements_that_it_does_not_ask_for():
    asked = "Using the statement of income and the balance sheet, what is the turnover of inventory?"
    assert statements_named(asked) == ("income_statement", "balance_sheet")
    assert statements_named("What is the notice period?") == ()
