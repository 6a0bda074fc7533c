"""`pincite worker` as a user or a service manager runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import AGREEMENT, ROOT, SOURCE, CommandLine

FIELDS = "monthly fee, written notice"
QUICK = {"PINCITE_PRESET": "fast", "PINCITE_ISOLATED": "0"}


@pytest.fixture
def papers(pincite: CommandLine) -> str:
    folder = pincite.folder / "papers"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        pincite.file(f"papers/{name}")
    return str(folder)


@pytest.fixture
def started(pincite: CommandLine) -> Iterator[subprocess.Popen[str]]:
    pincite("add", pincite.file("first.txt"))
    process = pincite.start("worker", "--workers", "2", **QUICK)
    yield process
    process.kill()
    process.wait()


def submitted(pincite: CommandLine, *options: str) -> str:
    shown = pincite("jobs", "submit", *options, "--no-start", "--json")
    assert shown.code == 0, shown.stderr
    return str(json.loads(shown.stdout)["job"])


def until_done(pincite: CommandLine, job: str, seconds: float = 60) -> str:
    give_up = time.monotonic() + seconds
    state = "running"
    while state == "running" and time.monotonic() < give_up:
        time.sleep(0.1)
        state = json.loads(pincite("jobs", "show", job, "--json").stdout)["state"]
    return state


def lines(said: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


def test_worker_does_jobs_that_come_later_and_ends_when_told(
    pincite: CommandLine, papers: str, started: subprocess.Popen[str]
):
    first = submitted(pincite, papers, "--fields", FIELDS)
    assert until_done(pincite, first) == "done"
    second = submitted(pincite, papers, "--fields", "monthly fee")
    assert until_done(pincite, second) == "done"
    started.send_signal(signal.SIGTERM)
    _, said = started.communicate(timeout=30)

    assert started.returncode == 0, said
    events = [each["event"] for each in lines(said)]
    assert (events[0], events[-1]) == ("worker ready", "worker done")
    asked = [each for each in lines(said) if each["event"] == "asked"]
    assert {each["job"] for each in asked} == {first}, "the other asks nothing that is not known"
    assert all(each["run"] for each in asked)
    assert AGREEMENT.splitlines()[4] not in said


@pytest.fixture
def busy(pincite: CommandLine, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A worker that is at a document for a minute, and its job."""
    paths = [pincite.file(f"{number}.txt") for number in range(2)]
    slow = {"PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}{os.pathsep}{Path(__file__).parent}"}
    settings = tmp_path / "slow.yaml"
    settings.write_text("generator: slow:Slow\n")
    shown = pincite.run(
        *("jobs", "submit", *paths, "--fields", "monthly fee", "--no-start", "--json"),
        **slow,
        PINCITE_CONFIG=str(settings),
    )
    job = str(json.loads(shown.stdout)["job"])
    process = pincite.start("worker", "--workers", "1", **slow)
    while not json.loads(pincite("jobs", "show", job, "--json").stdout)["documents"]["running"]:
        time.sleep(0.05)
    yield process, job
    process.kill()
    process.wait()


def test_what_a_worker_has_is_given_back_when_it_is_told_to_end(
    pincite: CommandLine, busy: tuple[subprocess.Popen[str], str]
):
    process, job = busy

    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)

    assert process.returncode == 0
    found = json.loads(pincite("jobs", "show", job, "--json").stdout)
    assert found["state"] == "running"
    assert found["documents"]["running"] == 0
    assert [each["ended"] for each in found["items"][0]["attempts"]] == ["released"]


def test_second_signal_ends_a_worker_at_once(pincite: CommandLine, busy: tuple[subprocess.Popen[str], str]):
    process, _ = busy
    (child,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    # It does not end, so the worker waits for it some seconds before it kills it.
    os.kill(int(child), signal.SIGSTOP)
    process.send_signal(signal.SIGTERM)
    time.sleep(1)
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=30)
    os.kill(int(child), signal.SIGKILL)

    assert process.returncode == 130
    assert time.monotonic() - began < 3


def test_once_ends_when_nothing_is_left(pincite: CommandLine, papers: str):
    job = submitted(pincite, papers, "--fields", FIELDS)

    ended = pincite.run("worker", "--once", "--workers", "1", **QUICK)

    assert ended.code == 0, ended.stderr
    assert until_done(pincite, job, 0.5) == "done"


def test_worker_needs_a_library(pincite: CommandLine):
    shown = pincite("worker", "--once")

    assert shown.code == 2
    assert "There is no library" in shown.stderr
