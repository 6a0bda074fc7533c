"""Whoever runs a library: back-ups, free space, what the doctor says of both, and logs for programs."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections import namedtuple
from contextlib import closing

import pytest
from command_line import CommandLine

import pincite as pincite_library
from pincite.errors import StoreError
from pincite.job_worker import ItemWork
from pincite.jobs.disk import require_free
from pincite.jobs.item_worker import failed_with

Usage = namedtuple("Usage", "total used free")


def test_library_is_backed_up_and_restored(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    file = str(pincite.folder / "a.backup")

    made = pincite("backup", file)
    again = pincite("backup", file)
    restored = pincite.without_library("--library", str(pincite.folder / "new"), "restore", file, "--json")

    assert made.code == 0
    assert "Backed up 1 document" in made.stdout
    assert "SHA-256: " in made.stdout
    assert (again.code, "is not overwritten" in again.stderr) == (2, True)
    assert restored.code == 0
    assert json.loads(restored.stdout)["documents"] == 1
    listed = pincite.without_library("--library", str(pincite.folder / "new"), "documents")
    assert "agreement.txt" in listed.stdout


def test_restoring_over_a_library_is_refused(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))
    file = str(pincite.folder / "a.backup")
    pincite("backup", file)

    refused = pincite("restore", file)

    assert refused.code == 2
    assert "restoring overwrites nothing" in refused.stderr


def test_library_that_is_not_there_is_not_backed_up(pincite: CommandLine):
    refused = pincite("backup", str(pincite.folder / "a.backup"))

    assert (refused.code, "There is no library" in refused.stderr) == (2, True)
    assert not (pincite.folder / "a.backup").exists()
    assert not pincite.library.exists()


def test_nothing_is_added_to_a_disk_that_is_nearly_full(
    pincite: CommandLine, monkeypatch: pytest.MonkeyPatch
):
    pincite("add", pincite.file("agreement.txt"))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, 150_000_000))

    refused = pincite("add", pincite.file("more.txt", "The rent is EUR 5."), "--json")
    asked = pincite("ask", "What is the monthly fee?")
    unchanged = pincite("add", str(pincite.folder / "agreement.txt"))
    found = json.loads(pincite("doctor", "--json").stdout)["findings"]

    assert refused.code == 5
    assert "least_free_megabytes" in refused.stdout + refused.stderr
    assert (asked.code, unchanged.code) == (0, 0)
    (space,) = [each for each in found if each["name"] == "disk space"]
    assert not space["ok"]


def test_job_stops_rather_than_tries_again_while_the_disk_is_full(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, 150_000_000))

    with pytest.raises(StoreError) as refused:
        require_free(tmp_path / "not" / "yet" / "there", 200)

    assert failed_with(refused.value).ended == "stop"


def test_document_that_is_held_is_not_asked_by_a_job_while_the_disk_is_full(
    tmp_path, monkeypatch: pytest.MonkeyPatch
):
    with pincite_library.open(tmp_path / "library") as library:
        library.add_bytes(b"The monthly fee is EUR 500.", "fee.txt")
        library.jobs.submit(None, ["monthly fee"])
        claimed = library.store.jobs().claim("worker", ())
        monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, 150_000_000))

        finished = ItemWork(library.store, tmp_path / "library", 1).do(claimed, lambda: False)

    assert finished.ended == "stop"
    assert "no job goes on" in finished.reason
    require_free(tmp_path, 150)


def test_library_of_another_form_is_exit_5_for_every_verb_and_stays_as_it_was(pincite: CommandLine):
    file = pincite.file("agreement.txt")
    pincite("add", file)
    with closing(sqlite3.connect(pincite.library / "library.db")) as connection:
        connection.execute("PRAGMA user_version = 20")
    before = {path: path.read_bytes() for path in pincite.library.rglob("*") if path.is_file()}

    for verb in (("documents",), ("ask", "What is the fee?"), ("add", file), ("runs", "list"), ("doctor",)):
        result = pincite(*verb)
        assert result.code == 5, verb
        assert "schema 20" in " ".join((result.stdout + result.stderr).split())
    assert {path: path.read_bytes() for path in pincite.library.rglob("*") if path.is_file()} == before


def test_doctor_looks_at_what_whoever_runs_a_library_asks_for(pincite: CommandLine):
    pincite("add", pincite.file("agreement.txt"))

    found = {each["name"]: each for each in json.loads(pincite("doctor", "--json").stdout)["findings"]}

    assert "schema" in found["database"]["detail"]
    assert "generation 1" in found["word index"]["detail"]
    assert "mcp" in found["extras"]["detail"]
    assert "read it" in found["permissions"]["detail"]


def test_logs_are_lines_of_json_with_the_run_and_without_the_words(pincite: CommandLine):
    asked = pincite.run("ask", pincite.file("agreement.txt"), "What is the monthly fee?", PINCITE_LOG="json")
    failed = pincite.run("ask", "nowhere.txt", "What is the fee?", PINCITE_LOG="json")

    lines = [json.loads(line) for line in asked.stderr.splitlines()]
    (done,) = [line for line in lines if line["event"] == "asked"]
    assert (done["outcome"], done["documents"], done["level"]) == ("answered", 1, "info")
    assert pincite("why", done["run"]).code == 0
    assert not any("monthly fee" in line or "48,500" in line for line in asked.stderr.splitlines())
    assert "EUR 48,500.00" in asked.stdout
    (error,) = [json.loads(line) for line in failed.stderr.splitlines() if '"error"' in line]
    assert error["level"] == "error"
    assert error["hint"]


def test_there_are_no_lines_of_json_unless_they_are_asked_for(pincite: CommandLine):
    asked = pincite("ask", pincite.file("agreement.txt"), "What is the monthly fee?")
    assert '"event"' not in asked.stderr
