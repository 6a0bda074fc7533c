"""The published JSON Schemas of an answer and of a table, with every type of value that is registered."""

from __future__ import annotations

from typing import Any

from pincite.answer.answers import SCHEMA, Answer
from pincite.answer.document_tables import TABLE_SCHEMA, Table
from pincite.answer.own_signals import own_schema
from pincite.values.registered import value_types


def answer_schema() -> dict[str, Any]:
    """What every answer in JSON fulfils: all keys required, no others allowed, evidence for every item."""
    schema = _with_values(Answer.model_json_schema(by_alias=True, mode="serialization"))
    if own := own_schema():
        signals = schema["$defs"]["Signals"]
        signals["properties"]["own"] = own
        signals["required"] = [*signals["required"], "own"]
    return _published(schema, SCHEMA)


def table_schema() -> dict[str, Any]:
    """The same for every table over documents in JSON."""
    return _published(
        _with_values(Table.model_json_schema(by_alias=True, mode="serialization")), TABLE_SCHEMA
    )


def _with_values(schema: dict[str, Any]) -> dict[str, Any]:
    definitions = schema["$defs"]
    values = {}
    for name, kind in sorted(value_types().items()):
        values[name] = kind.model.model_json_schema(mode="serialization")
        definitions |= values[name].pop("$defs", {})
    # A value is of one of these types, which the classes that hold one leave open.
    definitions["Value"] = {"anyOf": [{"$ref": f"#/$defs/value_{name}"} for name in values]}
    for owner in ("Item", "Operand"):
        definitions[owner]["properties"]["value"] = {"$ref": "#/$defs/Value"}
    definitions |= {f"value_{name}": value for name, value in values.items()}
    return schema


def _published(schema: dict[str, Any], name: str) -> dict[str, Any]:
    schema["properties"]["schema"] = {"const": name, "title": "Schema", "type": "string"}
    schema["required"] = sorted(schema["properties"])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name, **schema}
