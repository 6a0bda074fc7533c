"""Load models when the server starts, and make uploaded documents ready for search by meaning behind it.

Otherwise the first question would wait for the models, and the first about each document for its vectors.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from pincite.errors import PinciteError
from pincite.records.bounds import Over, bounded
from pincite.service import Library

_QUESTION = "What is the notice period?"
_SECONDS_TO_END = 15.0


@dataclass(slots=True)
class Readying:
    """A thread that does what `pincite work` does, for one collection after the other."""

    library: Library
    of_collection: Callable[[str], Library]
    _waiting: queue.SimpleQueue[str] = field(default_factory=queue.SimpleQueue, init=False)
    _ending: threading.Event = field(default_factory=threading.Event, init=False)
    _thread: threading.Thread | None = field(default=None, init=False)

    def start(self) -> None:
        # Without local models there is nothing to load and no vector to make; a service is left to questions.
        if not self.library.settings.local_models or self.library.read_only:
            return
        self._thread = threading.Thread(target=self._run, name="pincite-readying", daemon=True)
        self._thread.start()

    def changed(self, collection: str) -> None:
        """Documents of the collection may lack vectors, or have pictures that are not read."""
        self._waiting.put(collection)

    def close(self) -> None:
        self._ending.set()
        self._waiting.put("")
        if self._thread:
            self._thread.join(_SECONDS_TO_END)

    def _run(self) -> None:
        with self.library.preparing(_QUESTION):
            pass
        while collection := self._waiting.get():
            if self._ending.is_set():
                return
            # What fails here is asked for again by a question, and told then.
            with suppress(Over, PinciteError), bounded(None, self._ending.is_set):
                self.of_collection(collection).work()
