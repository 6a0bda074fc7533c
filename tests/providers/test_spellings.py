"""What a server's grammar lets through as a value is one, and it lets through whatever a document may say."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.answer.view_and_form import AskedQuestion
from pincite.providers.served_model import ServedModel
from pincite.providers.wording import ANTHROPIC, GEMINI, OPENAI, ending, in_dialect, spelled
from pincite.read.form import read_reply
from pincite.records.completion import Prompt
from pincite.values.registered import value_types
from pincite.values.types import Amount, DateRange, DateValue, Duration, Iban, Number
from tests.form_filling import reply, schema

SMALL = ServedModel("http://127.0.0.1:1", longest_list=1, longest_text=12)


def form(model: type, small: bool = False) -> Any:
    """The schema of one type of value, as a server is given it."""
    prompt = Prompt("", "", "", model.model_json_schema())
    return (SMALL if small else ServedModel("http://127.0.0.1:1")).form(prompt)


def fits(value: Any, small: bool = False) -> bool:
    said = json.loads(value.model_dump_json())
    return jsonschema.Draft202012Validator(form(type(value), small)).is_valid(said)


def strings(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [found for part in schema for found in strings(part)]
    if not isinstance(schema, dict):
        return []
    own = [schema] if schema.get("type") == "string" else []
    return own + [found for part in schema.values() for found in strings(part)]


def matching(model: type) -> st.SearchStrategy[str]:
    """Texts that the patterns for a value let through."""
    patterns = {part["pattern"] for part in strings(form(model, small=True)) if "pattern" in part}
    assert patterns
    return st.one_of([st.from_regex(re.compile(pattern, re.ASCII)) for pattern in sorted(patterns)])


@given(date=st.dates(min_value=date(1000, 1, 1)))
def test_every_date_fits_in_each_precision(date: date):
    for length, precision in ((10, "day"), (7, "month"), (4, "year")):
        assert fits(DateValue(iso=date.isoformat()[:length], precision=precision), small=True)
    assert fits(DateRange(start=date.isoformat(), end=None))


@given(iso=matching(DateValue))
def test_whatever_fits_as_a_date_is_a_day_that_exists(iso: str):
    iso = iso.rstrip("\n")
    precision = {10: "day", 7: "month", 4: "year"}[len(iso)]
    assert fits(DateValue(iso=iso, precision=precision))


def test_date_of_another_precision_than_it_is_written_in_does_not_fit():
    schema = jsonschema.Draft202012Validator(form(DateValue))
    assert schema.is_valid({"iso": "2024-02-29", "precision": "day"})
    for wrong in ({"iso": "2024-02", "precision": "day"}, {"iso": "2023-02-29", "precision": "day"}):
        assert not schema.is_valid(wrong)


@pytest.mark.parametrize(
    "iso8601", ["P60D", "P1Y6M", "P1Y2W3D", "PT36H", "P1DT12H30M", "P0.5Y", "-P3M", "PT1.5S"]
)
def test_every_way_to_write_a_duration_fits(iso8601: str):
    assert fits(Duration(iso8601=iso8601))
    assert fits(Duration(iso8601=iso8601), small=True)


@given(iso8601=matching(Duration))
def test_whatever_fits_as_a_duration_is_one(iso8601: str):
    assert Duration(iso8601=iso8601.rstrip("\n")).iso8601


@given(value=matching(Number))
def test_whatever_fits_as_a_figure_is_one(value: str):
    assert Number(value=value.rstrip("\n"), unit=None).value is not None


@given(value=st.decimals(-(10**9), 10**9, places=2))
def test_every_figure_fits(value: Any):
    assert fits(Number(value=value, unit=None), small=True)


def test_currency_fits_by_its_code_and_by_no_other_word():
    schema = jsonschema.Draft202012Validator(form(Amount))
    assert fits(Amount(value="1", currency="EUR", unit=None))
    assert fits(Amount(value="1", currency=None, unit=None))
    assert not schema.is_valid({"value": "1", "currency": "euro", "unit": None})


@given(iban=matching(Iban))
def test_whatever_fits_as_an_account_number_is_written_as_one(iban: str):
    assert fits(Iban(iban=iban.rstrip("\n")))


def test_patterns_use_nothing_that_a_grammar_of_a_server_may_not_know():
    for part in strings(spelled(schema(*value_types()))):
        assert not re.search(r"\(\?|\\[a-zA-Z]", part.get("pattern", "")), part


def test_repetition_gets_an_end_but_not_in_a_class_or_behind_a_backslash():
    assert ending(r"^[+*]\d+\+x*$", 5) == r"^[+*]\d{1,5}\+x{0,5}$"


@pytest.mark.parametrize("dialect", [ANTHROPIC, OPENAI, GEMINI])
def test_hosted_services_are_given_no_format_that_they_may_refuse(dialect: frozenset[str]):
    sent = json.dumps(in_dialect(schema(*value_types()), dialect))
    assert '"format"' not in sent
    assert len(sent) < 8_000


def test_schema_in_words_stays_short():
    prompt = Prompt("", "", "", schema("amount"), rung="prompt")
    assert "AED" not in json.dumps(SMALL.form(prompt))


def test_true_reply_fits_the_form_that_a_server_is_given_and_is_read():
    asked = AskedQuestion("What is it?", ("amount", "date"), demanded=True)
    served = ServedModel("http://127.0.0.1:1").form(Prompt("", "", "", schema("amount", "date")))
    jsonschema.validate(json.loads(reply()), served)
    assert read_reply(reply(), [asked], "m")[0].items[0].words == "EUR 4,500.00"
