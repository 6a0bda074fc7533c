"""The terms that a document defines are found with what it says they are."""

from __future__ import annotations

import pytest
from tests.factories import document

from pincite.ingest.markdown import MarkdownParser
from pincite.structure.definitions import definitions, definitions_of


def found(text: str) -> dict[str, str]:
    parsed = document(text)
    return {d.term: " ".join(d.body.of(parsed.text).split()) for d in definitions(parsed)}


@pytest.mark.parametrize(
    ("text", "term", "body"),
    [
        ("“Fees” means the sums in Schedule 1.\n", "Fees", "the sums in Schedule 1."),
        ('"Fees" shall mean EUR 90.\n', "Fees", "EUR 90."),
        ("The term “Fees” refers to EUR 90.\n", "Fees", "EUR 90."),
        ("“Fees” has the meaning given in Clause 5.\n", "Fees", "given in Clause 5."),
        ("“Fees”, in relation to a site, means EUR 90.\n", "Fees", "EUR 90."),
        ("**“Fees”** means EUR 90.\n", "Fees", "EUR 90."),
        ("1.1 Annual Fee means EUR 90.\n", "Annual Fee", "EUR 90."),
        ("Acme Ltd of Dublin (the “Supplier”) makes this offer.\n", "Supplier", "Acme Ltd of Dublin"),
        ("A fee of EUR 90 (“Annual Fee”) is due.\n", "Annual Fee", "A fee of EUR 90"),
        ("1. Definitions\n\nAnnual Fee: EUR 90 in total.\n", "Annual Fee", "EUR 90 in total."),
    ],
)
def test_definition_is_found_with_its_body(text, term, body):
    assert found(text) == {term: body}


def test_row_of_a_table_of_terms_defines():
    table = "| Term | Meaning |\n|---|---|\n| Base Rent | EUR 90 |\n"
    parsed = MarkdownParser().read(table.encode(), "lease.md")
    (definition,) = definitions(parsed)
    assert (definition.term, definition.body.of(parsed.text)) == ("Base Rent", "EUR 90")


def test_label_outside_a_section_of_definitions_defines_nothing():
    assert found("1. Fees\n\nAnnual Fee: EUR 90 in total.\n") == {}


def test_words_in_quotation_marks_that_are_not_defined_are_no_term():
    assert found("The sign reads “No Entry” and stands at the gate.\n") == {}


def test_plural_is_defined_where_the_singular_is():
    parsed = document("“Annual Fee” means EUR 90.\n")
    assert definitions_of(parsed, "Annual Fees")
    assert not definitions_of(parsed, "annual fee")


def test_no_more_than_a_few_documents_are_kept():
    from pincite.structure.definitions import _found

    for number in range(20):
        definitions(document(f"“Fees” means EUR {number}.\n"))
    assert _found.cache_info().currsize <= 4


def test_a_blank_between_quoted_words_is_no_term():
    text = 'References to "include," "includes" and "including" mean the same as "without limitation."\n'
    assert all(found.term for found in definitions(document(text)))
