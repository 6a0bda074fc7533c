"""Wake-ups of workers in PostgreSQL: told with the job or not at all, and again after a lost connection."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.places import opened
from tests.postgres_server import Server

from pincite.errors import StoreError
from pincite.records.job import Budget, Finished, NewItem, NewJob
from pincite.stores.library_store import LibraryStore
from pincite.stores.place import PostgresUrl
from pincite.stores.postgres_database import SCHEMA, PostgresDatabase, connected
from pincite.stores.wake_ups import bring_up, is_current


@pytest.fixture
def database(postgres: Server) -> Iterator[str]:
    name = postgres.fresh()
    yield name
    postgres.drop(name)


@pytest.fixture
def library(postgres: Server, database: str) -> Iterator[LibraryStore]:
    with opened(postgres.url(database)) as store:
        yield store


@dataclass
class Ear:
    """Counts what it hears."""

    times: list[float] = field(default_factory=list)

    def tell(self) -> None:
        self.times.append(time.monotonic())

    def hears(self, seconds: float) -> bool:
        give_up = time.monotonic() + seconds
        while not self.times and time.monotonic() < give_up:
            time.sleep(0.01)
        return bool(self.times)


@contextmanager
def listening(store: LibraryStore) -> Iterator[Ear]:
    """Somebody who listens, and has heard that it does."""
    ear = Ear()
    with store.hearing_of_jobs(ear.tell):
        give_up = time.monotonic() + 30
        while not ear.times and time.monotonic() < give_up:
            store.jobs().submit(job(f"{time.monotonic()}"))
            ear.hears(0.3)
        assert ear.times
        time.sleep(0.5)
        ear.times.clear()
        yield ear


def job(key: str = "key") -> NewJob:
    return NewJob("default", key, "{}", "[]", "{}", (NewItem("", "a.txt"),))


def tasks(store: LibraryStore) -> list[Any]:
    assert isinstance(store.database, PostgresDatabase)
    with store.database.pool.connection() as connection:
        return connection.execute("SELECT args ->> 'job' FROM procrastinate_jobs ORDER BY id").fetchall()


def test_task_is_written_with_the_job_and_names_it(library: LibraryStore):
    id, _ = library.jobs().submit(job())

    assert tasks(library) == [(id,)]


def test_job_that_is_not_kept_leaves_no_task(library: LibraryStore):
    def unreadable(item: NewItem) -> bytes:
        raise StoreError("no")

    items = (NewItem("/a.txt", "a.txt"),)
    with pytest.raises(StoreError):
        library.jobs().submit(NewJob("default", "k", "{}", "[]", "{}", items), read=unreadable)

    assert library.jobs().found("default") == []
    assert tasks(library) == []


def test_same_job_again_wakes_nobody(library: LibraryStore):
    library.jobs().submit(job())
    library.jobs().submit(job())

    assert len(tasks(library)) == 1


def resumed(store: LibraryStore, id: str) -> None:
    store.jobs().pause([id], "why")
    store.jobs().resume(id, Budget())


def retried(store: LibraryStore, id: str) -> None:
    claimed = store.jobs().claim("w")
    assert claimed
    store.jobs().finish(claimed, Finished("failed", "why"))
    store.jobs().retry(id)


@pytest.mark.parametrize("done", [resumed, retried])
def test_job_that_goes_on_wakes_workers(library: LibraryStore, done: Callable[[LibraryStore, str], None]):
    id, _ = library.jobs().submit(job())
    done(library, id)

    assert tasks(library) == [(id,), (id,)]


def test_whoever_listens_hears_of_a_job_at_once_and_takes_the_task_away(library: LibraryStore):
    with listening(library) as first, listening(library) as second:
        first.times.clear()
        library.jobs().submit(job())

        assert first.hears(2)
        assert second.hears(2)
        give_up = time.monotonic() + 15
        while tasks(library) and time.monotonic() < give_up:
            time.sleep(0.1)
        assert tasks(library) == []


def test_after_a_lost_connection_jobs_are_heard_of_again(
    postgres: Server, database: str, library: LibraryStore
):
    with listening(library) as ear:
        for number in range(2):
            assert postgres.cut_connections(database) > 1
            ear.times.clear()
            give_up = time.monotonic() + 20
            while not ear.hears(0.5) and time.monotonic() < give_up:
                library.jobs().submit(job(f"{number} {time.monotonic()}"))
            assert ear.times


def made(url: str) -> set[tuple[str, str]]:
    """What functions, tables and types there are of the queue."""
    with connected(PostgresUrl(url)) as connection:
        rows = connection.execute(
            "SELECT proname, pg_get_function_identity_arguments(oid) FROM pg_proc "
            f"WHERE pronamespace = '{SCHEMA}'::regnamespace AND proname LIKE 'procrastinate%' "
            "UNION SELECT relname, relkind::text FROM pg_class "
            f"WHERE relnamespace = '{SCHEMA}'::regnamespace AND relname LIKE '%procrastinate%'"
        ).fetchall()
    return {(str(name), str(more)) for name, more in rows}


@pytest.mark.parametrize("before", ["02", "03.02", "03.04.00_50"])
def test_queue_of_an_older_version_is_brought_up_to_date(
    postgres: Server, database: str, library: LibraryStore, before: str
):
    """As an earlier release left it: its migrations up to a point, and the row that says so."""
    url = postgres.url(database)
    wanted = made(url)
    scripts = sorted(Path(str(files("procrastinate.sql") / "migrations")).glob("*.sql"))
    done = [script for script in scripts if script.name < before]
    with connected(PostgresUrl(url)) as connection:
        drop_queue(connection)
        for script in done:
            connection.execute(script.read_bytes())
        connection.execute("UPDATE queue_schema SET package = 'older', migration = %s", [done[-1].name])
        assert not is_current(connection)

    opened(url).close()

    assert made(url) == wanted
    with connected(PostgresUrl(url)) as connection:
        assert is_current(connection)
        bring_up(connection)
    library.jobs().submit(job())
    assert len(tasks(library)) == 1


def drop_queue(connection: Any) -> None:
    for kind, name in connection.execute(
        "SELECT 'TABLE', relname FROM pg_class WHERE relkind = 'r' AND relname LIKE 'procrastinate%' "
        "UNION ALL SELECT 'FUNCTION', proname FROM pg_proc WHERE proname LIKE 'procrastinate%' "
        "UNION ALL SELECT 'TYPE', typname FROM pg_type WHERE typname LIKE 'procrastinate_job_%' "
        "AND typtype IN ('e', 'c') AND typname <> 'procrastinate_jobs'"
    ).fetchall():
        connection.execute(f"DROP {kind} IF EXISTS {name} CASCADE")
