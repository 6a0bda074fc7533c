"""A back-up is of one moment, whole and proved, or it is not there; a library is made of it again."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from store_documents import make_entry
from test_older_library import first_schema_library

import pincite
from pincite.errors import InputError, StoreError, TamperError
from pincite.stores import copying, queries
from pincite.stores.backing_up import back_up
from pincite.stores.backing_up import restore as restore_store
from pincite.stores.sqlite import open_library
from pincite.stores.sqlite_database import FILE, open_database, open_to_read
from pincite.stores.upgrading import kept_before

FEE = "What is the monthly fee?"


def files_of(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def library(tmp_path: Path) -> pincite.Library:
    (tmp_path / "fee.txt").write_text("The monthly fee is EUR 500.", "utf-8")
    opened = pincite.open(tmp_path / "library")
    opened.add(tmp_path / "fee.txt")
    opened.ask(FEE)
    return opened


def test_library_that_was_restored_answers_as_before_and_has_its_runs(library, tmp_path):
    made = library.backup(tmp_path / "a.backup")
    restored = pincite.restore(made.file, tmp_path / "new", sha256=made.sha256)
    with pincite.open(tmp_path / "new") as new:
        assert [each.identity for each in new.documents()] == [each.identity for each in library.documents()]
        assert new.why().id == library.why().id
        assert new.ask(FEE).items[0].original == library.ask(FEE).items[0].original
        assert new.search("monthly fee")
    assert (restored.documents, restored.sources, restored.sha256) == (1, 1, made.sha256)
    assert made.file.stat().st_mode & 0o077 == 0


def test_key_that_was_revoked_after_the_back_up_stays_so(library, tmp_path):
    key = library.keys.new("somebody", "admin")
    made = library.backup(tmp_path / "a.backup")
    library.keys.revoke(key.key.id)

    restored = pincite.restore(made.file, tmp_path / "new")
    kept = pincite.restore(made.file, tmp_path / "kept", keep_keys=True)

    assert (restored.keys_revoked, kept.keys_revoked) == (1, 0)
    with pincite.open(tmp_path / "new") as new:
        assert new.keys.recognised(key.text) is None
        assert new.keys.any_made(), "whoever needed a key before needs one still"
    with pincite.open(tmp_path / "kept") as as_it_was:
        assert as_it_was.keys.recognised(key.text) is not None


def test_file_that_is_there_is_never_overwritten(library, tmp_path):
    there = tmp_path / "a.backup"
    there.write_text("precious")
    with pytest.raises(InputError, match="is not overwritten"):
        library.backup(there)
    assert there.read_text() == "precious"
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError, match="is not overwritten"):
        library.backup(tmp_path / "link")
    with pytest.raises(InputError, match="There is no folder"):
        library.backup(tmp_path / "none" / "a.backup")


def test_folder_with_anything_in_it_is_never_restored_into(library, tmp_path):
    made = library.backup(tmp_path / "a.backup")
    for folder in (tmp_path / "library", tmp_path / "fee.txt"):
        with pytest.raises(InputError, match="restoring overwrites nothing"):
            pincite.restore(made.file, folder)
    (tmp_path / "empty").mkdir()
    pincite.restore(made.file, tmp_path / "empty")


def test_copy_is_of_one_moment_while_another_process_writes(tmp_path):
    with open_library(tmp_path / "library", lambda message: None) as store:
        store.add([make_entry(f"Text number {number}." * 200, f"{number}.txt") for number in range(30)])
    writer = subprocess.Popen(
        [sys.executable, "-c", _WRITES, str(tmp_path / "library" / FILE)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert writer.stdout.readline() == "writing\n"
        with open_library(tmp_path / "library", lambda message: None) as store:
            for number in range(5):
                made = back_up(store.database, tmp_path / f"{number}.backup")
                with sqlite3.connect(made.file) as copy:
                    assert copy.execute("SELECT count(DISTINCT n) FROM pair").fetchone() == (1,)
    finally:
        writer.kill()
        writer.wait()


# Changes two rows together, all the time: a copy with different ones is of no moment.
_WRITES = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
database.execute("CREATE TABLE pair (n INTEGER)")
database.execute("INSERT INTO pair VALUES (0), (0)")
print("writing", flush=True)
for number in range(10**9):
    database.execute("BEGIN IMMEDIATE")
    database.execute("UPDATE pair SET n = ? WHERE rowid = 1", (number,))
    database.execute("UPDATE pair SET n = ? WHERE rowid = 2", (number,))
    database.execute("COMMIT")
"""


@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_killed_in_the_middle_it_leaves_nothing_and_the_next_one_removes_the_rest(library, tmp_path, verb):
    made = library.backup(tmp_path / "a.backup")
    wanted = tmp_path / "target"
    code = (
        "import sys, time, pincite\nfrom pathlib import Path\nfrom pincite.stores import copying\n"
        "real = copying.sync\n"
        "def slow(path):\n    real(path); print('copied', flush=True); time.sleep(60)\n"
        "copying.sync = slow\n"
        + {
            "backup": f"pincite.open({str(tmp_path / 'library')!r}).backup({str(wanted)!r})",
            "restore": f"pincite.restore({str(made.file)!r}, {str(wanted)!r})",
        }[verb]
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "copied\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not wanted.exists()
    left = {name for name in files_of(tmp_path) if name.startswith(".target.")}
    assert left
    if verb == "backup":
        library.backup(wanted)
    else:
        pincite.restore(made.file, wanted)
    assert not [name for name in files_of(tmp_path) if name.startswith(".target.")]


def test_unfinished_file_of_a_process_that_still_works_is_left_alone(tmp_path):
    with copying.unfinished(tmp_path / "a") as first, copying.unfinished(tmp_path / "a") as second:
        assert first.exists()
        assert first != second
    assert files_of(tmp_path) == set()


def test_damaged_file_is_found_before_anything_is_made_of_it(library, tmp_path):
    made = library.backup(tmp_path / "a.backup")
    with sqlite3.connect(made.file) as copy:
        copy.execute("UPDATE source SET content = ?", (b"The monthly fee is EUR 900.",))
    with pytest.raises(TamperError, match="changed or damaged"):
        pincite.restore(made.file, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_library_with_a_damaged_file_is_not_backed_up_as_if_it_were_sound(library, tmp_path):
    library.close()
    with sqlite3.connect(tmp_path / "library" / FILE) as database:
        database.execute("UPDATE source SET content = ?", (b"x",))
    with pincite.open(tmp_path / "library") as damaged, pytest.raises(TamperError, match="pincite doctor"):
        damaged.backup(tmp_path / "a.backup")
    assert "a.backup" not in files_of(tmp_path)


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00 broken"])
def test_what_is_no_back_up_is_refused(tmp_path, content):
    (tmp_path / "other").write_bytes(content)
    with pytest.raises(StoreError if b"broken" in content else InputError):
        restore_store(tmp_path / "other", tmp_path / "new")
    with pytest.raises(InputError, match="There is no file"):
        restore_store(tmp_path / "missing", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_database_of_another_program_is_refused(tmp_path):
    with sqlite3.connect(tmp_path / "other") as other:
        other.execute("CREATE TABLE document (id INTEGER)")
    with pytest.raises(InputError, match="is not a back-up of a library"):
        restore_store(tmp_path / "other", tmp_path / "new")


def test_back_up_of_a_newer_version_is_refused_and_says_what_to_do(library, tmp_path):
    made = library.backup(tmp_path / "a.backup")
    with sqlite3.connect(made.file) as copy:
        copy.execute("PRAGMA user_version = 9999")
    with pytest.raises(StoreError, match="comes from a newer version"):
        pincite.restore(made.file, tmp_path / "new")


def test_what_cannot_be_restored_is_told_apart(library, tmp_path):
    made = library.backup(tmp_path / "a.backup")
    (tmp_path / "file").write_text("precious")
    for given, folder, sha256, words in (
        (tmp_path / "library", "new", "", "is a folder"),
        (tmp_path / "nowhere", "new", "", "There is no file"),
        (made.file, "file", "", "is a file, and restoring overwrites nothing"),
        (made.file, "library", "", "is not empty"),
        (made.file, "new", "abc", "is no SHA-256"),
    ):
        with pytest.raises(InputError, match=words):
            pincite.restore(given, tmp_path / folder, sha256=sha256)
    assert not (tmp_path / "new").exists()
    assert (tmp_path / "file").read_text() == "precious"


def test_other_hash_than_was_noted_is_refused(library, tmp_path):
    made = library.backup(tmp_path / "a.backup")
    with pytest.raises(TamperError, match="has the SHA-256"):
        pincite.restore(made.file, tmp_path / "new", sha256="0" * 64)


def test_no_space_is_told_before_anything_is_copied(library, tmp_path, monkeypatch):
    monkeypatch.setattr(copying, "_SAFETY_BYTES", 10**18)
    with pytest.raises(StoreError, match="MB free, and the copy needs"):
        library.backup(tmp_path / "a.backup")
    assert "a.backup" not in files_of(tmp_path)


class TestUpgrading:
    @pytest.fixture
    def older(self, tmp_path: Path) -> Path:
        first_schema_library(tmp_path / "library", make_entry("The old fee is EUR 5.", "old.txt"))
        return tmp_path / "library"

    def test_database_of_before_is_kept_and_leads_back(self, older):
        before = sqlite3.connect(older / FILE).execute("SELECT name FROM document").fetchall()
        said: list[str] = []
        open_library(older, said.append).close()
        (kept,) = kept_before(older)
        assert kept.name == "library.db.schema-1"
        assert str(kept) in said[0]
        copy = sqlite3.connect(kept)
        assert copy.execute("PRAGMA user_version").fetchone() == (1,)
        assert copy.execute("SELECT name FROM document").fetchall() == before
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    def test_steps_of_the_manual_lead_back_to_the_version_of_before_and_forth_again(self, older, monkeypatch):
        before = list(sqlite3.connect(older / FILE).iterdump())
        with pincite.open(older) as upgraded:
            upgraded.add_bytes(b"The new fee is EUR 7.", "new.txt")
            upgraded.ask("What is the old fee?")
        every = queries.migrations("sqlite")
        monkeypatch.setattr(queries, "migrations", lambda dialect: {1: every[1]})
        with pytest.raises(StoreError, match="newer version"):
            open_database(older)

        # docs/operations.md, "Upgrading, and the way back"
        for name in ("library.db", "library.db-wal", "library.db-shm", "words", "vectors", "aside"):
            path = older / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        (older / "library.db.schema-1").rename(older / FILE)

        assert list(sqlite3.connect(older / FILE).iterdump()) == before
        back = open_database(older)
        assert back.connection.execute("SELECT name FROM document").fetchall() == [("old.txt",)]
        back.close()
        monkeypatch.undo()
        with pincite.open(older) as again:
            assert [each.identity.name for each in again.documents()] == ["old.txt"]
            assert again.search("old fee")

    def test_library_of_today_keeps_no_copy(self, library, tmp_path):
        library.close()
        pincite.open(tmp_path / "library").close()
        assert kept_before(tmp_path / "library") == []

    def test_many_that_open_it_at_once_keep_one_whole_copy(self, older):
        threads = [
            threading.Thread(target=lambda: open_library(older, lambda message: None).close())
            for _ in range(4)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert [path.name for path in kept_before(older)] == ["library.db.schema-1"]
        assert open_to_read(older).number("count_documents") == 1
        assert not [name for name in files_of(older) if name.endswith(".part")]

    def test_killed_while_the_copy_is_made_it_is_upgraded_the_next_time(self, older):
        code = (
            "import sys, time\nfrom pathlib import Path\nfrom pincite.stores import copying\n"
            "from pincite.stores.sqlite import open_library\n"
            "def slow(path):\n    print('copied', flush=True); time.sleep(60)\n"
            "copying.sync = slow\n"
            f"open_library(Path({str(older)!r}), lambda message: None)\n"
        )
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert process.stdout.readline() == "copied\n"
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert kept_before(older) == []
        open_library(older, lambda message: None).close()
        assert [path.name for path in kept_before(older)] == ["library.db.schema-1"]

    def test_forgetting_a_document_deletes_the_copies_that_hold_it(self, older):
        with open_library(older, lambda message: None) as store:
            assert kept_before(older)
            store.forget("default", "old.txt")
        assert kept_before(older) == []

    def test_older_back_up_is_restored_and_brought_up_to_date(self, older, tmp_path):
        pincite.restore(older / FILE, tmp_path / "new")
        with open_library(tmp_path / "new", lambda message: None) as store:
            assert [each.identity.name for each in store.listing("default")] == ["old.txt"]
        newest = max(queries.migrations("sqlite"))
        assert sqlite3.connect(tmp_path / "new" / FILE).execute("PRAGMA user_version").fetchone() == (newest,)
