"""What a document says is understood in the form in which it says it: rows, clauses, times."""

from __future__ import annotations

from tests.factories import document, held, question

from pincite.ingest.markdown import MarkdownParser
from pincite.records.question import Scope
from pincite.relevance.bearing import bearing
from pincite.structure.within import within
from pincite.values.types import Duration, same

PRIORITIES = """# Incidents

Incidents are resolved within the following times:

| Priority | Description | Response time | Resolution time |
|---|---|---|---|
| 1 | The site is down | 15 minutes | 4 hours |
| 2 | A function is impaired | 45 minutes | 10 hours |
"""


def test_hours_and_minutes_are_the_same_however_they_are_put_together():
    assert same(Duration(iso8601="PT2.5H"), Duration(iso8601="PT2H30M"))
    assert not same(Duration(iso8601="PT2.5H"), Duration(iso8601="PT2H5M"))
    assert not same(Duration(iso8601="P60D"), Duration(iso8601="P2M"))


def test_sentence_before_a_table_and_the_name_of_a_row_speak_for_the_row():
    read = MarkdownParser().read(PRIORITIES.encode(), "incidents.md")
    asked = question("Within what time must a priority 1 incident be resolved?")
    rows = [block for block in read.blocks if block.kind == "table_row"]

    first, second = (bearing(asked, read, row) for row in rows[1:])
    assert first.score >= 0.85
    assert "priority 1" not in first.missing
    assert "priority 1" in second.missing


def test_clause_that_is_numbered_and_has_no_title_can_be_named():
    text = (
        "6. FEES\n\n6.1 The fee is EUR 5.\n\n6.2 The rent is EUR 9. It is due monthly.\n\n6.3 Tax is extra.\n"
    )
    read = document(text)
    inside = within(Scope(sections=("clause 6.2",)), read)

    said = [block.span.of(text) for block in read.blocks if inside(block)]
    assert said == ["6.2 The rent is EUR 9.", "It is due monthly."]


def test_due_to_end_asks_for_no_word_due():
    asked = question("When was the lease due to end?", held("The lease ended on 3 May 2024.\n"))

    assert "due" not in [term.asked for term in asked.retrieval.terms]


def test_sentence_before_a_table_does_not_speak_for_a_row_with_another_name():
    text = """# Rates

The daily rates are stated below:

| Role | In Europe | In Asia |
|---|---|---|
| Test analyst | EUR 870 | USD 1,015 |
| Architect | EUR 990 | USD 1,200 |
"""
    read = MarkdownParser().read(text.encode(), "rates.md")
    analyst = next(block for block in read.blocks if "Test analyst" in block.span.of(read.text))

    business = question("What is the daily rate of a business analyst in Asia?")
    assert "daily rate" in bearing(business, read, analyst).missing
    assert bearing(question("What is the daily rate of a test analyst in Asia?"), read, analyst).score > 0.8


def test_clause_holds_the_clauses_below_it_and_no_figure():
    read = document(
        "6.1 The fee is due monthly.\n\n6.2 Setup.\n\n6.2.1 The setup fee is EUR 500.\n\n"
        "6.2 million units were sold.\n\n6.3 Interest is due.\n"
    )
    inside = within(Scope(sections=("clause 6.2",)), read)

    held = [block.span.of(read.text) for block in read.blocks if inside(block)]
    assert "6.2.1 The setup fee is EUR 500." in held
    assert not any(text.startswith(("6.1", "6.3")) for text in held)
