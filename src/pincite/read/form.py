"""The form that a reader's reply must have: its strict JSON schema, and a reply read into readings.

Every key is required and no other is allowed; what may be left open is null. A reply has one key for each
question (q1, q2, …), so none can be passed over. A table is named by the numbers of its lines: cells are made
by code. What the pipeline notes of its own never travels in it.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from pincite.answer.claims import Completeness, Confidence, Method
from pincite.answer.own_signals import own_form
from pincite.answer.view_and_form import AskedQuestion, Reading, ReadingKind, ReadItem
from pincite.dialogue.utterance import json_in
from pincite.errors import UnreadableReply
from pincite.values.registered import value_type

VERSION = "form/1"
_MOST_PROBLEMS = 8
_STRICT = ConfigDict(frozen=True, extra="forbid")
# What a model may answer in, whatever the wording seems to ask for; a table is given by its lines.
_ALWAYS = (
    *("text", "amount", "percentage", "duration", "date", "number"),
    *("person", "organisation", "address"),
)
_NO_VALUES = frozenset({"boolean", "table", "clause"})

LineNumber = Annotated[int, Field(ge=1)]


class FormItem(BaseModel):
    """One item of a reply; `value` has the types that the question may be answered in."""

    model_config = _STRICT

    lines: Annotated[list[LineNumber], Field(min_length=1)]
    words: Annotated[str, Field(max_length=2_000)] = Field(repr=False)
    column: str | None = Field(repr=False)
    limit: str | None = Field(repr=False)
    label: str | None = Field(repr=False)
    parent: int | None


class FormReading(BaseModel):
    """What a model says of one question."""

    model_config = _STRICT

    kind: ReadingKind
    condition_lines: list[LineNumber]
    rule_lines: list[LineNumber]
    head_lines: list[LineNumber]
    row_lines: list[LineNumber]
    formula: str | None = Field(repr=False)
    whole_list: bool | None
    found: bool
    complete: bool
    context_completeness: Completeness
    context_structured: bool
    new_keywords: list[str] = Field(repr=False)
    keywords_found: list[str] = Field(repr=False)
    conflicting_evidence: bool
    suggested_clarification: str | None = Field(repr=False)
    caveats: list[str] = Field(repr=False)
    confidence: Confidence
    extraction_method: Method


def offered(asked: AskedQuestion) -> tuple[str, ...]:
    """The kinds of value that a reader may give: the likeliest first, unless the user demands one.

    What the question seems to ask for is a guess from its wording, and must not shut an answer out.
    """
    wanted = asked.types if asked.demanded else (*asked.types, *_ALWAYS)
    return tuple(dict.fromkeys(each for each in wanted if each not in _NO_VALUES))


def key_of(number: int) -> str:
    return f"q{number}"


def schema_of(asked: Sequence[AskedQuestion], last_line: int) -> dict[str, Any]:
    """The strict JSON schema of a reply, in which only lines that are shown can be named."""
    schema = copy.deepcopy(_form(tuple(map(offered, asked)), own_form()).model_json_schema())
    _bound(schema, last_line)
    return schema


def read_reply(text: str, asked: Sequence[AskedQuestion], by: str) -> list[Reading]:
    """The readings of a reply in JSON, or an UnreadableReply that says all that is wrong with it."""
    form = _form(tuple(map(offered, asked)), own_form())
    try:
        filled = form.model_validate(json_in(text))
    except ValidationError as error:
        raise UnreadableReply(
            f"The model's reply does not have the form that was asked for: {_problems(error)}.",
            hint="Ask again.",
            retryable=True,
        ) from error
    return [_reading(getattr(filled, key_of(at)), by) for at in range(1, len(asked) + 1)]


def read_items(items: Iterable[object], asked: AskedQuestion, by: str) -> Reading:
    """What is whole of a reply that broke off: those of its items that have the form."""
    known: TypeAdapter[Any] = TypeAdapter(_item_form(offered(asked)))
    read: list[ReadItem] = []
    for item in items:
        with suppress(ValidationError):
            read.append(_item(known.validate_python(item)))
    kind: ReadingKind = "none" if not read else "words" if len(read) == 1 else "list"
    return Reading(kind=kind, items=tuple(read), found=bool(read), complete=False, by=by)


@functools.lru_cache(maxsize=64)
def _form(types: tuple[tuple[str, ...], ...], own: type[BaseModel] | None) -> type[BaseModel]:
    fields: dict[str, Any] = {key_of(at): (_reading_form(each, own), ...) for at, each in enumerate(types, 1)}
    return create_model("Reply", __config__=_STRICT, **fields)


@functools.lru_cache(maxsize=64)
def _reading_form(types: tuple[str, ...], own: type[BaseModel] | None) -> type[BaseModel]:
    rest: dict[str, Any] = {name: (each.annotation, each) for name, each in FormReading.model_fields.items()}
    # What answers comes first: of a reply that breaks off, that is kept.
    first: dict[str, Any] = {"kind": rest.pop("kind"), "items": (list[_item_form(types)], ...)}  # type: ignore[misc]  # known at run time
    fields = {**first, **rest} | ({"own": (own, ...)} if own is not None else {})
    return create_model("Reading", __config__=_STRICT, **fields)


@functools.lru_cache(maxsize=64)
def _item_form(types: tuple[str, ...]) -> type[BaseModel]:
    tagged = tuple(_tagged(name) for name in types)
    wanted: Any = Union[(*tagged, None)]
    rest: dict[str, Any] = {name: (each.annotation, each) for name, each in FormItem.model_fields.items()}
    first = {"lines": rest.pop("lines"), "words": rest.pop("words"), "value": (wanted, ...)}
    return create_model("Item", __config__=_STRICT, **first, **rest)


@functools.lru_cache(maxsize=256)
def _tagged(answer_type: str) -> type[BaseModel]:
    """The value with the name of its type: two types may have the same keys."""
    model = value_type(answer_type).model
    return create_model(
        f"{model.__name__}Value",
        __base__=model,
        answer_type_name=(Literal[answer_type], Field(alias="answer_type")),  # type: ignore[arg-type]  # a name
    )


def _reading(filled: Any, by: str) -> Reading:
    own: BaseModel | None = getattr(filled, "own", None)
    said = filled.model_dump(exclude={"items", "own"})
    lists = {name: tuple(value) for name, value in said.items() if isinstance(value, list)}
    return Reading(
        **(said | lists),
        items=tuple(map(_item, filled.items)),
        own=own.model_dump(mode="json") if own else {},
        by=by,
    )


def _item(filled: Any) -> ReadItem:
    value, named = None, ""
    if filled.value is not None:
        named = filled.value.answer_type_name
        fields = filled.value.model_dump(exclude={"answer_type_name"})
        value = value_type(named).model.model_validate(fields)
    said = filled.model_dump(exclude={"value", "lines"})
    return ReadItem(lines=tuple(dict.fromkeys(filled.lines)), value=value, answer_type=named, **said)


def _bound(schema: Any, last_line: int) -> None:
    """Set the last line that may be named at every number of a line.

    A range and not a list: as numbers of a long view they would be most of the schema.
    """
    if isinstance(schema, dict):
        if schema.get("type") == "integer" and schema.get("minimum") == 1:
            schema["maximum"] = last_line
        for part in schema.values():
            _bound(part, last_line)
    elif isinstance(schema, list):
        for part in schema:
            _bound(part, last_line)


def _problems(error: ValidationError) -> str:
    """Every place and what is wrong there. Not the values: they may be long and are the model's own."""
    problems = error.errors(include_url=False, include_input=False, include_context=False)
    listed = [
        f"{'.'.join(str(part) for part in problem['loc']) or 'reply'}: {problem['msg']}"
        for problem in problems[:_MOST_PROBLEMS]
    ]
    more = len(problems) - len(listed)
    return "; ".join(listed) + (f"; and {more} more" if more else "")
