"""A copy of a library is equal in every row, goes on where it was killed, and is proved before it counts."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from full_library import AMENDED, LEASE, MANY, OTHER, fill
from processes import start
from recorded import make_run, report_of, tamper
from store_documents import make_entry

from pincite.audit.library_copies import copy_library
from pincite.errors import InputError, StoreError, TamperError
from pincite.stores.copied_tables import FIRST, LATER, LEFT_OUT, OF_A_VERSION
from pincite.stores.library_store import LibraryStore
from pincite.stores.object_folder import FolderObjects
from pincite.stores.sqlite import open_copied, open_copy, open_library

COPIED = (*FIRST, "version", *OF_A_VERSION, *LATER)


@pytest.fixture
def filled(folder: Path) -> Path:
    with open_library(folder, lambda message: None) as store:
        fill(store)
    return folder


@pytest.fixture
def target(scratch: Path) -> Path:
    return scratch / "copy"


def rows_of(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """Everything that is copied, by table, in order."""
    with closing(sqlite3.connect(folder / "library.db")) as connection:
        tables = {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in COPIED}
        tables["order of runs"] = connection.execute("SELECT id FROM run ORDER BY rowid").fetchall()
        tables["numbers"] = connection.execute("SELECT * FROM sqlite_sequence ORDER BY name").fetchall()
        tables["library"] = connection.execute("SELECT generation, erased FROM library").fetchall()
    return {name: sorted(rows, key=repr) if name in COPIED else rows for name, rows in tables.items()}


def test_every_table_is_copied_or_left_out_for_a_reason(folder: Path):
    side = open_copy(folder, lambda message: None)
    with side.store:
        tables = set(side.statements.shapes())
    assert len(set(COPIED)) == len(COPIED)
    assert tables == {*COPIED, *LEFT_OUT}


def test_copy_is_equal_in_every_row_and_has_something_in_every_table(filled: Path, target: Path):
    copied = copy_library(filled, target)
    rows = rows_of(filled)
    assert not [name for name in COPIED if not rows[name]]
    assert rows_of(target) == rows
    assert (copied.documents, copied.versions, copied.files, copied.runs) == (4, 6, 5, 4)
    assert not copied.resumed


def test_copy_works_as_a_library_with_a_chain_of_the_same_head(filled: Path, target: Path):
    copied = copy_library(filled, target)
    report = report_of(target)
    assert report == report_of(filled)
    assert (report.head, report.intact) == (copied.chain_head, True)
    with open_library(target, lambda message: None) as store:
        assert store.content(LEASE.identity) == LEASE.content
        assert store.load(AMENDED.identity).document == AMENDED.document
        assert [hit.identity.name for hit in store.search(["rent"], "other", 5)] == ["same bytes.pdf"]
        assert store.content(OTHER.identity) == OTHER.content
        assert store.forget("default", "lease.pdf") == 3
        assert store.add([make_entry("Another one.", name="new.pdf")]) == [True]
        store.record(make_run("e5", MANY.identity))
    assert report_of(target).intact


def test_copy_is_a_library_of_its_own(filled: Path, target: Path):
    copy_library(filled, target)
    with open_library(filled, lambda message: None) as one, open_library(target, lambda message: None) as two:
        assert one.database.number("library") != two.database.number("library")


def test_older_runs_come_before_newer_ones_in_the_copy(filled: Path, target: Path):
    copy_library(filled, target)
    with open_library(target, lambda message: None) as store, open_library(filled, print) as source:
        assert [run.id for run in store.runs("default")] == [run.id for run in source.runs("default")]


class Stop(BaseException):
    """The process is killed here."""


def stop_after(count: int) -> Callable[[str, int, int], None]:
    calls = iter(range(count))

    def progress(doing: str, done: int, all: int) -> None:
        assert 0 <= done <= all
        if next(calls, None) is None:
            raise Stop

    return progress


def test_interrupted_copy_opens_for_nothing_and_goes_on(filled: Path, target: Path):
    with pytest.raises(Stop):
        copy_library(filled, target, progress=stop_after(30))
    with pytest.raises(StoreError, match="unfinished copy"):
        open_library(target, lambda message: None)
    with pytest.raises(StoreError, match="unfinished copy"):
        copy_library(target, target.with_name("third"))
    assert copy_library(filled, target).resumed
    assert rows_of(target) == rows_of(filled)


def test_stopped_at_every_step_in_turn_it_comes_to_an_end(filled: Path, target: Path):
    """Each time one step further, until nothing stops it."""
    for count in range(5, 500, 17):
        try:
            copy_library(filled, target, progress=stop_after(count))
            break
        except Stop:
            continue
    assert rows_of(target) == rows_of(filled)


def test_what_was_forgotten_changed_and_added_meanwhile_is_so_in_the_copy(filled: Path, target: Path):
    with pytest.raises(Stop):
        copy_library(filled, target, progress=stop_after(60))
    with open_library(filled, lambda message: None) as store:
        store.forget("default", "lease.pdf")
        store.trail().erase_about("default", ["lease.pdf"], "purged")
        store.add([make_entry("A new one.", name="new.pdf"), make_entry("Changed.", name="many.pdf")])
        store.record(make_run("z9", MANY.identity))
    copy_library(filled, target)
    assert rows_of(target) == rows_of(filled)
    assert report_of(target) == report_of(filled)
    assert b"500 euros" not in (target / "library.db").read_bytes()


def test_copy_is_of_the_moment_when_it_began(filled: Path, target: Path):
    before = rows_of(filled)

    def write(doing: str, done: int, all: int) -> None:
        if not done_once:
            done_once.append(True)
            writer = threading.Thread(target=_write, args=(filled,))
            writer.start()
            writer.join(30)

    done_once: list[bool] = []
    copy_library(filled, target, progress=write)
    assert rows_of(target) == before
    assert rows_of(filled) != before


def _write(folder: Path) -> None:
    with open_library(folder, lambda message: None) as store:
        store.add([make_entry("Written meanwhile.", name="late.pdf")])
        store.record(make_run("late", MANY.identity))


def test_no_library_is_copied_over_another(filled: Path, target: Path):
    with open_library(target, lambda message: None) as store:
        store.add([make_entry("Precious.", name="precious.pdf")])
    with pytest.raises(InputError, match="already holds a library"):
        copy_library(filled, target)
    with pytest.raises(InputError, match="onto itself"):
        copy_library(filled, filled)
    with open_library(target, lambda message: None) as store:
        assert [each.identity.name for each in store.listing("default")] == ["precious.pdf"]


def test_library_that_was_opened_and_never_used_may_become_a_copy(filled: Path, target: Path):
    open_library(target, lambda message: None).close()
    copy_library(filled, target)
    assert rows_of(target) == rows_of(filled)
    with closing(sqlite3.connect(target / "library.db")) as connection, pytest.raises(sqlite3.Error):
        connection.execute("DELETE FROM chain")


def test_unfinished_copy_of_another_library_is_refused(filled: Path, target: Path, scratch: Path):
    with pytest.raises(Stop):
        copy_library(filled, target, progress=stop_after(30))
    with open_library(scratch / "second", lambda message: None) as store:
        store.add([LEASE])
    with pytest.raises(InputError, match="of another library"):
        copy_library(scratch / "second", target)


def test_folder_with_other_files_is_refused(filled: Path, target: Path):
    target.mkdir()
    (target / "notes.txt").write_text("precious")
    with pytest.raises(InputError, match="not empty"):
        copy_library(filled, target)
    with pytest.raises(StoreError, match="no library"):
        copy_library(target.with_name("nowhere"), target.with_name("copy2"))


def test_damaged_document_is_not_copied(filled: Path, target: Path):
    tamper(filled, "UPDATE version SET text = replace(text, '500', '900')")
    with pytest.raises(TamperError, match=r"lease\.pdf"):
        copy_library(filled, target)


def test_changed_bytes_of_a_file_are_noticed(filled: Path, target: Path):
    tamper(filled, "UPDATE source SET content = x'00' WHERE id = 1")
    with pytest.raises(TamperError):
        copy_library(filled, target)


def test_broken_chain_stays_broken_and_is_told(filled: Path, target: Path):
    tamper(filled, "UPDATE run SET question = 'Another?' WHERE id = 'a2'")
    assert not copy_library(filled, target).chain_intact
    assert report_of(target).fault == report_of(filled).fault


def test_copy_that_was_changed_before_it_was_finished_is_not_believed(filled: Path, target: Path):
    def change(doing: str, done: int, all: int) -> None:
        if doing == "proving":
            raise Stop

    with pytest.raises(Stop):
        copy_library(filled, target, progress=change)
    tamper(target, "UPDATE block SET kind = 'heading' WHERE number = 1")
    with pytest.raises(TamperError):
        copy_library(filled, target)


@pytest.fixture
def outside(folder: Path, scratch: Path) -> Iterator[LibraryStore]:
    with open_library(folder, lambda message: None, objects=FolderObjects(scratch / "kept")) as store:
        fill(store)
        yield store


def test_files_outside_are_brought_in_or_to_the_place_of_the_copy(
    outside: LibraryStore, folder: Path, target: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PINCITE_SOURCES", str(scratch / "kept"))
    copy_library(folder, target, sources=str(scratch / "moved"))
    with open_library(target, lambda message: None, objects=FolderObjects(scratch / "moved")) as store:
        assert store.content(LEASE.identity) == LEASE.content
        assert store.sweep().dropped == 0
    assert len(list(FolderObjects(scratch / "moved").keys(""))) == 4
    with open_copied(folder, print, FolderObjects(scratch / "kept")).store as source:
        assert source.content(LEASE.identity) == LEASE.content


@pytest.mark.parametrize("seed", range(4))
def test_killed_process_leaves_a_copy_that_goes_on(filled: Path, target: Path, seed: int):
    process = start("copy", filled, target, 3 + 29 * seed)
    process.communicate(timeout=60)
    assert process.returncode == -9
    assert copy_library(filled, target).resumed or seed == 0
    assert rows_of(target) == rows_of(filled)
