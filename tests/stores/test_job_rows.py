"""Jobs in the library: who has which document, what came of each, and what a lost worker may still write."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from tests.factories import entry

from pincite.errors import InputError
from pincite.records.completion import Usage
from pincite.records.job import (
    ITEM_STATES,
    Budget,
    Claimed,
    Finished,
    Job,
    Lease,
    NewItem,
    NewJob,
    ResultRow,
)
from pincite.stores.job_rows import JobRows
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library

DONE = Finished("done", rows=(ResultRow("a.txt", None, "row"),))


def new(*names: str, key: str = "key", budget: Budget | None = None, tries: int = 3) -> NewJob:
    items = tuple(NewItem("", name) for name in names or ("a.txt", "b.txt", "c.txt"))
    return NewJob("default", key, "{}", "[]", "{}", items, budget or Budget(), tries)


@pytest.fixture
def queue(store: LibraryStore) -> JobRows:
    return store.jobs()


def submitted(queue: JobRows, job: NewJob | None = None) -> str:
    id, is_new = queue.submit(job or new())
    assert is_new
    return id


def claimed(queue: JobRows, worker: str = "w") -> Claimed:
    found = queue.claim(worker)
    assert found is not None
    return found


def job_of(queue: JobRows, id: str) -> Job:
    (job,) = queue.found("default", id)
    return job


def lease_of(queue: JobRows) -> Lease:
    (lease,) = queue.leases()
    return lease


def test_each_document_is_claimed_once_and_in_order(queue: JobRows):
    submitted(queue)

    names = [claimed(queue, worker).name for worker in ("one", "two", "three")]

    assert names == ["a.txt", "b.txt", "c.txt"]
    assert queue.claim("four") is None


def test_job_is_done_when_no_document_is_left(queue: JobRows):
    id = submitted(queue)
    for ended in ("done", "failed", "set_aside"):
        assert job_of(queue, id).state == "running"
        queue.finish(claimed(queue), Finished(ended, "why"))

    job = job_of(queue, id)
    assert job.state == "done"
    assert (job.tally.done, job.tally.failed, job.tally.set_aside) == (1, 1, 1)


def test_same_job_is_held_once_unless_it_is_wanted_again(queue: JobRows):
    first = submitted(queue)

    assert queue.submit(new()) == (first, False)
    assert queue.submit(new(key="other"))[1]
    assert queue.submit(new(), again=True)[1]


def test_cancelled_job_does_not_stand_in_the_way_of_the_same_again(queue: JobRows):
    queue.cancel(submitted(queue))

    assert queue.submit(new())[1]


def test_worker_that_lost_its_lease_writes_nothing(queue: JobRows):
    id = submitted(queue, new("a.txt"))
    late = claimed(queue, "late")
    assert queue.lapse(lease_of(queue))
    taken_over = claimed(queue, "next")

    assert not queue.finish(late, DONE)
    assert queue.beat(late) is None
    assert queue.finish(taken_over, DONE)
    assert not queue.finish(taken_over, DONE), "a result is written once"
    assert [each.ended for each in queue.attempts(id)] == ["lost", "done"]


def test_same_worker_cannot_write_for_an_earlier_attempt(queue: JobRows):
    submitted(queue, new("a.txt"))
    first = claimed(queue)
    queue.lapse(lease_of(queue))
    second = claimed(queue)

    assert (first.worker, first.item) == (second.worker, second.item)
    assert not queue.finish(first, DONE)
    assert queue.finish(second, DONE)


def test_renewed_lease_is_not_taken_away(queue: JobRows):
    submitted(queue)
    held = claimed(queue)
    seen = lease_of(queue)
    assert queue.beat(held) == "running"

    assert not queue.lapse(seen)
    assert queue.finish(held, DONE)


def test_released_document_waits_again_and_has_no_strike(queue: JobRows):
    id = submitted(queue, new("a.txt", tries=1))
    claimed(queue)
    queue.release("w")

    assert job_of(queue, id).tally.pending == 1
    assert [each.ended for each in queue.attempts(id)] == ["released"]
    assert claimed(queue).attempt == 2


def test_document_that_crashes_its_worker_again_and_again_is_set_aside(queue: JobRows):
    id = submitted(queue, new("poison.txt", "a.txt"))
    order = []
    for _ in range(3):
        found = claimed(queue)
        order.append(found.name)
        if found.name == "poison.txt":
            queue.crashed("w", "signal 11")
        else:
            queue.finish(found, DONE)
    assert order == ["poison.txt", "a.txt", "poison.txt"], "what was tried before comes last"
    claimed(queue)
    queue.crashed("w", "signal 11")

    (aside,) = queue.items(id, ["set_aside"])
    assert (aside.name, aside.reason, aside.attempt) == ("poison.txt", "signal 11", 3)
    assert job_of(queue, id).state == "done"


def test_lost_worker_is_no_strike_against_its_document(queue: JobRows):
    id = submitted(queue, new("a.txt", tries=1))
    for _ in range(5):
        claimed(queue)
        queue.lapse(lease_of(queue))

    assert job_of(queue, id).tally.pending == 1


def test_outages_in_a_row_pause_the_job_with_the_reason(queue: JobRows):
    id = submitted(queue)
    for _ in range(3):
        queue.finish(claimed(queue), Finished("again", "No reply."))

    job = job_of(queue, id)
    assert (job.state, job.reason) == ("paused", "No reply.")
    assert job.tally.pending == 3
    assert queue.claim("w") is None
    queue.resume(id, Budget())
    assert queue.claim("w")


def test_outage_of_one_document_alone_fails_it_in_the_end(queue: JobRows):
    id = submitted(queue, new("a.txt"))
    for _ in range(3):
        queue.finish(claimed(queue), Finished("again", "No reply."))

    assert job_of(queue, id).tally.failed == 1
    assert job_of(queue, id).state == "done"


def test_document_that_stops_the_job_waits_for_it_to_go_on(queue: JobRows):
    id = submitted(queue)
    queue.finish(claimed(queue), Finished("stop", "The disk is full."))

    job = job_of(queue, id)
    assert (job.state, job.reason, job.tally.pending) == ("paused", "The disk is full.", 3)


@pytest.mark.parametrize(
    ("budget", "higher"),
    [
        (Budget(tokens=100), Budget(tokens=1_000)),
        (Budget(cost=Decimal("0.5")), Budget(cost=Decimal(2))),
    ],
)
def test_budget_that_is_used_up_pauses_the_job_until_it_is_raised(queue: JobRows, budget, higher):
    id = submitted(queue, new(budget=budget))
    queue.finish(claimed(queue), replace(DONE, usage=Usage(1, 60, 0, 50, Decimal("0.75"))))

    job = job_of(queue, id)
    assert job.state == "paused"
    assert "limit" in job.reason
    assert (job.spent.calls, job.spent.tokens, job.spent.cost) == (1, 110, Decimal("0.75"))
    with pytest.raises(InputError, match="limit"):
        queue.resume(id, Budget())
    queue.resume(id, higher)
    assert job_of(queue, id).state == "running"


def test_time_is_counted_while_somebody_works_and_pauses_the_job(queue: JobRows):
    id = submitted(queue, new(budget=Budget(seconds=60)))
    queue.worked(50)
    assert job_of(queue, id).spent.seconds == 0, "nobody is at it"
    claimed(queue)
    queue.worked(50)
    assert job_of(queue, id).state == "running"
    queue.worked(10)

    assert job_of(queue, id).state == "paused"
    assert job_of(queue, id).reason == "The time limit of 1 min is reached."


def test_paused_job_is_not_claimed_and_its_last_document_still_counts(queue: JobRows):
    id = submitted(queue, new("a.txt", "b.txt"))
    held = claimed(queue)
    queue.pause([id], "You paused it.")

    assert queue.claim("other") is None
    assert queue.beat(held) == "paused"
    assert queue.finish(held, DONE)
    assert job_of(queue, id).tally.done == 1
    assert job_of(queue, id).state == "paused"


def test_cancelled_job_says_so_to_its_workers(queue: JobRows):
    id = submitted(queue)
    held = claimed(queue)
    queue.cancel(id)

    assert queue.beat(held) == "cancelled"
    assert queue.claim("other") is None


def test_retry_tries_only_what_came_to_nothing(queue: JobRows):
    id = submitted(queue)
    for ended in ("done", "failed", "set_aside"):
        queue.finish(claimed(queue), Finished(ended, "why"))

    assert queue.retry(id) == 2
    assert {claimed(queue).name, claimed(queue).name} == {"b.txt", "c.txt"}
    assert queue.retry(id) == 0


def test_only_the_named_job_is_worked_on(queue: JobRows):
    submitted(queue)
    other = submitted(queue, new("z.txt", key="other"))

    found = queue.claim("w", [other])

    assert found is not None
    assert found.name == "z.txt"
    assert queue.claim("w", [other]) is None


def test_refused_document_is_set_aside_from_the_start(queue: JobRows):
    id, _ = queue.submit(replace(new(), items=(NewItem("", "a.txt", "Its name is taken."),)))

    assert job_of(queue, id).state == "done"
    assert [each.reason for each in queue.items(id, ITEM_STATES)] == ["Its name is taken."]


def test_results_quote_their_document_and_go_with_it(store: LibraryStore):
    held = entry()
    store.add([held])
    name, version = held.identity.name, held.identity.version
    queue = store.jobs()
    id = submitted(queue, new(name))
    queue.finish(claimed(queue), Finished("done", rows=(ResultRow(name, version, "quoted"),)))
    assert [rows for _, rows in queue.results(id)] == [["quoted"]]

    store.forget("default", name)

    assert [rows for _, rows in queue.results(id)] == [[]]


def test_result_about_a_version_that_is_gone_is_not_kept(store: LibraryStore):
    queue = store.jobs()
    id = submitted(queue, new("a.txt"))
    queue.finish(claimed(queue), Finished("done", rows=(ResultRow("a.txt", "gone", "quoted"),)))

    assert [rows for _, rows in queue.results(id)] == [[]]


def test_job_is_there_after_the_library_was_closed(store: LibraryStore, folder: Path):
    id = submitted(store.jobs())
    claimed(store.jobs())
    store.close()

    with open_library(folder, lambda message: None) as again:
        assert job_of(again.jobs(), id).tally.running == 1
        assert len(again.jobs().leases()) == 1
