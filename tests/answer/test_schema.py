"""The published schema is the one in docs/, and every answer fulfils it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from tests.form_filling import objects
from tests.test_pipeline import ask

from pincite.answer.answers import Answer
from pincite.answer.json_schema import answer_schema
from pincite.ask.failures import failed
from pincite.errors import InputError
from pincite.records.run import Run

PUBLISHED = Path(__file__).parents[2] / "docs" / "answer.schema.json"


def test_schema_in_the_docs_is_the_one_in_force():
    """Write it anew with: pincite extract --print-schema answer > docs/answer.schema.json"""
    assert json.loads(PUBLISHED.read_text("utf-8")) == answer_schema()


def test_every_object_of_an_answer_requires_all_its_keys_and_allows_no_other():
    for each in objects(answer_schema()):
        assert each["additionalProperties"] is False, each
        assert sorted(each["required"]) == sorted(each["properties"]), each


@pytest.mark.parametrize(
    ("asked", "outcome"),
    [
        ("What is the monthly fee?", "answered"),
        ("What is the deductible?", "not_found"),
        ("What?", "needs_clarification"),
    ],
)
def test_every_answer_fulfils_the_schema_and_is_read_back_the_same(asked, outcome):
    answer = ask(asked)
    assert answer.outcome == outcome
    jsonschema.validate(json.loads(answer.to_json()), answer_schema())
    assert Answer.model_validate_json(answer.to_json()) == answer


def test_failed_answer_fulfils_the_schema():
    answer = failed("", "balanced", InputError("The question is empty."), Run("run"))
    assert answer.outcome == "failed"
    jsonschema.validate(json.loads(answer.to_json()), answer_schema())


@pytest.mark.parametrize(
    "change",
    [
        lambda item: item.update(evidence=[]),
        lambda item: item.update(note="trust me"),
        lambda item: item["value"].update(value=4500.0),
        lambda item: item["evidence"][0].pop("snippet"),
    ],
)
def test_item_without_evidence_or_with_other_keys_does_not(change):
    answer = json.loads(ask().to_json())
    change(answer["items"][0])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(answer, answer_schema())
