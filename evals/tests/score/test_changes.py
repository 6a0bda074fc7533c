"""Other values are written in the form of the ones that stood there."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.modes.changes import date, number
from evals.modes.changes.name import renamed
from evals.modes.changes.place import relocated
from evals.modes.changes.polarity import turned
from evals.modes.edits import edited
from pincite.records.span import Span
from pincite.values.number_words import find_words
from pincite.values.registered import derivation, find

NUMBERS = [
    ("amount", "EUR 4,500", "EUR 7,800"),
    ("amount", "EUR 4.500,00", "EUR 7.800,00"),
    ("amount", "$2.5 million", "$5.8 million"),
    ("amount", "ten thousand dollars ($10,000)", "forty thousand dollars ($40,000)"),
    ("amount", "Twenty-Five Dollars ($25.00)", "Fifty-Eight Dollars ($58.00)"),
    ("percentage", "4.5 %", "7.8 %"),
    ("percentage", "0.05%", "0.08%"),
    ("duration", "thirty (30) days", "sixty (60) days"),
    ("duration", "one (1) year", "four (4) years"),
    ("duration", "one-year", "four-year"),
    ("duration", "Thirty (30)\ndays", "Sixty (60)\ndays"),
    ("number", "40 mg", "70 mg"),
    ("number", "1,002 units", "4,005 units"),
]


@pytest.mark.parametrize(("kind", "words", "expected"), NUMBERS, ids=[each[1] for each in NUMBERS])
def test_a_number_keeps_its_form(kind, words, expected):
    value = find(kind, words)[0].value
    rewrite = next(number.rewrites(value, 2))
    assert rewrite(words) == expected
    assert len(find(kind, expected)) == 1


@given(st.integers(1, 10**12 - 1))
def test_what_is_spelled_is_read_as_the_same_number(value):
    assert [found[0] for found in find_words(number.spelled(value))] == [Decimal(value)]


def test_a_share_does_not_pass_the_whole():
    value = find("percentage", "60 %")[0].value
    written = [rewrite("60 %") for rewrite in number.rewrites(value, 0)]
    assert "70 %" in written
    assert all(int(each.split()[0]) <= 100 for each in written)


def test_no_way_leaves_the_number_as_it_is():
    value = find("amount", "EUR 4,500")[0].value
    written = [rewrite("EUR 4,500") for rewrite in number.rewrites(value, 5)]
    assert len(set(written)) == 8
    assert "EUR 4,500" not in written


@pytest.mark.parametrize("words", ["EUR 4½ thousand", "$2 1/2 million"])
def test_a_fraction_is_not_written_otherwise(words):
    value = find("amount", words)[0].value
    assert all(rewrite(words) is None for rewrite in number.rewrites(value, 0))


DATES = [
    "4 March 2024",
    "March 4, 2024",
    "MARCH 4, 2024",
    "the 4th day of March, 2024",
    "4 Mar. 2024",
    "2024-03-04",
    "13/03/2024",
    "03/13/24",
    "04.03.2024",
    "March 2024",
    "September 2024",
]


@pytest.mark.parametrize("turn", range(9))
@pytest.mark.parametrize("words", DATES)
def test_a_date_is_written_as_another_that_is_read_in_the_same_form(words, turn):
    old = find("date", words)[0]
    written = [rewrite(old.original(words)) for rewrite in date.rewrites(old.value, turn)]
    others = [find("date", each) for each in written if each is not None]
    assert others
    assert all(len(readings) == 1 for readings in others)
    assert all(readings[0].value.precision == old.value.precision for readings in others)
    assert all(readings[0].value != old.value for readings in others)


def test_an_ordinal_gets_the_ending_of_its_day():
    value = find("date", "the 25th day of March, 2024")[0].value
    written = {rewrite("25th day of March, 2024") for rewrite in date.rewrites(value, 0)}
    assert {"2nd day of March, 2024", "3rd day of March, 2024"} <= written


def test_a_name_in_capitals_is_changed_in_capitals():
    text = "TELLWICK GRAIN B.V. agrees. Tellwick Grain delivers."
    name, edits = renamed("Tellwick Grain B.V.", text, 0)
    assert edited(text, edits).text == "TARROWICK VELMOORN B.V. agrees. Tarrowick Velmoorn delivers."
    assert name == "Tarrowick Velmoorn B.V."


def test_a_name_that_is_also_a_word_changes_only_with_its_form():
    text = "First Ltd is the first party. FIRST LTD signs."
    name, edits = renamed("First Ltd", text, 0)
    assert edited(text, edits).text == "Tarrowick Ltd is the first party. TARROWICK LTD signs."
    assert name == "Tarrowick Ltd"


def test_a_name_without_a_form_of_its_own_is_left():
    assert renamed("Tellwick", "Tellwick delivers.", 0) is None


LAW = "The laws of the State of New York govern. The NEW YORK courts decide. Meyer lives in New York."


def test_a_state_whose_law_governs_is_changed_throughout_the_evidence_alone():
    place = Span(0, LAW.index(" Meyer"))
    was, now, edits = relocated(place, LAW, 0)
    assert (was, now) == ("New York", "Alabama")
    assert edited(LAW, edits).text == (
        "The laws of the State of Alabama govern. The ALABAMA courts decide. Meyer lives in New York."
    )


def test_a_country_gives_way_to_a_country():
    text = "This Agreement is subject to the law of Sweden."
    assert relocated(Span(0, len(text)), text, 0)[1] == "Austria"


def test_a_state_that_has_nothing_to_do_with_a_law_stays():
    text = "Payment is made to an account in New York."
    assert relocated(Span(0, len(text)), text, 0) is None


TURNED = [
    ("The Seller may not assign this Agreement.", "The Seller may assign this Agreement."),
    ("The Seller may assign this Agreement.", "The Seller may not assign this Agreement."),
    ("The Buyer cannot return the grain.", "The Buyer can return the grain."),
    ("The Buyer can return the grain.", "The Buyer cannot return the grain."),
    ("Flood is\nnot covered.", "Flood is covered."),
    ("1.2 Neither party may assign this Agreement.", "1.2 Either party may assign this Agreement."),
    ("No\ndeductible applies.", "Any\ndeductible applies."),
    ("Rights may not be assigned without consent.", "Rights may be assigned without consent."),
]


@pytest.mark.parametrize(("sentence", "expected"), TURNED)
def test_a_sentence_is_turned_around(sentence, expected):
    assert edited(sentence, [turned(sentence)]).text == expected


@pytest.mark.parametrize(
    "sentence", ["Neither the Seller nor the Buyer may assign.", "Assignment is prohibited.", "GOVERNING LAW"]
)
def test_a_sentence_without_a_clear_opposite_is_left(sentence):
    assert turned(sentence) is None


def test_a_rewritten_value_is_found_by_the_parser():
    value = find("duration", "thirty (30) days")[0].value
    rewrite = next(number.rewrites(value, 0))
    sentence = f"Payable within {rewrite('thirty (30) days')} of receipt."
    (reading,) = find("duration", sentence)
    assert derivation("duration", sentence, reading.value)
    assert reading.value != value
