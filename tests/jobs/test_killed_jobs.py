"""Jobs whose workers are killed, hang, crash or find the disk full: nothing lost, nothing done twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from job_process import FIELDS, LIMIT, POISON, SETTINGS, SLOWNESS, text_of

import pincite
from pincite.errors import StoreError
from pincite.extract.bulk import JobLimits
from pincite.records.job import Job
from pincite.service import Library

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PATH = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(HERE)])
_LEASE_SECONDS = 3.0
_DOCUMENTS = 8
_CELLS = len(FIELDS.split(","))


@pytest.fixture(autouse=True)
def _workers_find_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", PATH)


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    return made(tmp_path, _DOCUMENTS)


def made(folder: Path, count: int) -> Path:
    documents = folder / "documents"
    documents.mkdir()
    for number in range(count):
        (documents / f"contract-{number:04}.txt").write_text(text_of(number), "utf-8")
    return documents


def opened(folder: Path) -> Library:
    return pincite.open(folder / "library", settings=SETTINGS)


def submitted(folder: Path, documents: Path, tries: int = 3) -> str:
    with opened(folder) as library:
        limits = JobLimits(tries=tries, lease_seconds=_LEASE_SECONDS)
        return library.jobs.submit([documents], FIELDS, limits).job.id


def worked(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    process = started(folder, **environment)
    output, _ = process.communicate(timeout=600)
    return subprocess.CompletedProcess(process.args, process.returncode, output)


def started(folder: Path, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(HERE / "job_process.py"), str(folder / "library")]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, SLOWNESS: "0.02", **environment}
    )


def workers_of(crew: subprocess.Popen[str]) -> list[int]:
    """The processes that a crew has started; only those that work on a job."""
    try:
        return [int(each) for each in Path(f"/proc/{crew.pid}/task/{crew.pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def job_of(folder: Path, id: str) -> Job:
    with opened(folder) as library:
        return library.jobs.show(id)


def rows_of(folder: Path, id: str) -> list[dict[str, object]]:
    """The results without the ids of runs, which no two runs share."""
    with opened(folder) as library:
        rows = json.loads(library.jobs.results(id).to_json())["rows"]
    for row in rows:
        for cell in row["cells"].values():
            del cell["run"]
    return rows


def kill(process_id: int, how: signal.Signals = signal.SIGKILL) -> None:
    try:
        os.kill(process_id, how)
    except ProcessLookupError:
        return


def at_work(folder: Path, crew: subprocess.Popen[str]) -> list[int]:
    """The workers of a crew that have a document now; a lease may be that of one who is long dead."""
    with opened(folder) as library:
        holders = [lease.worker for lease in library.store.jobs().leases()]
    return [each for each in workers_of(crew) if any(worker in orders_of(each) for worker in holders)]


def orders_of(process_id: int) -> str:
    try:
        return Path(f"/proc/{process_id}/cmdline").read_text()
    except FileNotFoundError:
        return ""


def until_it_works(folder: Path, crew: subprocess.Popen[str], workers: int = 1) -> bool:
    """Wait until so many workers of a crew have a document; False where nothing is left to do."""
    while crew.poll() is None:
        if len(at_work(folder, crew)) >= workers:
            return True
        time.sleep(0.02)
    return False


def kills_until_done(folder: Path, id: str, kills: int, chance: random.Random) -> int:
    """Kill workers in the middle of a document all along the way, and every second time everything."""
    crew = started(folder)
    for kill_number in range(kills):
        total = job_of(folder, id).tally.total
        while job_of(folder, id).tally.done < total * kill_number // (kills + 1):
            time.sleep(0.05)
        assert until_it_works(folder, crew)
        time.sleep(chance.uniform(0, 0.3))
        victims = at_work(folder, crew)
        if kill_number % 2:
            for each in (crew.pid, *workers_of(crew)):
                kill(each)
            crew.wait()
            crew = started(folder)
        elif victims:
            kill(chance.choice(victims))
    return crew.wait(timeout=1_800)


@pytest.mark.parametrize(
    ("count", "kills"), [(_DOCUMENTS, 2), pytest.param(1_000, 30, marks=pytest.mark.long)]
)
@pytest.mark.timeout(3_000)
def test_job_killed_at_random_instants_ends_as_an_undisturbed_one(tmp_path: Path, count: int, kills: int):
    (tmp_path / "calm").mkdir()
    documents, seed = made(tmp_path, count), 22
    calm = submitted(tmp_path / "calm", documents)
    assert worked(tmp_path / "calm").returncode == 0
    id = submitted(tmp_path, documents, tries=kills + 1)

    assert kills_until_done(tmp_path, id, kills, random.Random(seed)) == 0

    assert job_of(tmp_path, id).tally.done == count
    assert rows_of(tmp_path, id) == rows_of(tmp_path / "calm", calm)
    with opened(tmp_path) as library:
        attempts = library.jobs.attempts(id)
        asked = len(library.store.runs("default", limit=10 * _CELLS * count))
    done = Counter(each.item for each in attempts if each.ended == "done")
    assert set(done.values()) == {1}, "every result was written once"
    assert len(done) == count
    lost = [each for each in attempts if each.ended != "done"]
    assert {each.ended for each in lost} <= {"crashed", "lost"}
    assert len(lost) >= kills // 2, f"most kills hit a document in the making (seed {seed})"
    assert asked <= _CELLS * count + len(lost), "a lost attempt costs the cell that was being asked"
    print(f"{count} documents, {kills} kills: {len(lost)} attempts lost, {asked} cells asked")


def test_two_crews_at_once_do_each_document_once(tmp_path: Path):
    id = submitted(tmp_path, made(tmp_path, 12))

    crews = [started(tmp_path), started(tmp_path)]
    assert [crew.wait(timeout=120) for crew in crews] == [0, 0]

    with opened(tmp_path) as library:
        attempts = library.jobs.attempts(id)
    assert [each.ended for each in attempts] == ["done"] * 12
    assert len({each.worker for each in attempts}) > 2, "both took part"


def test_document_that_crashes_its_worker_is_set_aside_and_the_rest_is_done(tmp_path: Path, documents: Path):
    (documents / "poison.txt").write_text(f"The monthly fee is EUR 5. {POISON}\n", "utf-8")
    id = submitted(tmp_path, documents)

    assert worked(tmp_path).returncode == 0

    job = job_of(tmp_path, id)
    assert (job.state, job.tally.done, job.tally.set_aside) == ("done", _DOCUMENTS, 1)
    with opened(tmp_path) as library:
        (aside,) = library.jobs.items(id, "set_aside")
        assert aside.name == "poison.txt"
        assert "SIGSEGV" in aside.reason
        assert [each.ended for each in library.jobs.attempts(id) if each.item == aside.number] == [
            "crashed"
        ] * 3
        cell = next(row for row in library.jobs.results(id).rows if row.document == "poison.txt").cells
    assert {each.state for each in cell.values()} == {"failed"}


def test_worker_that_hangs_loses_its_document_to_another(tmp_path: Path, documents: Path):
    id = submitted(tmp_path, documents)
    crew = started(tmp_path, **{SLOWNESS: "0.2"})
    assert until_it_works(tmp_path, crew, workers=2)
    stopped = workers_of(crew)[0]
    kill(stopped, signal.SIGSTOP)

    assert crew.wait(timeout=120) == 0

    assert job_of(tmp_path, id).tally.done == _DOCUMENTS
    assert not Path(f"/proc/{stopped}").exists()
    with opened(tmp_path) as library:
        done = Counter(each.item for each in library.jobs.attempts(id) if each.ended == "done")
    assert set(done.values()) == {1}


def test_workers_end_with_the_process_that_started_them(tmp_path: Path, documents: Path):
    submitted(tmp_path, documents)
    crew = started(tmp_path, **{SLOWNESS: "2"})
    assert until_it_works(tmp_path, crew)
    workers = workers_of(crew)
    kill(crew.pid)
    crew.wait()

    give_up = time.monotonic() + 20
    while any(Path(f"/proc/{each}").exists() for each in workers) and time.monotonic() < give_up:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{each}").exists() for each in workers)


@pytest.mark.parametrize("kibibytes", [300, pytest.param(600, marks=pytest.mark.long)])
def test_full_disk_pauses_the_job_and_it_goes_on_later(tmp_path: Path, kibibytes: int):
    id = submitted(tmp_path, made(tmp_path, 12))

    said = worked(tmp_path, **{LIMIT: str(1024 * kibibytes)})

    assert said.returncode == StoreError.exit_code, said.stdout
    job = job_of(tmp_path, id)
    assert job.state == "paused"
    assert "space" in job.reason
    assert job.tally.done < 12
    with opened(tmp_path) as library:
        library.jobs.resume(id)
    assert worked(tmp_path).returncode == 0
    assert job_of(tmp_path, id).tally.done == 12
