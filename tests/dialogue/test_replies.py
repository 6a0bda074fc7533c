"""What is asked of a model is strict, and what it says is read back as claims and nothing more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pincite.answer.claims import Claim
from pincite.dialogue.replies import reply_schema
from pincite.errors import ProviderError
from pincite.generate.reply import read_reply
from pincite.values.registered import value_types

SIGNALS = {
    "extraction_method": "verbatim",
    "confidence": "sure",
    "found": True,
    "complete": True,
    "context_completeness": "complete",
    "context_structured": True,
    "caveats": [],
    "new_keywords": ["retainer"],
    "keywords_found": ["fee"],
    "conflicting_evidence": False,
    "suggested_clarification": None,
}
ITEM = {
    "value": {"answer_type": "amount", "value": "4500.00", "currency": "EUR", "unit": None},
    "original": "EUR 4,500.00",
    "qualifiers": [],
    "method": "verbatim",
    "evidence": [{"first_line": 3, "last_line": 3, "quote": "a monthly fee of EUR 4,500.00"}],
}


def reply(**changes: Any) -> str:
    return json.dumps({"items": [{**ITEM, **changes}], "signals": SIGNALS})


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


@pytest.mark.parametrize("answer_type", sorted(value_types()))
def test_schema_of_every_type_requires_every_key_and_allows_no_other(answer_type):
    for each in objects(reply_schema((answer_type,))):
        assert each["additionalProperties"] is False, each
        assert sorted(each["required"]) == sorted(each["properties"]), each


@pytest.mark.parametrize("answer_type", sorted(value_types()))
def test_schema_of_every_type_requires_a_span_for_each_item(answer_type):
    schema = reply_schema((answer_type,))
    (item,) = (each for each in objects(schema) if "evidence" in each["properties"])
    assert item["properties"]["evidence"]["minItems"] == 1


def test_nothing_of_the_pipeline_travels_in_the_schema():
    keys = {key for each in objects(reply_schema(("amount",))) for key in each["properties"]}
    assert keys.isdisjoint({"run", "verdicts", "coverage", "seconds", "strictness", "boxes", "snippet"})


def test_reply_becomes_claims_in_the_order_given():
    said = read_reply(reply(), ("amount", "percentage"), "v1")
    (claim,) = said.claims
    assert isinstance(claim, Claim)
    assert claim.answer_type == "amount"
    assert claim.citations[0].lines == (3, 3)
    assert said.signals.new_keywords == ["retainer"]


def test_value_of_a_type_that_was_not_asked_for_is_refused():
    with pytest.raises(ProviderError, match="form that was asked for"):
        read_reply(reply(), ("percentage",), "v1")


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"evidence": []}, "evidence"),
        ({"note": "trust me"}, "note"),
        ({"value": {"answer_type": "amount", "value": 4500.0, "currency": "EUR", "unit": None}}, "value"),
        ({"evidence": [{"first_line": 3, "last_line": 3, "quote": ""}]}, "quote"),
    ],
)
def test_reply_of_another_form_is_an_error_that_names_the_place(changes, key):
    with pytest.raises(ProviderError, match=key):
        read_reply(reply(**changes), ("amount",), "v1")


@pytest.mark.parametrize("cut", [1, 40, 200])
def test_reply_that_breaks_off_is_told_from_one_that_is_no_json(cut):
    with pytest.raises(ProviderError, match="breaks off"):
        read_reply(reply()[:-cut], ("amount",), "v1")
    with pytest.raises(ProviderError, match="is not JSON"):
        read_reply("The fee is EUR 4,500.00.", ("amount",), "v1")
