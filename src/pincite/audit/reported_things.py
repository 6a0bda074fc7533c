"""Find what a report is to be of: a run, a table or a job, by the beginning of its id."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import ValidationError

from pincite.answer.answers import Answer
from pincite.answer.document_tables import Table
from pincite.answer.reviews import Review
from pincite.audit.reviewing import Reviewing
from pincite.errors import InputError
from pincite.protocols import Store
from pincite.records.library import Identity, RunRecord

_WHERE = "`pincite why` shows the last run and `pincite jobs list` the jobs; `pincite table` prints its id."
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Subject:
    """What a report is of, and how it is called there."""

    content: Answer | Table
    called: str
    """Such as "run 3f2a91…"; empty where nothing was recorded."""
    asked_at: str = ""
    read: tuple[Identity, ...] = ()
    """The versions that were read for it, where that was recorded."""
    reviews: tuple[Review, ...] = ()
    """What people decided about its items and leads, the oldest first."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """Everything of a collection that a report can be of."""

    store: Store
    collection: str
    record_of: Callable[[str | None], RunRecord]
    made_table: Callable[[str], Table]
    job_results: Callable[[str], Table]

    def answer(self, id: str | None) -> Answer:
        """That of a run by the beginning of its id; of the last one without it."""
        return _answer(self.record_of(id))

    def found(self, given: Answer | Table | str | None) -> Subject:
        """What is given, or the one run, table or job whose id begins so; the last run without any."""
        return self._by_id(given) if given is None or isinstance(given, str) else self._at_hand(given)

    def _by_id(self, id: str | None) -> Subject:
        if not id:
            return self._run(id)
        runs = [f"run {each.id}" for each in self.store.runs(self.collection, id, limit=2)]
        tables = [f"table {each[0]}" for each in self.store.held_tables(self.collection, id)]
        jobs = [f"job {each.id}" for each in self.store.jobs().found(self.collection, id, limit=2)]
        known = [*runs, *tables, *jobs]
        if not known:
            raise InputError(f"There is no run, table or job whose id starts with {id!r}.", hint=_WHERE)
        if len(known) > 1:
            some = ", ".join(each[: each.index(" ") + 1 + _SHOWN] for each in known)
            raise InputError(
                f"Several have an id that starts with {id!r}: {some}.", hint="Write more of the id."
            )
        if runs:
            return self._run(id)
        if tables:
            return Subject(self.made_table(id), known[0])
        return Subject(self.job_results(id), known[0])

    def _at_hand(self, content: Answer | Table) -> Subject:
        """An answer or a table; of an answer that was recorded also what is known beside it."""
        if isinstance(content, Table):
            return Subject(content, f"table {content.table}")
        if not content.run:
            return Subject(content, "")
        found = self.store.runs(self.collection, content.run, limit=1)
        if not found:
            return Subject(content, "")
        return self._recorded(content, found[0])

    def _run(self, id: str | None) -> Subject:
        record = self.record_of(id)
        return self._recorded(_answer(record), record)

    def _recorded(self, answer: Answer, record: RunRecord) -> Subject:
        reviews = Reviewing(self.store, self.collection, answer).all()
        called = f"run {record.id[:_SHOWN]}"
        return Subject(answer, called, record.asked_at, record.documents, tuple(reviews))


def _answer(record: RunRecord) -> Answer:
    try:
        return Answer.model_validate_json(record.answer)
    except ValidationError as error:
        raise InputError(
            f"Nothing is left of the answer of run {record.id[:_SHOWN]}: it was erased, or another version "
            "of Pincite wrote it.",
            hint="Ask the question again.",
        ) from error
