"""Load what is heavy once for the whole process, however many libraries and threads ask for it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def once(load: Callable[[K], T]) -> Callable[[K], T]:
    """The same function, which keeps what it loaded: threads that ask at once wait for one load.

    `functools.cache` alone lets each of them load, and a model takes tens of megabytes.
    """
    kept, turn = functools.cache(load), Lock()

    @functools.wraps(load)
    def loaded(key: K) -> T:
        with turn:
            return kept(key)

    return loaded
