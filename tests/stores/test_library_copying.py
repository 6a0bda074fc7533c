"""A copy of a library is equal in every row, goes on where it was killed, and is proved before it counts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from full_library import AMENDED, LEASE, MANY, OTHER, fill
from near_vectors import MODEL, vector_of
from processes import start
from recorded import make_run, report_of, tamper
from store_documents import make_entry
from tests.postgres_server import Server

from pincite.audit.chain_check import checked, copy_library
from pincite.errors import InputError, StoreError, TamperError
from pincite.stores.library_store import LibraryStore
from pincite.stores.objects import FolderObjects
from pincite.stores.opening import open_copied, open_copy, open_store
from pincite.stores.place import Place, PostgresUrl
from pincite.stores.sqlite import open_library
from pincite.stores.table_rows import FIRST, LATER, LEFT_OUT, OF_A_VERSION, TableRows

COPIED = (*FIRST, "version", *OF_A_VERSION, *LATER)


@pytest.fixture
def filled(folder: Path) -> Path:
    with open_library(folder, lambda message: None) as store:
        fill(store)
    return folder


@pytest.fixture
def target(scratch: Path) -> Path:
    return scratch / "copy"


ACROSS = ("sqlite to postgres", "postgres to sqlite")
ALL = (*ACROSS, "sqlite to sqlite", "postgres to postgres")


@pytest.fixture(params=ACROSS)
def places(request: pytest.FixtureRequest, scratch: Path) -> Iterator[tuple[Place, Place]]:
    """A library with something in every table, and a place for its copy."""
    made: list[str] = []

    def place(kind: str, name: str) -> Place:
        if kind == "sqlite":
            return scratch / name
        server: Server = request.getfixturevalue("postgres")
        made.append(server.fresh(request.getfixturevalue("empty_library")))
        return PostgresUrl(server.url(made[-1]))

    source, _, target = request.param.partition(" to ")
    found = place(source, "source"), place(target, "copy")
    with open_store(found[0]) as store:
        fill(store)
    yield found
    for name in made:
        request.getfixturevalue("postgres").drop(name)


def rows_of(place: Place) -> dict[str, list[object]]:
    """Everything that is copied, by table, in order, whatever the database."""
    side = open_copied(place, print, None)
    with side.store, side.store.database.reading():
        tables: dict[str, list[object]] = {}
        for name, shape in side.statements.shapes().items():
            if name in COPIED:
                rows = TableRows(side.statements, name, tuple(sorted(shape.columns)), shape.key)
                tables[name] = list(rows.in_order())
        library = side.store.database.row("library")
        assert library
        return {**tables, "library": list(library[1:])}


def test_every_table_is_copied_or_left_out_for_a_reason(places: tuple[Place, Place]):
    side = open_copy(places[1], print, None)
    with side.store:
        tables = {name for name in side.statements.shapes() if not name.startswith("procrastinate_")}
    assert len(set(COPIED)) == len(COPIED)
    assert set(COPIED) <= tables <= {*COPIED, *LEFT_OUT}


@pytest.mark.parametrize("places", ALL, indirect=True)
def test_copy_is_equal_in_every_row_and_has_something_in_every_table(places: tuple[Place, Place]):
    copied = copy_library(*places)
    rows = rows_of(places[0])
    assert not [name for name in COPIED if not rows[name]]
    assert rows_of(places[1]) == rows
    assert (copied.documents, copied.versions, copied.files, copied.runs) == (4, 6, 5, 4)
    assert not copied.resumed


@pytest.mark.parametrize("places", ALL, indirect=True)
def test_copy_works_as_a_library_with_a_chain_of_the_same_head(places: tuple[Place, Place]):
    copied = copy_library(*places)
    with open_store(places[0]) as source, open_store(places[1]) as store:
        assert source.database.number("library") != store.database.number("library")
        assert [run.id for run in store.runs("default")] == [run.id for run in source.runs("default")]
        report = checked(store.trail())
        assert report == checked(source.trail())
        assert (report.head, report.intact) == (copied.chain_head, True)
        assert store.content(LEASE.identity) == LEASE.content
        assert store.load(AMENDED.identity).document == AMENDED.document
        assert store.content(OTHER.identity) == OTHER.content
        for each in (source, store):
            assert [hit.identity.name for hit in each.search(["rent"], "other", 5)] == ["same bytes.pdf"]
            near = each.nearest(vector_of(MANY.passages[3].content_hash), MODEL, "default", 1)
            assert (near[0].identity, near[0].passage) == (MANY.identity, 4)


def test_copy_goes_on_as_its_source_would_have(places: tuple[Place, Place]):
    copy_library(*places)
    with open_store(places[1]) as store:
        assert store.forget("default", "lease.pdf") == 3
        assert store.add([make_entry("Another one.", name="new.pdf")]) == [True]
        store.record(make_run("e5", MANY.identity))
        store.add_decision(MANY.identity, "rent", "{}")
        assert store.runs("default")[0].id == "e5"
        assert [hit.identity.name for hit in store.search(["another"], "default", 5)] == ["new.pdf"]
        assert checked(store.trail()).intact


class Stop(BaseException):
    """The process is killed here."""


def stop_after(count: int) -> Callable[[str, int, int], None]:
    calls = iter(range(count))

    def progress(doing: str, done: int, all: int) -> None:
        assert 0 <= done <= all
        if next(calls, None) is None:
            raise Stop

    return progress


@pytest.mark.parametrize("places", ALL, indirect=True)
def test_interrupted_copy_opens_for_nothing_and_goes_on(places: tuple[Place, Place], scratch: Path):
    source, target = places
    with pytest.raises(Stop):
        copy_library(source, target, progress=stop_after(30))
    for read_only in (False, True):
        with pytest.raises(StoreError, match="unfinished copy"):
            open_store(target, read_only=read_only)
    with pytest.raises(StoreError, match="unfinished copy"):
        copy_library(target, scratch / "third")
    assert copy_library(source, target).resumed
    assert rows_of(target) == rows_of(source)


def test_stopped_at_every_step_in_turn_it_comes_to_an_end(places: tuple[Place, Place]):
    """Each time one step further, until nothing stops it."""
    stops = 0
    for count in range(5, 500, 6):
        try:
            copy_library(*places, progress=stop_after(count))
            break
        except Stop:
            stops += 1
    assert stops > 5
    assert rows_of(places[1]) == rows_of(places[0])


def test_what_was_forgotten_changed_and_added_meanwhile_is_so_in_the_copy(places: tuple[Place, Place]):
    source, target = places
    with pytest.raises(Stop):
        copy_library(source, target, progress=stop_after(110))
    with open_store(source) as store:
        store.forget("default", "lease.pdf")
        store.trail().erase_about("default", ["lease.pdf"], "purged")
        store.add([make_entry("A new one.", name="new.pdf"), make_entry("Changed.", name="many.pdf")])
        store.record(make_run("z9", MANY.identity))
    copy_library(source, target)
    assert rows_of(target) == rows_of(source)
    if isinstance(target, Path):
        assert b"500 euros" not in (target / "library.db").read_bytes()


def test_copy_is_of_the_moment_when_it_began(places: tuple[Place, Place]):
    source, target = places
    before, written = rows_of(source), []

    def write(doing: str, done: int, all: int) -> None:
        if not written:
            written.append(doing)
            writer = threading.Thread(target=_write, args=(source,))
            writer.start()
            writer.join(30)

    copy_library(source, target, progress=write)
    assert rows_of(target) == before
    assert rows_of(source) != before


def _write(place: Place) -> None:
    with open_store(place) as store:
        store.add([make_entry("Written meanwhile.", name="late.pdf")])
        store.record(make_run("late", MANY.identity))


@pytest.mark.parametrize("places", ALL, indirect=True)
def test_no_library_is_copied_over_another(places: tuple[Place, Place]):
    source, target = places
    with open_store(target) as store:
        store.add([make_entry("Precious.", name="precious.pdf")])
    with pytest.raises(InputError, match="already holds a library"):
        copy_library(source, target)
    with pytest.raises(InputError, match="already holds a library"):
        copy_library(source, source)
    with open_store(target) as store:
        assert [each.identity.name for each in store.listing("default")] == ["precious.pdf"]


def test_library_that_was_opened_and_never_used_may_become_a_copy(places: tuple[Place, Place]):
    source, target = places
    open_store(target).close()
    copy_library(source, target)
    assert rows_of(target) == rows_of(source)
    side = open_copy(target, print, None)
    with side.store, pytest.raises(StoreError, match="only ever added to"), side.store.database.writing():
        side.statements.change("DELETE FROM chain")


def test_two_processes_do_not_make_one_copy_at_once(places: tuple[Place, Place]):
    source, target = places
    refused = []

    def second(doing: str, done: int, all: int) -> None:
        if not refused:
            refused.append("asked")
            with pytest.raises(StoreError, match="Another process is copying"):
                copy_library(source, target)

    copy_library(source, target, progress=second)
    assert rows_of(target) == rows_of(source)


def test_unfinished_copy_of_another_library_is_refused(places: tuple[Place, Place], scratch: Path):
    source, target = places
    with pytest.raises(Stop):
        copy_library(source, target, progress=stop_after(30))
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


def test_files_outside_go_to_the_place_of_the_copy(
    outside: LibraryStore, folder: Path, target: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PINCITE_SOURCES", str(scratch / "kept"))
    copy_library(folder, target, sources=str(scratch / "moved"))
    with open_library(target, lambda message: None, objects=FolderObjects(scratch / "moved")) as store:
        assert store.content(LEASE.identity) == LEASE.content
        assert store.sweep().dropped == 0
    assert len(list(FolderObjects(scratch / "moved").keys(""))) == 4
    assert outside.content(LEASE.identity) == LEASE.content


def test_files_outside_are_brought_into_a_copy_that_is_to_keep_them_itself(
    outside: LibraryStore, folder: Path, target: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PINCITE_SOURCES", str(scratch / "kept"))
    kept = len(list(FolderObjects(scratch / "kept").keys("")))

    copy_library(folder, target, sources="none")

    with open_library(target, lambda message: None) as store:
        assert store.content(LEASE.identity) == LEASE.content
    assert len(list(FolderObjects(scratch / "kept").keys(""))) == kept


@pytest.mark.parametrize("seed", range(4))
def test_killed_process_leaves_a_copy_that_goes_on(filled: Path, target: Path, seed: int):
    process = start("copy", filled, target, 3 + 29 * seed)
    process.communicate(timeout=60)
    assert process.returncode == -9
    assert copy_library(filled, target).resumed or seed == 0
    assert rows_of(target) == rows_of(filled)
