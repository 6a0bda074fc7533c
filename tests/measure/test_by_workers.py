"""Questions of a gold set that the workers of a library ask: as asked here, and nothing is left behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from test_observing import FEE, RENT, asking, gold
from tests.factories import AGREEMENT

import pincite
from pincite.errors import InputError, StoreError
from pincite.evaluate.gold_set import GoldSet, Source
from pincite.job_worker import ItemWork
from pincite.jobs.item_worker import work_items
from pincite.measure.by_workers import ByWorkers
from pincite.measure.measuring import observe
from pincite.measure.units import Unit
from pincite.service import Library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with pincite.open(tmp_path / "library") as library:
        yield library


@contextmanager
def worker(library: Library) -> Iterator[None]:
    """Somebody who works on the jobs of the library, until the end."""
    ended = threading.Event()

    def work() -> None:
        with pincite.open(library.settings.library) as own:
            items = ItemWork(own.store, own.settings.library, threads=1)
            work_items(own.store.jobs(), "w", items.do, rest=lambda: not ended.wait(0.05))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@pytest.mark.processes
def test_workers_observe_what_is_observed_here(library: Library, tmp_path: Path):
    file = tmp_path / "agreement.txt"
    file.write_text(AGREEMENT, "utf-8")
    asked = GoldSet("mine", "dev", (Source("agreement", "agreement.txt", path=file),), (RENT, FEE))
    here = observe(asked, asking(tmp_path / "here"))

    with worker(library):
        elsewhere = replace(asking(tmp_path / "elsewhere"), elsewhere=ByWorkers(library.jobs).work_off)
        there = observe(asked, elsewhere)

    assert [each.model_copy(update={"seconds": 0}) for each in there] == [
        each.model_copy(update={"seconds": 0}) for each in here
    ]
    assert list(library.jobs.list()) == []
    assert library.documents() == []


@pytest.mark.processes
def test_worker_of_another_version_asks_nothing(library: Library, tmp_path: Path):
    def changed(units: list[str]) -> Iterator[object]:
        other = [Unit.model_validate_json(each).model_copy(update={"fingerprint": "x"}) for each in units]
        return ByWorkers(library.jobs).work_off([each.model_dump_json() for each in other])

    with worker(library):
        (fee,) = observe(gold(FEE), replace(asking(tmp_path), elsewhere=changed))

    assert fee.outcome == "failed"
    assert "another version" in str(fee)


def test_job_that_measures_has_no_table_and_may_be_paused(library: Library):
    job = library.jobs.measure(["{}"]).job
    with pytest.raises(InputError, match="measures"):
        library.jobs.results(job.id)
    library.jobs.pause(job.id)

    with pytest.raises(StoreError, match="paused"):
        list(ByWorkers(library.jobs).work_off(["{}"]))
