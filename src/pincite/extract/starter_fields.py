"""Know the fields of all starters by name: plain words that name one are asked as the starter asks."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

from pincite.extract.schema_file import load_schema
from pincite.extract.schemas import SchemaField
from pincite.extract.starter_files import STARTERS


def starter_field(words: str) -> SchemaField | None:
    """The field of that name, whatever its capitals; None where no starter has one."""
    return _fields().get(" ".join(words.split()).casefold())


@functools.cache
def _fields() -> Mapping[str, SchemaField]:
    """By their names; where two starters have one, they ask the same (a test says so)."""
    found = (each for name in STARTERS for each in load_schema(name).fields)
    return MappingProxyType({each.name.casefold(): each for each in found})
