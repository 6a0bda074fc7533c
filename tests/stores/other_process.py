"""What a second process does with a library in the tests: `python other_process.py TASK FOLDER …`.

It says what it does on standard output, one word a line, so that a test can follow it.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import overload

from near_vectors import keep, many_passages
from recorded import make_run
from store_documents import filing_text, make_entry

from pincite.errors import StoreError
from pincite.records.library import Entry
from pincite.stores.library_store import LibraryStore
from pincite.stores.objects import FolderObjects
from pincite.stores.sqlite import open_library

NOBODY = 65_534


class SlowEntries(Sequence[Entry]):
    """Entries that take their time to arrive, then call `at_end`."""

    def __init__(self, entries: Sequence[Entry], pause_seconds: float = 0.0, at_end: object = None) -> None:
        self.entries, self.pause_seconds, self.at_end = entries, pause_seconds, at_end

    def __iter__(self) -> Iterator[Entry]:
        for number, entry in enumerate(self.entries):
            yield entry
            time.sleep(self.pause_seconds)
            if number == 0:
                say("adding")
        if callable(self.at_end):
            self.at_end()

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        return self.entries[index]


def say(*words: object) -> None:
    print(*words, flush=True)


def numbered(prefix: str, count: int) -> list[Entry]:
    return [make_entry(f"{prefix}{n}\n{filing_text(1, n)}", name=f"{prefix}{n}") for n in range(count)]


def add(folder: Path, prefix: str, count: str, pause_seconds: str) -> None:
    """Add documents in one call, slowly."""
    with open_library(folder, say) as store:
        store.add(SlowEntries(numbered(prefix, int(count)), float(pause_seconds)))
    say("done")


def churn(folder: Path) -> None:
    """Add, change and forget documents until killed. Each version holds one word of its own."""
    with open_library(folder, say) as store:
        say("ready")
        for number in range(10_000):
            store.add([_churned(n, 0) for n in (3 * number, 3 * number + 1, 3 * number + 2)])
            store.add([_churned(3 * number, 1)])
            store.forget("default", f"doc{3 * number + 1}")


def churn_outside(folder: Path, place: str) -> None:
    """Add and forget documents whose bytes are kept outside, some of them alike, until killed."""
    with open_library(folder, say, objects=FolderObjects(Path(place))) as store:
        say("ready")
        for number in range(10_000):
            text = f"Words of number {number // 2}."
            store.add([make_entry(text, name=f"doc{number}")])
            if number > 2:
                store.forget("default", f"doc{number - 3}")


def copy(folder: Path, target: str, count: str) -> None:
    """Copy the library, and be killed after so many steps."""
    from pincite.audit.chain_check import copy_library

    calls = iter(range(int(count)))

    def progress(doing: str, done: int, all: int) -> None:
        if next(calls, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)

    copy_library(folder, target, progress=progress)


def churn_vectors(folder: Path) -> None:
    """Add, embed and forget documents until killed."""
    with open_library(folder, say) as store:
        say("ready")
        for number in range(10_000):
            entry = many_passages(f"doc{number}", 5)
            store.add([entry])
            keep(store, [entry])
            if number % 3 == 2:
                store.forget("default", f"doc{number - 1}")


def _churned(number: int, version: int) -> Entry:
    return make_entry(
        f"marker{number}v{version}\n" + filing_text(1 + number % 3, number), name=f"doc{number}"
    )


def record(folder: Path, prefix: str, count: str) -> None:
    """Record runs and decisions, one after the other, until killed or done."""
    with open_library(folder, say) as store:
        (listing,) = store.listing("default")
        for number in range(int(count)):
            store.record(make_run(f"{prefix}{number}", listing.identity))
            if number % 3 == 0:
                store.add_decision(listing.identity, "fee", json.dumps({"by": prefix, "at": "2026-11-17"}))
            if number == 2:
                say("recording")
    say("done")


def fill_the_disk(folder: Path) -> None:
    """Reach a file-size limit while writing rows."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open_library(folder, say) as store:
        store.add(numbered("small", 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
        expect_error(store, [make_entry(filing_text(100), name="large")])


def fill_the_disk_at_the_index(folder: Path) -> None:
    """Reach a file-size limit after the rows are committed and before the word index is."""

    def allow_no_writing() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open_library(folder, say) as store:
        store.add(numbered("small", 1))
        expect_error(store, SlowEntries(numbered("late", 1), at_end=allow_no_writing))
        say("found", *(hit.identity.name for hit in store.search(["late0"], "default", 5)))


def read_only(folder: Path) -> None:
    """Open a library whose folder may not be written, as a user who is bound by permissions."""
    _use_everything_once(folder.parent / "other")
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
    try:
        store = open_library(folder, say)
    except StoreError as error:
        say("refused", error)
        return
    with store:
        for listing in store.listing("default"):
            say("loaded", store.load(listing.identity).identity.name)
        say("found", *(hit.identity.name for hit in store.search(["small0"], "default", 5)))
        expect_error(store, numbered("new", 1))


def _use_everything_once(folder: Path) -> None:
    """Import what is imported late: Python itself may be out of reach for nobody."""
    with open_library(folder, say) as store:
        store.add(numbered("warm", 1))
        store.search(["warm0"], "default", 5)


def expect_error(store: LibraryStore, entries: Sequence[Entry]) -> None:
    try:
        store.add(entries)
    except StoreError as error:
        say("error", error)


TASKS = (
    add,
    churn,
    churn_outside,
    churn_vectors,
    copy,
    record,
    fill_the_disk,
    fill_the_disk_at_the_index,
    read_only,
)

if __name__ == "__main__":
    task, folder, *rest = sys.argv[1:]
    next(known for known in TASKS if known.__name__ == task)(Path(folder), *rest)
