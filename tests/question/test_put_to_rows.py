"""A question as it is put to the rows of a filing: without the company's name, years as in heads."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests import factories

from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.question.put_to_rows import owner_named, put_to_rows
from pincite.records.reading import Subject
from pincite.records.span import Span

TEXT = (
    "General Mills, Inc. sells food. Selling, general and administrative expenses rose. "
    "Netflix did not: see www.netflix.com and ir@netflix.com."
)


def put(question: str, *names: str) -> str:
    document = factories.document(TEXT)
    subjects = tuple(Subject("organisation", name, (), Span(0, 5)) for name in names)
    document = replace(document, profile=replace(document.profile, subjects=subjects))
    read = RuleParser(starters()).read(question)
    return put_to_rows(read, owner_named(read, document)).generation.plain


@pytest.mark.parametrize(
    ("question", "names", "expected"),
    [
        ("What were General Mills' total assets?", ["General Mills, Inc."], "What were total assets?"),
        ("What was the General expense?", ["General Mills, Inc."], "What was the General expense?"),
        ("What is Netflix’s FY2017 debt?", ["Netflix, Inc."], "What is 2017 debt?"),
        ("What is 3M's capex in FY18?", ["3M Company"], "What is capex in 2018?"),
        ("What is Netflix's debt?", ["Netflix, Inc.", "Mills LLC"], "What is Netflix's debt?"),
        ("What is Netflix's debt?", [], "What is Netflix's debt?"),
    ],
)
def test_name_of_the_company_is_left_out_where_it_is_a_name(question: str, names: list[str], expected: str):
    assert put(question, *names) == expected
