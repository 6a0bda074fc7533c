"""Places where a quote was once cut out of what it belongs to, and settings it was not recognised in."""

from __future__ import annotations

import pytest

from pincite.prove.quote import locate

AROUND = ("{}", "We pay {} then", "See:\n{}\nthen")


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("fee of $5", "fee of $5 Mn"),
        ("fee of $5", "fee of $5 Bn"),
        ("fee of $5", "fee of $5 MLN"),
        ("fee of $5", "fee of $5 Mio."),
        ("fee of $5", "fee of $5 mil"),
        ("fee of $5", "fee of $5 b"),
        ("fee of $5", "fee of $5 (million)"),
        ("fee of $5", "fee of $5 to $10 million"),
        ("fee of $5", "fee of $5-$10 million"),
        ("Rs 5", "Rs 5 Cr"),
        ("Rs 5", "Rs 5 lac"),
        ("Rs 5", "Rs 5 lacs"),
        ("five", "five (5) million"),
    ],
)
def test_match_does_not_part_a_number_from_its_scale(quote, text):
    assert not [match for around in AROUND if (match := locate(quote, around.format(text)))]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("five", "five (5) percent"),
        ("five", "five (5%)"),
        ("five", "five per\n cent"),
        ("5", "5 per centum"),
        ("5", "5 pp"),
        ("5", "5 ％"),
        ("5", "5٪"),
        ("5", "5 percentage-points"),
        ("5", "5\\%"),
    ],
)
def test_match_does_not_part_a_number_from_its_percent(quote, text):
    assert not [match for around in AROUND if (match := locate(quote, around.format(text)))]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("$500", "US $500"),
        ("$500", "Canadian $500"),
        ("$500", "$500 Canadian"),
        ("500", "500 Euro"),
        ("500", "Euro 500"),
        ("500", "US Dollars 500"),
        ("500", "KES 500"),
        ("500", "500 KWD"),
        ("500", "kr 500"),
        ("500", "500 zł"),
        ("500", "＄500"),
        ("500", "￥500"),
    ],
)
def test_match_does_not_part_a_number_from_its_currency(quote, text):
    assert not [match for around in AROUND if (match := locate(quote, around.format(text)))]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("five percent", "minus five percent"),
        ("five percent", "negative five percent"),
        ("five dollars", "minus five dollars"),
        ("$500", "- $500"),
        ("5 mg", "－5 mg"),
        ("5 mg", "﹣5 mg"),
        ("5 mg", "-\u200e5 mg"),
        ("5 mg", "-\u200f5 mg"),
        ("5 mg", "-\u20685 mg"),
        ("500", "500-"),
        ("500", "≦500"),
        ("500", "⩽500"),
        ("500", "＜500"),
        ("500", ">= 500"),
    ],
)
def test_match_does_not_part_a_number_from_its_sign(quote, text):
    assert not [match for around in AROUND if (match := locate(quote, around.format(text)))]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("500", "1，500"),
        ("500", "1٬500"),
        ("500", "1′500"),
        ("500", "1´500"),
        ("500", "1\u2008500"),
        ("500", "1\u200a500"),
        ("500", "1\u205f500"),
        ("500", "1  500"),
        ("500 dollars", "1,\n500 dollars"),
        ("500 dollars", "1, 500 dollars"),
        ("2 cups", "1⁄2 cups"),
        ("1.5", "1.5 E6"),
        ("1.5", "1.5⋅10^3"),
        ("1.5", "1.5 ·10^3"),
    ],
)
def test_match_does_not_part_a_number_from_its_other_digits(quote, text):
    assert not [match for around in AROUND if (match := locate(quote, around.format(text)))]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("5", "5˚C"),
        ("5", "5 ºC"),
        ("dose of 100", "dose of 100 units/mL"),
        ("5", "5 cc"),
        ("5", "5 gm"),
        ("5", "5 international units"),
        ("5", "5 millimoles"),
        ("5 mg", "5 mg per kg"),
        ("one year", "one year and a half"),
        ("one year", "one year and six months"),
        ("six months", "one year and six months"),
    ],
)
def test_match_does_not_part_a_number_from_its_unit(quote, text):
    assert not [match for around in AROUND if (match := locate(quote, around.format(text)))]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("exclusive", "non -exclusive"),
        ("exclusive", "non－exclusive"),
        ("exclusive", "non – exclusive"),
        ("exclusive", "(non-)exclusive"),
        ("exclusive", "**non**-exclusive"),
        ("exclusive", "**non-** exclusive"),
        ("can", "can´t"),
        ("can", "can`t"),
        ("can", "can′t"),
    ],
)
def test_match_does_not_part_a_word_from_its_prefix_or_ending(quote, text):
    assert not [match for around in AROUND if (match := locate(quote, around.format(text)))]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("10 Mg", "10 mg"),
        ("10 mg", "10 Mg"),
        ("1 MA", "1 mA"),
        ("1 mA", "1 MA"),
        ("5mmol", "5Mmol"),
        ("5Mmol", "5mmol"),
    ],
)
def test_case_that_makes_another_unit_is_refused(quote, text):
    assert locate(quote, text) == []


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("क", "कि"),
        ("ก", "กี"),
    ],
)
def test_match_does_not_part_a_letter_from_its_vowel_sign(quote, text):
    assert not [match for around in AROUND if (match := locate(quote, around.format(text)))]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the word — the other", "the word—the other"),
        ("the word—the other", "the word — the other"),
        ("the word – the other", "the word–the other"),
        ("the word–the other", "the word – the other"),
        ("the word -- the other", "the word—the other"),
        ("the word--the other", "the word—the other"),
        ("the word--the other", "the word — the other"),
        ("the word—the other", "the word--the other"),
        ("the word — the other", "the word--the other"),
        ('"Fee" is', "''Fee'' is"),
        ('"Fee" is', "``Fee'' is"),
        ('"Fee" is', "«Fee» is"),
        ('"Fee" is', "« Fee » is"),
        ('"Fee" is', "″Fee″ is"),
        ("''Fee'' is", '"Fee" is'),
        ('the "Fee"', "the ''Fee''"),
        ("don't", "don´t"),
        ("don´t", "don't"),
        ("10 mg", "10mg"),
        ("10mg", "10 mg"),
        ("5 °C", "5°C"),
        ("5°C", "5 °C"),
        ("EUR 500", "EUR500"),
        ("EUR500", "EUR 500"),
        ("≥ 5", "≥5"),
        ("≥5", "≥ 5"),
        ("and/or", "and / or"),
        ("and / or", "and/or"),
        ("the fee", "the\u200e fee"),
        ("-5 mg", "-\u200e5 mg"),
        ("the fee", "th\u200fe fee"),
    ],
)
def test_setting_of_the_same_words_is_found(quote, text):
    assert [match.grade for match in locate(quote, text)] == ["typesetting"]
    assert [match.grade for match in locate(quote, f"We pay {text} then")] == ["typesetting"]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("The monthly fee is $500.", "delivers the goods.\n\n-5-\n\nThe monthly fee is $500.\n"),
        ("The monthly fee is $500.", "delivers the goods.\n-5-\nThe monthly fee is $500.\n"),
        ("The monthly fee is $500.", "delivers the goods.\r\n\r\n- 5 -\r\n \r\nThe monthly fee is $500."),
        ("a fee of 5", "a fee of 5\n\nmonths before"),
        ("page 5", "page 5\n\nB. The term"),
        ("page 5", "page 5\n\nK. The term"),
        ("page 5", "page 5\nB. The term"),
        ("5.3 Taxes", "2. TERM\n--------\n\n5.3 Taxes"),
        ("5.3 Taxes", "2. TERM\n--------\n5.3 Taxes"),
        ("SECTION 5", "SECTION 5 ALL NOTICES"),
        ("30 days", "30 days, 60 days or 90 days"),
        ("100", "100 units of stock"),
        ("pay $500", "pay $500 per month"),
        ("30 days", "30 days and then"),
    ],
)
def test_blank_line_page_number_or_other_words_part_a_number_from_nothing(quote, text):
    assert [match.grade for match in locate(quote, text)] == ["exact"]


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("non-exclusive", "non — exclusive"),
        ("non — exclusive", "non-exclusive"),
        ("word the", "word—the"),
        ("wordthe", "word — the"),
        ("at -5 now", "at - 5 now"),
        ("5 M", "5 m"),
    ],
)
def test_dash_space_or_capital_that_says_something_else_is_refused(quote, text):
    assert locate(quote, text) == []


def test_whole_unit_in_capitals_is_a_matter_of_case():
    assert [match.grade for match in locate("10 MG", "10 mg")] == ["case"]
    assert [match.grade for match in locate("5 MMOL", "5 mmol")] == ["case"]
