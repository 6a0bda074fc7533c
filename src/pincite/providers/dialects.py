"""Say a JSON Schema in the keywords that a service accepts; what it leaves out, our own check still asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pincite.providers.spellings import ending

_EVERYWHERE = frozenset(
    {"$defs", "$ref", "additionalProperties", "anyOf", "description", "enum", "items", "properties"}
    | {"required", "type"}
)
# Lines that may be cited differ from batch to batch, and hosted services prepare a schema once and keep it.
# So they get none of the bounds, even where they would take them.
ANTHROPIC: Final = _EVERYWHERE | {"minItems"}
OPENAI: Final = _EVERYWHERE | {"minItems", "pattern"}
GEMINI: Final = _EVERYWHERE | {"minItems"}
SERVED: Final = _EVERYWHERE | (
    {"maxItems", "maximum", "maxLength", "minItems", "minimum", "minLength", "pattern"}
)


def in_dialect(schema: Mapping[str, Any], keywords: frozenset[str]) -> dict[str, Any]:
    """The schema with these keywords only."""
    said: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword in ("properties", "$defs"):
            said[keyword] = {name: in_dialect(part, keywords) for name, part in _in_order(keyword, value)}
        elif keyword == "anyOf":
            said[keyword] = [in_dialect(part, keywords) for part in value]
        elif keyword == "items":
            said[keyword] = in_dialect(value, keywords)
        elif keyword == "const":
            said["enum"] = [value]
        elif keyword in keywords:
            said[keyword] = value
    return said


def bounded(schema: Mapping[str, Any], longest_list: int | None, longest_text: int | None) -> dict[str, Any]:
    """The schema with an end to every list and text, which a small model may not find by itself."""
    said = {keyword: _bounded(value, longest_list, longest_text) for keyword, value in schema.items()}
    if longest_list is not None and schema.get("type") == "array":
        said["maxItems"] = min(longest_list, schema.get("maxItems", longest_list))
    if longest_text is not None and schema.get("type") == "string" and "enum" not in schema:
        # llama.cpp looks at one of the two only.
        if "pattern" in schema:
            said["pattern"] = ending(schema["pattern"], longest_text)
        else:
            said["maxLength"] = min(longest_text, schema.get("maxLength", longest_text))
    return said


def _bounded(value: Any, longest_list: int | None, longest_text: int | None) -> Any:
    if isinstance(value, Mapping):
        return bounded(value, longest_list, longest_text)
    if isinstance(value, list):
        return [_bounded(each, longest_list, longest_text) for each in value]
    return value


def _in_order(keyword: str, parts: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The name of a type before what is of that type: models decide on it first, and keep to the order."""
    if keyword != "properties":
        return list(parts.items())
    return sorted(parts.items(), key=lambda part: part[0] != "answer_type")
