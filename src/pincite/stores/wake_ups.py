"""The queue Procrastinate: its tables beside our own, and hearing at once that a job came.

A task names a job and says no more than "look": our rows are the truth. Everybody who listens hears of it,
one of them takes it off the queue, and to hear it twice or never costs a look or a few seconds.

The package brings its schema and its migrations; which of them the library has is in a row of ours. They are
applied with our own migrations, under the same lock, so that nobody has to run another program.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, LiteralString

from pincite.stores import queries
from pincite.stores.database import Row

if TYPE_CHECKING:
    from procrastinate import App
    from psycopg import Connection

QUEUE, TASK = "pincite", "pincite.wake"
# How long a wake-up that got lost can cost.
SECONDS_BETWEEN_LOOKS = 5.0
_SECONDS_BETWEEN_TRIES = 1.0
_SECONDS_TO_END = 5.0


@contextmanager
def hearing(address: str, schema: str, tell: Callable[[], None]) -> Iterator[float]:
    """Meanwhile, `tell` is called when a job may have come; how many seconds to wait between looks besides.

    While the database is out of reach nothing is heard, and it is tried again every second.
    """
    ended = threading.Event()
    ear = _Ear(address, schema, tell, ended)
    thread = threading.Thread(target=ear.run, name="pincite-wake-ups", daemon=True)
    thread.start()
    try:
        yield SECONDS_BETWEEN_LOOKS
    finally:
        ended.set()
        thread.join(_SECONDS_TO_END)


@dataclass(frozen=True, slots=True)
class _Ear:
    """Listens in a thread of its own, because the queue is asynchronous and we are not."""

    address: str
    schema: str
    tell: Callable[[], None]
    ended: threading.Event

    def run(self) -> None:
        from procrastinate.exceptions import ProcrastinateException
        from psycopg import Error

        _quiet()
        while not self.ended.is_set():
            # Of the kinds of loops there are, this is the one that psycopg can use everywhere.
            runner = asyncio.Runner(loop_factory=asyncio.SelectorEventLoop)
            with suppress(ProcrastinateException, Error, OSError), runner:
                runner.run(self._listen())
            # Something may have come while nobody listened.
            self.tell()
            self.ended.wait(_SECONDS_BETWEEN_TRIES)

    async def _listen(self) -> None:
        app = self._app()
        async with app.open_async():
            doing = [
                asyncio.create_task(each)
                for each in (
                    app.job_manager.listen_for_jobs(on_notification=self._heard, queues=[QUEUE]),
                    app.run_worker_async(
                        queues=[QUEUE],
                        listen_notify=False,  # we do, and all of us at once
                        fetch_job_polling_interval=SECONDS_BETWEEN_LOOKS,
                        delete_jobs="always",
                        install_signal_handlers=False,
                    ),
                    asyncio.to_thread(self.ended.wait),
                )
            ]
            try:
                done, _ = await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in doing:
                    each.cancel()
                await asyncio.gather(*doing, return_exceptions=True)
        for each in done:
            each.result()

    def _app(self) -> App:
        from procrastinate import App, PsycopgConnector

        connector = PsycopgConnector(
            conninfo=self.address,
            kwargs={"options": f"-c search_path={self.schema},public"},
            min_size=1,
            max_size=2,
        )
        app = App(connector=connector)

        @app.task(name=TASK, queue=QUEUE)
        def wake(job: str) -> None:
            self.tell()

        return app

    async def _heard(self, *, channel: str, notification: Any) -> None:
        self.tell()


def _quiet() -> None:
    """Where nobody asked for what the queue says, it says nothing: it is a wake-up, and no line of JSON."""
    logging.getLogger("procrastinate").addHandler(logging.NullHandler())


_PACKAGE = "procrastinate"


def is_current(connection: Connection[Row]) -> bool:
    """Whether the tables are for the version that is installed; also where none is."""
    try:
        installed = version(_PACKAGE)
    except PackageNotFoundError:
        return True
    row = connection.execute(_sql("queue_schema")).fetchone()
    return row is not None and row[0] == installed


def bring_up(connection: Connection[Row]) -> None:
    """Make the tables, or apply the migrations that are new; the caller holds the lock of migrations."""
    if is_current(connection):
        return
    scripts = _migrations()
    row = connection.execute(_sql("queue_schema")).fetchone()
    if row is None:
        with connection.transaction():
            connection.execute((_folder() / "schema.sql").read_bytes())
            _note(connection, version(_PACKAGE), max(scripts))
        return
    # Each for itself: a value that is added to an enumeration can be used only afterwards.
    for name in sorted(name for name in scripts if name > row[1]):
        with connection.transaction():
            connection.execute(scripts[name])
            _note(connection, row[0], name)
    _note(connection, version(_PACKAGE), max(*scripts, row[1]))


def _note(connection: Connection[Row], package: str, migration: str) -> None:
    connection.execute(_sql("set_queue_schema"), {"package": package, "migration": migration})


def _folder() -> Traversable:
    return files(f"{_PACKAGE}.sql")


def _migrations() -> dict[str, bytes]:
    """By name, in whose order they are applied."""
    found = (_folder() / "migrations").iterdir()
    return {each.name: each.read_bytes() for each in found if each.name.endswith(".sql")}


def _sql(query: str) -> LiteralString:
    return queries.load("postgres")[query]
