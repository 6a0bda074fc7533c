"""What goes wrong with a library is said in plain words with a next step, and harms nothing stored."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import output_of
from store_documents import filing_text, make_entry

from pincite.errors import StoreError
from pincite.stores import queries
from pincite.stores.library_store import LibraryStore
from pincite.stores.sqlite import open_library, open_library_to_read


def test_path_that_is_a_file_is_refused(scratch: Path):
    path = scratch / "report.pdf"
    path.write_text("%PDF")

    with pytest.raises(StoreError, match=r"is a file, not a library.*A library is a folder"):
        open_library(path, print)


def test_folder_inside_a_file_is_refused(scratch: Path):
    (scratch / "report.pdf").write_text("%PDF")

    with pytest.raises(StoreError, match="cannot be used"):
        open_library(scratch / "report.pdf" / "library", print)


def test_file_that_is_not_a_database_is_refused_and_left_alone(folder: Path):
    folder.mkdir()
    (folder / "library.db").write_text("these are notes, not a database\n" * 100)

    with pytest.raises(StoreError, match=r"not a Pincite library.*back-up"):
        open_library(folder, print)
    assert (folder / "library.db").read_text().startswith("these are notes")


def test_database_of_another_program_is_refused_and_left_alone(folder: Path):
    folder.mkdir()
    _execute(folder, "CREATE TABLE bookmark (url TEXT)")

    with pytest.raises(StoreError, match="another program"):
        open_library(folder, print)
    assert _execute(folder, "SELECT name FROM sqlite_schema") == [("bookmark",)]


@pytest.mark.parametrize("opened", [open_library, open_library_to_read])
@pytest.mark.parametrize("fate", ["deleted", "emptied", "without tables", "other program", "other library"])
def test_database_that_was_lost_is_an_error_that_says_how_to_restore_it(
    store: LibraryStore, folder: Path, scratch: Path, opened: Callable[..., LibraryStore], fate: str
):
    store.add([make_entry("alpha")])
    store.close()
    _lose(folder, scratch, fate)
    before = _files(folder)

    with pytest.raises(StoreError, match=r"Restore library\.db from a back-up") as caught:
        opened(folder, print)

    assert caught.value.exit_code == 5
    assert _files(folder) == before


def test_database_that_was_emptied_keeps_its_log(store: LibraryStore, folder: Path):
    store.add([make_entry("alpha")])
    (folder / "library.db").write_bytes(b"")
    log = (folder / "library.db-wal").read_bytes()

    with pytest.raises(StoreError, match="is empty, but its indexes are there"):
        open_library(folder, print)
    assert log
    assert (folder / "library.db-wal").read_bytes() == log


def test_database_restored_from_a_back_up_is_opened(store: LibraryStore, folder: Path, scratch: Path):
    entry = make_entry("alpha")
    store.add([entry])
    store.close()
    shutil.copy(folder / "library.db", scratch / "back-up.db")
    (folder / "library.db").unlink()

    shutil.copy(scratch / "back-up.db", folder / "library.db")

    with open_library(folder, print) as restored:
        assert restored.load(entry.identity).document == entry.document


def test_database_of_another_library_is_taken_once_the_indexes_are_deleted(
    store: LibraryStore, folder: Path, scratch: Path
):
    store.add([make_entry("alpha")])
    store.close()
    _lose(folder, scratch, "other library")

    shutil.rmtree(folder / "words")

    with open_library(folder, print) as other:
        assert [listing.identity.name for listing in other.listing("default")] == ["theirs"]
        assert len(other.search(["beta"], "default", 5)) == 1


def test_folder_of_ones_own_called_words_is_no_index(folder: Path):
    (folder / "words").mkdir(parents=True)
    (folder / "words" / "list.txt").write_text("words")

    with open_library(folder, print) as store:
        assert store.listing("default") == []


def test_damaged_database_is_named_as_such(store: LibraryStore, folder: Path):
    entry = make_entry(filing_text(pages=20))
    store.add([entry])
    store.close()
    content = bytearray((folder / "library.db").read_bytes())
    content[8192:] = bytes(range(256)) * ((len(content) - 8192) // 256)
    (folder / "library.db").write_bytes(content)

    with pytest.raises(StoreError, match=r"(damaged|not what was added|no longer holds|does not hold)"):  # noqa: SIM117
        with open_library(folder, print) as reopened:
            reopened.load(entry.identity)


def test_opening_twice_migrates_once(store: LibraryStore, folder: Path):
    store.add([make_entry("alpha")])

    with open_library(folder, print) as second:
        assert second.listing("default") == store.listing("default")
    assert _execute(folder, "PRAGMA user_version") == [(max(queries.migrations("sqlite")),)]


def test_library_that_stays_locked_is_reported_as_in_use(store: LibraryStore, folder: Path):
    store.database.connection.execute("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(folder / "library.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreError, match="in use by another process") as caught:
        store.add([make_entry("alpha")])

    other.close()
    assert caught.value.retryable
    store.add([make_entry("alpha")])
    assert len(store.listing("default")) == 1


def test_waiting_for_another_writer_ends_with_an_error(store: LibraryStore, folder: Path, notices: list[str]):
    with open_library(folder, notices.append, lock_timeout_seconds=0.1) as second, store.guards.only_writer():  # noqa: SIM117
        with pytest.raises(StoreError, match="Another process has been adding") as caught:
            second.add([make_entry("alpha")])

    assert caught.value.retryable
    assert notices == ["Another process is adding to this library; waiting…"]


def test_full_database_keeps_what_was_stored(store: LibraryStore, folder: Path):
    small = make_entry("small", name="small.pdf")
    store.add([small])
    (pages,) = store.database.connection.execute("PRAGMA page_count").fetchone()
    store.database.connection.execute(f"PRAGMA max_page_count = {pages + 20}")

    with pytest.raises(StoreError, match=r"no space left.*Free some space"):
        store.add([make_entry(filing_text(pages=50), name="large.pdf")])

    assert [listing.identity for listing in store.listing("default")] == [small.identity]
    assert store.load(small.identity).document == small.document


def test_failing_disk_keeps_what_was_stored(folder: Path):
    said = output_of("fill_the_disk", folder)

    assert "error Reading or writing the library" in said or "error There is no space left" in said
    with open_library(folder, print) as store:
        assert [listing.identity.name for listing in store.listing("default")] == ["small0"]
        assert len(store.search(["small0"], "default", 5)) == 1


def test_index_that_cannot_be_written_is_reported_searched_without_and_repaired_later(folder: Path):
    said = output_of("fill_the_disk_at_the_index", folder)

    assert "The documents are stored, but their word index could not be written" in said
    assert "found late0" in said
    with open_library(folder, print) as store:
        assert [hit.identity.name for hit in store.search(["late0"], "default", 5)] == ["late0"]


def test_library_in_a_folder_that_may_not_be_written_can_be_read_and_searched(folder: Path):
    _make_read_only_library(folder)

    said = output_of("read_only", folder).splitlines()

    assert said[:3] == ["loaded small0", "loaded small1", "found small0"]
    assert said[3].startswith("error The library")
    assert "is read-only" in said[3]


def test_read_only_library_whose_log_cannot_be_read_in_is_refused(folder: Path, scratch: Path):
    with open_library(scratch / "original", print) as store:
        store.add([make_entry("alpha")])
        folder.mkdir()
        for name in ("library.db", "library.db-wal"):
            shutil.copy(scratch / "original" / name, folder / name)
    _forbid_writing(folder)

    assert output_of("read_only", folder).startswith("refused The library")


def test_library_to_read_is_not_made_where_there_is_none(folder: Path):
    with pytest.raises(StoreError, match="There is no library"):
        open_library_to_read(folder, print)
    assert not folder.exists()


def test_nothing_can_be_written_to_a_library_opened_to_read(store: LibraryStore, folder: Path):
    store.add([make_entry("alpha")])

    with open_library_to_read(folder, print) as reader:
        for change in (
            lambda: reader.add([make_entry("beta")]),
            lambda: reader.forget("default", "lease.pdf"),
        ):
            with pytest.raises(StoreError, match="is read-only"):
                change()
    assert len(store.listing("default")) == 1


def test_query_defined_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        queries.parse("-- :a\nSELECT 1;\n-- :a\nSELECT 2;\n")


def _make_read_only_library(folder: Path) -> None:
    with open_library(folder, print) as store:
        store.add([make_entry(f"small{n}", name=f"small{n}") for n in range(2)])
    _forbid_writing(folder)


def _forbid_writing(folder: Path) -> None:
    folder.parent.chmod(0o755)
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    folder.chmod(0o555)


def _lose(folder: Path, scratch: Path, fate: str) -> None:
    """Put nothing or something else in the place of the database."""
    (folder / "library.db").unlink()
    if fate == "emptied":
        (folder / "library.db").touch()
    if fate == "without tables":
        _execute(folder, "VACUUM")
        _execute(folder, "PRAGMA user_version = 1")
    if fate == "other program":
        _execute(folder, "CREATE TABLE bookmark (url TEXT)")
    if fate == "other library":
        with open_library(scratch / "other", print) as other:
            other.add([make_entry("beta", name="theirs")])
        shutil.copy(scratch / "other" / "library.db", folder / "library.db")


def _files(folder: Path) -> dict[str, bytes]:
    # Locks say nothing, and SQLite makes the others anew.
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {str(path): path.read_bytes() for path in files if not path.name.endswith(("-shm", "-wal"))}


def _execute(folder: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(folder / "library.db")
    rows = connection.execute(statement).fetchall()
    connection.commit()
    connection.close()
    return rows
