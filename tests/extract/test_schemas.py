"""A schema is read from a file or a model, and every fault of it is told with its line and its field."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Literal

import pytest
from pydantic import BaseModel, Field

import pincite
from pincite.answer.document_tables import FieldRules
from pincite.errors import InputError
from pincite.extract.field_questions import FieldQuestions
from pincite.extract.schema_file import load_schema, read_schema, schema_of
from pincite.extract.schemas import STARTERS, starter_text
from pincite.question.dictionary.entries import starters
from pincite.question.kinds import kinds_of

WHOLE = """\
name: leases
description: What our leases say.
fields:
  - name: rent
    type: amount
    question: How much is the rent?
    minimum: 0
    maximum: 10000.50
    required: true
  - name: start
    type: date
    description: first day of the term
    minimum: 2020-01-01
  - name: obligations
    description: Which repairs must the tenant make?
    cardinality: many
    hints: [repair, keep in good order]
  - name: usage
    choices: [no, retail]
    pattern: '[a-z]+'
  - governing law
"""


def asked(schema):
    return schema.asked(FieldQuestions(starters(), kinds_of).ask_for)


def test_every_key_of_a_field_is_read():
    schema = read_schema(WHOLE, "leases.yaml")
    rent, start, obligations, usage, law = asked(schema)

    assert (schema.name, schema.description) == ("leases", "What our leases say.")
    assert (rent.question, rent.answer_type) == ("How much is the rent?", "amount")
    assert rent.rules == FieldRules(required=True, minimum="0", maximum="10000.50")
    assert (start.question, start.answer_type) == ("What is the first day of the term?", "date")
    assert start.rules == FieldRules(minimum="2020-01-01")
    assert (obligations.question, obligations.cardinality) == ("Which repairs must the tenant make?", "many")
    assert obligations.hints == ["repair", "keep in good order"]
    # A bare `no` is a word here, whatever YAML takes it for.
    assert usage.rules == FieldRules(choices=["no", "retail"], pattern="[a-z]+")
    assert (law.question, law.rules) == ("Which law governs the agreement?", None)


@pytest.mark.parametrize("name", STARTERS)
def test_every_starter_is_in_order(name: str):
    fields = asked(load_schema(name))
    assert len(fields) >= 10
    assert all(field.question.endswith("?") for field in fields)
    assert read_schema(starter_text(name), "x.yaml").name == name


def test_contracts_have_the_41_kinds_of_clause():
    assert len(load_schema("commercial-contracts").fields) == 41


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("", "s.yaml: the schema is empty."),
        ("# only a comment\n", "s.yaml: the schema is empty."),
        ("name: x\n", "s.yaml, line 1: the schema has no fields."),
        ("name: x\nfields: []\n", "s.yaml, line 2: the list of fields is empty."),
        ("fields:\n", "s.yaml, line 1: fields must be a list."),
        ("- fee\n", "s.yaml, line 1: the schema must be `key: value` lines"),
        ("fields: [a, b\nname: x\n", "s.yaml, line 2: this is not YAML"),
        ("fields:\n\t- name: x\n", "s.yaml, line 2: this is not YAML"),
        (
            "fields:\n  - name: fee\n    type: amout\n",
            "s.yaml, line 3, field 'fee': there is no type 'amout'; did you mean 'amount'?",
        ),
        (
            "fields:\n  - name: fee\n  - name: end\n  - name: FEE\n",
            "s.yaml, line 4: the field 'FEE' is there twice; the first is in line 2.",
        ),
        ("fields:\n  - type: amount\n", "s.yaml, line 2: a field has no name."),
        ("fields:\n  - name:\n", "s.yaml, line 2: name must be a text."),
        ("fields:\n  - [a]\n", "s.yaml, line 2: a field must be `key: value` lines"),
        (
            "fields:\n  - name: fee\n    cardinality: several\n",
            "line 3, field 'fee': there is no cardinality 'several'; known: one, many, table.",
        ),
        (
            "fields:\n  - name: fee\n    minimun: 3\n",
            "line 3, field 'fee': the key 'minimun' is not known; did you mean 'minimum'?",
        ),
        ("fields:\n  - name: fee\n    name: x\n", "line 3, field 'fee': the key 'name' is there twice."),
        (
            "fields:\n  - name: fee\n    minimum: 3\n",
            "field 'fee': minimum needs one of the types amount, number, percentage, date.",
        ),
        (
            "fields:\n  - name: fee\n    type: amount\n    maximum: lots\n",
            "line 4, field 'fee': maximum is 'lots', and must be a number such as 1000.",
        ),
        (
            "fields:\n  - name: end\n    type: date\n    minimum: 2020-13-01\n",
            "line 4, field 'end': minimum is '2020-13-01', and must be a day such as 2024-12-31.",
        ),
        (
            "fields:\n  - name: n\n    type: number\n    minimum: 5\n    maximum: 1\n",
            "line 5, field 'n': the maximum 1 is below the minimum 5.",
        ),
        (
            "fields:\n  - name: fee\n    pattern: '('\n",
            "line 3, field 'fee': the pattern '(' is no regular expression",
        ),
        ("fields:\n  - name: fee\n    required: maybe\n", "line 3, field 'fee': required is true or false."),
        ("fields:\n  - name: fee\n    choices: []\n", "line 3, field 'fee': the list of choices is empty."),
        ("fields:\n  - name: fee\n    hints: [[a]]\n", "line 3, field 'fee': hints must be a text."),
        (
            "fields:\n  - name: fee\n    type: amount\n    cardinality: table\n",
            "field 'fee': a field of cardinality table has the type table, not amount.",
        ),
        ("colour: red\nfields: [fee]\n", "s.yaml, line 1: the key 'colour' is not known"),
        (f"fields:\n  - name: {'x' * 300}\n", "line 2: the name has 300 characters; 200 is the limit."),
        ("fields:\n" + "".join(f"  - f{n}\n" for n in range(101)), "there are 101 fields; 100 is the limit"),
    ],
)
def test_fault_is_told_with_file_line_and_field(source: str, said: str):
    with pytest.raises(InputError) as refused:
        read_schema(source, "s.yaml")
    assert said in refused.value.message
    assert refused.value.hint


def test_all_faults_are_told_at_once_in_the_order_of_the_file():
    with pytest.raises(InputError) as refused:
        read_schema("fields:\n  - name: a\n    type: x\n  - name: b\n    hint: y\n", "s.yaml")
    first, second = refused.value.message.splitlines()
    assert "line 3, field 'a'" in first
    assert "line 5, field 'b'" in second


def test_file_that_is_not_there_or_is_no_text_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"'nothing.yaml' cannot be read"):
        load_schema("nothing.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="is not UTF-8 text"):
        load_schema(tmp_path / "bytes.yaml")
    with pytest.raises(InputError, match="cannot be read"):
        load_schema(tmp_path)


class Use(Enum):
    RETAIL = "retail"
    OFFICE = "office"


def test_pydantic_model_is_a_schema():
    class Lease(BaseModel):
        """What our leases say."""

        rent: pincite.Amount = Field(description="monthly rent")
        start: date | None = None
        repairs: list[str] = Field(default_factory=list, description="Which repairs must the tenant make?")
        share: Decimal = Field(default=Decimal(0), ge=0, le=100)
        code: str = Field(default="", pattern="[A-Z]{2}")
        use: Use = Use.RETAIL
        law: Literal["Ireland", "France"] | None = None

    fields = {field.name: field for field in asked(schema_of(Lease))}

    assert (fields["rent"].answer_type, fields["rent"].question) == ("amount", "What is the monthly rent?")
    assert fields["rent"].rules == FieldRules(required=True)
    assert (fields["start"].answer_type, fields["start"].rules) == ("date", None)
    assert fields["repairs"].cardinality == "many"
    assert fields["share"].rules == FieldRules(minimum="0", maximum="100")
    assert fields["code"].rules == FieldRules(pattern="[A-Z]{2}")
    assert fields["use"].rules == FieldRules(choices=["retail", "office"])
    assert fields["law"].rules == FieldRules(choices=["Ireland", "France"])


def test_bound_of_a_model_that_leaves_itself_out_is_refused():
    class Lease(BaseModel):
        share: Decimal = Field(gt=0)

    with pytest.raises(InputError, match=r"'share' has a bound that Pincite does not know: gt"):
        schema_of(Lease)


def test_what_is_no_schema_is_refused():
    with pytest.raises(InputError, match="3 is not a schema"):
        schema_of(3)  # type: ignore[arg-type]  # what a user may give
