"""Finish the vectors of the document that is asked, or say that some are not made yet."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pincite.answer.answers import Answer
from pincite.jobs.embedding import Embedding
from pincite.records.library import Held, Identity

# What somebody who asks is made to wait for: some minutes on two cores.
MOST_PAGES, MOST_PASSAGES = 400, 1_700
_SECONDS_OF_SILENCE, _SECONDS_PER_LINE = 2.0, 10.0


@dataclass(slots=True)
class Finishing:
    """The vectors of documents that are about to be read for a question."""

    embedding: Embedding
    load: Callable[[Identity], Held]
    notice: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic

    def before_reading(self, documents: Sequence[Identity]) -> int:
        """Make what one document lacks, where it is not too long; how many documents lack vectors then."""
        lacking = [each for each in documents if self.embedding.lacks(each)]
        if len(documents) == 1 and lacking:
            self.finish(self.load(lacking[0]))
            lacking = [each for each in lacking if self.embedding.lacks(each)]
        return len(lacking)

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


def with_pending(answer: Answer, documents: int) -> Answer:
    """The answer with a caveat where vectors of documents that were read are not made yet."""
    if not documents or not answer.coverage.spans_read:
        return answer
    which = "1 document" if documents == 1 else f"{documents:,} documents"
    note = f"{which} can be searched only by words so far, not by meaning. To add that, run: pincite work"
    return answer.model_copy(update={"caveats": [*answer.caveats, note]})
