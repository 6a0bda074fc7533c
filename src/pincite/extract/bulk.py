"""Every verb of jobs once: submit, list, show, pause, resume, retry, cancel, results, work and stand by."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import Path
from threading import Event

from pydantic import TypeAdapter

from pincite.answer.answers import Failure
from pincite.answer.document_tables import Cell, Row, Table, TableField
from pincite.errors import InputError, StoreError
from pincite.extract.cell_keys import table_id
from pincite.extract.deciding import decided_since
from pincite.extract.fields import AskFor, Fields, fields_of
from pincite.extract.job_documents import JobDocuments, job_documents
from pincite.extract.job_requests import Request, kept, restored
from pincite.jobs.crew import Crew, StandingCrew
from pincite.jobs.disk import reserved
from pincite.jobs.members import Members
from pincite.jobs.sent_files import sent
from pincite.protocols import JobQueue, Store
from pincite.records.job import (
    DEFAULT_LEASE_SECONDS,
    DEFAULT_TRIES,
    ITEM_STATES,
    Attempt,
    Budget,
    ItemState,
    Job,
    JobItem,
    NewItem,
    NewJob,
)
from pincite.records.library import Identity
from pincite.records.limits import Limits
from pincite.settings import Settings
from pincite.stores.place import folder_of, secret_of

_WORKER = (sys.executable, "-m", "pincite.job_worker")
_MOST_WORKERS = 4
_FIELDS = TypeAdapter(list[TableField])
_LISTED = "`pincite jobs list` lists them."


@dataclass(frozen=True, slots=True)
class Submitted:
    """A job, whether it is new, and which files of folders are no part of it, with the reason."""

    job: Job
    is_new: bool
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JobLimits:
    """What may be set about a job: its limits, and what is done with a document that crashes its worker."""

    minutes: float | None = None
    tokens: int | None = None
    cost: Decimal | None = None
    tries: int = DEFAULT_TRIES
    lease_seconds: float = DEFAULT_LEASE_SECONDS

    @property
    def budget(self) -> Budget:
        """The limits, or an InputError for one that nothing could keep to."""
        given = {"--most-minutes": self.minutes, "--most-tokens": self.tokens, "--most-cost": self.cost}
        for option, limit in given.items():
            if limit is not None and not limit > 0:
                raise InputError(
                    f"{option} is {limit}, so nothing could be done.", hint="Give it a limit above 0."
                )
        seconds = None if self.minutes is None else self.minutes * 60
        return Budget(seconds, self.tokens, self.cost)


_UNBOUNDED = JobLimits()
Read = Callable[[NewItem], bytes | None]


@dataclass(frozen=True, slots=True)
class Jobs:
    """The jobs of one collection of a library."""

    store: Store
    settings: Settings
    matching: Callable[[object], list[Identity]]
    ask_for: AskFor
    everything: Callable[[], tuple[Identity, ...]]
    check_models: Callable[[], None] = lambda: None
    """An error where a language model of the settings cannot be called at all."""

    @property
    def _queue(self) -> JobQueue:
        return self.store.jobs()

    def submit(
        self,
        documents: Sequence[str | Path | Identity] | None,
        fields: Fields,
        limits: JobLimits = _UNBOUNDED,
        *,
        again: bool = False,
        follow: bool = False,
        upload: bool | None = None,
    ) -> Submitted:
        """Have each document added, if it is a file, and asked the fields; nothing is begun yet.

        `documents` are files, folders, or names or identities in the library; None stands for all of it. The
        same job submitted twice is one job, unless `again`. With `upload` the library keeps the bytes of the
        files until they are added, so that workers need not see them; by default where a database holds it.
        """
        self.check_models()
        asked = fields_of(fields, self.ask_for)
        given = self.everything() if documents is None else documents
        chosen = job_documents(given, self.matching, follow=follow)
        return self._submit(chosen, Request(fields=asked), limits, again, self._sender(upload))

    def add(
        self,
        files: Sequence[str | Path],
        limits: JobLimits = _UNBOUNDED,
        *,
        again: bool = False,
        follow: bool = False,
        upload: bool | None = None,
    ) -> Submitted:
        """Have files added and made ready for search by meaning, and nothing asked; nothing is begun yet."""
        chosen = job_documents(files, self.matching, follow=follow)
        if held := next((each.name for each in chosen.items if not each.path), ""):
            raise InputError(
                f"{held} is in the library already, and no file has this name here.",
                hint="Name the files and folders that are to be added.",
            )
        return self._submit(chosen, Request(kind="add"), limits, again, self._sender(upload))

    def show(self, id: str) -> Job:
        """A job by its id or the beginning of it, as it stands now."""
        found = self._queue.found(self.settings.collection, id, limit=2) if id else []
        if len(found) == 1:
            return found[0]
        if not found:
            raise InputError(f"There is no job {id!r}.", hint=_LISTED)
        raise InputError(f"Several jobs have an id that starts with {id!r}.", hint=_LISTED)

    def items(self, id: str, *states: ItemState) -> list[JobItem]:
        """The documents of a job in one of these states, or all of them."""
        return self._queue.items(self.show(id).id, states or ITEM_STATES)

    def attempts(self, id: str) -> list[Attempt]:
        """Every attempt at every document of a job."""
        return self._queue.attempts(self.show(id).id)

    def pause(self, id: str, reason: str = "You paused it.") -> Job:
        """Have no more documents begun; those that somebody is at are finished."""
        job = self.show(id)
        if job.state in ("done", "cancelled"):
            raise InputError(f"The job {job.id} is {job.state}, so there is nothing to pause.")
        self._queue.pause([job.id], reason)
        return self.show(job.id)

    def resume(self, id: str, limits: JobLimits = _UNBOUNDED) -> Job:
        """Have a job go on, with limits that take the place of those before where they are given."""
        job = self.show(id)
        _refuse_cancelled(job)
        _check_prices(restored(job.settings), limits)
        if job.state != "done":
            self._queue.resume(job.id, limits.budget)
        return self.show(job.id)

    def retry(self, id: str) -> tuple[Job, int]:
        """Have the documents that failed or were set aside tried again; how many there are."""
        job = self.show(id)
        _refuse_cancelled(job)
        again = self._queue.retry(job.id)
        return self.show(job.id), again

    def cancel(self, id: str) -> Job:
        """Have no more done of a job; what is done is kept. The library keeps no bytes of its files then,
        not even of those that `retry` could have tried again.
        """
        job = self.show(id)
        if not self._queue.cancel(job.id) and job.state == "done":
            raise InputError(f"The job {job.id} is done, so there is nothing to cancel.")
        return self.show(job.id)

    def results(self, id: str) -> Table:
        """A row for each document that is done, failed or was set aside so far, with all decisions."""
        job = self.show(id)
        fields = _FIELDS.validate_json(job.fields)
        rows = [row for item, rows in self._queue.results(job.id) for row in _rows(item, rows, fields)]
        names = [row.document for row in rows]
        table = Table(table=table_id(job.collection, sorted(names), fields), fields=fields, rows=rows)
        # Known by its id, `pincite review` finds it; where nothing may be written, it need not.
        with suppress(StoreError):
            self.store.hold_table(job.collection, table.table, job.fields, sorted(names))
        return decided_since(self.store, job.collection, table)

    def work(
        self,
        id: str = "",
        *,
        workers: int | None = None,
        told: Callable[[], object] = lambda: None,
    ) -> None:
        """Do what waits, of one job or of all in the library, in processes of their own; returns at the end.

        A full disk pauses the jobs with the reason and is a StoreError. An interruption pauses the one job
        that is named, and leaves all others as they are.
        """
        jobs = (self.show(id).id,) if id else ()
        with reserved(folder_of(self.settings.library)) as give_back:
            members = self._members(_count(workers), jobs)
            crew = Crew(self._queue, members, told, give_back)
            try:
                crew.run()
            except KeyboardInterrupt:
                if jobs:
                    self._queue.pause(jobs, "It was interrupted.")
                raise

    def stand_by(self, ended: Event, *, workers: int | None = None) -> None:
        """Do what waits in the library and what comes, in processes of their own, until `ended` is set.

        What the processes had is given back then. A library that is out of reach is waited for.
        """
        woken, count = Event(), _count(workers)
        members = self._members(count, waits=True)
        with self.store.hearing_of_jobs(woken.set) as seconds:
            StandingCrew(self._queue, members, woken, ended, seconds).run()

    def _members(self, count: int, jobs: tuple[str, ...] = (), *, waits: bool = False) -> Members:
        library, sources = secret_of(self.settings.library), self.settings.sources
        return Members(self._queue, _WORKER, library, count, jobs, waits, sources)

    def waits(self) -> bool:
        """Whether any document of a running job of the library is left to do."""
        return any(self._queue.open_items())

    def _submit(
        self, chosen: JobDocuments, request: Request, limits: JobLimits, again: bool, read: Read | None
    ) -> Submitted:
        _check_prices(self.settings, limits)
        written, settings = request.model_dump_json(), kept(self.settings)
        told = [[each.path, each.name] for each in chosen.items]
        key = [self.settings.collection, written, settings, told, chosen.stamps]
        new = NewJob(
            self.settings.collection,
            hashlib.sha256(json.dumps(key).encode()).hexdigest(),
            written,
            _FIELDS.dump_json(list(request.fields)).decode(),
            settings,
            chosen.items,
            *(limits.budget, limits.tries, limits.lease_seconds),
        )
        id, is_new = self._queue.submit(new, again=again, read=read)
        return Submitted(self.show(id), is_new, chosen.skipped)

    def _sender(self, upload: bool | None) -> Read | None:
        """What reads the bytes that the library is to keep; None where workers read the files."""
        keeps = _elsewhere(self.settings) if upload is None else upload
        return partial(_file, self.settings.limits) if keeps else None

    # Last of the public verbs: from here on the name stands for it in this class.
    def list(self) -> Sequence[Job]:
        """All jobs of the collection, the newest first."""
        return self._queue.found(self.settings.collection)


def _file(limits: Limits, item: NewItem) -> bytes | None:
    return sent(item.path, limits) if item.path else None


def _elsewhere(settings: Settings) -> bool:
    """Whether workers may be on machines that cannot see files of this one."""
    return not isinstance(settings.library, Path)


def _count(workers: int | None) -> int:
    return workers or min(_MOST_WORKERS, os.cpu_count() or 1)


def _check_prices(settings: Settings, limits: JobLimits) -> None:
    """Refuse a limit of cost that could never be reached because nothing has a price."""
    model = settings.language_model
    if limits.cost is None or (model and "prices" in model.options):
        return
    raise InputError(
        "The cost cannot be limited, because no language model has prices.",
        hint="Set the option `prices` of your model (docs/language-models.md), or use --most-tokens.",
    )


def _rows(item: JobItem, rows: Sequence[str], fields: Sequence[TableField]) -> list[Row]:
    """What came of one document so far; none while it waits."""
    if rows:
        return [Row.model_validate_json(each) for each in rows]
    # Of a job that only adds files there are no cells that could say why one was not added.
    if item.state in ("pending", "running") or not fields:
        return []
    reason = item.reason or f"{item.name} was forgotten after it was asked."
    cell = Cell.failed(Failure.of(InputError(reason)))
    return [Row(document=item.name, version=None, cells={each.name: cell for each in fields})]


def _refuse_cancelled(job: Job) -> None:
    if job.state == "cancelled":
        raise InputError(
            f"The job {job.id} was cancelled.",
            hint="Submit it again: what was asked before is kept and not asked again.",
        )
