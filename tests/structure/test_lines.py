"""The names of the lines of financial statements."""

from __future__ import annotations

from collections import defaultdict
from importlib.resources import files

import pytest
import yaml

from pincite.ingest.markdown import MarkdownParser
from pincite.structure.lines import (
    STATEMENTS,
    groups,
    line_names,
    lines_of,
    plain_words,
    statement_with,
)


@pytest.mark.parametrize(
    ("label", "concept"),
    [
        ("Revenue", "revenue"),
        ("TOTAL NET SALES", "revenue"),
        ("Turnover", "revenue"),
        ("Revenues (Note 3)", "revenue"),
        ("Less: Cost of sales", "cost of sales"),
        ("Net income (loss)", "net income"),
        ("Profit for the year", "net income"),
        ("Net (loss) earnings", "net income"),
        ("Net income attributable to Acme Inc. common shareholders", "net income attributable to owners"),
        ("Provision for (benefit from) income taxes", "income tax"),
        ("Purchases of property, plant and equipment", "capital expenditures"),
        ("Additions to PP&E", "capital expenditures"),
        ("Property and equipment, net", "property plant and equipment"),
        ("Property and equipment, net of accumulated depreciation of $41", "property plant and equipment"),
        ("Accounts receivable, less allowance of $4 and $3", "receivables"),
        ("Net cash provided by/(used in) operating activities", "operating cash flow"),
        ("Net cash inﬂow from operating activities", "operating cash flow"),
        ("Total stockholders’ equity:", "shareholders equity"),
        ("Depreciation and amortisation", "depreciation and amortization"),
        ("Long-term debt, less current portion", "long term debt"),
        ("Diluted earnings per share (in cents) (2)", "diluted earnings per share"),
        ("Adjusted EBITDA 3", "adjusted ebitda"),
    ],
)
def test_line_is_known_under_its_usual_names(label, concept):
    assert line_names(label) == {concept}


@pytest.mark.parametrize(
    ("label", "other"),
    [
        ("Cost of revenue", "revenue"),
        ("Gross sales", "revenue"),
        ("Segment revenue", "revenue"),
        ("Revenue growth", "revenue"),
        ("Deferred revenue", "revenue"),
        ("Other income", "net income"),
        ("Income tax expense", "net income"),
        ("Adjusted net income", "net income"),
        ("Net income attributable to noncontrolling interests", "net income attributable to owners"),
        ("Net income attributable to Acme Inc. per share", "net income attributable to owners"),
        ("Earnings per share", "net income"),
        ("Total other assets", "total assets"),
        ("Total current assets", "total assets"),
        ("Total liabilities and equity", "total liabilities"),
        ("Property and equipment, gross", "property plant and equipment"),
        ("Total property and equipment", "property plant and equipment"),
        ("Interest expense, net", "interest expense"),
        ("Treasury stock, at cost", "share repurchase"),
        ("EBITDA", "adjusted ebitda"),
        ("Diluted earnings per share", "basic earnings per share"),
    ],
)
def test_line_is_not_taken_for_another_that_shares_its_words(label, other):
    assert any(other in group for group in groups("lines.yaml").values())
    assert other not in line_names(label)


@pytest.mark.parametrize(
    "label", ["", "—", "2023", "(a)", "Total", "Basic", "Europe", "See accompanying notes"]
)
def test_other_labels_name_no_line(label):
    assert line_names(label) == frozenset()


def test_basic_and_diluted_are_read_with_the_row_above_them():
    text = (
        "| | 2024 |\n|---|---|\n| Net income | 40 |\n| Earnings per share: | |\n| Basic | 1.20 |\n"
        "| Diluted | 1.10 |\n| Weighted-average shares outstanding: | |\n| Basic | 33 |\n"
    )
    document = MarkdownParser().read(text.encode(), "report.md")
    assert [set(names) for names in lines_of(document, document.tables[0]).values()] == [
        {"net income"},
        {"basic earnings per share"},
        {"diluted earnings per share"},
        {"basic weighted average shares"},
    ]


def test_rows_under_a_title_per_share_are_no_totals():
    text = "| | 2024 |\n|---|---|\n| Earnings per common share—basic: | |\n| Net income | 1.20 |\n"
    document = MarkdownParser().read(text.encode(), "report.md")
    assert lines_of(document, document.tables[0]) == {}


@pytest.mark.parametrize("telling", ["Valuation allowance", "Net assets acquired", "Total consideration"])
def test_taxes_on_lines_and_lines_of_a_company_that_was_bought_are_none(telling):
    text = f"| | 2024 |\n|---|---|\n| Inventories | 40 |\n| {telling} | 9 |\n"
    document = MarkdownParser().read(text.encode(), "report.md")
    assert lines_of(document, document.tables[0]) == {}


def test_no_name_stands_for_two_lines():
    concepts = defaultdict(set)
    for group in groups("lines.yaml").values():
        for concept, names in group.items():
            for name in names:
                concepts[plain_words(name)].add(concept)
    assert not {name: found for name, found in concepts.items() if len(found) > 1}


@pytest.mark.parametrize("file", ["lines.yaml", "statements.yaml"])
def test_files_are_read_as_yaml_reads_them(file):
    read = yaml.safe_load(files("pincite.structure").joinpath(file).read_text("utf-8"))
    as_yaml = {group: {key: tuple(names) for key, names in own.items()} for group, own in read.items()}
    assert groups(file) == as_yaml


def test_concept_says_on_which_statement_its_line_is():
    assert statement_with("total assets") == "balance_sheet"
    assert statement_with("capital expenditures") == "cash_flow"
    assert statement_with("free cash flow") is None
    concepts = [concept for group in groups("lines.yaml").values() for concept in group]
    assert {statement_with(concept) for concept in concepts} <= {*STATEMENTS, None}
