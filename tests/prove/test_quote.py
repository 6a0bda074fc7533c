"""What the quote check finds, what it refuses, and where a passage may begin and end."""

from __future__ import annotations

import pytest

from pincite.prove.quote import Match, locate


def grade(quote: str, text: str) -> str | None:
    matches = locate(quote, text)
    return matches[0].grade if matches else None


def test_quote_broken_over_two_lines_is_found_at_its_place():
    text = "The fee is\n  4,500 euros per year."
    (match,) = locate("fee is 4,500 euros", text)
    assert text[match.start : match.end] == "fee is\n  4,500 euros"
    assert match.grade == "typesetting"


def test_every_occurrence_is_found_in_order():
    assert locate("the fee", "the fee, THE FEE") == [Match(0, 7, "exact"), Match(9, 16, "case")]


def test_quote_without_a_letter_or_digit_locates_nothing():
    assert locate(" -- ", "a -- b") == []
    assert locate("", "a") == []


def test_white_space_around_a_quote_does_not_count():
    assert locate("\n the fee ", "pay the fee now") == [Match(4, 11, "exact")]


def test_punctuation_of_a_quote_is_matched_too():
    assert locate('"Fee")', 'the ("Fee") is') == [Match(5, 11, "exact")]
    assert locate("the fee;", "pay the fee.") == []


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the fee", "the\u00a0fee"),
        ("the fee", "the \u2009\r\n fee"),
        ("knowledge", "know\u00adledge"),
        ("knowledge", "know\u00ad\n ledge"),
        ("knowledge", "know\u200bledge"),
        ("office", "oﬃce"),
        ("oﬃce", "office"),
        ("résumé", "re\u0301sume\u0301"),
        ("5 µg", "5 μg"),
        ("the fee; or", "the fee\u037e or"),
        ('the "Fee"', "the “Fee”"),
        ("Party's", "Party’s"),
        ("know-how", "know–how"),
        ("10-15", "10–15"),
        ("10-15", "10-\n15"),
        ("at -5 now", "at −5 now"),
        ("non-exclusive", "non-\nexclusive"),
        ("non- exclusive", "non-\nexclusive"),
        ("and/or", "and/\nor"),
        ("and so on...", "and so on…"),
        ("Party, the", "Party , the"),
        ("(the Party)", "( the Party )"),
        ("5%", "5 %"),
        ("$ 5", "$5"),
        ("合同", "合\n同"),
        ("合 同", "合\n同"),
    ],
)
def test_typesetting_may_differ(quote, text):
    assert grade(quote, text) == "typesetting"


@pytest.mark.parametrize(
    ("quote", "text"), [("nonexclusive", "non-\nexclusive"), ("exclu-\n sive", "exclusive")]
)
def test_hyphen_at_a_line_break_may_vanish_between_letters(quote, text):
    assert grade(quote, text) == "hyphen"


@pytest.mark.parametrize("text", ["10-\n15", "10\u00ad15", "10\u00ad\n15"])
def test_hyphen_between_digits_never_vanishes(text):
    assert locate("1015", text) == []


def test_hyphen_inside_a_line_never_vanishes():
    assert locate("resign", "re-sign") == []
    assert locate("re-sign", "resign") == []


def test_letter_case_is_the_lowest_grade():
    assert grade("THE FEE", "the\nfee") == "case"
    assert locate("Strasse", "Straße") == []


def test_case_that_makes_another_unit_is_refused():
    assert locate("5 mW", "5 MW") == []
    assert grade("5 MG", "5 mg") == "case"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("102", "10²"),
        ("1/2", "½"),
        ("10,000", "10.000"),
        ("1000", "1 000"),
        ("10-5", "10 - 5"),
        ("10 - 5", "10 -5"),
        ("nowhere", "now here"),
        ("a = b", "a =\u0338 b"),
        ("shall pay", "shall not pay"),
        ("shall pay", "may pay"),
        ("pay, or", "pay or"),
    ],
)
def test_what_is_not_typesetting_may_not_differ(quote, text):
    assert locate(quote, text) == []


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("fee", "feeble"),
        ("resume", "resume\u0301"),
        ("fi", "ﬂow ﬁsh"),
        ("Party", "Party's"),
        ("exclusive", "non-exclusive"),
        ("exclusive", "non-\nexclusive"),
        ("exclusive", "non- exclusive"),
        ("exclusive", "non\u00ad\nexclusive"),
        ("or", "and/or"),
        ("AT", "AT&T"),
        ("example", "www.example.com"),
        ("S. law", "U.S. law"),
    ],
)
def test_match_does_not_cut_a_word(quote, text):
    assert locate(quote, text) == []


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("201", "2019"),
        ("5", "5,5"),
        ("5", ".5"),
        ("12", "12:30"),
        ("1", "1 ½"),
        ("1", "1 1/2"),
        ("1", "1 000 000"),
        ("000", "1\u00a0000"),
        ("10", "10–15"),
        ("15", "10 - 15"),
        ("10-", "10-\n15"),
        ("10", "10^6"),
        ("10", "3 × 10"),
        ("5", "-5"),
        ("5", "at − 5"),
        ("5", "at ≥ 5"),
        ("$5", "-$5"),
        ("5", "minus 5"),
        ("500", "(500)"),
        ("$500", "($500)"),
        ("thousand (5,000", "five thousand (5,000) shares"),
        ("twenty", "twenty-five"),
        ("twenty", "twenty five"),
        ("one hundred", "one hundred and fifty"),
        ("fifty", "one hundred and fifty"),
        ("one million", "one million, five hundred thousand"),
        ("two", "two and one-half"),
        ("ninety-nine", "ninety-nine and seven tenths"),
    ],
)
def test_match_does_not_cut_a_number(quote, text):
    assert locate(quote, text) == []


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("5", "$5"),
        ("$5", "US$5"),
        ("500", "USD 500"),
        ("500", "500 EUR"),
        ("500", "Rs. 500"),
        ("fee of 4,500", "fee of 4,500 euros"),
        ("4,500", "4,500 United States dollars"),
        ("dollars", "five million dollars"),
        ("[***] shares", "$[***] shares"),
        ("5", "5 %"),
        ("(5", "five percent (5%)"),
        ("five", "five per cent"),
        ("cent of", "five per cent of"),
        ("five (5)", "five (5) percent"),
        ("5", "5 basis points"),
        ("$5", "$5 million"),
        ("$5", "$5\nbn"),
        ("million dollars", "5 million dollars"),
        ("five", "five hundred"),
        ("5", "5 mg"),
        ("mg daily", "5 mg daily"),
        ("5", "5°C"),
        ("5", "5 square feet"),
        ("within 30", "within 30 days"),
        ("within thirty (30)", "within thirty (30) days"),
        ("30", "30\nbusiness days"),
    ],
)
def test_match_does_not_part_a_number_from_what_it_counts(quote, text):
    assert locate(quote, text) == []


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("forty-five", "forty-five (45) days"),
        ("days after notice", "30 days after notice"),
        ("hereof", "hereof—the"),
        ("Section 2", "hereof.Section 2"),
        ("5 items", "a list:\n- 5 items"),
        ("hereof.", "hereof. 5.3 Taxes"),
        ("2010", "2010\n500 units"),
        ("Dollars within", "5,000 U.S. Dollars within"),
        ("Percentage Rent", "5.2 Percentage Rent"),
        ("Dollar General", "(2) Dollar General"),
        ("One or more", "8 One or more"),
        ("USD 500", "8 USD 500"),
        ("M&T Bank", "7 M&T Bank"),
        ("Year 1", "Year 1 Year 2"),
        ("(500)", "a loss of (500) in"),
        ("pre- and", "pre- and post-closing"),
    ],
)
def test_match_may_begin_and_end_where_nothing_is_parted(quote, text):
    assert grade(quote, text) == "exact"
