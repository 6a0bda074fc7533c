"""A back-up is of one moment, whole and proved, or it is not there; a library is made of it again."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from store_documents import make_entry

import pincite
from pincite.errors import InputError, StoreError, TamperError
from pincite.stores import copying
from pincite.stores.backing_up import back_up
from pincite.stores.backing_up import restore as restore_store
from pincite.stores.sqlite import open_library
from pincite.stores.sqlite_database import FILE

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
