"""Every verb of recorded runs once: list, show, review, verify and erase."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pincite.answer.answers import Answer
from pincite.answer.reviews import Review, ReviewKind
from pincite.audit.chain_check import ChainReport, checked
from pincite.audit.recorded_run import RecordedRun
from pincite.audit.reviewing import Reviewing
from pincite.errors import InputError, StoreError
from pincite.protocols import Store, Trail
from pincite.records.library import AskedFor, RunLine
from pincite.records.limits import MEGABYTE


@dataclass(frozen=True, slots=True)
class Runs:
    """What was asked of one collection, and the chain of the whole library."""

    store: Store
    collection: str
    notice: Callable[[str], None]

    @property
    def _trail(self) -> Trail:
        return self.store.trail()

    def show(self, run: str = "") -> RecordedRun:
        """A run by its id or the beginning of it; without one, the last."""
        found = self.store.runs(self.collection, run, limit=2)
        if not found:
            raise self.missing(run)
        if run and len(found) > 1:
            raise InputError(
                f"Several runs have an id that starts with {run!r}.", hint="Write more of the id."
            )
        record = found[0]
        parts = {name: json.loads(content) for name, content in self._trail.parts(record.id).items()}
        return RecordedRun(record, parts, self._trail.entry_of("run", record.id))

    def review(self, run: str, part: str, kind: ReviewKind, *, by: str, note: str = "") -> Review:
        """Keep what somebody decided about one item ("item-1") or lead ("lead-1") of an answer.

        It is entered in the chain like any decision. The answer and what code proved of it stay as they are.
        """
        shown = self.show(run)
        return Reviewing(self.store, self.collection, _readable(shown)).add(part, kind, by, note)

    def reviews(self, run: str = "") -> Sequence[Review]:
        """What was decided about the items and leads of an answer, the oldest first; the last one counts."""
        answer = self.show(run).answer
        return Reviewing(self.store, self.collection, answer).all() if answer else []

    def verify(self, head: str = "") -> ChainReport:
        """Walk the chain of the whole library; `head` is the hash of an entry that was kept elsewhere."""
        return checked(self._trail, head)

    def erase(self, before: str) -> int:
        """Erase what was asked and decided before a date; how many runs and decisions there were.

        The chain keeps their hashes and says that they were erased.
        """
        count = self._trail.erase_before(self.collection, at_utc(before), "erased")
        self.compact()
        return count

    def apply_retention(self, days: int) -> int:
        """Erase what is older than so many days; how many runs and decisions there were."""
        before = datetime.now(UTC) - timedelta(days=days)
        return self._trail.erase_before(self.collection, before.isoformat(timespec="seconds"), "retention")

    def apply_limit(self, megabytes: int) -> int:
        """Erase the oldest questions, so that the others take no more than so much; how many there were."""
        return self._trail.erase_beyond(self.collection, megabytes * MEGABYTE, "limit")

    def purge(self, names: Sequence[str]) -> int:
        """Erase all that was recorded about some documents; how many runs and decisions there were."""
        count = self._trail.erase_about(self.collection, names, "purged")
        self.compact()
        return count

    def is_only_on_record(self, name: str) -> bool:
        """Whether runs read a document of this name, which is not held any more."""
        held = self.store.current(self.collection, name)
        return held is None and bool(self._trail.runs_that_read(self.collection, name))

    def compact(self) -> None:
        """Write the database anew, without what was erased."""
        try:
            whole = self._trail.compact()
        except StoreError as error:
            whole = False
            self.notice(f"The file of the library could not be written anew: {error}")
        if not whole:
            self.notice(
                "Copies of erased text may remain in the files of the library: another process uses it, or "
                "there is too little space. Run this later: pincite runs erase --before 2000-01-01 --yes"
            )

    def list(
        self,
        *,
        outcome: str = "",
        document: str = "",
        since: str = "",
        limit: int = 20,
        asked_for: AskedFor | None = None,
        after: str = "",
    ) -> Sequence[RunLine]:
        """The newest runs first. `since` is a date or a time as ISO writes it; erased runs are not listed.

        `asked_for` is "question" for what somebody asked, "cell" for cells of tables, None for both.
        `after` is the id of a run: those that were asked before it.
        """
        since = at_utc(since) if since else ""
        chosen = self.collection, outcome, document, since, limit
        return self._trail.listed(*chosen, asked_for=asked_for, after=after)

    def missing(self, run: str) -> InputError:
        """Why there is no such run: nothing was asked, it was erased, or nobody knows it."""
        if not run:
            return InputError("Nothing has been asked yet.", hint='Ask first: pincite ask FILE "QUESTION"')
        for entry in self._trail.entries_of_runs(run):
            if tombstone := self._trail.tombstone_of(entry.number):
                when = tombstone.recorded_at[:10]
                return InputError(
                    f"Run {entry.subject[:12]} was erased on {when} ({tombstone.reason}).",
                    hint="The chain keeps its hash: pincite runs verify",
                )
        return InputError(f"There is no run whose id starts with {run!r}.", hint="See `pincite runs list`.")


def _readable(shown: RecordedRun) -> Answer:
    if answer := shown.answer:
        return answer
    raise InputError(
        f"The answer of run {shown.record.id[:12]} has a form that this version cannot read.",
        hint="Use the version of Pincite that recorded it: pincite runs show RUN",
    )


def at_utc(written: str) -> str:
    """A date or time as runs are dated; an InputError where it is neither."""
    try:
        at = datetime.fromisoformat(written)
    except ValueError:
        raise InputError(
            f"{written!r} is not a date.", hint="Write it as 2026-11-17, or 2026-11-17T09:30."
        ) from None
    at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    return at.isoformat(timespec="seconds")
