"""Conversion by the rates of a user's file, each stated with its date and source, and none guessed."""

from __future__ import annotations

import ast
import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given as laws
from hypothesis import strategies as st

import pincite.compute.rates
from pincite.compute.rates import Conversion, convert, load_rates
from pincite.compute.results import Refused
from pincite.errors import ConfigError
from pincite.values.types import Amount
from tests.compute.values import RATES, amount

GOOD = 'date: 2026-10-30\nbase: EUR\nsource: Central Bank\nrates:\n  USD: "1.0872"\n  JPY: "163.4"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "rates.yaml"
    path.write_text(text, "utf-8")
    return path


def test_file_of_rates_is_read(tmp_path):
    table = load_rates(written(tmp_path, GOOD))
    assert (table.date, table.base, table.source) == (datetime.date(2026, 10, 30), "EUR", "Central Bank")
    assert table.rates["USD"] == Decimal("1.0872")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (GOOD.replace('"1.0872"', "1.0872"), "'rates.USD'"),
        (GOOD.replace('"1.0872"', '"-1"'), "'rates.USD'"),
        (GOOD.replace('"1.0872"', '"0"'), "'rates.USD'"),
        (GOOD.replace('"1.0872"', '"NaN"'), "'rates.USD'"),
        (GOOD.replace('"1.0872"', '"cheap"'), "'rates.USD'"),
        (GOOD.replace("USD", "XQX"), "XQX"),
        (GOOD.replace("base: EUR\n", ""), "'base'"),
        (GOOD.replace("source: Central Bank\n", ""), "'source'"),
        (GOOD.replace("Central Bank", "'  '"), "'source'"),
        (GOOD.replace("2026-10-30", "yesterday"), "'date'"),
        (GOOD + "extra: 1\n", "'extra'"),
        (GOOD.replace('"1.0872"', '"Infinity"'), "'rates.USD'"),
        (GOOD.replace("base: EUR", "base: USD"), "USD is the base"),
        ("- 1\n", "What is in the file"),
        ("a: [", "cannot be read"),
    ],
)
def test_file_of_rates_that_cannot_be_used_says_why(tmp_path, text, complaint):
    with pytest.raises(ConfigError) as raised:
        load_rates(written(tmp_path, text))
    assert complaint in raised.value.message
    assert raised.value.hint


def test_missing_file_of_rates_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"no file of rates .*nowhere\.yaml"):
        load_rates(tmp_path / "nowhere.yaml")


def test_conversion_shows_the_rate_with_its_date_and_source():
    result = convert(amount("1250000", "USD"), "EUR", RATES)
    assert isinstance(result, Conversion)
    assert result.step == "USD 1,250,000 ÷ 1.25 = EUR 1,000,000.00"
    assert result.rates == ("1 EUR = 1.25 USD on 2026-10-30 (the test's own rates)",)


def test_conversion_between_two_other_currencies_shows_both_rates():
    result = convert(amount("100", "GBP"), "USD", RATES)
    assert isinstance(result, Conversion)
    assert result.step == "GBP 100 × 1.25 ÷ 0.80 = USD 156.25"
    assert [rate.split(" on ")[0] for rate in result.rates] == ["1 EUR = 0.80 GBP", "1 EUR = 1.25 USD"]


def test_rounded_result_is_not_called_equal():
    result = convert(amount("1", "USD"), "GBP", RATES)
    assert isinstance(result, Conversion)
    assert result.step == "USD 1 × 0.80 ÷ 1.25 = GBP 0.64"
    yen = convert(amount("1.01", "EUR"), "JPY", RATES)
    assert isinstance(yen, Conversion)
    assert yen.step == "EUR 1.01 × 160 ≈ JPY 162"


def test_unit_is_kept():
    result = convert(amount("10", "EUR", "per month"), "USD", RATES)
    assert isinstance(result, Conversion)
    assert result.amount == amount("12.50", "USD", "per month")


@pytest.mark.parametrize(
    ("value", "into", "table", "reason"),
    [
        (amount("5", "USD"), "EUR", None, "no exchange rates are given"),
        (amount("5", "CHF"), "EUR", RATES, "do not give CHF"),
        (amount("5", "EUR"), "CHF", RATES, "do not give CHF"),
        (amount("5", None), "EUR", RATES, "which currency"),
    ],
)
def test_rate_that_is_not_given_is_not_guessed(value, into, table, reason):
    result = convert(value, into, table)
    assert isinstance(result, Refused)
    assert reason in result.reason


def test_missing_rate_comes_with_what_to_do():
    result = convert(amount("5", "USD"), "EUR", None)
    assert isinstance(result, Refused)
    assert "`rates`" in result.remedy


@laws(
    st.decimals(min_value=0, max_value=10**12, places=2),
    st.sampled_from(["EUR", "USD", "GBP"]),
    st.sampled_from(["EUR", "USD", "GBP", "CHF"]),
)
def test_conversion_there_and_back_is_refused_or_states_the_rates_it_used(value, sold, bought):
    there = convert(Amount(value=value, currency=sold, unit=None), bought, RATES)
    if isinstance(there, Refused):
        assert "CHF" in (sold, bought)
        return
    assert isinstance(there.amount.value, Decimal)
    back = convert(Amount(value=there.exact, currency=bought, unit=None), sold, RATES)
    assert isinstance(back, Conversion)
    assert bool(there.rates) == bool(back.rates) == (sold != bought)
    assert back.amount.value == value


def test_nothing_is_computed_with_floating_point():
    """Money in binary fractions is money that is off by a cent: 0.1 + 0.2 is not 0.3."""
    for path in Path(pincite.compute.rates.__file__).parent.glob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        constants = {node.value for node in nodes if isinstance(node, ast.Constant)}
        # The score of a check is no value of a document.
        floats = {each for each in constants if isinstance(each, float)} - {1.0}
        assert not floats, path.name
        assert "float" not in names, path.name
