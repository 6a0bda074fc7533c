"""Values are frozen, strict at the border, and compared by what they say."""

from decimal import Decimal

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

from pincite.errors import ConfigError
from pincite.values import registered
from pincite.values.readings import Reading
from pincite.values.registered import ValueType, derivation, derive, find, holds, register, value_types
from pincite.values.text import read_text
from pincite.values.types import Amount, Boolean, DateValue, Duration, Number, Percentage, Text, same


def amount(value, currency="EUR", unit=None):
    return Amount(value=Decimal(value), currency=currency, unit=unit)


class Grade(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    letter: str


def find_grades(text):
    return [Reading(Grade(letter=text[at]), at, at + 1) for at in range(len(text)) if text[at] in "ABC"]


def test_decimals_travel_as_plain_strings():
    assert amount("4.85E+4").model_dump(mode="json")["value"] == "48500"
    assert amount("48500.00").model_dump(mode="json")["value"] == "48500.00"
    assert Amount.model_validate_json('{"value": "48500.00", "currency": null, "unit": null}').value == 48500


def test_json_of_a_value_holds_its_fields_only():
    value = DateValue(iso="2024-03", precision="month")

    assert value.model_dump(mode="json") == {"iso": "2024-03", "precision": "month"}


@pytest.mark.parametrize("model", [Amount, DateValue, Duration, Percentage, Number, Boolean, Text])
def test_schema_requires_every_field_and_allows_no_other(model):
    schema = model.model_json_schema()

    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == set(schema["properties"])


@pytest.mark.parametrize(
    "build",
    [
        lambda: Amount(value=1.5, currency="EUR", unit=None),
        lambda: amount("1", currency="EURO"),
        lambda: amount("NaN"),
        lambda: Number.model_validate({"value": "1e999999999", "unit": None}),
        lambda: DateValue(iso="2024-02-31", precision="day"),
        lambda: DateValue(iso="2024-02", precision="day"),
        lambda: Duration(iso8601="60 days"),
        lambda: Duration(iso8601="P"),
        lambda: Duration(iso8601="P1DT"),
    ],
)
def test_impossible_value_cannot_be_built(build):
    with pytest.raises(ValidationError):
        build()


def test_values_are_the_same_when_they_say_the_same():
    assert same(amount("48500"), amount("48500.00"))
    assert same(Text(text="the\nfee"), Text(text="the fee"))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (amount("5"), amount("-5")),
        (amount("5"), amount("5", currency="USD")),
        (amount("5"), amount("5", unit="per month")),
        (Duration(iso8601="P60D"), Duration(iso8601="P2M")),
        (Number(value=Decimal(5), unit=None), Percentage(value=Decimal(5))),
        (DateValue(iso="2024-03", precision="month"), DateValue(iso="2024-03-01", precision="day")),
    ],
)
def test_values_differ_when_sign_currency_unit_or_type_differ(a, b):
    assert not same(a, b)


def test_text_is_read_as_it_is():
    (reading,) = read_text("  two words \n")

    assert (reading.value.text, reading.start, reading.end) == ("two words", 2, 11)
    assert read_text(" \n") == []


def test_value_is_derived_from_the_text_that_says_it():
    text = "The cap is ten thousand euros (EUR 10,000) per claim."

    assert derive("amount", text, amount("10000.00", unit="per claim"))
    assert not derive("amount", text, amount("10000"))
    assert not derive("amount", text, amount("1000", unit="per claim"))


def test_clear_reading_is_preferred_as_derivation():
    reading = derivation(
        "date", "03/04/2024, that is 4 March 2024", DateValue(iso="2024-03-04", precision="day")
    )

    assert reading is not None
    assert reading.ambiguous == ""


def test_every_answer_type_has_its_own_class():
    models = {name: each.model for name, each in value_types().items()}

    assert models.items() >= {
        "amount": Amount, "date": DateValue, "duration": Duration, "percentage": Percentage,
        "number": Number, "boolean": Boolean, "text": Text,
    }.items()  # fmt: skip


def test_own_type_is_added_with_one_registration(monkeypatch):
    monkeypatch.setattr(registered, "_VALUE_TYPES", dict(value_types()))
    added = register(ValueType("grade", Grade, find_grades))

    assert register(added) is added
    assert [reading.value for reading in find("grade", "a B")] == [Grade(letter="B")]
    assert derive("grade", "a B", Grade(letter="B"))


def test_taken_name_is_refused():
    with pytest.raises(ConfigError, match="already"):
        register(ValueType("amount", Grade, find_grades))


def test_unknown_answer_type_is_an_error_with_a_suggestion():
    with pytest.raises(ConfigError, match="'amount'"):
        find("amuont", "EUR 5")


@pytest.mark.parametrize(
    "text", ["EUR 5", "a\tEUR\t5", "Fee\tEUR 5", "30\tdays", "30 days\tEUR\n5", "5 %\t5", "none"]
)
@pytest.mark.parametrize("kind", ["amount", "duration", "percentage", "number", "text"])
def test_text_holds_a_value_where_one_is_found(text, kind):
    assert holds(kind, text) == bool(find(kind, text))
