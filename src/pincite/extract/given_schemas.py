"""Take a schema in whatever form it is given: a file, the name of a starter, a pydantic model."""

from __future__ import annotations

import types
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from pincite.answer.document_tables import Cardinality, FieldRules
from pincite.errors import InputError
from pincite.extract.fields import kind_of
from pincite.extract.schema_file import load_schema
from pincite.extract.schemas import Schema, SchemaField

_LISTS = frozenset({list, tuple, set, frozenset})

SchemaLike = Schema | str | Path | type[BaseModel]
"""A schema, the name of a starter, a YAML file, or a pydantic model."""


def schema_of(given: SchemaLike) -> Schema:
    """The schema, or an InputError that names the file, the line and the field."""
    if isinstance(given, Schema):
        return given
    if isinstance(given, type) and issubclass(given, BaseModel):
        return _of_model(given)
    if isinstance(given, str | Path):
        return load_schema(given)
    raise InputError(
        f"{given!r} is not a schema.",
        hint="Give a YAML file, the name of a starter, or a pydantic model. See: pincite schema init",
    )


def _of_model(model: type[BaseModel]) -> Schema:
    fields = [_of_field(name, each) for name, each in model.model_fields.items()]
    return Schema(model.__name__, tuple(fields), " ".join((model.__doc__ or "").split()))


def _of_field(name: str, given: Any) -> SchemaField:
    """Name, type, description and constraints of one field of a model; a list of values is many."""
    wanted, optional = _without_none(given.annotation)
    is_many = get_origin(wanted) in _LISTS
    inner = get_args(wanted)[0] if is_many and get_args(wanted) else wanted
    kind = kind_of(inner)
    rules = FieldRules(
        required=given.is_required() and not optional,
        minimum=_bound(name, given.metadata, "ge"),
        maximum=_bound(name, given.metadata, "le"),
        pattern=next((each.pattern for each in given.metadata if getattr(each, "pattern", None)), None),
        choices=_choices(inner),
    )
    cardinality: Cardinality = "many" if is_many else "table" if kind == "table" else "one"
    return SchemaField(name, kind, given.description or "", "", cardinality, (), rules)


def _without_none(annotation: Any) -> tuple[Any, bool]:
    """The type that is meant where it may be None, and whether it may."""
    if get_origin(annotation) not in {Union, types.UnionType}:
        return annotation, False
    others = [each for each in get_args(annotation) if each is not type(None)]
    return (others[0] if len(others) == 1 else annotation), len(others) < len(get_args(annotation))


def _bound(name: str, metadata: Iterable[object], wanted: Literal["ge", "le"]) -> str | None:
    open_end = {"ge": "gt", "le": "lt"}[wanted]
    if any(getattr(each, open_end, None) is not None for each in metadata):
        raise InputError(
            f"The field {name!r} has a bound that Pincite does not know: {open_end}.",
            hint=f"Use {wanted}, which allows the bound itself.",
        )
    found = (getattr(each, wanted, None) for each in metadata)
    return next((str(each) for each in found if isinstance(each, int | float | Decimal | date)), None)


def _choices(annotation: Any) -> list[str]:
    if get_origin(annotation) is Literal:
        return [str(each) for each in get_args(annotation)]
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [str(each.value) for each in annotation]
    return []
