"""Load named SQL and numbered migrations from the .sql files of a dialect.

Each query in `sql/<dialect>/*queries.sql` starts with a line `-- :name  what it does`. A migration is
a file `NNNN_what_it_does.sql` beside them: the first makes the schema, each later one changes it. A library
keeps the number of its schema and gets the migrations that it has not had.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from sqlite3 import complete_statement
from types import MappingProxyType

from pincite.errors import StoreError

_HEADER = re.compile(r"^-- :(?P<name>\w+)[^\n]*\n", re.MULTILINE)
_MIGRATION = re.compile(r"(\d{4})_\w+\.sql")
_EARLIER = 20
"""Schemas from before the first migration. None was ever released, so none is read."""
_MAKE_ANEW = "It was not changed. Make a new library, and add the documents to it again."
_UPDATE = "It was not changed. Run: pip install --upgrade pincite"


@functools.cache
def load(dialect: str) -> Mapping[str, str]:
    """Queries of a dialect by name."""
    found = [file for file in _folder(dialect).iterdir() if file.name.endswith("queries.sql")]
    return MappingProxyType(parse("\n".join(file.read_text("utf-8") for file in found)))


def parse(source: str) -> dict[str, str]:
    """Queries by name; a ValueError when two have the same name."""
    parts = _HEADER.split(source)[1:]
    names, bodies = parts[::2], parts[1::2]
    if len(set(names)) != len(names):
        raise ValueError(f"query defined twice: {sorted({n for n in names if names.count(n) > 1})}")
    return {name: body.strip() for name, body in zip(names, bodies, strict=True)}


def migrations(dialect: str) -> dict[int, str]:
    """Scripts by the number of the schema they lead to, lowest first."""
    return numbered((file.name, file.read_text("utf-8")) for file in _folder(dialect).iterdir())


def numbered(files: Iterable[tuple[str, str]]) -> dict[int, str]:
    """Scripts by their numbers; a ValueError when two have the same, for one would never run."""
    scripts = [
        (_EARLIER + int(match[1]), text) for name, text in files if (match := _MIGRATION.fullmatch(name))
    ]
    if len(dict(scripts)) != len(scripts):
        raise ValueError(f"migration numbers given twice: {sorted(number for number, _ in scripts)}")
    return dict(sorted(scripts))


def require_known(library: str, schema: int, dialect: str) -> None:
    """A StoreError for a library of a schema that no migration here leads to."""
    known = migrations(dialect)
    if schema in known:
        return
    age, hint = ("a newer", _UPDATE) if schema > max(known) else ("an older", _MAKE_ANEW)
    raise StoreError(
        f"{library} is of {age} form: it has schema {schema}, and this version of Pincite has {max(known)}.",
        hint=hint,
    )


def statements(script: str) -> Iterator[str]:
    """The statements of a script one by one, so that they can run inside a transaction of ours."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if complete_statement(statement):
            yield statement
            statement = ""


def _folder(dialect: str) -> Traversable:
    return files("pincite.stores").joinpath("sql").joinpath(dialect)
