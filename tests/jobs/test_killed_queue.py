"""The queue, killed at any instant, on a full disk, or worked at twice: nothing lost, nothing held twice."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from queue_process import SETTINGS
from test_waiting_pictures import label
from test_work import text_of

import pincite
from pincite.errors import StoreError
from pincite.records.reading import PICTURES_WAIT
from pincite.service import Library

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# From when a process is ready until it has done what one round adds, and a little longer.
_MOST_SECONDS = 1.2
_PASSAGES = 60


def opened(folder: Path) -> Library:
    return pincite.open(folder / "library", settings=SETTINGS)


def started(folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(HERE / "queue_process.py"), str(folder / "library"), str(folder / "log")]
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(HERE)])
    return subprocess.Popen(
        [*command, *more],
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": path, "PATH": "", "PYTHONHASHSEED": "0"},
    )


def ready(folder: Path, *more: str) -> subprocess.Popen[str]:
    process = started(folder, *more)
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def add(library: Library, folder: Path, number: int) -> None:
    """One document that waits for its pictures, and one that only waits for vectors."""
    pictures, text = folder / f"{number}.pdf", folder / f"{number}.txt"
    pictures.write_bytes(label(f"Drawing {number}", "Another drawing"))
    text.write_text(text_of(number, _PASSAGES))
    assert [each.status for each in library.add(pictures, text)] == ["added", "added"]


def is_whole(folder: Path, documents: int) -> None:
    """Whatever was stopped, all that is held can be read, and nothing is there twice."""
    with opened(folder) as library:
        listed = library.documents()
        assert len(listed) == documents
        for each in listed:
            held = library.read(each.identity.name)
            assert library.store.content(held.identity) == (folder / each.identity.name).read_bytes()
            waits = held.document.parse.options.endswith(PICTURES_WAIT)
            with_pictures = each.identity.name.endswith(".pdf")
            assert each.versions == (2 if with_pictures and not waits else 1)
            assert held.document.text.count("Lot 4471") == (0 if waits or not with_pictures else 2)


def is_done(folder: Path) -> None:
    with opened(folder) as library:
        assert library.pending() == []
        assert library.waiting_pictures() == []


@pytest.mark.parametrize("kills", [2, pytest.param(40, marks=pytest.mark.long)])
def test_killed_at_random_instants_the_queue_loses_nothing(tmp_path: Path, kills: int):
    seed = 20
    chance = random.Random(seed)
    added = 0
    for kill in range(kills):
        with opened(tmp_path) as library:
            if not library.waiting_pictures():
                add(library, tmp_path, added)
                added += 1
        # Every second time two are at work, and both are killed.
        both = [ready(tmp_path) for _ in range(1 + kill % 2)]
        time.sleep(chance.uniform(0, _MOST_SECONDS))
        for process in both:
            process.kill()
            process.wait()
        is_whole(tmp_path, 2 * added)

    output, _ = ready(tmp_path).communicate(timeout=120)

    assert output.startswith("done")
    assert output.endswith(" 0\n"), f"nothing fails (seed {seed})"
    is_whole(tmp_path, 2 * added)
    is_done(tmp_path)
    done = (tmp_path / "log").read_text().splitlines()
    # A killed process loses the pictures of one document and a group of vectors; two processes twice that.
    assert done.count("picture") <= 2 * added + 2 * 2 * kills
    assert len(done) - done.count("picture") <= added * (_PASSAGES + 4) + 2 * 64 * kills


def test_two_processes_share_the_queue_and_do_nothing_twice(tmp_path: Path):
    with opened(tmp_path) as library:
        for number in range(3):
            add(library, tmp_path, number)

    outputs = [process.communicate(timeout=120)[0] for process in (started(tmp_path), started(tmp_path))]

    assert [each.split()[-1] for each in outputs] == ["0", "0"]
    assert sum(int(each.split()[-2]) for each in outputs) == 3
    is_whole(tmp_path, 6)
    is_done(tmp_path)
    assert (tmp_path / "log").read_text().splitlines().count("picture") == 6


@pytest.mark.parametrize(
    "kibibytes",
    [pytest.param(4, marks=pytest.mark.long), 60, pytest.param(120, marks=pytest.mark.long)],
)
def test_on_a_full_disk_the_queue_stops_and_goes_on_later(tmp_path: Path, kibibytes: int):
    with opened(tmp_path) as library:
        for number in range(2):
            add(library, tmp_path, number)

    process = started(tmp_path, str(1024 * kibibytes))
    output, _ = process.communicate(timeout=120)

    assert process.returncode == StoreError.exit_code, output
    assert "StoreError" in output
    is_whole(tmp_path, 4)
    output, _ = ready(tmp_path).communicate(timeout=120)
    assert output.endswith(" 0\n")
    is_whole(tmp_path, 4)
    is_done(tmp_path)
