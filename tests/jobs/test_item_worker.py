"""A worker whose library is out of reach now and then: nothing is lost, kept twice or left behind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.places import opened

from pincite.errors import StoreError
from pincite.jobs import item_worker
from pincite.jobs.item_worker import work_items
from pincite.records.job import Claimed, Finished, NewItem, NewJob, ResultRow
from pincite.stores.job_rows import JobRows

_DOCUMENTS = 40


@dataclass
class Unreliable:
    """The rows behind a connection that is cut now and then, before a change or after it."""

    rows: JobRows
    chance: random.Random
    share: float
    cut: int = 0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            when = self.chance.random()
            if when < self.share / 2:
                raise self._lost()
            came = getattr(self.rows, name)(*arguments)
            if when < self.share:
                raise self._lost()
            return came

        return called

    def _lost(self) -> StoreError:
        self.cut += 1
        return StoreError("The connection was cut.", retryable=True)


@pytest.fixture(params=["sqlite", "postgres"])
def rows(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[JobRows]:
    in_folder = request.param == "sqlite"
    place = str(tmp_path / "library") if in_folder else str(request.getfixturevalue("postgres_url"))
    with opened(place) as store:
        yield store.jobs()


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(item_worker, "_FIRST_PAUSE_SECONDS", 0.0)


def submitted(rows: JobRows) -> str:
    items = tuple(NewItem("", f"{number}.txt") for number in range(_DOCUMENTS))
    id, _ = rows.submit(NewJob("default", "key", "{}", "[]", "{}", items))
    return id


def done(claimed: Claimed, stopped: Callable[[], bool]) -> Finished:
    return Finished("done", rows=(ResultRow(claimed.name, None, f"row of {claimed.name}"),))


@pytest.mark.parametrize("seed", range(5))
def test_every_document_is_done_once_however_often_the_connection_is_cut(rows: JobRows, seed: int):
    id = submitted(rows)
    queue = Unreliable(rows, random.Random(seed), share=0.4)

    work_items(queue, "w", done)

    assert queue.cut > _DOCUMENTS / 4
    assert [found for _, found in rows.results(id)] == [
        [f"row of {number}.txt"] for number in range(_DOCUMENTS)
    ]
    assert rows.leases() == []
    ended = [each.ended for each in rows.attempts(id)]
    assert ended.count("done") == _DOCUMENTS
    assert set(ended) <= {"done", "released"}


def test_error_that_no_patience_helps_against_ends_the_work(rows: JobRows):
    submitted(rows)

    def full(claimed: Claimed, stopped: Callable[[], bool]) -> Finished:
        raise StoreError("There is no space left.")

    with pytest.raises(StoreError, match="no space"):
        work_items(rows, "w", full)


def test_worker_that_rests_takes_what_comes_meanwhile(rows: JobRows):
    rests: list[str] = []

    def rest() -> bool:
        rests.append(submitted(rows) if not rests else "")
        return len(rests) < 2

    work_items(rows, "w", done, rest=rest)

    assert [item.state for item in rows.items(rests[0], ("done",))] == ["done"] * _DOCUMENTS


def test_document_of_which_the_library_was_out_of_reach_waits_without_blame(rows: JobRows):
    id = submitted(rows)
    for _ in range(5):
        claimed = rows.claim("w")
        assert claimed is not None
        rows.finish(claimed, Finished("interrupted", "The connection was cut."))

    (job,) = rows.found("default", id)
    assert (job.state, job.tally.pending, job.tally.failed) == ("running", _DOCUMENTS, 0)
