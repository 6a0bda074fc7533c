"""Make the vectors that documents still lack: all, those of the document that is asked, or behind the caller.

The library itself is the queue: a current version is pending as long as one of its passages has no vector of
the embedder in use. So nothing is lost when a process is killed, and there is nothing to clean up. A document
that another process is working on is left to it and looked at again at the end.

Nobody waits for them at the first question to a document: it is searched by meaning among what words find. By
then some vectors are kept, and the next question makes the rest.

The library is the queue, so whatever is stopped here goes on another time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal

from pincite.answer.answers import Answer
from pincite.errors import NotHeld, PinciteError, TamperError
from pincite.jobs.embedding import Embedding
from pincite.jobs.lacking import Pending, pending
from pincite.local_models import LOCAL
from pincite.records.bounds import Over, bounded, bounds
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


# What somebody who asks is made to wait for: some minutes on two cores.
MOST_PAGES, MOST_PASSAGES = 400, 1_700
# Made before the first question all the same: about a second's work.
_QUICK_PASSAGES = 48
_SECONDS_OF_SILENCE, _SECONDS_PER_LINE = 2.0, 10.0


@dataclass(frozen=True, slots=True)
class Reach:
    """How far documents can be searched by meaning before a question is put to them."""

    pending: int = 0
    """How many documents lack vectors."""
    at_once: bool = False
    """Whether it is one that is searched by meaning all the same, among what words find."""


@dataclass(slots=True)
class Finishing:
    """The vectors of documents that are about to be read for a question."""

    embedding: Embedding
    load: Callable[[Identity], Held]
    notice: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic

    def before_reading(self, documents: Sequence[Identity]) -> Reach:
        """Make what one document lacks, unless it is asked for the first time or is too long."""
        lacking = [each for each in documents if self.embedding.lacks(each)]
        if len(documents) != 1 or not lacking:
            return Reach(len(lacking))
        held = self.load(lacking[0])
        if self.embedding.has_begun(held) or self.embedding.lacks(held.identity) <= _QUICK_PASSAGES:
            self.finish(held)
        pending = 1 if self.embedding.lacks(held.identity) else 0
        return Reach(pending, at_once=bool(pending))

    def finish(self, held: Held) -> None:
        """Make what a document lacks, unless that would take too long for somebody who waits."""
        missing = self.embedding.lacks(held.identity)
        if not missing or not (missing <= MOST_PASSAGES or 0 < len(held.document.pages) <= MOST_PAGES):
            return
        now = self.clock()
        lines = _Lines(self, held.identity.name, missing, now, now + _SECONDS_OF_SILENCE)
        self.embedding.finish(held, lines.say)


@dataclass(slots=True)
class _Lines:
    """A line now and then for a user who waits; none if it is over soon."""

    finishing: Finishing
    name: str
    total: int
    started: float
    next_at: float
    _made: int = field(default=0, init=False)

    def say(self, count: int) -> None:
        self._made += count
        now = self.finishing.clock()
        if now < self.next_at or self._made >= self.total:
            return
        self.next_at = now + _SECONDS_PER_LINE
        left = (self.total - self._made) * (now - self.started) / self._made
        self.finishing.notice(
            f"Preparing {self.name} for search by meaning: {self._made / self.total:.0%}, "
            f"{left:,.0f} seconds left"
        )


def with_pending(answer: Answer, reach: Reach) -> Answer:
    """The answer with a caveat where vectors of documents that were read are not made yet."""
    if not reach.pending or not answer.coverage.spans_read:
        return answer
    if reach.at_once:
        follows = "" if answer.outcome == "answered" else ", and the answer may be in another"
        note = (
            f"By meaning, only the passages that fit the question's words were compared so far{follows}. "
            "To compare all of them, ask again or run: pincite work"
        )
    else:
        which = "1 document" if reach.pending == 1 else f"{reach.pending:,} documents"
        note = f"{which} can be searched only by words so far, not by meaning. To add that, run: pincite work"
    return answer.model_copy(update={"caveats": [*answer.caveats, note]})


@contextmanager
def behind(work: Callable[[], object]) -> Iterator[None]:
    """Meanwhile, work in a thread; it is stopped at the end. What fails, fails aloud in `pincite work`."""
    over = threading.Event()

    def run() -> None:
        with suppress(Over, PinciteError), bounded(None, over.is_set):
            work()

    thread = threading.Thread(target=run, name="pincite-work", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
