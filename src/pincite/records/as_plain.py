"""Write a record as plain JSON values.

A mapping becomes a list of pairs, because its keys may be more than text; a set becomes a sorted list; a
record becomes an object with its name under `record`, and without the fields that are as by default: a field
which is added later changes nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from decimal import Decimal
from typing import Any

_KIND = "record"


def to_plain(value: object) -> Any:
    """The value as JSON can say it."""
    if is_dataclass(value) and not isinstance(value, type):
        said = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
        told = {
            name: to_plain(inner)
            for name, inner in said.items()
            if not _is_default(_fields(type(value))[name], inner)
        }
        return {_KIND: type(value).__name__, **told}
    if isinstance(value, Mapping):
        return [[to_plain(key), to_plain(inner)] for key, inner in value.items()]
    if isinstance(value, frozenset | set):
        return sorted((to_plain(each) for each in value), key=repr)
    if isinstance(value, tuple | list):
        return [to_plain(each) for each in value]
    return str(value) if isinstance(value, Decimal) else value


@functools.cache
def _fields(kind: type) -> dict[str, Field[Any]]:
    return {each.name: each for each in fields(kind) if each.init}


def _is_default(each: Field[Any], value: object) -> bool:
    if each.default is not MISSING:
        return type(value) is type(each.default) and value == each.default
    return each.default_factory is not MISSING and value == each.default_factory()
