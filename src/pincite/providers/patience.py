"""Call a service again while it asks for that, never more calls at once than allowed."""

from __future__ import annotations

import functools
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from pydantic import ConfigDict

from pincite.providers.faults import Fault
from pincite.records.bounds import bounds

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Calls:
    """How patiently an endpoint is called, and how much is sent to it at once."""

    timeout_seconds: float = 30.0
    attempts: int = 4
    first_wait_seconds: float = 0.5
    """Before the second attempt; each wait after that is twice as long."""
    longest_wait_seconds: float = 30.0
    parallel: int = 4
    batch_texts: int = 64
    batch_chars: int = 100_000

    __pydantic_config__ = ConfigDict(extra="forbid")

    def __post_init__(self) -> None:
        if min(self.timeout_seconds, self.attempts, self.parallel, self.batch_texts, self.batch_chars) <= 0:
            raise ValueError("times and numbers of calls must be above 0")
        if min(self.first_wait_seconds, self.longest_wait_seconds) < 0:
            raise ValueError("a wait cannot be below 0 seconds")


def patiently(calls: Calls, attempt: Callable[[], T | Fault]) -> T:
    """What an attempt gives, or the error of the last one."""
    for number in range(1, calls.attempts + 1):
        given = attempt()
        if not isinstance(given, Fault):
            return given
        # Where the time of the question is up, that is why the service did not answer.
        bounds().go_on()
        wait = _wait(calls, given, number)
        if wait is None:
            raise given.error from None
        time.sleep(bounds().seconds_left(wait))
        bounds().go_on()
    raise AssertionError("the last attempt neither answered nor failed")


@functools.cache
def turns(service: str, parallel: int) -> threading.BoundedSemaphore:
    """To be held during a call: so many at once, whoever in this process calls the service."""
    return threading.BoundedSemaphore(parallel)


def _wait(calls: Calls, fault: Fault, attempt: int) -> float | None:
    """How long to wait before the next attempt; None when there is to be none."""
    if fault.final or not fault.error.retryable or attempt == calls.attempts:
        return None
    if fault.wait_seconds is not None:
        return fault.wait_seconds if fault.wait_seconds <= calls.longest_wait_seconds else None
    # Not all at the same moment, where many wait for the same service.
    wait: float = calls.first_wait_seconds * 2 ** (attempt - 1) * random.uniform(0.75, 1.25)
    return min(wait, calls.longest_wait_seconds)
