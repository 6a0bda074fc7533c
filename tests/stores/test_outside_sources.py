"""Bytes of files that are kept outside the library: never missing, never left behind, proved when read."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from processes import start, wait_for
from store_documents import make_entry
from tests.s3_server import serving

from pincite.errors import InputError, NotHeld, StoreError, TamperError
from pincite.protocols import ObjectStore
from pincite.records.document import Parse
from pincite.stores.backing_up import restore
from pincite.stores.library_store import LibraryStore
from pincite.stores.objects import FolderObjects, open_objects
from pincite.stores.place import Place
from pincite.stores.postgres import open_postgres
from pincite.stores.sqlite import open_library

LEASE = make_entry("The rent is 500 euros.", name="lease.pdf")


@pytest.fixture(params=["folder", "bucket"])
def objects(
    request: pytest.FixtureRequest, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[ObjectStore]:
    if request.param == "folder":
        yield FolderObjects(scratch / "kept")
        return
    pytest.importorskip("obstore")
    with serving("files") as server:
        for name, value in server.environment().items():
            monkeypatch.setenv(name, value)
        opened = open_objects("s3://files/pincite")
        assert opened
        yield opened


def opened_at(place: Place, objects: ObjectStore | None = None) -> LibraryStore:
    if isinstance(place, Path):
        return open_library(place, lambda message: None, objects=objects)
    return open_postgres(place, lambda message: None, objects=objects)


@pytest.fixture
def opened(place: Place, objects: ObjectStore) -> Iterator[LibraryStore]:
    with opened_at(place, objects) as store:
        yield store


def kept(objects: ObjectStore) -> list[str]:
    return [key for key, _ in objects.keys("")]


def test_bytes_are_outside_under_their_hash_and_read_as_they_were(opened: LibraryStore, objects: ObjectStore):
    assert opened.add([LEASE]) == [True]
    (key,) = kept(objects)
    assert key.endswith(f"/{LEASE.identity.source[:2]}/{LEASE.identity.source}")
    assert opened.content(LEASE.identity) == LEASE.content
    assert opened.load(LEASE.identity).document == LEASE.document
    assert opened.database.rows("all_sources") == [(LEASE.identity.source, b"")]


def test_the_same_bytes_of_two_collections_are_one_object_until_both_are_forgotten(
    opened: LibraryStore, objects: ObjectStore
):
    other = make_entry("The rent is 500 euros.", name="copy.pdf", collection="other")
    opened.add([LEASE, other])
    assert len(kept(objects)) == 1
    opened.forget("default", "lease.pdf")
    assert opened.content(other.identity) == other.content
    opened.forget("other", "copy.pdf")
    assert kept(objects) == []


def test_two_readings_of_the_same_bytes_are_one_object(opened: LibraryStore, objects: ObjectStore):
    again = make_entry("The rent is 500 euros.", name="lease.pdf", parse=Parse("factory", "2"))
    opened.add([LEASE])
    opened.add([again])
    assert len(kept(objects)) == 1
    assert opened.content(LEASE.identity) == opened.content(again.identity) == LEASE.content


def test_libraries_that_share_a_place_take_nothing_from_each_other(
    opened: LibraryStore, objects: ObjectStore, scratch: Path
):
    with open_library(scratch / "second", lambda message: None, objects=objects) as second:
        opened.add([LEASE])
        second.add([LEASE])
        second.forget("default", "lease.pdf")
        second.sweep()
    assert opened.content(LEASE.identity) == LEASE.content


@pytest.mark.parametrize("damage", ["changed", "missing"])
def test_changed_and_missing_bytes_are_an_error_and_never_other_bytes(
    opened: LibraryStore, objects: ObjectStore, damage: str
):
    opened.add([LEASE])
    (key,) = kept(objects)
    if damage == "changed":
        objects.put(key, LEASE.content.replace(b"500", b"900"))
    else:
        objects.delete(key)
    with pytest.raises(TamperError, match=r"lease\.pdf"):
        opened.content(LEASE.identity)


def test_rows_of_before_and_objects_of_later_are_read_alike(place: Place, objects: ObjectStore):
    later = make_entry("The fee is 9 euros.", name="fee.pdf")
    with opened_at(place) as rows_only:
        rows_only.add([LEASE])
    with opened_at(place, objects) as store:
        store.add([later])
        assert len(kept(objects)) == 1
        assert store.content(LEASE.identity) == LEASE.content
        assert store.content(later.identity) == later.content


def test_without_the_setting_nothing_that_is_outside_is_read_or_forgotten(
    place: Place, opened: LibraryStore, scratch: Path
):
    opened.add([LEASE])
    with opened_at(place) as unset:
        with pytest.raises(StoreError, match="Set `sources`"):
            unset.content(LEASE.identity)
        with pytest.raises(StoreError, match="Set `sources`"):
            unset.forget("default", "lease.pdf")
        with pytest.raises((StoreError, InputError), match=r"Set `sources`|pg_dump"):
            unset.back_up(scratch / "a.backup")
    assert not (scratch / "a.backup").exists()
    assert opened.content(LEASE.identity) == LEASE.content


class Faulty:
    """A place that fails at the n-th call of one method, as a killed process or a dead network would."""

    def __init__(self, inner: ObjectStore, method: str, after: bool) -> None:
        self.inner, self.method, self.after, self.place = inner, method, after, inner.place

    def __getattr__(self, name: str) -> Callable[..., object]:
        def call(*given: object) -> object:
            if name == self.method and not self.after:
                raise StoreError("The place does not answer.", retryable=True)
            answer = getattr(self.inner, name)(*given)
            if name == self.method:
                raise StoreError("The place does not answer.", retryable=True)
            return answer

        return call


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_failed_upload_leaves_no_row_and_sweeping_no_object(place: Place, objects: ObjectStore, after: bool):
    with opened_at(place, Faulty(objects, "put", after)) as store:
        with pytest.raises(StoreError, match="does not answer"):
            store.add([LEASE])
        assert store.listing("default") == []
    with opened_at(place, objects) as store:
        swept = store.sweep()
        assert (swept.objects, swept.dropped, swept.missing) == (int(after), int(after), ())
        assert kept(objects) == []
        store.add([LEASE])
        assert store.content(LEASE.identity) == LEASE.content


def test_failed_deletion_is_told_and_swept_later(place: Place, objects: ObjectStore, opened: LibraryStore):
    opened.add([LEASE])
    faulty = Faulty(objects, "delete", after=False)
    with (
        opened_at(place, faulty) as store,
        pytest.raises(StoreError, match="library sweep"),
    ):
        store.forget("default", "lease.pdf")
    assert opened.listing("default") == []
    assert opened.sweep().dropped == 1
    assert kept(objects) == []


def test_a_place_that_does_not_answer_keeps_the_document_from_being_half_forgotten(
    place: Place, objects: ObjectStore, opened: LibraryStore
):
    opened.add([LEASE])
    faulty = Faulty(objects, "has", after=False)
    with (
        opened_at(place, faulty) as store,
        pytest.raises(StoreError, match="does not answer"),
    ):
        store.forget("default", "lease.pdf")
    assert opened.content(LEASE.identity) == LEASE.content


def test_object_that_vanishes_between_upload_and_commit_is_put_again(place: Place, objects: ObjectStore):
    class Forgetful(Faulty):
        """Loses the first upload, as if another process had forgotten the same bytes meanwhile."""

        puts = 0

        def __getattr__(self, name: str) -> Callable[..., object]:
            def put(key: str, content: bytes) -> None:
                objects.put(key, content)
                Forgetful.puts += 1
                if Forgetful.puts == 1:
                    objects.delete(key)

            return put if name == "put" else getattr(objects, name)

    with opened_at(place, Forgetful(objects, "", after=False)) as store:
        store.add([LEASE])
        assert store.content(LEASE.identity) == LEASE.content
    assert Forgetful.puts == 2


def test_sweep_names_what_is_missing_and_touches_nothing_foreign(opened: LibraryStore, objects: ObjectStore):
    opened.add([LEASE, make_entry("The fee is 9 euros.", name="fee.pdf")])
    lost = next(key for key in kept(objects) if key.endswith(LEASE.identity.source))
    objects.delete(lost)
    objects.put("notes.txt", b"of somebody else")
    objects.put(f"{lost.split('/')[0]}/notes.txt", b"of somebody else")
    swept = opened.sweep()
    assert (swept.objects, swept.dropped, swept.missing) == (1, 0, ("default/lease.pdf",))
    assert len(kept(objects)) == 3


def test_back_up_holds_the_bytes_and_restores_without_the_place(
    folder: Path, opened: LibraryStore, objects: ObjectStore, scratch: Path
):
    opened.add([LEASE, make_entry("The rent is 500 euros.", name="copy.pdf", collection="other")])
    made = opened.back_up(scratch / "a.backup")
    assert made.sources == 2
    for key in kept(objects):
        objects.delete(key)
    restore(scratch / "a.backup", scratch / "new")
    with open_library(scratch / "new", lambda message: None) as new:
        assert new.content(LEASE.identity) == LEASE.content


def test_back_up_of_a_library_with_a_missing_file_is_refused(
    folder: Path, opened: LibraryStore, objects: ObjectStore, scratch: Path
):
    opened.add([LEASE])
    objects.delete(kept(objects)[0])
    with pytest.raises(TamperError, match=r"lease\.pdf"):
        opened.back_up(scratch / "a.backup")
    assert not (scratch / "a.backup").exists()


def test_who_adds_and_who_forgets_the_same_bytes_at_once_leave_no_row_without_them(
    place: Place, objects: ObjectStore
):
    with opened_at(place, objects) as adds, opened_at(place, objects) as forgets:
        until, errors = time.monotonic() + 1.5, []

        def forget() -> None:
            while time.monotonic() < until:
                try:
                    for listing in forgets.listing("default"):
                        forgets.forget("default", listing.identity.name)
                except Exception as error:
                    errors.append(error)

        other = threading.Thread(target=forget)
        other.start()
        number = 0
        while time.monotonic() < until:
            entry = make_entry("The rent is 500 euros.", name=f"{number}.pdf")
            adds.add([entry])
            with suppress(NotHeld):  # forgotten meanwhile, with its row
                assert adds.content(entry.identity) == entry.content
            number += 1
        other.join()
        assert errors == []
        assert adds.sweep().missing == ()
        assert len(kept(objects)) == bool(adds.listing("default"))
        assert number > 3


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_any_moment_no_row_is_without_its_bytes(folder: Path, scratch: Path, seed: int):
    place = scratch / "kept"
    process = start("churn_outside", folder, place)
    wait_for(process, "ready")
    time.sleep(0.15 + 0.11 * seed)
    process.kill()
    process.communicate()
    with open_library(folder, lambda message: None, objects=FolderObjects(place)) as store:
        for listing in store.listing("default"):
            assert store.content(listing.identity)
        assert store.sweep().missing == ()
        assert store.sweep().dropped == 0
        files = [path for path in place.rglob("*") if path.is_file() and path.suffix != ".part"]
        assert len(files) == len({listing.identity.source for listing in store.listing("default")})
