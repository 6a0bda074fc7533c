"""End a question early: its time is up, the caller has cancelled it, or a reply is still to come.

Whatever takes long asks `go_on` between two steps, and a call to a service gets no more time than is left.
Threads that a stage starts know of no bounds: it hands them its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


class Over(BaseException):
    """No `Exception`: a stage must not take it for a fault that it can do without, as with Ctrl-C."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.hint = hint


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Bounds:
    """Until when, by `time.monotonic`, and whether the caller still waits."""

    ends_at: float = float("inf")
    is_cancelled: Callable[[], bool] = never

    def go_on(self) -> None:
        """Nothing, or `Over`."""
        if self.is_cancelled():
            raise Over("it was cancelled", "Ask it again.")
        if time.monotonic() >= self.ends_at:
            raise Over("its time is up", "Give it more time, or name the documents that it is about.")

    def seconds_left(self, most: float) -> float:
        """How long a single call may take: `most`, or what is left where that is less."""
        return max(0.001, min(most, self.ends_at - time.monotonic()))


_NONE = Bounds()
_BOUNDS: ContextVar[Bounds] = ContextVar("bounds", default=_NONE)


def bounds() -> Bounds:
    """What holds in this thread; without a question that is bounded, nothing does."""
    return _BOUNDS.get()


@contextmanager
def bounded(timeout_seconds: float | None, is_cancelled: Callable[[], bool] = never) -> Iterator[None]:
    """All that is done inside ends early where one of these says so, or one that holds already."""
    outer = _BOUNDS.get()
    ends_at = float("inf") if timeout_seconds is None else time.monotonic() + timeout_seconds
    either = Bounds(
        min(ends_at, outer.ends_at),
        lambda: is_cancelled() or outer.is_cancelled(),
    )
    token = _BOUNDS.set(either)
    try:
        yield
    finally:
        _BOUNDS.reset(token)


class Awaited(BaseException):
    """No `Exception`: a stage must not take it for a fault that it can do without, as with Ctrl-C."""


@dataclass(slots=True)
class Gathering:
    """Replies that do not depend on each other: all of them are asked for before anyone waits for one.

    Without it each of them would take a whole round of batches.
    """

    awaited: Awaited | None = None

    @contextmanager
    def one(self) -> Iterator[None]:
        """Go on to the next one where this one is still to come.

        A failure of one is no verdict on all while another is still to come: that is waited for first.
        """
        try:
            yield
        except Awaited as awaited:
            self.awaited = awaited
        except Exception:
            self.finish()
            raise

    def finish(self) -> None:
        """Nothing where all are there, else `Awaited`."""
        if self.awaited is not None:
            raise self.awaited
