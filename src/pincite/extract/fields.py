"""Read the fields of a table: plain words, whole questions, or the fields of a pydantic model."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from pincite.answer.document_tables import TableField
from pincite.errors import InputError
from pincite.values.registered import value_types

Fields = str | Iterable[str | TableField] | Mapping[str, str] | type[BaseModel]
AskFor = Callable[[str, str | None], tuple[str, str | None]]
"""A question for some words and the kind of value that is demanded, if one is; and the kind from then on."""

MOST_FIELDS = 100
LONGEST_NAME = 200
_WRITE = 'Write for example: --fields "parties, effective date, end date"'
# In a list, a question with a name goes on to its question mark, whatever commas it has.
_LISTED = re.compile(r"[^,;:?\n]+:[^?\n]*\?|[^,;\n]*")
_PLAIN_TYPES: dict[type, str] = {bool: "boolean", date: "date"}


def fields_of(given: Fields, ask_for: AskFor) -> tuple[TableField, ...]:
    """The fields in their order, or an InputError that says which one cannot be used and why.

    A string is a list with commas. An entry is a name in plain words, a question, or `name: question`. A
    mapping has questions by name. A pydantic model gives name, type and description of each of its fields.
    """
    if isinstance(given, type) and issubclass(given, BaseModel):
        found = [_of_model(name, field, ask_for) for name, field in given.model_fields.items()]
    elif isinstance(given, Mapping):
        found = [named(name, question, ask_for) for name, question in given.items()]
    elif isinstance(given, str):
        found = [_written(each, ask_for) for each in listed(given)]
    elif isinstance(given, Iterable):
        found = [_written(each, ask_for) for each in given]
    else:
        raise InputError(f"{given!r} is not a list of fields.", hint=_WRITE)
    return checked(found)


def listed(given: str) -> list[str]:
    """The entries of a list that is one string."""
    return [each for each in _LISTED.findall(given) if each.strip()]


def _written(entry: object, ask_for: AskFor) -> TableField:
    """One entry of a list, which may have its question after a colon, or be a field that was read before."""
    if isinstance(entry, TableField):
        return entry
    if not isinstance(entry, str):
        raise InputError(f"The field {entry!r} is not a text.", hint=_WRITE)
    name, colon, question = entry.partition(":")
    return named(name, question, ask_for) if colon else named(entry, entry, ask_for)


def named(name: object, question: object, ask_for: AskFor, kind: str | None = None) -> TableField:
    """One field by its name and what is asked for it: a question, or words that one is made of."""
    if not isinstance(name, str) or not isinstance(question, str):
        raise InputError(f"The field {name!r} has no text as its question: {question!r}.", hint=_WRITE)
    name, question = " ".join(name.split()), " ".join(question.split())
    if not name or not question:
        said = f"The field {name!r} has no question" if name else "A field has no name"
        raise InputError(f"{said}.", hint="Write: name, or name: question")
    if len(name) > LONGEST_NAME:
        raise InputError(
            f"The name of the field {name[:40] + '…'!r} has {len(name):,} characters; "
            f"{LONGEST_NAME} is the limit.",
            hint="Give it a short name: name: question",
        )
    asked, kind = (question, kind) if question.endswith("?") else ask_for(question, kind)
    return TableField(name=name, question=asked, answer_type=kind)


def _of_model(name: str, field: Any, ask_for: AskFor) -> TableField:
    words = field.description or name.replace("_", " ")
    return named(name, words, ask_for, kind_of(field.annotation))


def kind_of(annotation: Any) -> str | None:
    """The kind of value that a type stands for; None where the words decide: a `str` may be anything."""
    origin = get_origin(annotation)
    if origin in {Union, types.UnionType}:
        kinds = {kind_of(each) for each in get_args(annotation) if each is not type(None)}
        return kinds.pop() if len(kinds) == 1 else None
    if origin is Annotated or origin in {list, tuple, set, frozenset}:
        return kind_of(get_args(annotation)[0])
    for name, known in value_types().items():
        if known.model is annotation:
            return name
    return _PLAIN_TYPES.get(annotation)


def checked(found: list[TableField]) -> tuple[TableField, ...]:
    """The same fields, or an InputError where there are none, too many, or two of one name."""
    if not found:
        raise InputError("The list of fields is empty.", hint=_WRITE)
    if len(found) > MOST_FIELDS:
        raise InputError(
            f"There are {len(found):,} fields; {MOST_FIELDS} is the limit.",
            hint="Make several tables: each field is a question to every document.",
        )
    seen: dict[str, TableField] = {}
    for field in found:
        if field.name.casefold() in seen:
            raise InputError(
                f"The field {field.name!r} is in the list twice.",
                hint="Leave one out, or give one another name: name: question",
            )
        seen[field.name.casefold()] = field
    return tuple(found)
