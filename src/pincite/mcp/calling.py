"""Call the library for a tool: in a thread, within a time, until the client cancels.

Faults become tool errors. The threads are daemons and no pool is used: neither a client that has gone nor a
language model that does not answer keeps the server from ending.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from pincite.answer.answers import Failure
from pincite.errors import PinciteError, Stopped
from pincite.logs import log
from pincite.mcp.in_text import of_failure
from pincite.mcp.key_holders import caller
from pincite.records.bounds import Over, bounded
from pincite.telemetry import span

T = TypeVar("T")
MOST_AT_ONCE, MOST_WAITING = 4, 64
# A call that ends itself when its time is up gets a little longer, so that its own words are heard.
_GRACE_SECONDS = 5.0


@dataclass(slots=True)
class Calls:
    """All calls of one server."""

    timeout_seconds: float
    _turn: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_AT_ONCE), init=False)
    _waiting: int = field(default=0, init=False)
    _running: set[threading.Event] = field(default_factory=set, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    async def run(self, tool: str, work: Callable[[threading.Event], T]) -> T:
        """What `work` returns; it is told by the event that nobody waits any more."""
        if self._waiting >= MOST_WAITING:
            raise _told(Stopped("Too many calls are waiting.", hint="Call again later.", retryable=True))
        self._waiting += 1
        began, error = time.monotonic(), ""
        try:
            with span(f"tool {tool}", **_of_the_caller()):
                return await self._run(work)
        except ToolError:
            error = "ToolError"
            raise
        finally:
            self._waiting -= 1
            seconds = round(time.monotonic() - began, 3)
            log("tool", tool=tool, seconds=seconds, error=error or None, **_of_the_caller())

    async def _run(self, work: Callable[[threading.Event], T]) -> T:
        cancel = threading.Event()
        try:
            patience = asyncio.timeout(self.timeout_seconds + _GRACE_SECONDS)
            async with patience, self._turn:
                return await asyncio.wrap_future(self._started(work, cancel))
        except TimeoutError:
            raise _told(_over(self.timeout_seconds)) from None
        except Over as over:
            raise _told(Stopped(f"Stopped: {over}.", hint=over.hint, retryable=True)) from None
        except PinciteError as error:
            raise _told(error) from error
        finally:
            cancel.set()

    def stop(self, seconds: float) -> None:
        """Have all calls end, and wait so long for them."""
        for cancel in self._cancels():
            cancel.set()
        give_up = time.monotonic() + seconds
        while self._cancels() and time.monotonic() < give_up:
            time.sleep(0.02)

    def _cancels(self) -> list[threading.Event]:
        with self._lock:
            return list(self._running)

    def _started(self, work: Callable[[threading.Event], T], cancel: threading.Event) -> Future[T]:
        future: Future[T] = Future()

        def run() -> None:
            try:
                with bounded(self.timeout_seconds, cancel.is_set):
                    result = work(cancel)
            except BaseException as error:  # handed on to the caller, whatever it is
                _settle(partial(future.set_exception, error))
            else:
                _settle(partial(future.set_result, result))
            finally:
                with self._lock:
                    self._running.discard(cancel)

        with self._lock:
            self._running.add(cancel)
        # With what the task knows of its request, such as its span.
        target = partial(copy_context().run, run)
        threading.Thread(target=target, name="pincite-mcp-call", daemon=True).start()
        return future


def _of_the_caller() -> dict[str, str]:
    who = caller()
    return {"key": who.key.id if who.key else "", "collection": who.collection} if who else {}


def _settle(settle: Callable[[], None]) -> None:
    # The client has cancelled, or the loop has ended: nobody hears it.
    with contextlib.suppress(Exception):
        settle()


def _over(seconds: float) -> Stopped:
    return Stopped(
        f"Stopped after {seconds:g} seconds.",
        hint="Ask about fewer documents or fields, or start the server with a longer --timeout.",
        retryable=True,
    )


def _told(error: PinciteError) -> ToolError:
    return ToolError(of_failure(Failure.of(error)))
