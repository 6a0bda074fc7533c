"""Load named SQL and numbered migrations from the .sql files of a dialect.

Each query in `sql/<dialect>/*queries.sql` starts with a line `-- :name  what it does`. A migration is
a file `NNNN_what_it_does.sql` beside them; its number is the schema version that it leads to.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from sqlite3 import complete_statement
from types import MappingProxyType

_HEADER = re.compile(r"^-- :(?P<name>\w+)[^\n]*\n", re.MULTILINE)
_MIGRATION = re.compile(r"(\d{4})_\w+\.sql")


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
    """Scripts by the schema version they lead to, lowest first."""
    return numbered((file.name, file.read_text("utf-8")) for file in _folder(dialect).iterdir())


def numbered(files: Iterable[tuple[str, str]]) -> dict[int, str]:
    """Scripts by their numbers; a ValueError when two have the same, for one would never run."""
    scripts = [(int(match[1]), text) for name, text in files if (match := _MIGRATION.fullmatch(name))]
    if len(dict(scripts)) != len(scripts):
        raise ValueError(f"migration numbers given twice: {sorted(number for number, _ in scripts)}")
    return dict(sorted(scripts))


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
