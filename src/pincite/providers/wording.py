r"""Put a prompt into words and a JSON Schema into the keywords and spellings that a service accepts.

Services keep what they have read of a prompt as long as it starts alike, so the instructions and the form
of the reply come before everything that belongs to one question.

The patterns use what every grammar of a server knows: no lookahead, no `\d`, no groups of another kind.
They let through what our own reading lets through, or less; what they cannot say, that reading still asks.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pincite.records.completion import PicturePrompt, Prompt
from pincite.values.currencies import ISO_4217

_IN_WORDS = frozenset({"json", "prompt"})


Put = Callable[[str, bytes], Any]
"""Words and a picture as one turn of a conversation, in the form that a service takes."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What goes to the model: as the system, as the user, and where it is to mend a reply, that reply.

    What it is shown beside the user's words, `picture` holds as a PNG file; empty where there is none.
    """

    system: str
    user: str
    said: str = ""
    complaint: str = ""
    picture: bytes = field(default=b"", repr=False)

    def turns(self, put: Put) -> list[dict[str, Any]]:
        """The conversation after the system's own words; `put` sets the picture beside them."""
        asked = [{"role": "user", "content": put(self.user, self.picture) if self.picture else self.user}]
        if not self.complaint:
            return asked
        mending = [{"role": "assistant", "content": self.said}, {"role": "user", "content": self.complaint}]
        return [*asked, *mending]


def worded(prompt: Prompt, schema: Mapping[str, Any]) -> Wording:
    """The prompt in words; with the schema among them where nothing else holds the model to it."""
    form = f"\n\n{_FORM}\n{json.dumps(schema)}" if prompt.rung in _IN_WORDS else ""
    known = f"{fenced(prompt.facts, 'facts')}\n\n" if prompt.facts else ""
    user = f"{known}{fenced(prompt.context)}\n\nQuestion: {prompt.question}"
    picture = prompt.picture if isinstance(prompt, PicturePrompt) else b""
    said = Wording(prompt.instructions.rstrip() + form, user, picture=picture)
    if prompt.earlier is None:
        return said
    return replace(
        said,
        # An empty turn is refused by services, and there is nothing to mend in it.
        said=prompt.earlier.text or "(no reply)",
        complaint=f"Your reply cannot be used. {prompt.earlier.problem}\nGive the whole reply again, mended.",
    )


def base64_of(picture: bytes) -> str:
    return base64.b64encode(picture).decode()


def address_of(picture: bytes) -> str:
    """The picture as an address that holds all of it."""
    return f"data:image/png;base64,{base64_of(picture)}"


def fenced(context: str, name: str = "lines") -> str:
    """Lines between marks that no line can imitate: they are made of all the lines together."""
    mark = hashlib.sha256(context.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f'<{name} mark="{mark}">\n{context}\n</{name} mark="{mark}">'


_FORM = """Reply with one JSON object and nothing else: no words before or after it, no code fence. Every key
of this JSON Schema is required, and no other is allowed:"""


_YEAR = "[1-9][0-9]{3}"
_MONTH = "(0[1-9]|1[0-2])"
_LEAP_YEAR = "([1-9][0-9](0[48]|[2468][048]|[13579][26])|([13579][26]|[2468][048])00)"
_MONTH_AND_DAY = (
    "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"
)
_DATES: Final = {
    "day": f"({_YEAR}-{_MONTH_AND_DAY}|{_LEAP_YEAR}-02-29)",
    "month": f"{_YEAR}-{_MONTH}",
    "year": _YEAR,
}
_LENGTH = r"[0-9]+(\.[0-9]+)?"


def _some_of(units: str) -> str:
    """At least one of the units, each at most once and in this order."""
    rest = [f"({_LENGTH}{unit})?" for unit in units]
    return "|".join(f"{_LENGTH}{unit}{''.join(rest[at + 1 :])}" for at, unit in enumerate(units))


_TIME = f"T({_some_of('HMS')})"
_WRITTEN: Final[Mapping[str, Mapping[str, Any]]] = {
    "partial-date": {"pattern": f"^({'|'.join(_DATES.values())})$"},
    "duration": {"pattern": f"^-?P(({_some_of('YMWD')})({_TIME})?|{_TIME})$"},
    "iban": {"pattern": "^[A-Z]{2}[0-9]{2}[0-9A-Z]{6,30}$"},
    "currency": {"enum": sorted(ISO_4217)},
}
_REPEATED = re.compile(r"\[(?:\\.|[^\]])*\]|\\.|[+*]")


def spelled(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with a pattern or a list in place of every format of ours."""
    said = {keyword: _spelled(value) for keyword, value in schema.items()}
    said |= _WRITTEN.get(str(said.pop("format", "")), {})
    if isinstance(pattern := said.get("pattern"), str):
        said["pattern"] = pattern.replace(r"\d", "[0-9]")
    dated = said.get("properties", {})
    if isinstance(dated, Mapping) and {"iso", "precision"} <= dated.keys():
        return {"anyOf": [_precise(said, precision) for precision in _DATES]}
    return said


def ending(pattern: str, longest: int) -> str:
    """The pattern with an end to all that it repeats: digits alone can go on for ever."""
    ends = {"+": f"{{1,{longest}}}", "*": f"{{0,{longest}}}"}
    return _REPEATED.sub(lambda found: ends.get(found[0], found[0]), pattern)


def _spelled(value: Any) -> Any:
    if isinstance(value, Mapping):
        return spelled(value)
    if isinstance(value, list):
        return [_spelled(each) for each in value]
    return value


def _precise(schema: Mapping[str, Any], precision: str) -> dict[str, Any]:
    """A date of one precision: the two are written apart, and one follows from the other."""
    fields = {
        "iso": {"type": "string", "pattern": f"^{_DATES[precision]}$"},
        "precision": {"type": "string", "enum": [precision]},
    }
    return {**schema, "properties": {**schema["properties"], **fields}}


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
