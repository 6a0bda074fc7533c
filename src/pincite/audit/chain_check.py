"""Walk the chain of what was recorded, here and in the copy of a whole library: whole, or where it broke.

The hash of the last entry stands for everything before it. Who can write to the database can make a whole new
chain, and nothing in it would tell: only a hash that was kept elsewhere does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import TamperError
from pincite.protocols import Trail
from pincite.records.chain import NOTHING, ChainEntry, ChainFault, first_fault
from pincite.records.library import RunRecord
from pincite.settings import load

if TYPE_CHECKING:
    from pincite.records.library import LibraryCopy
    from pincite.stores.place import PostgresUrl
    from pincite.stores.trail import TrailRows

_PAYLOADS = frozenset({"run", "decision"})


@dataclass(frozen=True, slots=True)
class ErasedEntry:
    """An entry whose payload was erased: which, when and why."""

    number: int
    kind: str
    subject: str
    erased_at: str
    reason: str


@dataclass(frozen=True, slots=True)
class ChainReport:
    """What a walk along the chain came to."""

    entries: int
    counts: Mapping[str, int]
    """How many entries there are of each kind."""
    erased: Sequence[ErasedEntry]
    head: str
    """The hash of the last entry; empty where there is none."""
    head_number: int
    fault: ChainFault | None
    has_kept_head: bool | None = None
    """Whether the hash that was kept elsewhere is one of the chain's; None where none was given."""

    @property
    def intact(self) -> bool:
        return self.fault is None and self.has_kept_head is not False


def as_recorded(trail: Trail, record: RunRecord) -> RunRecord:
    """The record of a run; a TamperError where its rows are not what the chain has of them."""
    if not is_as_recorded(trail, record):
        raise TamperError(
            f"What was recorded of run {record.id[:12]} was changed since, so nothing of it counts.",
            hint="See `pincite runs verify`. Restore the library from a back-up, or ask again.",
        )
    return record


def is_as_recorded(trail: Trail, record: RunRecord) -> bool:
    """Whether the rows of a run are what the chain has of them."""
    entry = trail.entry_of("run", record.id)
    return entry is not None and trail.digest_of(entry) == entry.payload


def checked(trail: Trail, kept_head: str = "") -> ChainReport:
    """The whole chain, with the payload of every entry."""
    entries = list(trail.entries())
    tombstones = {each.erases: each for each in entries if each.kind == "erased"}
    fault = (
        first_fault(entries) or _first_payload_fault(trail, entries, tombstones) or _left_out(trail, entries)
    )
    by_number = {each.number: each for each in entries}
    erased = [
        ErasedEntry(number, by_number[number].kind, by_number[number].subject, each.recorded_at, each.reason)
        for number, each in tombstones.items()
        if number in by_number
    ]
    last = entries[-1] if entries else None
    return ChainReport(
        entries=len(entries),
        counts=dict(Counter(each.kind for each in entries)),
        erased=erased,
        head=last.hash if last else "",
        head_number=last.number if last else 0,
        fault=fault,
        has_kept_head=any(each.hash == kept_head for each in entries) if kept_head else None,
    )


def _first_payload_fault(
    trail: Trail, entries: Sequence[ChainEntry], tombstones: Mapping[int | None, ChainEntry]
) -> ChainFault | None:
    """Where what is stored is not what was recorded."""
    by_number = {each.number: each for each in entries}
    for entry in entries:
        if entry.kind not in _PAYLOADS:
            reason = _wrong_tombstone(entry, by_number) if entry.kind == "erased" else ""
        else:
            reason = _wrong_payload(trail.digest_of(entry), entry, tombstones.get(entry.number))
        if reason:
            return ChainFault(entry.number, reason)
    return None


def _wrong_payload(found: str | None, entry: ChainEntry, tombstone: ChainEntry | None) -> str:
    if tombstone is not None:
        return "" if found is None else f"the {entry.kind} was erased, and is there again"
    if found is None:
        return f"the {entry.kind} {entry.subject} is missing, and nothing says that it was erased"
    if found != entry.payload:
        return f"the {entry.kind} {entry.subject} was changed: its hash is not the recorded one"
    return ""


def _wrong_tombstone(entry: ChainEntry, by_number: Mapping[int, ChainEntry]) -> str:
    erased = by_number.get(entry.erases or 0)
    if erased is None or erased.kind not in _PAYLOADS or erased.number >= entry.number:
        return "it says that something was erased which was never recorded"
    return "" if entry.payload == NOTHING else "it has a payload, and an erasure has none"


def _left_out(trail: Trail, entries: Sequence[ChainEntry]) -> ChainFault | None:
    """What is recorded although no entry says so: it was put there, or its entry was cut off the end."""
    unchained = trail.unchained()
    if not unchained:
        return None
    return ChainFault(len(entries) + 1, f"{unchained[0]} is recorded, but the chain has no entry for it")


_IN_ITSELF = "none"


def copy_library(
    source: str | Path | PostgresUrl,
    target: str | Path | PostgresUrl,
    *,
    sources: str | None = None,
    progress: Callable[[str, int, int], None] = lambda doing, done, all: None,
    notice: Callable[[str], None] = lambda message: None,
) -> LibraryCopy:
    """Copy a whole library to a place where nothing is yet, or go on with a copy that was interrupted.

    Each is a folder or the address of a PostgreSQL database (`postgresql://USER@HOST/DATABASE`).
    Others may use the source meanwhile: the copy is as it was when this began. All is proved by its hashes
    before the copy can be opened. Only replies that a server keeps for repeated requests are left out.
    `sources` is where the copy keeps the bytes of files, if not where the setting says; "none" is in itself.
    """
    from pincite.stores.library_copying import Copying
    from pincite.stores.opening import open_copied, open_copy, open_store
    from pincite.stores.place import place_of

    kept = load({}).sources
    kept_there = None if sources == _IN_ITSELF else sources or kept
    here = open_copied(place_of(source), notice, kept)
    with here.store:
        there = open_copy(place_of(target), notice, kept_there)
        with there.store:
            copied = Copying(here, there, _state, progress).run()
    # The indexes are made again.
    open_store(place_of(target), notice, sources=kept_there).close()
    return copied


def _state(trail: TrailRows) -> tuple[str, bool, object]:
    report = checked(trail)
    return report.head, report.intact, report
