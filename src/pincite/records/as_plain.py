"""Write a record as plain JSON values, and read the same record from them.

A mapping becomes a list of pairs, because its keys may be more than text; a set becomes a sorted list; a
record becomes an object with its name under `record`, and without the fields that are as by default: a field
which is added later changes nothing.
"""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from decimal import Decimal
from typing import Any, TypeVar

T = TypeVar("T")
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


def from_plain(kind: type[T], plain: object) -> T:
    """The record of this type that was written so; a ValueError where it is no such record."""
    try:
        read: T = _read(kind, plain)
    except (TypeError, KeyError, ArithmeticError) as error:
        raise ValueError(f"this is no {kind.__name__}: {error}") from error
    return read


def _read(kind: Any, plain: Any) -> Any:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return _read_one_of(inner, plain)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        known = {name: plain[name] for name in plain if name in _fields(kind)}
        return kind(**{name: _read(hints[name], value) for name, value in known.items()})
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return {_read(inner[0], key): _read(inner[1], value) for key, value in plain}
    if origin is frozenset:
        return frozenset(_read(inner[0], each) for each in plain)
    if origin is tuple:
        kinds: Sequence[Any] = [inner[0]] * len(plain) if inner[-1] is Ellipsis else inner
        return tuple(_read(each, value) for each, value in zip(kinds, plain, strict=True))
    return Decimal(plain) if kind is Decimal else plain


def _read_one_of(kinds: Sequence[Any], plain: Any) -> Any:
    """By the name that a record gives; what is no record is a number, a text or nothing."""
    if plain is None:
        return None
    records = {each.__name__: each for each in kinds if isinstance(each, type) and is_dataclass(each)}
    if isinstance(plain, dict):
        return _read(records[plain[_KIND]], plain)
    others = [each for each in kinds if each is not type(None) and each not in records.values()]
    return _read(others[0], plain)


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


@functools.cache
def _fields(kind: type) -> dict[str, Field[Any]]:
    return {each.name: each for each in fields(kind) if each.init}


def _is_default(each: Field[Any], value: object) -> bool:
    if each.default is not MISSING:
        return type(value) is type(each.default) and value == each.default
    return each.default_factory is not MISSING and value == each.default_factory()
