"""What survives a connection that is lost in the middle: a run is recorded once, and recorded whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from recorded import make_run
from store_documents import make_entry
from tests.postgres_server import Server

from pincite.audit.chain_check import checked
from pincite.errors import StoreError
from pincite.records.library import Identity
from pincite.stores.library_store import LibraryStore
from pincite.stores.opening import open_store
from pincite.stores.place import PostgresUrl


class Cutting(tuple[Identity, ...]):
    """Documents of a run: the connection is cut when they are read, so many times."""

    cut: Callable[[], object]
    times: int

    def __iter__(self) -> Iterator[Identity]:
        if self.times:
            self.times -= 1
            self.cut()
        return super().__iter__()


@pytest.fixture
def database(postgres: Server) -> Iterator[str]:
    name = postgres.fresh()
    yield name
    postgres.drop(name)


@pytest.fixture
def store(postgres: Server, database: str) -> Iterator[LibraryStore]:
    with open_store(PostgresUrl(postgres.url(database))) as store:
        yield store


def recorded_while_cut(store: LibraryStore, postgres: Server, database: str, times: int) -> None:
    entry = make_entry("The fee is 100.")
    store.add([entry])
    documents = Cutting((entry.identity,))
    documents.cut, documents.times = lambda: postgres.cut_connections(database), times
    store.record(replace(make_run("one", entry.identity), documents=documents))


@pytest.mark.parametrize("times", [1, 3])
def test_run_is_recorded_once_although_the_connection_is_lost(
    store: LibraryStore, postgres: Server, database: str, times: int
):
    recorded_while_cut(store, postgres, database, times)

    (run,) = store.runs("default")
    assert [each.name for each in run.documents] == ["lease.pdf"]
    assert checked(store.trail()).intact


def test_connection_that_is_lost_again_and_again_is_told(
    store: LibraryStore, postgres: Server, database: str
):
    with pytest.raises(StoreError, match="connection") as told:
        recorded_while_cut(store, postgres, database, times=100)

    assert told.value.retryable
    assert store.runs("default") == []
