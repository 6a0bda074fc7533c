"""Workers that share a library in PostgreSQL, killed and cut off from it: everything is done exactly once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from job_process import FIELDS, SETTINGS, SLOWNESS
from test_killed_jobs import made, workers_of
from tests.postgres_server import Server

import pincite
from pincite.errors import StoreError
from pincite.extract.bulk import JobLimits
from pincite.job_worker import ItemWork
from pincite.jobs.item_worker import work_items
from pincite.records.job import Job
from pincite.service import Library

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PATH = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(HERE)])
_LEASE_SECONDS = 4.0
_CELLS = len(FIELDS.split(","))


@pytest.fixture
def database(postgres: Server) -> Iterator[str]:
    name = postgres.fresh()
    yield name
    postgres.drop(name)


def opened(place: str | Path) -> Library:
    return pincite.open(place, settings=SETTINGS)


def submitted(place: str | Path, documents: Path) -> str:
    with opened(place) as library:
        limits = JobLimits(lease_seconds=_LEASE_SECONDS, tries=100)
        return library.jobs.submit([documents], FIELDS, limits).job.id


def rows_of(place: str | Path, id: str) -> list[dict[str, object]]:
    """The results without the ids of runs, which no two runs share."""
    with opened(place) as library:
        rows = json.loads(library.jobs.results(id).to_json())["rows"]
    for row in rows:
        for cell in row["cells"].values():
            del cell["run"]
    return rows


def done_in_one_process(folder: Path, documents: Path) -> list[dict[str, object]]:
    """What a single process without any interruption makes of the documents, in a library in a folder."""
    id = submitted(folder, documents)
    with opened(folder) as library:
        items = ItemWork(library.store, library.settings.library, threads=1)
        work_items(library.store.jobs(), "alone", items.do)
    return rows_of(folder, id)


def started(url: str, slowness: str = "0.02") -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pincite.cli.main", "worker", "--workers", "1"]
    environment = {**os.environ, "PYTHONPATH": PATH, "PINCITE_LIBRARY": url, SLOWNESS: slowness}
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)


@contextmanager
def crew_of(url: str, count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    crew = [started(url) for _ in range(count)]
    try:
        yield crew
    finally:
        for each in crew:
            each.kill()
            each.wait()


def job_of(library: Library, id: str) -> Job:
    """How a job stands, whatever was just cut."""
    while True:
        try:
            return library.jobs.show(id)
        except StoreError as error:
            if not error.retryable:
                raise


def disturb(server: Server, database: str, crew: list[subprocess.Popen[bytes]], chance: random.Random) -> str:
    """Kill a worker with its documents, kill one that looks after workers, or cut every connection."""
    what = chance.choice(("worker", "crew", "connections", "connections"))
    if what == "connections":
        server.cut_connections(database)
        return what
    at = chance.randrange(len(crew))
    if what == "worker":
        for each in workers_of(crew[at]):
            os.kill(each, signal.SIGKILL)
        return what
    crew[at].kill()
    crew[at].wait()
    crew[at] = started(server.url(database))
    return what


@pytest.mark.parametrize(
    ("count", "workers", "disturbances"),
    [(12, 2, 2), pytest.param(500, 4, 40, marks=pytest.mark.long)],
)
@pytest.mark.timeout(3_000)
def test_workers_killed_and_cut_off_at_random_do_every_document_once(
    tmp_path: Path, postgres: Server, database: str, count: int, workers: int, disturbances: int
):
    documents, seed = made(tmp_path, count), 25
    calm = done_in_one_process(tmp_path / "calm", documents)
    url, chance = postgres.url(database), random.Random(seed)
    id = submitted(url, documents)
    caused: Counter[str] = Counter()

    with crew_of(url, workers) as crew, opened(url) as library:
        give_up = time.monotonic() + 2_400
        while time.monotonic() < give_up:
            job = job_of(library, id)
            if job.state != "running":
                break
            if job.tally.done * (disturbances + 1) > sum(caused.values()) * count and job.tally.running:
                caused[disturb(postgres, database, crew, chance)] += 1
            time.sleep(chance.uniform(0, 0.3))

    with opened(url) as library:
        job, attempts = job_of(library, id), library.jobs.attempts(id)
        asked = len(library.store.runs("default", limit=10 * _CELLS * count))
    assert (job.state, job.tally.done) == ("done", count), (job.tally, job.reason, caused)
    assert rows_of(url, id) == calm
    done = Counter(each.item for each in attempts if each.ended == "done")
    assert set(done.values()) == {1}, "every result was written once"
    assert len(done) == count
    lost = Counter(each.ended for each in attempts if each.ended != "done")
    assert set(lost) <= {"crashed", "lost", "released", "interrupted"}, lost
    assert sum(caused.values()) >= disturbances / 2
    print(f"{count} documents, {workers} workers, {dict(caused)}: {dict(lost)} attempts lost, {asked} asked")
