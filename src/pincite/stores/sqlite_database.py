"""Open the SQLite file of a library, make its tables and run named queries on it.

Every change runs in a transaction that takes the write lock first, and every commit reaches the disk
before it returns (`synchronous = FULL`): a killed process loses nothing that was committed, and
neither does a machine that loses power. With `NORMAL` the second would not hold.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pincite.errors import StoreError
from pincite.stores import queries
from pincite.stores.database import Row, T
from pincite.stores.faults import another_program, in_plain_words, lost, primary_code
from pincite.stores.lock import DATABASE, make_folder, touch

FILE = DATABASE
WORDS, VECTORS = "words", "vectors"
"""The folders of the indexes, which are made after the database and from it."""
APPLICATION_ID = 0x50696E63  # "Pinc", so that another program's database is never taken for a library
_BUSY_MILLISECONDS = 30_000
_BETWEEN_TRIES_SECONDS = 0.02
# Each keeps a copy of what it was last given, which may be a file and its text: so only a few are kept.
_STATEMENTS_KEPT = 4
_SMALL_STATEMENTS_KEPT = 32
# What SQLite says when it may not make the files that go with a write-ahead log.
_NO_ROOM_FOR_A_LOG = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY})


@dataclass(frozen=True, slots=True)
class SqliteDatabase:
    """A connection that any thread may use, one at a time."""

    folder: Path
    connection: sqlite3.Connection
    writable: bool
    _turn: threading.RLock = field(default_factory=threading.RLock)

    @property
    def place(self) -> str:
        return str(self.folder)

    def row(self, query: str, **values: object) -> Row | None:
        """The first row; None when there is none."""
        with self._turn, in_plain_words(self.folder):
            row: Row | None = self.connection.execute(_sql(query), _given(values)).fetchone()
        return row

    def rows(self, query: str, **values: object) -> list[Row]:
        with self._turn, in_plain_words(self.folder):
            return self.connection.execute(_sql(query), _given(values)).fetchall()

    def number(self, query: str, **values: object) -> int:
        """The single number that the query is sure to give."""
        row = self.row(query, **values)
        if row is None:
            raise StoreError(f"The library {self.folder} is damaged: no row for {query!r}.")
        return int(row[0])

    def run(self, query: str, **values: object) -> None:
        with self._turn, in_plain_words(self.folder):
            self.connection.execute(_sql(query), _given(values))

    def run_many(self, query: str, rows: Iterable[Row]) -> None:
        with self._turn, in_plain_words(self.folder):
            self.connection.executemany(_sql(query), rows)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """All queries inside see the library as it is at the first of them."""
        with self._transaction("BEGIN"):
            yield

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All changes inside happen, or none of them."""
        self.require_writable()
        with self._transaction("BEGIN IMMEDIATE"):
            yield

    def again(self, work: Callable[[], T]) -> T:
        """What comes of it: a file has no connection that could be lost."""
        return work()

    def require_writable(self) -> None:
        if not self.writable:
            raise StoreError(
                f"The library {self.folder} is read-only.",
                hint="Give yourself write permission to the folder, or use another library.",
            )

    def empty_log(self) -> bool:
        """Move the write-ahead log into the database and cut it to nothing; False while a reader needs it.

        Deleted content is overwritten in the database (`secure_delete`), but older copies of its pages
        stand in the log until then.
        """
        with self._turn, in_plain_words(self.folder):
            busy, *_ = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def rewrite(self) -> None:
        """Write the whole file anew, so that pages which were divided keep no copy of what was deleted."""
        self.require_writable()
        with self._turn, in_plain_words(self.folder):
            self.connection.execute("VACUUM")

    def close(self) -> None:
        with self._turn:
            self.connection.close()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        with self._turn:
            with in_plain_words(self.folder):
                self.connection.execute(begin)
            try:
                yield
                with in_plain_words(self.folder):
                    self.connection.execute("COMMIT")
            finally:
                # SQLite has already rolled back by itself after some faults, such as a full disk.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")


def open_database(folder: Path) -> SqliteDatabase:
    """The library in `folder`, made if there is none; to read only where nothing may be written."""
    if folder.exists() and not folder.is_dir():
        raise StoreError(
            f"{folder} is a file, not a library.", hint="A library is a folder: name another path."
        )
    with in_plain_words(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        make_folder(folder)
        _check_not_lost(folder)
        writable = _may_write(folder) and (not (folder / FILE).exists() or _may_write(folder / FILE))
        return _open_to_write(folder) if writable else open_to_read(folder)


def open_beside(database: SqliteDatabase) -> SqliteDatabase:
    """Another connection to the same library, for rows that are small and changed all the time.

    It keeps its statements: to prepare them anew takes longer than to run them.
    """
    if not database.writable:
        return SqliteDatabase(database.folder, connect_to_read(database.folder / FILE), writable=False)
    with in_plain_words(database.folder):
        uri = (database.folder / FILE).absolute().as_uri() + "?mode=rw"
        connection = _connect(uri, _SMALL_STATEMENTS_KEPT)
        _set_up(connection)
    return SqliteDatabase(database.folder, connection, writable=True)


def open_to_read(folder: Path) -> SqliteDatabase:
    """The library in `folder`, which nothing done here will change."""
    file = folder / FILE
    _check_not_lost(folder)
    if not file.is_file():
        raise StoreError(
            f"There is no library in {folder}.", hint="Add a document first, or name another folder."
        )
    with in_plain_words(folder):
        _check_head(folder)
        connection = connect_to_read(file)
        if _check_schema(folder, connection) < max(queries.migrations("sqlite")):
            raise StoreError(
                f"The library {folder} is read-only, and its tables are not up to date.",
                hint="Open it once with write permission.",
            )
    return SqliteDatabase(folder, connection, writable=False)


def is_there(folder: Path) -> bool:
    """Whether there is anything to open in a folder, even something broken: opening it says what is wrong."""
    try:
        (folder / FILE).stat()
    except FileNotFoundError:
        return has_index(folder)
    except OSError:
        return True
    return True


def has_index(folder: Path) -> bool:
    """Whether an index is there. It is never there before its database."""
    return any(any((folder / index).glob("*.json")) for index in (WORDS, VECTORS))


def _check_not_lost(folder: Path) -> None:
    """Refuse a library whose database was deleted or emptied.

    SQLite would take both for a new library, and delete the log of the old one when it opens an empty file.
    """
    # The index first: another process may be making both.
    if not has_index(folder):
        return
    try:
        size = (folder / FILE).stat().st_size
    except FileNotFoundError:
        raise lost(folder / FILE, "is missing") from None
    if size == 0:
        raise lost(folder / FILE, "is empty")


def _open_to_write(folder: Path) -> SqliteDatabase:
    touch(folder / FILE)
    _check_head(folder)
    connection = _connect((folder / FILE).absolute().as_uri() + "?mode=rwc")
    try:
        _check_schema(folder, connection)
        _keep_a_log(connection)
        _set_up(connection)
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    return SqliteDatabase(folder, connection, writable=True)


def _set_up(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")


def _keep_a_log(connection: sqlite3.Connection) -> None:
    """Write ahead, from the first process that makes the library on.

    While another process changes to it or makes the tables SQLite may refuse at once, without the wait that
    `busy_timeout` asks for.
    """
    give_up = time.monotonic() + _BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
            time.sleep(_BETWEEN_TRIES_SECONDS)


def connect_to_read(file: Path) -> sqlite3.Connection:
    """A connection that changes nothing, also where no log may be made beside the file."""
    uri = file.absolute().as_uri()
    connection = _connect(uri + "?mode=ro")
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        log = file.with_name(file.name + "-wal")
        # A log that SQLite may not open holds changes that `immutable` would ignore: better to refuse.
        if primary_code(error) not in _NO_ROOM_FOR_A_LOG or (log.exists() and log.stat().st_size):
            raise
        return _connect(uri + "?mode=ro&immutable=1")
    return connection


def _connect(uri: str, statements: int = _STATEMENTS_KEPT) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=statements
    )
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
    return connection


def _check_head(folder: Path) -> None:
    """Refuse a library of another schema by its file alone, before SQLite opens it with its log.

    SQLite would make a log beside it, and write one back that a killed process left. As `immutable` it does
    neither; and it reads the file, because whoever else closes it lets go of the locks of this process.
    """
    file = folder / FILE
    schema = application = 0
    with (
        contextlib.suppress(sqlite3.DatabaseError),
        closing(_connect(file.absolute().as_uri() + "?mode=ro&immutable=1")) as connection,
    ):
        application = _number(connection, "PRAGMA application_id")
        schema = _number(connection, "PRAGMA user_version")
    if application == APPLICATION_ID:
        queries.require_known(f"The library {folder}", schema, "sqlite")
    log = file.with_name(file.name + "-wal")
    # All of it may be in the log still, which only SQLite can read.
    if not application and log.exists() and log.stat().st_size:
        with closing(connect_to_read(file)) as connection:
            _check_schema(folder, connection)


def _check_schema(folder: Path, connection: sqlite3.Connection) -> int:
    """The number of the schema, 0 for a new file; a StoreError where it is not ours or of another form."""
    indexed = has_index(folder)
    empty = not _number(connection, "SELECT count(*) FROM sqlite_schema")
    if empty and indexed:
        raise lost(folder / FILE, "is empty")
    if not empty and _number(connection, "PRAGMA application_id") != APPLICATION_ID:
        raise another_program(folder / FILE, indexed)
    schema = _number(connection, "PRAGMA user_version")
    if not empty:
        queries.require_known(f"The library {folder}", schema, "sqlite")
    return schema


def _migrate(connection: sqlite3.Connection) -> None:
    for number, script in queries.migrations("sqlite").items():
        if _number(connection, "PRAGMA user_version") >= number:
            continue
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have done it while we waited for our turn.
            if _number(connection, "PRAGMA user_version") < number:
                for statement in queries.statements(script):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def _number(connection: sqlite3.Connection, statement: str) -> int:
    return int(connection.execute(statement).fetchone()[0])


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _sql(query: str) -> str:
    return queries.load("sqlite")[query]


def _given(values: Mapping[str, object]) -> dict[str, object]:
    """Values as a query takes them: a list as JSON, because SQLite has no lists."""
    return {name: json.dumps(value) if isinstance(value, list) else value for name, value in values.items()}
