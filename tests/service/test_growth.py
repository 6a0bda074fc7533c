"""A library that changes all the time: what is unchanged is left alone, and what is forgotten is gone."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.factories import AGREEMENT, write

import pincite
from pincite.errors import NotHeld

_SCRIPT = Path(__file__).with_name("library_process.py")
_SECRET = "Xyzzyplugh"
_MEMORY = Path("/dev/shm")


@pytest.fixture
def scratch() -> Iterator[Path]:
    """In memory where there is such a folder: most of the time would be waiting for the disk."""
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture
def folder(scratch: Path) -> Path:
    return scratch / "library"


def start(task: str, folder: Path, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, str(_SCRIPT), task, str(folder), *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def rows_by_table(folder: Path) -> dict[str, set[tuple[object, ...]]]:
    """Everything that the database holds, as any other program would read it."""
    connection = sqlite3.connect(folder / "library.db")
    try:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {name: set(connection.execute(f'SELECT * FROM "{name}"')) for (name,) in tables}
    finally:
        connection.close()


def files_with(folder: Path, *words: str) -> list[str]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    needles = [form.encode() for word in words for form in (word, word.lower())]
    return [file.name for file in files if any(needle in file.read_bytes() for needle in needles)]


def word_files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / "words").iterdir()}


def test_adding_unchanged_files_again_writes_nothing(folder: Path, scratch: Path):
    paths = [write(scratch, f"{n}.txt", f"{AGREEMENT}\nNote {n}.\n") for n in range(3)]
    with pincite.open(folder) as library:
        library.add(*paths, isolated=False)
        other = sqlite3.connect(folder / "library.db", isolation_level=None)
        seen = other.execute("PRAGMA data_version").fetchone()
        index = word_files(folder)
        changes = library.store.database.connection.total_changes

        again = library.add(*paths, isolated=False)

        assert [added.status for added in again] == ["unchanged"] * 3
        assert library.store.database.connection.total_changes == changes
        assert other.execute("PRAGMA data_version").fetchone() == seen
        assert word_files(folder) == index
    other.close()


def test_changed_paragraph_makes_one_version_and_leaves_all_other_rows(folder: Path, scratch: Path):
    paths = [write(scratch, "a.txt"), write(scratch, "b.txt", AGREEMENT.replace("4,500", "9,900"))]
    with pincite.open(folder) as library:
        library.add(*paths, isolated=False)
        before = rows_by_table(folder)
        write(scratch, "a.txt", AGREEMENT.replace("loss of profit", "loss of any profit"))

        results = library.add(*paths, isolated=False)

    after = rows_by_table(folder)
    assert [added.status for added in results] == ["updated", "unchanged"]
    assert len(after["version"] - before["version"]) == len(after["source"] - before["source"]) == 1
    kept = set(after) - {"document", "library", "sqlite_sequence"}
    assert {table: before[table] - after[table] for table in kept} == {table: set() for table in kept}
    # The other document's row, too: only the changed one names another version.
    assert len(before["document"] - after["document"]) == 1
    # A passage is known by the hash of its text: of three sections one says something new.
    old, new = ({row[-1] for row in rows["passage"]} for rows in (before, after))
    assert len(new - old) == 1


def test_forgotten_document_is_in_no_table_and_in_no_file(folder: Path, scratch: Path):
    with pincite.open(folder) as library:
        library.add(write(scratch), isolated=False)
        empty = {table: len(rows) for table, rows in rows_by_table(folder).items()}
        text = f"{AGREEMENT}\nThe {_SECRET} code opens the gate.\n"
        (added,) = library.add(write(scratch, "secret.txt", text), isolated=False)
        library.add(write(scratch, "secret.txt", text + "\nOnce more.\n"), isolated=False)
        assert files_with(folder, _SECRET)

        library.forget("secret.txt")

        assert {table: len(rows) for table, rows in rows_by_table(folder).items()} == empty
        assert library.search(_SECRET) == []
        assert files_with(folder, _SECRET, "secret.txt", added.identity.version, added.identity.source) == []


def _die_while_forgetting(folder: Path, scratch: Path, seed: int) -> None:
    """Die at a line of the store's code that the seed draws, then look what the next process finds."""
    text = f"{AGREEMENT}\nThe {_SECRET} code opens the gate.\n"
    with pincite.open(folder) as library:
        library.add(write(scratch), write(scratch, "secret.txt", text), isolated=False)
        library.add(write(scratch, "spare.txt", text), isolated=False)
    said, _ = start("forget", folder, "spare.txt", -1).communicate(timeout=60)
    line = random.Random(seed).randint(1, int(said))

    dying = start("forget", folder, "secret.txt", line)
    dying.communicate(timeout=60)

    with pincite.open(folder) as library:
        names = [listing.identity.name for listing in library.documents()]
        assert library.ask("What is the monthly fee?", documents=["agreement.txt"]).outcome == "answered"
        found = {hit.identity.name for hit in library.search(_SECRET)}
        assert found == set(names) - {"agreement.txt"}
        if "secret.txt" in names:
            assert library.read("secret.txt").document.text == text
            library.forget("secret.txt")
        assert library.search(_SECRET) == []
    assert files_with(folder, _SECRET, "secret.txt") == []
    assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == ["words"]


@pytest.mark.parametrize("seed", range(2))
def test_process_killed_while_forgetting_leaves_all_of_a_document_or_nothing(
    folder: Path, scratch: Path, seed: int
):
    _die_while_forgetting(folder, scratch, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 160))
def test_process_killed_while_forgetting_leaves_all_of_a_document_or_nothing_often(
    folder: Path, scratch: Path, seed: int
):
    _die_while_forgetting(folder, scratch, seed)


@pytest.mark.parametrize("seconds", [2.0, pytest.param(30.0, marks=pytest.mark.long)])
def test_questions_are_answered_while_another_process_adds_changes_and_forgets(
    folder: Path, scratch: Path, seconds: float
):
    with pincite.open(folder) as library:
        library.add(write(scratch), isolated=False)
        with _writer(folder, scratch) as writer:
            until, asked = time.monotonic() + seconds, 0
            while asked < 5 or time.monotonic() < until:
                present, absent = (
                    library.ask("What is the monthly fee?"),
                    library.ask("Who is the escrow agent?"),
                )
                asked += 1
                assert [item.original for item in present.items] == ["EUR 4,500.00"], present.error
                assert absent.outcome == "not_found", absent.error
                assert {hit.identity.name for hit in library.search("monthly fee")} == {"agreement.txt"}
                _read_notes(library)
            assert writer.poll() is None


@contextmanager
def _writer(folder: Path, files: Path) -> Iterator[subprocess.Popen[str]]:
    writer = start("churn", folder, files)
    assert writer.stdout is not None
    try:
        assert writer.stdout.readline() == "changed\n"
        yield writer
    finally:
        writer.kill()
        writer.communicate()


def test_document_that_is_forgotten_before_it_is_read_is_left_out(folder: Path, scratch: Path):
    paths = [write(scratch, name, f"The {name} holds a note.\n") for name in ("a.txt", "b.txt", "c.txt")]
    with pincite.open(folder) as library, pincite.open(folder) as other:
        library.add(*paths, isolated=False)
        read: list[int] = []

        def forget_the_last(number: int, documents: int) -> None:
            if not read:
                other.forget("c.txt")
            read.append(number)

        answer = library.ask("Who is the escrow agent?", progress=forget_the_last)

        assert (answer.outcome, answer.coverage.documents) == ("not_found", 2)
        assert [each.name for each in answer.coverage.by_document] == ["a.txt", "b.txt"]
        assert pincite.check(library.certify(answer.run)).exit_code == 0
        assert read[:3] == [0, 1, 2]
        assert "deleted before it could be read: c.txt" in library.why(answer.run).trace
        assert any("c.txt" in caveat for caveat in answer.caveats)


def test_run_is_linked_to_what_was_read_for_it_and_to_nothing_else(folder: Path, scratch: Path):
    notes = [write(scratch, f"{n}.txt", f"Gauge {n} weighs {n} kg.\n") for n in range(30)]
    with pincite.open(folder) as library:
        library.add(write(scratch), *notes, isolated=False)
        answered, silent = library.ask("What is the monthly fee?"), library.ask("Who is the escrow agent?")

        assert answered.outcome == "answered"
        assert len(library.why(answered.run).documents) == answered.coverage.documents <= 20
        assert len(library.why(silent.run).documents) == silent.coverage.documents == 31


def _read_notes(library: pincite.Library) -> None:
    """Every note that can be read is whole: all its lines are the same."""
    for listing in library.documents():
        if not listing.identity.name.startswith("note-"):
            continue
        try:
            text = library.read(listing.identity.name).document.text
        except (pincite.InputError, NotHeld):
            continue  # forgotten meanwhile
        assert len(set(text.splitlines())) == 1
