"""Make the vectors that documents still lack, one document after the other, until none lacks any.

The library itself is the queue: a current version is pending as long as one of its passages has no vector of
the embedder in use. So nothing is lost when a process is killed, and there is nothing to clean up. A document
that another process is working on is left to it and looked at again at the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from pincite.errors import NotHeld, PinciteError, TamperError
from pincite.jobs.embedding import Embedding
from pincite.jobs.lacking import Pending, pending
from pincite.local_models import LOCAL
from pincite.records.bounds import bounds
from pincite.records.library import Held, Identity

_POLL_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the work has got."""

    name: str
    """The document that is being worked on."""
    made: int
    total: int
    """Of all documents."""
    seconds_left: float | None
    """By the speed so far; None before anything was made."""
    of: Literal["passages", "pictures", "cells"] = "passages"
    """What is counted: passages whose vectors are made, pictures that are read, or cells that are asked."""


@dataclass(frozen=True, slots=True)
class Worked:
    """What came of it."""

    documents: int
    passages: int
    failed: tuple[tuple[Identity, PinciteError], ...] = ()
    """Documents that are damaged, which only their owner can mend, or whose pictures cannot be read."""
    pictures: int = 0
    """Documents whose pictures were read."""


@dataclass(slots=True)
class Work:
    """The vectors of all documents that lack them."""

    embedding: Embedding
    load: Callable[[Identity], Held]
    progress: Callable[[Progress], None] = lambda progress: None
    clock: Callable[[], float] = time.monotonic
    _started: float = field(default=0.0, init=False)
    _made: int = field(default=0, init=False)
    _total: int = field(default=0, init=False)

    def run(self, collection: str) -> Worked:
        """Until no current version of the collection lacks vectors."""
        done: dict[Identity, None] = {}
        failed: dict[Identity, PinciteError] = {}
        self._started, self._made = self.clock(), 0
        while waiting := self._waiting(collection, [*done, *failed]):
            self._total = self._made + sum(each.passages for each in waiting)
            moved = False
            for each in waiting:
                try:
                    made = self._make(each.identity)
                except TamperError as error:
                    failed[each.identity] = error
                    continue
                if made:
                    done[each.identity] = None
                moved |= made
            if not moved:
                bounds().go_on()
                time.sleep(_POLL_SECONDS)
        self._drop_older()
        return Worked(len(done), self._made, tuple(failed.items()))

    def _waiting(self, collection: str, known: Iterable[Identity]) -> list[Pending]:
        seen = set(known)
        waiting = pending(self.embedding.store, self.embedding.model, collection)
        return [each for each in waiting if each.identity not in seen]

    def _make(self, identity: Identity) -> bool:
        """Whether all vectors of a document are made; not where another process is at it, or it is gone."""
        self._tell(identity, 0)
        try:
            held = self.load(identity)
        except NotHeld:
            return False
        return self.embedding.make(held, lambda count: self._tell(identity, count))

    def _tell(self, identity: Identity, count: int) -> None:
        self._made += count
        total = max(self._total, self._made)
        spent = self.clock() - self._started
        left = (total - self._made) * spent / self._made if self._made else None
        self.progress(Progress(identity.name, self._made, total, left))

    def _drop_older(self) -> None:
        """Only our own: those of a service have been paid for, and may be wanted again."""
        if self.embedding.embedder.name == LOCAL:
            self.embedding.store.drop_older_vectors(LOCAL, self.embedding.model)
