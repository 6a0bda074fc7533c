"""The published JSON Schema of an answer, with every type of value and every signal that is registered."""

from __future__ import annotations

from typing import Any

from pincite.answer.answers import SCHEMA, Answer
from pincite.answer.own_signals import own_schema
from pincite.values.registered import value_types


def answer_schema() -> dict[str, Any]:
    """What every answer in JSON fulfils: all keys required, no others allowed, evidence for every item."""
    schema = Answer.model_json_schema(by_alias=True, mode="serialization")
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
    if own := own_schema():
        signals = definitions["Signals"]
        signals["properties"]["own"] = own
        signals["required"] = [*signals["required"], "own"]
    # An answer in the older form can be read; what is published has this one, and every item a warrant.
    schema["properties"]["schema"] = {"const": SCHEMA, "title": "Schema", "type": "string"}
    definitions["Item"]["properties"]["warrant"] = {"$ref": "#/$defs/Warrant"}
    schema["required"] = sorted(schema["properties"])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA, **schema}
