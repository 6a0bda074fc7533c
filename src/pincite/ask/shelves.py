"""Remember the words of documents that were read, so that a later question scans all of them at once.

A document is remembered as it was loaded and checked, by its version: a changed one is another. What is
remembered is bounded by its size in memory. A document that finds no room is opened for every scan. Shelves
are kept beside the library for the next process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from threading import Lock

from pincite.ask.outlines import Outline
from pincite.ask.packed_shelves import PackedShelves
from pincite.records.library import Held, Identity
from pincite.records.question import Question
from pincite.retrieve.index import WordIndex, load
from pincite.retrieve.shelf import Shelf, shelf_of

MOST_BYTES = 256 * 1024 * 1024
# Each shelf takes a millisecond or two, however little it holds.
_BLOCKS_ON_SHELF = 40_000
# What takes a second to put together is kept for the next process.
_WORTH_KEEPING = 4_000


@dataclass(frozen=True, slots=True)
class Scanned:
    """A document that was scanned without being opened, and how many of its blocks the scan proposes."""

    outline: Outline
    hits: int


@dataclass(slots=True)
class _Filled:
    outlines: tuple[Outline, ...]
    shelf: Shelf
    size_bytes: int
    used: int
    """In which scan it was of use last."""
    kept: bool = False
    """Whether the next process finds it."""


@dataclass(slots=True)
class Shelves:
    """The words of documents that were read before. Threads may share it."""

    most_bytes: int = MOST_BYTES
    packed: PackedShelves | None = None
    """Where they are kept beside the library; None where they are not."""
    _is_restored: bool = field(default=False, init=False)
    _filled: list[_Filled] = field(default_factory=list, init=False)
    _loose: list[tuple[Outline, WordIndex]] = field(default_factory=list, init=False)
    """What is on no shelf that stays: together fewer blocks than one holds."""
    _loose_blocks: int = field(default=0, init=False)
    _latest: _Filled | None = field(default=None, init=False)
    """A shelf of what is loose, as long as nothing was added to it."""
    _known: set[Identity] = field(default_factory=set, init=False)
    _scans: int = field(default=0, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)

    def restore(self, current: Collection[Identity]) -> None:
        """Take what an earlier process has kept of these documents, once."""
        with self._lock:
            if self._is_restored or self.packed is None:
                return
            self._is_restored = True
            for outlines, shelf in self.packed.restored(current):
                identities = {each.identity for each in outlines}
                if sum(each.size_bytes for each in self._filled) < self.most_bytes and not (
                    identities & self._known
                ):
                    self._known |= identities
                    self._filled.append(_Filled(outlines, shelf, shelf.size_bytes, self._scans, kept=True))

    def keep_for_later(self, current: Collection[Identity]) -> None:
        """Keep for the next process what holds none but these documents."""
        with self._lock:
            if self.packed is None:
                return
            if self._loose_blocks >= _WORTH_KEEPING:
                self._fill()
            for each in self._filled:
                if not each.kept and all(outline.identity in current for outline in each.outlines):
                    each.kept = self.packed.keep(each.outlines, each.shelf)

    def has_room_for(self, identity: Identity) -> bool:
        """Whether a document is not known and would be remembered."""
        with self._lock:
            return identity not in self._known and self._has_room()

    def keep(self, held: Held) -> None:
        """Remember a document."""
        with self._lock:
            if held.identity in self._known:
                return
            self._known.add(held.identity)
            self._loose.append((Outline.of(held), load(held.postings)))
            self._loose_blocks += len(held.document.blocks)
            self._latest = None
            if self._loose_blocks >= _BLOCKS_ON_SHELF:
                self._fill()

    def scan(self, question: Question, least: float, wanted: Collection[Identity]) -> Iterator[Scanned]:
        """Those of the wanted documents that are known and of which it is sure what the scan proposes."""
        for filled in self._shelves_for(wanted):
            for outline, hits in zip(filled.outlines, filled.shelf.hits(question, least), strict=True):
                if hits is not None and outline.identity in wanted:
                    yield Scanned(outline, hits)

    def _shelves_for(self, wanted: Collection[Identity]) -> list[_Filled]:
        with self._lock:
            if self._loose and self._latest is None:
                self._latest = self._put_together()
            every = [*self._filled, *([self._latest] if self._latest else [])]
            self._scans += 1
            chosen = [each for each in every if any(outline.identity in wanted for outline in each.outlines)]
            for each in chosen:
                each.used = self._scans
            return chosen

    def _fill(self) -> None:
        """Put what is loose on a shelf that stays."""
        self._filled.append(self._latest or self._put_together())
        self._loose.clear()
        self._loose_blocks, self._latest = 0, None

    def _put_together(self) -> _Filled:
        shelf = shelf_of([index for _, index in self._loose])
        return _Filled(tuple(outline for outline, _ in self._loose), shelf, shelf.size_bytes, self._scans)

    def _has_room(self) -> bool:
        """Whether there is room for one more; a shelf that the last scan had no use for makes some."""
        if sum(each.size_bytes for each in self._filled) < self.most_bytes:
            return True
        oldest = min(self._filled, key=lambda each: each.used, default=None)
        if oldest is None or oldest.used == self._scans:
            return False
        self._filled.remove(oldest)
        self._known.difference_update(outline.identity for outline in oldest.outlines)
        return True
