"""Amounts of money are read with their currency, sign and unit, or not at all."""

from decimal import Decimal

import pytest

from pincite.values.amount import find_amounts
from pincite.values.types import Amount

READ = [
    ("EUR 48,500.00", "48500.00", "EUR", None),
    ("48,500.00 EUR", "48500.00", "EUR", None),
    ("EUR48,500", "48500", "EUR", None),
    ("500EUR", "500", "EUR", None),
    ("€1.5m", "1500000", "EUR", None),
    ("€ 2 bn", "2000000000", "EUR", None),
    ("$10k", "10000", "USD", None),
    ("10k USD", "10000", "USD", None),
    ("USD 1.2 million", "1200000", "USD", None),
    ("US$ 3 billion", "3000000000", "USD", None),
    ("US $500", "500", "USD", None),
    ("U.S.$500", "500", "USD", None),
    ("C$500", "500", "CAD", None),
    ("$500 CAD", "500", "CAD", None),
    ("A$1,000", "1000", "AUD", None),
    ("HK$1,000", "1000", "HKD", None),
    ("£2,500", "2500", "GBP", None),
    ("₹12,34,567", "1234567", "INR", None),
    ("Rs. 5 lakh", "500000", "INR", None),
    ("2 crore rupees", "20000000", "INR", None),
    ("CHF 1'000'000", "1000000", "CHF", None),
    ("1.234.567,89 €", "1234567.89", "EUR", None),
    ("EUR 1 000 000", "1000000", "EUR", None),
    ("$.50", "0.50", "USD", None),
    ("five hundred dollars", "500", "USD", None),
    ("five hundred U.S. dollars", "500", "USD", None),
    ("five hundred Canadian dollars", "500", "CAD", None),
    ("500 pounds sterling", "500", "GBP", None),
    ("one million Swiss francs", "1000000", "CHF", None),
    ("ten thousand yen", "10000", "JPY", None),
    ("ten thousand euros (EUR 10,000)", "10000", "EUR", None),
    ("EUR 10,000 (ten thousand euros)", "10000", "EUR", None),
    ("ten thousand ($10,000) dollars", "10000", "USD", None),
    ("Ten Thousand and 00/100 Dollars ($10,000.00)", "10000", "USD", None),
    ("five dollars and fifty cents", "5.50", "USD", None),
    ("One Million, Two Hundred Thousand Dollars", "1200000", "USD", None),
    ("twelve\n(12) euros", "12", "EUR", None),
    ("ten thou-\nsand dol-\nlars", "10000", "USD", None),
    ("-$500", "-500", "USD", None),
    ("−€5", "-5", "EUR", None),
    ("$(1,234)", "-1234", "USD", None),
    ("EUR (500)", "-500", "EUR", None),
    ("$5,000 per claim", "5000", "USD", "per claim"),
    ("$5,000 per Claim", "5000", "USD", "per claim"),
    ("EUR 500 per month", "500", "EUR", "per month"),
    ("EUR 500 a month", "500", "EUR", "per month"),
    ("EUR 500 monthly", "500", "EUR", "per month"),
    ("EUR 500/month", "500", "EUR", "per month"),
    ("EUR 500 per annum", "500", "EUR", "per year"),
    ("$40 per user per month", "40", "USD", "per user per month"),
    ("$1,000,000 in the aggregate", "1000000", "USD", "in the aggregate"),
    ("one million dollars ($1,000,000) per occurrence", "1000000", "USD", "per occurrence"),
    ("£10 each", "10", "GBP", "each"),
    ("EUR 61.20 per MWh", "61.20", "EUR", "per MWh"),
    ("USD ten (10) million", "10000000", "USD", None),
    ("US$ five (5) million", "5000000", "USD", None),
    ("$5 (five) million", "5000000", "USD", None),
    ("EUR 2 (two) million", "2000000", "EUR", None),
    ("Rupees Five Lakhs", "500000", "INR", None),
    ("Canadian $500,000", "500000", "CAD", None),
    ("$500 Canadian", "500", "CAD", None),
    ("$500.00 Cdn.", "500.00", "CAD", None),
    ("five hundred dollars (Canadian)", "500", "CAD", None),
    ("Hong Kong $500", "500", "HKD", None),
    ("Singapore $ 500", "500", "SGD", None),
    ("500 Australian dollars", "500", "AUD", None),
    ("US Dollars 500", "500", "USD", None),
    ("Euro 500", "500", "EUR", None),
    ("$5 b", "5000000000", "USD", None),
    ("$5 Mrd", "5000000000", "USD", None),
    ("$5 Bn", "5000000000", "USD", None),
    ("$5 MLN", "5000000", "USD", None),
    ("$5 Mio.", "5000000", "USD", None),
    ("$5 mil", "5000000", "USD", None),
    ("Rs 5 Cr", "50000000", "INR", None),
    ("Rs 5 lac", "500000", "INR", None),
    ("$5 per 1,000 units", "5", "USD", "per 1,000 units"),
    ("twenty- five dollars", "25", "USD", None),
]  # fmt: skip


@pytest.mark.parametrize(("wording", "value", "currency", "unit"), READ)
def test_amount_is_read_from_its_wording(wording, value, currency, unit):
    text = f"The fee is {wording}, payable in advance."

    (reading,) = find_amounts(text)

    assert reading.value == Amount(value=Decimal(value), currency=currency, unit=unit)
    assert reading.original(text) == wording
    assert reading.ambiguous == ""


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("$5,000 to $10,000", ["5000", "10000"]),
        ("EUR 5,000-10,000", ["5000", "10000"]),
        ("5,000 to 10,000 euros", ["5000", "10000"]),
        ("100 EUR 200 EUR", ["100", "200"]),
        ("EUR 100 EUR 200 EUR 300", ["100", "200", "300"]),
        ("$5 million to $10 million", ["5000000", "10000000"]),
    ],
)
def test_each_of_several_amounts_is_read(text, values):
    assert [str(reading.value.value) for reading in find_amounts(text)] == values


def test_second_amount_of_a_range_borrows_its_currency_from_the_first():
    text = "from EUR 5,000 to 10,000 per year"

    _, second = find_amounts(text)

    assert second.original(text) == "10,000 per year"
    assert second.proof(text) == "EUR 5,000 to 10,000 per year"


@pytest.mark.parametrize("text", ["$5-10 million", "$5 to $10 million", "€5–10m"])
def test_number_whose_scale_is_open_is_left_out(text):
    assert [reading.value.value for reading in find_amounts(text)] == [10_000_000]


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("a charge ($500) was made", "in brackets"),
        ("¥500", "yen or yuan"),
        ("kr 500", "Danish"),
        ("EUR 1.234", "grouped by a dot"),
        ("EUR 48 500", "grouped by spaces"),
        ("EUR 12,50", "decimal comma"),
        ("EUR 48,\n500", "next line"),
        ("EUR (1)", "note number"),
        ("100 EUR 200 items", "number before"),
        ("ten thousand euros (EUR 12,000)", "disagree"),
        ("sixty (90) dollars", "disagree"),
        ("minus $500", "below zero"),
        ("minus five dollars", "below zero"),
        ("− $500", "below zero"),
        ("- $500", "below zero"),
        ("a refund of –$500", "below zero"),
        ("$500-", "below zero"),
        ("$500 CR", "a credit"),
        ("$500 DR", "debit"),
        ("$2 million 500 thousand", "may go on"),
        ("2 million 500 thousand dollars", "begin earlier"),
        ("2 million five hundred thousand dollars", "not one number"),
        ("$5 hundred thousand", "may go on"),
        ("$1 million and a half", "a fraction"),
        ("$ 1, 500", "may go on"),
        ("$1,000 000", "in thousands"),
        ("$1,234 567", "may go on"),
        ("$12 .50", "may go on"),
        ("$30\n000", "in thousands"),
        ("$5 (in millions)", "in thousands or millions"),
        ("(dollars in thousands) Revenue was $5,000", "in thousands or millions"),
        ("$5 for each 1,000 shares", "several"),
        ("$5-a-day", "a time or a thing"),
        ("$5 ± $2", "plus or minus"),
        ("twice $500", "a multiple"),
        ("$500 less 2%", "taken off"),
        ("Rs. 5 L", "lakh"),
        ("Jamaican $500", "another country"),
        ("paid in Singapore $500", "a place"),
        ("$500 Canadian tax", "what follows"),
        ("CA $500", "a place"),
    ],
)
def test_doubtful_amount_says_what_is_doubtful(text, doubt):
    (reading,) = find_amounts(text)

    assert doubt in reading.ambiguous


def test_currency_that_the_sign_does_not_settle_stays_open():
    (reading,) = find_amounts("kr 500")

    assert reading.value.currency is None


@pytest.mark.parametrize(
    "text",
    [
        "500", "500 pounds", "B$500", "ALL 5 SHARES", "TOP 10", "the USD", "$", "$5x", "Section 5",
        "five percent", "the dollar", "2024", "A1$", "5 m", "EUR", "US dollars",
        "half a million dollars", "a quarter of a million dollars", "half a billion euros", "half of $500",
        "two dozen dollars", "paid in EUR 30 days after receipt", "paid in euros 30 days after receipt",
        "USD (000)", "$000",
    ],
)  # fmt: skip
def test_what_is_not_money_is_not_read_as_money(text):
    assert find_amounts(text) == []


@pytest.mark.parametrize("text", ["Plan A $500 deductible", "Plan C $500", "Class A $500 per share"])
def test_letter_apart_from_the_sign_is_no_country(text):
    (reading,) = find_amounts(text)

    assert reading.value.currency == "USD"
    assert reading.original(text).startswith("$500")


def test_hyphen_before_a_currency_code_marks_an_item_of_a_list():
    (reading,) = find_amounts("- USD 500 for everything")

    assert reading.ambiguous == ""


def test_per_the_agreement_is_not_a_unit():
    (reading,) = find_amounts("a fee of $500 per the Agreement")

    assert reading.value.unit is None
