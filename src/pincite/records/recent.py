"""Remember what was computed last: by content up to a number and a size, or by the object itself."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(slots=True)
class Recent(Generic[K, V]):
    """The last results, the least recently used of which goes first. Threads may share it."""

    most: int
    largest: int | None = None
    """What the sizes of all add up to at most; None where only their number counts. The last one stays."""
    size: Callable[[V], int] = lambda value: 0
    _total: int = field(default=0, init=False)
    _known: OrderedDict[K, V] = field(default_factory=OrderedDict, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def get(self, key: K) -> V | None:
        """What is known of a key, which then counts as used; None where nothing is."""
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def keep(self, key: K, value: V) -> V:
        """The value, which is known from now on."""
        with self._lock:
            self._keep({key: value})
        return value

    def clear(self) -> None:
        with self._lock:
            self._known.clear()
            self._total = 0

    def each(self, keys: Sequence[K], compute: Callable[[Sequence[K]], Iterable[V]]) -> list[V]:
        """A value for each key, in their order; `compute` is given those that are not known, each once."""
        with self._lock:
            found = {key: self._known[key] for key in dict.fromkeys(keys) if key in self._known}
        missing = [key for key in dict.fromkeys(keys) if key not in found]
        if missing:
            found |= zip(missing, compute(missing), strict=True)
        with self._lock:
            self._keep(found)
        return [found[key] for key in keys]

    def _keep(self, found: Mapping[K, V]) -> None:
        for key in found:
            self._drop(key)
            self._known[key] = found[key]
            self._total += self.size(found[key])
        while len(self._known) > self.most or (self._is_too_large() and len(self._known) > 1):
            self._drop(next(iter(self._known)))

    def _drop(self, key: K) -> None:
        if key in self._known:
            self._total -= self.size(self._known.pop(key))

    def _is_too_large(self) -> bool:
        return self.largest is not None and self._total > self.largest


T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Same(Generic[T]):
    """The same object is the same key; who keeps the key keeps the object."""

    it: T

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.it is self.it

    def __hash__(self) -> int:
        return id(self.it)
