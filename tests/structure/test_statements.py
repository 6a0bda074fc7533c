"""Financial statements among the tables of a document."""

from __future__ import annotations

import pytest

from pincite.ingest.markdown import MarkdownParser
from pincite.records.document import Document
from pincite.structure.statements import statement_of, statements, statements_named

INCOME = (
    "Net sales",
    "Cost of sales",
    "Gross profit",
    "Operating income",
    "Income tax expense",
    "Net income",
)
ASSETS = ("Cash and cash equivalents", "Inventories", "Total current assets", "Goodwill", "Total assets")
DEBTS = (
    "Accounts payable",
    "Total current liabilities",
    "Long-term debt",
    "Total liabilities",
    "Total equity",
)
CASH = (
    "Net income",
    "Depreciation and amortization",
    "Net cash provided by operating activities",
    "Purchases of property and equipment",
    "Net cash used in investing activities",
    "Dividends paid",
    "Net cash used in financing activities",
)
GAINS = ("Net income", "Foreign currency translation adjustments", "Unrealized gains", "Comprehensive income")
EQUITY = (
    "Balance at 1 January",
    "Net income",
    "Dividends declared",
    "Issuance of shares",
    "Balance at 31 March",
)
PRICES = ("Hosting", "Backup", "Support", "Training", "Total")


def table(rows: tuple[str, ...]) -> str:
    return "\n".join(["| | 2024 | 2023 |", "|---|---|---|", *(f"| {row} | 12 | 11 |" for row in rows)])


def report(*parts: tuple[str, tuple[str, ...]]) -> Document:
    text = "\n\n".join(f"## {title}\n\n{table(rows)}" if title else table(rows) for title, rows in parts)
    return MarkdownParser().read(text.encode(), "report.md")


@pytest.mark.parametrize(
    ("rows", "statement"),
    [
        (INCOME, "income_statement"),
        (ASSETS + DEBTS, "balance_sheet"),
        (CASH, "cash_flow"),
        (PRICES, None),
        (INCOME[:2], None),
    ],
)
def test_table_is_known_by_its_rows_whatever_its_title(rows, statement):
    document = report(("Note 7", rows))
    assert statement_of(document, document.tables[0]) == statement


@pytest.mark.parametrize(
    ("title", "rows", "statement"),
    [
        ("Consolidated Statements of Comprehensive Income", GAINS, "comprehensive_income"),
        ("Consolidated Statements of Changes in Equity", EQUITY, "equity"),
    ],
)
def test_comprehensive_income_and_equity_are_not_taken_for_the_others(title, rows, statement):
    document = report((title, rows))
    assert dict(statements(document)) == {statement: document.tables}


def test_title_alone_makes_no_statement():
    document = report(("Consolidated Balance Sheets", PRICES))
    assert statements(document) == {}


@pytest.mark.parametrize(
    "other",
    [
        "Results by segment",
        "Condensed statements of income of the parent company",
        "Quarterly results (unaudited)",
        "Pro forma statement of income",
        "Reconciliation of non-GAAP measures",
        "Results",
    ],
)
def test_look_alikes_come_after_the_statement(other):
    document = report((other, INCOME), ("Consolidated Statements of Income", INCOME), (other, INCOME))
    first, second, third = document.tables
    assert statements(document)["income_statement"] == (second, first, third)


def test_statement_in_two_tables_is_both_in_order():
    document = report(("Consolidated Balance Sheets", ASSETS), ("Balance Sheets (continued)", DEBTS))
    assert statements(document) == {"balance_sheet": document.tables}


def test_short_last_part_belongs_to_its_statement():
    document = report(
        ("Consolidated Balance Sheets", ASSETS), ("", ("Accounts payable", "Goodwill", *DEBTS[2:4]))
    )
    assert statements(document) == {"balance_sheet": document.tables}


def test_two_periods_side_by_side_are_not_one_statement():
    document = report(
        ("Selected figures", ASSETS + DEBTS[:1]),
        ("Balance Sheets", ASSETS + DEBTS),
        ("Balance Sheets", ASSETS),
    )
    _, best, again = document.tables
    assert statements(document)["balance_sheet"][:2] == (best, again)


def test_document_without_tables_has_no_statements():
    assert statements(MarkdownParser().read(b"No figures here.", "note.md")) == {}


def test_words_may_name_several_statements():
    asked = "Using the statement of income and the balance sheet, what is the turnover of inventory?"
    assert statements_named(asked) == ("income_statement", "balance_sheet")
    assert statements_named("What is the notice period?") == ()
