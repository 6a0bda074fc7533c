"""Bytes of files that jobs keep for workers elsewhere, until nobody may need them any more."""

from __future__ import annotations

import pytest
from tests.factories import entry

from pincite.errors import InputError
from pincite.records.job import Claimed, Finished, NewItem, NewJob
from pincite.stores.job_rows import JobRows
from pincite.stores.library_store import LibraryStore

CONTENTS = {"a.txt": b"same \x00\xff", "b.txt": b"same \x00\xff", "c.txt": b"other", "d.txt": b""}


@pytest.fixture
def queue(store: LibraryStore) -> JobRows:
    return store.jobs()


def content_of(item: NewItem) -> bytes | None:
    if item.name == "gone.txt":
        raise InputError("There is no file gone.txt.")
    return CONTENTS[item.name] if item.path else None


def submitted(queue: JobRows, *names: str, key: str = "key") -> str:
    items = tuple(NewItem(f"/papers/{name}" if name != "held.txt" else "", name) for name in names)
    id, _ = queue.submit(NewJob("default", key, "{}", "[]", "{}", items), read=content_of)
    return id


def kept(store: LibraryStore) -> int:
    return len(store.database.rows("kept_files"))


def claimed(queue: JobRows) -> Claimed:
    found = queue.claim("w")
    assert found is not None
    return found


def test_whoever_has_a_document_gets_its_bytes(store: LibraryStore, queue: JobRows):
    submitted(queue, *CONTENTS)

    got = {each.name: queue.file(each) for each in (claimed(queue) for _ in CONTENTS)}

    assert got == CONTENTS
    assert kept(store) == 3, "the same bytes once"


def test_document_of_the_library_has_no_bytes(store: LibraryStore, queue: JobRows):
    submitted(queue, "held.txt")
    found = claimed(queue)

    assert (found.sha256, queue.file(found), kept(store)) == ("", None, 0)


def test_file_that_cannot_be_read_is_set_aside_when_the_job_is_submitted(queue: JobRows):
    id = submitted(queue, "gone.txt", "a.txt")

    (aside,) = queue.items(id, ("set_aside",))
    assert aside.reason == "There is no file gone.txt."
    assert claimed(queue).name == "a.txt"


def test_bytes_go_with_the_last_document_that_needs_them(store: LibraryStore, queue: JobRows):
    submitted(queue, "a.txt", "b.txt")
    first, second = claimed(queue), claimed(queue)
    queue.finish(first, Finished("done"))
    assert kept(store) == 1
    queue.finish(second, Finished("done"))
    assert kept(store) == 0


def test_bytes_stay_for_another_try(store: LibraryStore, queue: JobRows):
    id = submitted(queue, "a.txt", "c.txt")
    queue.finish(claimed(queue), Finished("failed", "why"))
    queue.finish(claimed(queue), Finished("done"))
    assert kept(store) == 1
    queue.retry(id)

    again = claimed(queue)
    assert queue.file(again) == CONTENTS["a.txt"]
    queue.finish(again, Finished("done"))
    assert kept(store) == 0


def test_two_jobs_keep_the_same_bytes_apart(store: LibraryStore, queue: JobRows):
    first, _ = submitted(queue, "a.txt"), submitted(queue, "a.txt", key="other")
    assert kept(store) == 2
    assert queue.cancel(first) == 1
    assert kept(store) == 1


def test_forgotten_document_takes_its_bytes_along(store: LibraryStore, queue: JobRows):
    store.add([entry(name="a.txt")])
    submitted(queue, "a.txt", "c.txt")
    store.forget("default", "a.txt")

    assert kept(store) == 1
    assert queue.file(claimed(queue)) is None


def test_cancelled_job_says_how_many_files_it_kept(queue: JobRows):
    id = submitted(queue, *CONTENTS)

    assert queue.cancel(id) == 3
    assert queue.cancel(id) == 0
