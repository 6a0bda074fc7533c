"""Remember the words of documents that were read, so that a later question scans all of them at once.

A document is remembered as it was loaded and checked, by its version: a changed one is another. What is
remembered is bounded by its size in memory. A document that finds no room is opened for every scan.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from threading import Lock

from pincite.answer.answers import PageCoverage
from pincite.ask.report import page_coverage
from pincite.records.library import Held, Identity, ReadBy
from pincite.records.profile import pages_waiting
from pincite.records.question import Question, Scope
from pincite.retrieve.shelf import Shelf, shelf_of
from pincite.retrieve.words import WordIndex, load
from pincite.structure.unseen import left_out

MOST_BYTES = 256 * 1024 * 1024
# Each shelf takes a millisecond or two, however little it holds.
_BLOCKS_ON_SHELF = 40_000


@dataclass(frozen=True, slots=True)
class Outline:
    """What the account of a scan says of a document, whatever was asked."""

    read_by: ReadBy
    blocks: int
    pages: PageCoverage
    waiting: tuple[int, ...]
    """The pages with pictures that are not read yet."""
    left_out: str
    has_tables: bool

    @property
    def identity(self) -> Identity:
        return self.read_by.identity

    @classmethod
    def of(cls, held: Held) -> Outline:
        document, parse = held.document, held.document.parse
        return cls(
            read_by=ReadBy(held.identity, document.format, parse.parser, parse.version),
            blocks=len(document.blocks),
            pages=page_coverage(held, Scope(), len(document.pages)),
            waiting=pages_waiting(document.profile),
            left_out=left_out(document.unseen, held.identity.name),
            has_tables=bool(document.tables),
        )


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


@dataclass(slots=True)
class Shelves:
    """The words of documents that were read before. Threads may share it."""

    most_bytes: int = MOST_BYTES
    _filled: list[_Filled] = field(default_factory=list, init=False)
    _loose: list[tuple[Outline, WordIndex]] = field(default_factory=list, init=False)
    """What is on no shelf that stays: together fewer blocks than one holds."""
    _loose_blocks: int = field(default=0, init=False)
    _latest: _Filled | None = field(default=None, init=False)
    """A shelf of what is loose, as long as nothing was added to it."""
    _known: set[Identity] = field(default_factory=set, init=False)
    _scans: int = field(default=0, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)

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
                self._filled.append(self._put_together())
                self._loose.clear()
                self._loose_blocks = 0

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
