"""Remember what was computed last, by content, up to a number: asking the same again costs nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(slots=True)
class Recent(Generic[K, V]):
    """The last results, the least recently used of which goes first. Threads may share it."""

    most: int
    _known: OrderedDict[K, V] = field(default_factory=OrderedDict, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def each(self, keys: Sequence[K], compute: Callable[[Sequence[K]], Iterable[V]]) -> list[V]:
        """A value for each key, in their order; `compute` is given those that are not known, each once."""
        with self._lock:
            found = {key: self._known[key] for key in dict.fromkeys(keys) if key in self._known}
        missing = [key for key in dict.fromkeys(keys) if key not in found]
        if missing:
            found |= zip(missing, compute(missing), strict=True)
        with self._lock:
            for key in found:
                self._known[key] = found[key]
                self._known.move_to_end(key)
            while len(self._known) > self.most:
                self._known.popitem(last=False)
        return [found[key] for key in keys]
