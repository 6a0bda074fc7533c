"""Finish the vectors of the document that is asked, or say that some are not made yet.

Nobody waits for them at the first question to a document: it is searched by meaning among what words find. By
then some vectors are kept, and the next question makes the rest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pincite.answer.answers import Answer
from pincite.jobs.embedding import Embedding
from pincite.records.library import Held, Identity

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
