"""Hold jobs over many documents: who has which of them, and what came of each.

A worker changes a document only while the row still has its name and its attempt (`held_item`). So one that
was thought lost and comes back writes nothing, and a result is written once, whatever clocks say.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal

from pincite.errors import InputError
from pincite.records.job import (
    OUTAGES_IN_A_ROW,
    Attempt,
    Budget,
    Claimed,
    Finished,
    ItemState,
    Job,
    JobItem,
    JobState,
    Lease,
    NewItem,
    NewJob,
    ResultRow,
    Spending,
    Tally,
)
from pincite.stores.database import Database, Row

_ID_LENGTH = 12
_ITEM_COLUMNS = 7


@dataclass(frozen=True, slots=True)
class _Ending:
    """How an attempt ended, and how its document stands then."""

    state: ItemState
    ended: str
    reason: str
    strikes: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class JobRows:
    """The jobs of one library."""

    database: Database

    def submit(
        self, new: NewJob, *, again: bool = False, read: Callable[[NewItem], bytes | None] | None = None
    ) -> tuple[str, bool]:
        """The id of the job and whether it is new: one that does the same is taken, unless `again`.

        With `read` the bytes of files are kept with the job, for workers that cannot see them.
        """
        with self.database.writing():
            self.database.run("insert_collection", collection=new.collection)
            collection = self.database.number("collection", collection=new.collection)
            self.database.run("take_turn", what="jobs")
            alike = self.database.row("jobs_alike", collection=collection, key=new.key)
            if alike and not again:
                return str(alike[0]), False
            id = uuid.uuid4().hex[:_ID_LENGTH]
            number = self.database.number(
                "insert_job",
                **{"id": id, "collection": collection, "key": new.key, "submitted_at": _now()},
                **{"request": new.request, "fields": new.fields, "settings": new.settings},
                **{"tries": new.tries, "lease_seconds": new.lease_seconds},
                **_limits(new.budget),
            )
            self.database.run_many("insert_job_items", list(self._item_rows(number, new.items, read)))
            self.database.run("settle_job", job=number)
            self.database.run("wake_workers", job=id)
            return id, True

    def file(self, claimed: Claimed) -> bytes | None:
        """The bytes that are kept of the file of a document; None where none are."""
        row = self.database.row("job_file", item=claimed.item)
        return None if row is None else bytes(row[0])

    def found(self, collection: str, start: str = "", limit: int = 1_000) -> list[Job]:
        """The jobs of a collection whose id starts so, the newest first."""
        rows = self.database.rows("jobs_like", collection=collection, start=start, limit=limit)
        return [_to_job(row) for row in rows]

    def items(self, job: str, states: Sequence[ItemState]) -> list[JobItem]:
        """The documents of a job that are in one of these states, in order."""
        rows = self.database.rows("job_items", job=job, states=list(states))
        return [JobItem(*row) for row in rows]

    def attempts(self, job: str) -> list[Attempt]:
        """Every attempt at every document of a job."""
        return [Attempt(*row) for row in self.database.rows("job_attempts", job=job)]

    def results(self, job: str) -> list[tuple[JobItem, list[str]]]:
        """Every document of a job with the rows that came of it, which may be none."""
        found: dict[int, tuple[JobItem, list[str]]] = {}
        for row in self.database.rows("job_results", job=job):
            item, content = JobItem(*row[:_ITEM_COLUMNS]), row[_ITEM_COLUMNS]
            _, rows = found.setdefault(item.number, (item, []))
            if content is not None:
                rows.append(content)
        return list(found.values())

    def claim(self, worker: str, jobs: Sequence[str] = ()) -> Claimed | None:
        """Take a document that waits; None where none does. Two workers never get the same one."""
        with self.database.writing():
            return self._claim(worker, jobs)

    def beat(self, claimed: Claimed) -> JobState | None:
        """Renew the lease, and say how the job stands; None where the lease is lost."""
        with self.database.writing():
            row = self.database.row("beat", **_lease(claimed))
        return row[0] if row else None

    def finish(self, claimed: Claimed, finished: Finished) -> bool:
        """Keep what came of a document, with its state; False, and nothing, where the lease is lost."""
        with self.database.writing():
            return self._finish(claimed, finished)

    def exchange(self, claimed: Claimed, finished: Finished, jobs: Sequence[str] = ()) -> Claimed | None:
        """The same, and the next document that waits: each commit waits for the disk, so both share one."""
        with self.database.writing():
            self._finish(claimed, finished)
            return self._claim(claimed.worker, jobs)

    def release(self, worker: str) -> None:
        """Give back what a worker has, as if it had never been taken."""
        with self.database.writing():
            for item, _, attempt, strikes, _ in self.database.rows("items_of_worker", worker=worker):
                self._end(item, attempt, _Ending("pending", "released", "", strikes))

    def crashed(self, worker: str, reason: str) -> None:
        """Give back what a worker had when it ended; set aside what has done that too often."""
        with self.database.writing():
            for item, job, attempt, strikes, tries in self.database.rows("items_of_worker", worker=worker):
                state: ItemState = "set_aside" if strikes + 1 >= tries else "pending"
                self._end(item, attempt, _Ending(state, "crashed", reason, strikes + 1))
                self.database.run("settle_job", job=job)

    def leases(self, jobs: Sequence[str] = ()) -> list[Lease]:
        """Who has which document."""
        return [Lease(*row) for row in self.database.rows("leases", jobs=list(jobs))]

    def lapse(self, lease: Lease) -> bool:
        """Take a document away from a worker that is lost; False where the lease was renewed meanwhile."""
        with self.database.writing():
            row = self.database.row("lapsed_item", **_lease(lease), beat=lease.beat)
            if row is None:
                return False
            # No strike: whoever watched this worker is gone, too, and that is hardly the document's fault.
            ending = _Ending("pending", "lost", "Its worker was lost.", strikes=row[1])
            self._end(lease.item, lease.attempt, ending)
            return True

    def open_items(self, jobs: Sequence[str] = ()) -> tuple[int, int]:
        """How many documents of running jobs wait, and how many somebody has."""
        pending, running = self.database.row("open_items", jobs=list(jobs)) or (0, 0)
        return pending, running

    def worked(self, seconds: float, jobs: Sequence[str] = ()) -> None:
        """Count time for the jobs that workers are at, and pause those whose time is up."""
        with self.database.writing():
            for (job,) in self.database.rows("worked_jobs", jobs=list(jobs)):
                self.database.run("see_workers", job=job, now=_now())
                budget, spent, outages = self._budget(job)
                self._enter(job, budget, replace(spent, seconds=spent.seconds + seconds), outages)

    def pause(self, jobs: Sequence[str], reason: str) -> None:
        """Have nobody begin with another document of running jobs."""
        with self.database.writing():
            for (job,) in self.database.rows("running_jobs", jobs=list(jobs)):
                self.database.run("pause_job", job=job, reason=reason)

    def resume(self, job: str, budget: Budget) -> None:
        """Have a job go on; limits that are given take the place of those before."""
        with self.database.writing():
            number = self._number(job)
            self.database.run("set_budget", job=number, **_limits(budget))
            limits, spent, _ = self._budget(number)
            if over := spent.over(limits):
                raise InputError(
                    over, hint="Give it a higher limit: --most-minutes, --most-tokens or --most-cost."
                )
            self.database.run("run_job", job=number)
            self.database.run("settle_job", job=number)
            self.database.run("wake_workers", job=job)

    def retry(self, job: str) -> int:
        """Have documents that came to nothing tried again, and the job go on; how many there are."""
        with self.database.writing():
            number = self._number(job)
            again = self.database.rows("retry_items", job=number)
            if again:
                self.database.run("run_job", job=number)
                self.database.run("wake_workers", job=job)
            return len(again)

    def cancel(self, job: str) -> int:
        """Have nobody do any more of a job; what is done is kept. How many files it kept, which go."""
        with self.database.writing():
            number = self._number(job)
            self.database.run("cancel_job", job=number)
            return len(self.database.rows("drop_job_files", job=number))

    def _number(self, id: str) -> int:
        return self.database.number("job_number", id=id)

    def _item_rows(
        self, job: int, items: Sequence[NewItem], read: Callable[[NewItem], bytes | None] | None
    ) -> Iterator[Row]:
        for at, each in enumerate(items, start=1):
            sha256, refused = "", each.refused
            content = None
            if read and not refused:
                try:
                    content = read(each)
                except InputError as error:
                    refused = str(error)
                if content is not None:
                    sha256 = hashlib.sha256(content).hexdigest()
                    self.database.run("insert_job_file", job=job, sha256=sha256, content=content)
            yield job, at, each.path, each.name, sha256, "set_aside" if refused else "pending", refused

    def _claim(self, worker: str, jobs: Sequence[str]) -> Claimed | None:
        row = self.database.row("claim_item", worker=worker, jobs=list(jobs))
        if row is None:
            return None
        claimed = Claimed(*row)
        self.database.run("insert_attempt", **_lease(claimed), started_at=_now())
        return claimed

    def _finish(self, claimed: Claimed, finished: Finished) -> bool:
        held = self.database.row("held_item", **_lease(claimed))
        if held is None:
            return False
        job, strikes, tries, outages = held
        state: ItemState = "pending"
        if finished.ended == "again":
            strikes += 1
            state = "failed" if strikes >= tries else "pending"
        elif finished.ended != "stop" and finished.ended != "interrupted":
            state = finished.ended
        ending = _Ending(state, finished.ended, finished.reason, strikes, finished.seconds)
        self._end(claimed.item, claimed.attempt, ending)
        if state != "pending":
            self._keep(claimed, finished.rows)
        self.database.run("settle_job", job=job)
        if claimed.sha256 and state == "done":
            self.database.run("drop_job_file", job=job, item=claimed.item)
            self.database.run("drop_files_of_done", job=job)
        is_outage = state == "pending" and finished.ended == "again"
        if is_outage or outages or finished.usage.calls:
            self._spend(job, finished, is_outage=is_outage)
        if finished.ended == "stop":
            self.database.run("pause_job", job=job, reason=finished.reason)
        return True

    def _end(self, item: int, attempt: int, ending: _Ending) -> None:
        said = {"item": item, "reason": ending.reason}
        self.database.run("end_item", **said, state=ending.state, strikes=ending.strikes)
        self.database.run("end_attempt", **said, attempt=attempt, ended=ending.ended, seconds=ending.seconds)

    def _keep(self, claimed: Claimed, rows: Sequence[ResultRow]) -> None:
        if claimed.attempt > 1:
            self.database.run("delete_results", item=claimed.item)
        for at, row in enumerate(rows):
            # A version that was forgotten meanwhile takes what quotes it along.
            about = {"name": row.name, "version": row.version, "content": row.content}
            self.database.run("insert_result", item=claimed.item, number=at, **about)

    def _spend(self, job: int, finished: Finished, *, is_outage: bool) -> None:
        budget, spent, outages = self._budget(job)
        outages = outages + 1 if is_outage else 0
        if outages >= OUTAGES_IN_A_ROW:
            self.database.run("pause_job", job=job, reason=finished.reason)
            outages = 0
        self._enter(job, budget, spent.plus(finished.usage), outages)

    def _enter(self, job: int, budget: Budget, spent: Spending, outages: int) -> None:
        self.database.run(
            "spend_on_job",
            **{"job": job, "seconds": spent.seconds, "calls": spent.calls, "tokens": spent.tokens},
            **{"cost": None if spent.cost is None else str(spent.cost), "outages": outages},
        )
        if over := spent.over(budget):
            self.database.run("pause_job", job=job, reason=over)

    def _budget(self, job: int) -> tuple[Budget, Spending, int]:
        row = self.database.row("job_budget", job=job)
        assert row is not None, "it was read from a row of this job"
        seconds, tokens, cost, *spent, outages = row
        return Budget(seconds, tokens, _decimal(cost)), _spending(spent), outages


def _to_job(row: Row) -> Job:
    id, collection, state, reason, submitted_at, worked_at, request, fields, settings, tries, lease = row[:11]
    limits, spent, tally = row[11:14], row[14:18], row[18:]
    return Job(
        *(id, collection, state, reason, submitted_at, worked_at, request, fields, settings, tries, lease),
        Budget(limits[0], limits[1], _decimal(limits[2])),
        _spending(spent),
        Tally(*tally),
    )


def _spending(row: Sequence[object]) -> Spending:
    seconds, calls, tokens, cost = row
    return Spending(float(str(seconds)), int(str(calls)), int(str(tokens)), _decimal(cost))


def _decimal(written: object) -> Decimal | None:
    return None if written is None else Decimal(str(written))


def _limits(budget: Budget) -> dict[str, object]:
    cost = None if budget.cost is None else str(budget.cost)
    return {"most_seconds": budget.seconds, "most_tokens": budget.tokens, "most_cost": cost}


def _lease(held: Claimed | Lease) -> dict[str, object]:
    return {"item": held.item, "worker": held.worker, "attempt": held.attempt}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
