"""What limits a value is found in its own part of the sentence, and nothing that limits another one."""

from __future__ import annotations

import pytest
from tests.factories import document

from pincite.ingest.markdown import MarkdownParser
from pincite.structure.cells import values_in
from pincite.structure.qualifiers import limits_of, worded


def limits(kind: str, text: str, original: str, parsed=None) -> list[str]:
    parsed = parsed or document(f"{text}\n")
    for block in parsed.blocks:
        readings = values_in(kind, parsed, block)
        for reading in readings:
            if reading.original(block.span.of(parsed.text)) == original:
                return [worded(parsed, span) for span in limits_of(parsed, block, readings, reading)]
    raise AssertionError(f"{original!r} was not read")


@pytest.mark.parametrize(
    ("kind", "text", "original", "expected"),
    [
        ("amount", "The cap is up to EUR 500.", "EUR 500", ["up to"]),
        ("amount", "A fee of at least EUR 500 is due.", "EUR 500", ["at least"]),
        ("amount", "The fee is not more than EUR 500.", "EUR 500", ["not more than"]),
        ("number", "The dose is fewer than 5 mg.", "5 mg", ["fewer than"]),
        ("amount", "Costs are approximately EUR 500.", "EUR 500", ["approximately"]),
        ("duration", "The term is a minimum of 3 years.", "3 years", ["a minimum of"]),
        ("date", "The report is due no later than 31 March 2025.", "31 March 2025", ["no later than"]),
        ("amount", "The liability shall not exceed a total of EUR 500.", "EUR 500", ["shall not exceed"]),
        ("amount", "The liability may in no event exceed EUR 500.", "EUR 500", ["may in no event exceed"]),
        ("amount", "The total liability in any year is EUR 500.", "EUR 500", ["in any year"]),
        ("percentage", "Interest accrues at 1.5% per month.", "1.5%", ["per month"]),
        ("percentage", "A discount of 5% of the price is granted.", "5%", ["of the price"]),
        ("amount", "The fee is EUR 500 excluding VAT.", "EUR 500", ["excluding VAT"]),
        ("amount", "The fee is EUR 500 net of tax.", "EUR 500", ["net of tax"]),
        (
            "amount",
            "The fee is EUR 500, subject to Section 7, and is final.",
            "EUR 500",
            ["subject to Section 7"],
        ),
        ("amount", "Subject to clause 9, the fee is EUR 500.", "EUR 500", ["Subject to clause 9"]),
        ("amount", "If paid late, a fee of EUR 500 applies.", "EUR 500", ["If paid late"]),
        ("amount", "The fee is EUR 500 unless waived.", "EUR 500", ["unless waived"]),
        (
            "amount",
            "A refund of EUR 500 is made, provided that the goods are unused.",
            "EUR 500",
            ["provided that the goods are unused"],
        ),
        (
            "duration",
            "Payment is due within ten (10) business days after receipt of the invoice.",
            "ten (10) business days",
            ["within", "business days", "after receipt of the invoice"],
        ),
        ("duration", "It runs for 3 years from the Effective Date.", "3 years", ["from the Effective Date"]),
        (
            "number",
            "The recommended oral dose for patients over 65 is 20 mg.",
            "20 mg",
            ["oral", "for patients over 65"],
        ),
    ],
)
def test_limit_beside_a_value_is_found_in_the_documents_words(kind, text, original, expected):
    assert limits(kind, text, original) == expected


def test_value_without_limits_has_none():
    assert limits("amount", "The monthly fee is EUR 500.", "EUR 500") == []


def test_unit_that_the_value_says_itself_is_not_repeated():
    assert limits("amount", "The fee is EUR 500 per claim.", "EUR 500 per claim") == []


@pytest.mark.parametrize(
    ("original", "expected"), [("20 mg", ["in adults"]), ("10 mg", ["in children aged 6 to 11 years"])]
)
def test_each_value_of_a_sentence_has_its_own_case(original, expected):
    text = "The dose is 20 mg in adults and 10 mg in children aged 6 to 11 years."
    assert limits("number", text, original) == expected


@pytest.mark.parametrize(
    ("original", "expected"), [("EUR 500", ["if the order exceeds EUR 10,000"]), ("EUR 900", ["otherwise"])]
)
def test_value_inside_a_condition_does_not_end_it(original, expected):
    text = "The fee is EUR 500 if the order exceeds EUR 10,000 and EUR 900 otherwise."
    assert limits("amount", text, original) == expected


def test_bound_before_two_values_that_are_joined_holds_for_both():
    text = "We pay up to EUR 500 per claim and EUR 900 in the aggregate."
    assert limits("amount", text, "EUR 900 in the aggregate") == ["up to"]


def test_bound_of_one_value_does_not_reach_another():
    text = "A discount of up to EUR 50 is given on the fee of EUR 900."
    assert limits("amount", text, "EUR 900") == []


def test_both_ends_of_a_range_show_the_other():
    text = "The fee is between EUR 500 and EUR 800."
    assert limits("amount", text, "EUR 500") == ["and EUR 800"]
    assert limits("amount", text, "EUR 800") == ["between EUR 500 and"]


def test_list_item_takes_over_the_limits_of_its_introduction():
    text = "Subject to Section 7, we pay for any one event:\n\n(a) fire: EUR 500;\n\n(b) flood: EUR 90."
    assert limits("amount", text, "EUR 500") == ["Subject to Section 7", "for any one event"]


def test_cell_takes_over_the_limits_of_its_column_and_row():
    table = (
        "| Service | Price excl. VAT | Maximum |\n|---|---|---|\n| Court for members | EUR 14 | EUR 20 |\n"
    )
    parsed = MarkdownParser().read(table.encode(), "prices.md")
    assert limits("amount", "", "EUR 14", parsed) == ["excl. VAT", "for members"]
    assert limits("amount", "", "EUR 20", parsed) == ["Maximum", "for members"]
