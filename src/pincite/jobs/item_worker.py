"""Do the documents of jobs one after the other, say all the while who is at them, and what came of each.

The library may be out of reach for a while: another process is writing, or the connection to a database was
cut. What was worked out is kept as soon as the library is back, if nobody else has the document by then.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pincite.answer.answers import Failure
from pincite.answer.document_tables import Row, Table
from pincite.errors import (
    ConfigError,
    InputError,
    NotHeld,
    PinciteError,
    ProviderError,
    StoreError,
    TamperError,
)
from pincite.logs import log
from pincite.protocols import JobQueue
from pincite.records.job import Claimed, Ended, Finished, ResultRow
from pincite.records.library import Identity

Came = TypeVar("Came")
Stopped = Callable[[], bool]
"""Whether the work is for nothing by now: the job was cancelled, or another worker has the document."""
Do = Callable[[Claimed, Stopped], Finished]
_BEATS_PER_LEASE = 6
_TICK_SECONDS = 0.25
_FIRST_PAUSE_SECONDS = 0.1
_LONGEST_PAUSE_SECONDS = 5.0


def never() -> bool:
    return False


def work_items(
    queue: JobQueue,
    worker: str,
    do: Do,
    jobs: Sequence[str] = (),
    rest: Callable[[], bool] = never,
) -> None:
    """Until no document waits. A result is kept together with the state, or not at all.

    `rest` is called when none waits: it returns when there may be one, or says False, which ends the work.
    """
    with _beating(queue) as heart:
        claimed = _patiently(lambda: queue.claim(worker, jobs))
        while True:
            if claimed is None:
                if not rest():
                    return
                claimed = _patiently(lambda: queue.claim(worker, jobs))
                continue
            started = time.monotonic()
            heart.hold(claimed)
            finished = do(claimed, heart.stopped.is_set)
            heart.hold(None)
            if heart.stopped.is_set():
                claimed = _patiently(lambda: _after_release(queue, worker, jobs))
            else:
                finished = replace(finished, seconds=time.monotonic() - started)
                claimed = _exchanged(queue, claimed, finished, jobs)


def _exchanged(queue: JobQueue, claimed: Claimed, finished: Finished, jobs: Sequence[str]) -> Claimed | None:
    """Keep what came of a document, and take the next one, however often the library cannot be reached."""
    try:
        return queue.exchange(claimed, finished, jobs)
    except StoreError as error:
        if not error.retryable:
            raise

    def again() -> Claimed | None:
        # Nobody knows whether the exchange happened. Keeping a result twice does nothing the second time;
        # a document that was taken unseen is given back.
        queue.finish(claimed, finished)
        return _after_release(queue, claimed.worker, jobs)

    return _patiently(again)


def _after_release(queue: JobQueue, worker: str, jobs: Sequence[str]) -> Claimed | None:
    queue.release(worker)
    return queue.claim(worker, jobs)


def _patiently(call: Callable[[], Came]) -> Came:
    """What a call brings, tried until the library can be reached."""
    pause = _FIRST_PAUSE_SECONDS
    while True:
        try:
            return call()
        except StoreError as error:
            if not error.retryable:
                raise
            log("library unavailable", "warning", error=type(error).__name__, reason=error.message)
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)


@dataclass(slots=True)
class _Heart:
    """Renews the lease of the document that is being worked on. One thread for all of them: starting one for
    each would take longer than keeping its result.
    """

    queue: JobQueue
    stopped: threading.Event = field(default_factory=threading.Event)
    _claimed: Claimed | None = None
    _beaten_at: float = 0.0
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def hold(self, claimed: Claimed | None) -> None:
        """The document from now on; None for none. A beat of the one before is over then."""
        with self._turn:
            self._claimed, self._beaten_at = claimed, time.monotonic()
            if claimed:
                self.stopped.clear()

    def beat_if_due(self) -> None:
        with self._turn:
            claimed, now = self._claimed, time.monotonic()
            if claimed is None or now - self._beaten_at < claimed.lease_seconds / _BEATS_PER_LEASE:
                return
            try:
                state = self.queue.beat(claimed)
            except StoreError:  # tried again at the next tick; what is lost shows when the result is kept
                return
            self._beaten_at = now
            if state in (None, "cancelled"):
                self.stopped.set()


@contextmanager
def _beating(queue: JobQueue) -> Iterator[_Heart]:
    heart, ended = _Heart(queue), threading.Event()

    def beat() -> None:
        while not ended.wait(_TICK_SECONDS):
            heart.beat_if_due()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield heart
    finally:
        ended.set()
        thread.join()


# The first that any cell calls for is what becomes of the document.
_GRAVEST_FIRST: tuple[Ended, ...] = ("stop", "interrupted", "again", "failed", "set_aside")


def finished_of(table: Table) -> Finished:
    """What the rows of a document say; those that failed in part are kept, too."""
    errors = [(cell.error, row.version is None) for row, _, cell in table.cells() if cell.error]
    rows = tuple(ResultRow(row.document, row.version, _written(row)) for row in table.rows)
    if not errors:
        return Finished("done", rows=rows)
    endings = [(_ended(error, unread=unread), error) for error, unread in errors]
    gravest, error = min(endings, key=lambda each: _GRAVEST_FIRST.index(each[0]))
    # Of a mail with one attachment that cannot be read, the rest was asked: it is not set aside.
    if gravest == "set_aside" and len(errors) < sum(len(row.cells) for row in table.rows):
        gravest = "failed"
    return Finished(gravest, _said(error), rows)


def added_only(held: Sequence[Identity], unread: Mapping[str, PinciteError]) -> Finished:
    """What came of a file that was only added: a row without cells for each document."""
    rows = tuple(
        ResultRow(each.name, each.version, _written(Row(document=each.name, version=each.version, cells={})))
        for each in held
    )
    if not unread:
        return Finished("done", rows=rows)
    finished = failed_with(next(iter(unread.values())))
    return replace(finished, ended="failed" if rows else finished.ended, rows=rows)


def failed_with(error: PinciteError) -> Finished:
    """What an error says that kept the document from being asked at all."""
    failure = Failure.of(error)
    return Finished(_ended(failure, unread=False), _said(failure))


def _ended(failure: Failure, *, unread: bool) -> Ended:
    kind = type(failure.as_error())
    if issubclass(kind, NotHeld | InputError):
        return "set_aside"
    if issubclass(kind, ConfigError):
        # A parser that is not installed is missing for some files, a model for every document.
        return "set_aside" if unread else "stop"
    if issubclass(kind, StoreError) and kind is not TamperError:
        return "interrupted" if failure.retryable else "stop"
    # What a model refuses or cannot finish is a matter of the document; no reply at all is not.
    return "again" if kind is ProviderError else "failed"


def _written(row: Row) -> str:
    return row.model_dump_json(by_alias=True)


def _said(failure: Failure) -> str:
    return f"{failure.message} {failure.hint}".strip()
