"""Reach the rows of a library in PostgreSQL through a pool of connections, and bring their schema up to date.

A transaction holds one connection for the thread that began it; any other query borrows one for itself. A
connection that is lost is replaced: what was being written is undone by the server, and the next call works.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, LiteralString

from pincite.errors import StoreError
from pincite.stores import queries, wake_ups
from pincite.stores.database import Row, T
from pincite.stores.place import PostgresUrl
from pincite.stores.postgres_faults import (
    cannot_connect,
    in_plain_words,
    is_lost,
    missing_driver,
    store_error,
)

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg_pool import ConnectionPool

    Pool = ConnectionPool[Connection[Row]]

SCHEMA = "pincite"
OLDEST_SERVER = 15
CONNECTIONS = 16
"""As many as a process may have at once, where nobody says; many threads of a server share them."""
# A connection whose other end is gone without a word is lost after a minute, and not after two hours.
_USUAL: Mapping[str, str | int] = MappingProxyType(
    {
        "connect_timeout": 10,
        "application_name": "pincite",
        "keepalives_idle": 30,
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 60_000,
    }
)
# How long a call waits for a connection while all are taken, and while the server is known to be away.
_WAIT_SECONDS, _SECONDS_WHILE_AWAY = 30.0, 2.0
# After so long the pool stops trying by itself, and the next call has it begin anew: its own pauses double,
# so that after an outage of minutes it would stay away for minutes more.
_RECONNECT_SECONDS = 5.0
# A lost connection is replaced at once; a server that restarts is back within seconds.
_PAUSES_SECONDS = (0.1, 1.0, 3.0)
# Any number will do, as long as it is always the same.
_MIGRATING = 0x50696E63
_NUL, _SHOWN_NUL = "\0", "\u2400"


@dataclass(frozen=True, slots=True)
class PostgresDatabase:
    """The rows of a library in the schema `pincite` of a database."""

    url: PostgresUrl
    pool: Pool = field(repr=False)
    writable: bool
    away: threading.Event = field(default_factory=threading.Event, repr=False)
    """Set while the pool gets no connection, so that nobody waits long for one."""
    _mine: threading.local = field(default_factory=threading.local, repr=False)
    """The connection of the transaction that this thread is in, if it is in one."""

    @property
    def place(self) -> str:
        return str(self.url)

    def row(self, query: str, **values: object) -> Row | None:
        rows = self._rows(query, values, first=True)
        return rows[0] if rows else None

    def rows(self, query: str, **values: object) -> list[Row]:
        return self._rows(query, values, first=False)

    def number(self, query: str, **values: object) -> int:
        row = self.row(query, **values)
        if row is None:
            raise StoreError(f"The library {self.place} is damaged: no row for {query!r}.")
        return int(row[0])

    def run(self, query: str, **values: object) -> None:
        with in_plain_words(self.place), self._connection() as connection:
            connection.execute(_sql(query), _given(values))

    def run_many(self, query: str, rows: Iterable[Row]) -> None:
        with (
            in_plain_words(self.place),
            self._connection() as connection,
            connection.cursor() as cursor,
        ):
            cursor.executemany(_sql(query), [tuple(map(_storable, row)) for row in rows])

    @contextmanager
    def reading(self) -> Iterator[None]:
        with self._transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield

    @contextmanager
    def writing(self) -> Iterator[None]:
        self.require_writable()
        # Whatever the server does otherwise: after waiting for its turn, a writer must see what others wrote.
        with self._transaction("BEGIN ISOLATION LEVEL READ COMMITTED"):
            yield

    def again(self, work: Callable[[], T]) -> T:
        import psycopg

        for pause in _PAUSES_SECONDS:
            try:
                return work()
            except StoreError as error:
                cause = error.__cause__
                if not isinstance(cause, psycopg.Error) or not is_lost(cause):
                    raise
            time.sleep(pause)
        return work()

    def require_writable(self) -> None:
        if not self.writable:
            raise StoreError(
                f"The library {self.place} is read-only.",
                hint="Use a user who may write to it (docs/postgres.md), or another library.",
            )

    def empty_log(self) -> bool:
        """Nothing: the server keeps its log as long as it needs it (docs/postgres.md, erasure)."""
        return True

    def rewrite(self) -> None:
        """Write every table anew; whoever reads or writes one of them waits meanwhile."""
        self.require_writable()
        with in_plain_words(self.place), self._borrowed() as connection:
            for (table,) in connection.execute(_sql("own_tables")).fetchall():
                connection.execute(f'VACUUM (FULL, ANALYZE) {SCHEMA}."{table}"'.encode())

    def connection(self) -> AbstractContextManager[Connection[Row]]:
        """The connection of the transaction that this thread is in, or one that is borrowed."""
        return self._connection()

    @contextmanager
    def locked(self, what: str) -> Iterator[bool]:
        """A lock among all processes, as long as the connection lives; False where another has it."""
        with in_plain_words(self.place), self._borrowed() as connection:
            (free,) = connection.execute(_sql("try_lock"), {"what": what}).fetchone() or (False,)
            try:
                yield bool(free)
            finally:
                if free and not connection.closed:
                    connection.execute(_sql("unlock"), {"what": what})

    def close(self) -> None:
        self.pool.close()

    def _rows(self, query: str, values: Mapping[str, object], first: bool) -> list[Row]:
        import psycopg

        try:
            return self._fetched(query, values, first)
        except psycopg.Error as error:
            if not is_lost(error) or self._in_transaction or not _sql(query).startswith("SELECT"):
                raise store_error(error, self.place) from error
        except UnicodeEncodeError:
            with in_plain_words(self.place):
                raise
        # Reading can be done again. All connections are looked at first: a restart of the server ends each.
        with in_plain_words(self.place):
            self.pool.check()
            return self._fetched(query, values, first)

    def _fetched(self, query: str, values: Mapping[str, object], first: bool) -> list[Row]:
        with self._connection() as connection:
            cursor = connection.execute(_sql(query), _given(values), binary=True)
            if not first:
                return cursor.fetchall()
            row = cursor.fetchone()
            return [] if row is None else [row]

    @property
    def _in_transaction(self) -> bool:
        return getattr(self._mine, "connection", None) is not None

    @contextmanager
    def _connection(self) -> Iterator[Connection[Row]]:
        mine: Connection[Row] | None = getattr(self._mine, "connection", None)
        if mine is not None:
            yield mine
            return
        with self._borrowed() as connection:
            yield connection

    @contextmanager
    def _borrowed(self) -> Iterator[Connection[Row]]:
        wait = _SECONDS_WHILE_AWAY if self.away.is_set() else _WAIT_SECONDS
        with self.pool.connection(timeout=wait) as connection:
            self.away.clear()
            yield connection

    @contextmanager
    def _transaction(self, begin: LiteralString) -> Iterator[None]:
        if self._in_transaction:
            raise RuntimeError("a transaction inside of another one")
        with in_plain_words(self.place), self._begun(begin) as connection:
            self._mine.connection = connection
            try:
                yield
                connection.execute("COMMIT")
            finally:
                self._mine.connection = None
                if not connection.closed and connection.info.transaction_status:
                    connection.execute("ROLLBACK")

    @contextmanager
    def _begun(self, begin: LiteralString) -> Iterator[Connection[Row]]:
        """A connection in a transaction; where the first that comes was lost, another one."""
        import psycopg

        with self._borrowed() as connection:
            try:
                connection.execute(begin)
            except psycopg.Error as error:
                if not is_lost(error):
                    raise
            else:
                yield connection
                return
        self.pool.check()
        with self._borrowed() as connection:
            connection.execute(begin)
            yield connection


def open_database(
    url: PostgresUrl, *, read_only: bool = False, connections: int = CONNECTIONS
) -> PostgresDatabase:
    """The library in a database, made where there is none; to read only where nothing may be written."""
    with connected(url) as connection:
        _check_server(connection, url)
        if not read_only:
            _migrate(connection, url)
        done = _done(connection, url)
        if not done:
            raise StoreError(
                f"There is no library in {url}.", hint="Add a document first, or correct the address."
            )
        if queries.migrations("postgres").keys() - done:
            raise StoreError(
                f"You may only read the library {url}, and its tables are not up to date.",
                hint="Open it once as its owner.",
            )
        _require_rows(connection, url)
        (may_write,) = connection.execute(_sql("may_write")).fetchone() or (False,)
    writable = bool(may_write) and not read_only
    away = threading.Event()
    with in_plain_words(str(url)):
        return PostgresDatabase(url, _pool(url, writable, connections, away), writable, away)


def has_library(url: PostgresUrl) -> bool:
    """Whether there is anything to open, even something broken: opening it says what is wrong."""
    try:
        with connected(url) as connection:
            return bool(_done(connection, url))
    except StoreError:
        return True


@contextmanager
def connected(url: PostgresUrl) -> Iterator[Connection[Row]]:
    """One connection, outside of any pool."""
    try:
        import psycopg
        import psycopg_pool  # noqa: F401
    except ImportError as error:
        raise missing_driver() from error
    try:
        connection: Connection[Row] = psycopg.connect(address(url), autocommit=True)
    except psycopg.ProgrammingError:
        # Its message may quote the address, and with it the password.
        raise StoreError(
            f"The address {url} cannot be used.",
            hint="Write: postgresql://USER@HOST:PORT/DATABASE. In a password, write @ as %40 and / as %2F.",
        ) from None
    except (psycopg.Error, UnicodeEncodeError) as error:
        if isinstance(error, psycopg.Error):
            raise cannot_connect(error, str(url)) from None
        raise StoreError(f"The address {url} cannot be used: it is not valid Unicode.") from None
    with in_plain_words(str(url)), connection:
        _set_up(connection)
        yield connection


def _done(connection: Connection[Row], url: PostgresUrl) -> set[int]:
    """The numbers of the migrations that were done, none where there is no library.

    An error where it is a library of another form.
    """
    (found,) = connection.execute(_sql("has_schema")).fetchone() or (None,)
    if not found:
        return set()
    if found != "ours":
        raise StoreError(
            f"The schema {SCHEMA} of {url} belongs to another program.",
            hint="Use another database for the library.",
        )
    done = {version for (version,) in connection.execute(_sql("migrations_done")).fetchall()}
    queries.require_known(f"The library {url}", max(done, default=0), "postgres")
    return done


def _check_server(connection: Connection[Row], url: PostgresUrl) -> None:
    major = connection.info.server_version // 10_000
    if major < OLDEST_SERVER:
        raise StoreError(
            f"The server of {url} is PostgreSQL {major}, and Pincite needs {OLDEST_SERVER} or newer.",
            hint="Update the server, or use another one.",
        )
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreError(
            f"The database of {url} has the encoding {encoding}, and Pincite needs UTF8.",
            hint="Create another one: createdb --encoding=UTF8 --template=template0 NAME",
        )


def _require_rows(connection: Connection[Row], url: PostgresUrl) -> None:
    """An error for a user from whom row security keeps everything: to them, any library looks empty."""
    sees_nothing, owner = connection.execute(_sql("sees_nothing")).fetchone() or (False, "")
    if sees_nothing:
        user = connection.info.user
        raise StoreError(
            f"{user} may read no collection of the library {url}.",
            hint=f"Its owner can let you read one: SELECT pincite.admit_tenant('{user}', 'default'); "
            f"or all of it: GRANT {owner} TO {user};",
        )


def _migrate(connection: Connection[Row], url: PostgresUrl) -> None:
    scripts = queries.migrations("postgres")
    if not scripts.keys() - _done(connection, url) and wake_ups.is_current(connection):
        return
    # Whoever comes second waits, and finds it done.
    connection.execute("SELECT pg_advisory_lock(%s)", [_MIGRATING])
    try:
        done = _done(connection, url)
        (may_migrate,) = connection.execute(_sql("may_migrate")).fetchone() or (False,)
        if not may_migrate:
            if done:
                return
            raise StoreError(
                f"You may not create a library in {url}.",
                hint=f"Its owner can let you: GRANT CREATE ON DATABASE … TO {connection.info.user};",
            )
        for number, script in scripts.items():
            if number not in done:
                with connection.transaction():
                    if not done:
                        connection.execute(_sql("create_schema"))
                    connection.execute(script.encode())
                    connection.execute(_sql("insert_migration"), {"version": number})
        wake_ups.bring_up(connection)
    finally:
        if not connection.closed:
            connection.execute("SELECT pg_advisory_unlock(%s)", [_MIGRATING])


def _pool(url: PostgresUrl, writable: bool, connections: int, away: threading.Event) -> Pool:
    from psycopg_pool import ConnectionPool

    # What it says of connections that are lost and replaced is for whoever asks for it.
    logging.getLogger("psycopg").addHandler(logging.NullHandler())

    def configure(connection: Connection[Row]) -> None:
        _set_up(connection)
        if not writable:
            connection.execute("SET default_transaction_read_only = on")

    return ConnectionPool(
        address(url),
        min_size=1,
        max_size=connections,
        kwargs={"autocommit": True},
        configure=configure,
        timeout=_WAIT_SECONDS,
        reconnect_timeout=_RECONNECT_SECONDS,
        reconnect_failed=lambda pool: away.set(),
        open=True,
        name="pincite",
    )


def _set_up(connection: Connection[Row]) -> None:
    # Extensions may be in `public`, wherever the owner of the database put them.
    connection.execute(f"SET search_path = {SCHEMA}, public".encode())


def address(url: PostgresUrl) -> str:
    """What the driver is given; it holds the password."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    given = conninfo_to_dict(url.secret)
    usual = {key: value for key, value in _USUAL.items() if key not in given}
    # Not what PGCLIENTENCODING says: text is text in any language.
    return make_conninfo(url.secret, **usual, client_encoding="UTF8")


def _sql(query: str) -> LiteralString:
    return queries.load("postgres")[query]


def _given(values: Mapping[str, object]) -> dict[str, object]:
    return {name: _storable(value) for name, value in values.items()}


def _storable(value: object) -> object:
    """The value, with a visible sign in place of each NUL, which PostgreSQL cannot hold in text."""
    return value.replace(_NUL, _SHOWN_NUL) if isinstance(value, str) and _NUL in value else value
