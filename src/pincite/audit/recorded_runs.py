"""Every verb of recorded runs once: list, show, review, verify and erase.

A review is a decision like one about a cell of a table: kept with the version that it is about, entered in
the chain, erased with what it is about. It changes nothing of the answer, whose proof stays beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic import ValidationError

from pincite.answer.answers import Answer, Evidence
from pincite.answer.reviews import REVIEW_KINDS, Review, ReviewKind, with_decisions
from pincite.audit.chain_check import ChainReport, checked
from pincite.audit.places import lead_id
from pincite.errors import InputError, StoreError
from pincite.protocols import Store, Trail
from pincite.records.chain import ChainEntry
from pincite.records.library import AskedFor, Identity, RunLine, RunRecord
from pincite.records.limits import MEGABYTE

RUN_SCHEMA = "pincite.run/1"


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run with all that was recorded of it."""

    record: RunRecord
    parts: dict[str, Any] = field(repr=False)
    """By name, see `ask/recording.py`."""
    entry: ChainEntry | None

    def part(self, name: str, otherwise: Any) -> Any:
        return self.parts.get(name, otherwise)

    @property
    def answer(self) -> Answer | None:
        """As it was given; None where this version cannot read it."""
        try:
            return Answer.model_validate_json(self.record.answer)
        except ValidationError:
            return None

    def to_json(self, reviews: Sequence[Review] = ()) -> str:
        """Everything, as `pincite.run/1`, with what people decided about the answer."""
        record, trace = self.record, json.loads(self.record.trace)
        told = {
            **{"schema": RUN_SCHEMA, "run": record.id, "collection": record.collection},
            **{"asked_at": record.asked_at, "question": record.question, "outcome": record.outcome},
            "documents": [
                {"name": each.name, "version": each.version, "source_sha256": each.source}
                for each in record.documents
            ],
            "answer": with_decisions(json.loads(record.answer), reviews),
            **trace,
            **self.parts,
            "reviews": [each.model_dump(mode="json") for each in reviews],
            "chain": _told(self.entry),
        }
        return json.dumps(told, ensure_ascii=False, indent=2)


def _told(entry: ChainEntry | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    return {
        **{"number": entry.number, "recorded_at": entry.recorded_at, "payload": entry.payload},
        **{"previous": entry.previous, "hash": entry.hash},
    }


_LONGEST_NAME, _LONGEST_NOTE = 200, 2_000


@dataclass(frozen=True, slots=True)
class Reviewing:
    """The reviews of one recorded answer."""

    store: Store
    collection: str
    answer: Answer

    def add(self, part: str, kind: ReviewKind, by: str, note: str = "") -> Review:
        """Keep what somebody decided about a part; an InputError where the answer has no such part."""
        evidence = self._evidence(part)
        if kind not in REVIEW_KINDS:
            raise InputError(
                f"A review cannot be {kind!r}.", hint=f"It is one of: {', '.join(REVIEW_KINDS)}."
            )
        by, note = by.strip(), note.strip()
        if not by or len(by) > _LONGEST_NAME or len(note) > _LONGEST_NOTE:
            raise InputError(
                "A review needs the name of its reviewer."
                if not by
                else "The name or the note of a review is too long.",
                hint=f"A name has at most {_LONGEST_NAME} characters, a note {_LONGEST_NOTE:,}.",
            )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        review = Review(part=part, kind=kind, evidence=evidence, by=by, at=now, note=note)
        identity = self._identity(evidence)
        self.store.add_decision(identity, _key(self.answer.run, part), review.model_dump_json())
        return review

    def all(self) -> list[Review]:
        """Every review, part by part, the oldest first; those of forgotten documents are gone."""
        parts = parts_of(self.answer)
        by_version: dict[Identity, list[str]] = {}
        for part, evidence in parts.items():
            by_version.setdefault(self._identity(evidence), []).append(_key(self.answer.run, part))
        written = [each for about in by_version.items() for _, each in self.store.decisions(*about)]
        found = [review for each in written if (review := _read(each))]
        order = list(parts)
        return sorted(found, key=lambda review: order.index(review.part))

    def _evidence(self, part: str) -> list[Evidence]:
        parts = parts_of(self.answer)
        if part not in parts:
            there = f"It has: {', '.join(parts)}." if parts else "It has no items and no leads."
            raise InputError(f"The answer has no part {part!r}.", hint=there)
        return list(parts[part])

    def _identity(self, evidence: Sequence[Evidence]) -> Identity:
        first = evidence[0]
        return Identity(self.collection, first.name, first.document, first.version)


def parts_of(answer: Answer) -> dict[str, list[Evidence]]:
    """What can be reviewed of an answer, in the order in which it is shown, with the places that it cites."""
    parts = {item.id: list(item.evidence) for item in answer.items}
    return parts | {lead_id(at): list(lead.evidence) for at, lead in enumerate(answer.leads, start=1)}


def _key(run: str, part: str) -> str:
    """Beside the keys of cells, which are digests: nothing of a table is ever called so."""
    return f"review {run} {part}"


def _read(written: str) -> Review | None:
    try:
        return Review.model_validate_json(written)
    except ValidationError:
        return None


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
