"""Search a library by word, always in agreement with its rows.

The rows are the truth: they are committed first, and the index follows. Whatever the index does not
hold yet (another process is still at it, it was killed, the folder is gone or may not be written) is
searched through an index in memory, made from the rows, and hits on versions that are no longer
current are dropped. So a search never misses what the store holds and never finds what it does not.

An index that has to be made anew, as after every `forget`, is made beside the old one and takes its place
when it is whole: meanwhile other processes search the old one, and need not make one of their own in memory.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import StoreError
from pincite.records.library import Identity, SearchHit
from pincite.stores.database import Row
from pincite.stores.faults import in_plain_words
from pincite.stores.lexical import (
    NEVER,
    BrokenIndex,
    IndexedDocument,
    LexicalIndex,
    block_texts,
    create_index,
    index_in_memory,
    open_index,
)
from pincite.stores.lock import make_folder
from pincite.stores.sqlite_database import WORDS, SqliteDatabase

if TYPE_CHECKING:
    from pincite.records.document import Document

FOLDER = WORDS
# An index in the making, and one that another has replaced. Neither is ever searched.
_NEW, _OLD = "words.new", "words.old"
REBUILDING = "Rebuilding the word index of this library…"
# From here on it takes seconds, and whoever waits is told why.
_MANY_BLOCKS = 50_000


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a search is for. `number` is the store's number of the collection."""

    words: Sequence[str]
    collection: str
    number: int
    limit: int


@dataclass(frozen=True, slots=True)
class _Gap:
    """What of a collection an index of generation `known` lacks at `generation`."""

    collection: int
    known: int
    generation: int


@dataclass(slots=True)
class LibraryWords:
    """The word index of one library. Whoever calls `follow` or `repair` holds the writer lock."""

    database: SqliteDatabase
    notice: Callable[[str], None]
    _index: LexicalIndex | None = None
    _rest: tuple[_Gap, LexicalIndex] | None = None

    def search(self, words: Sequence[str], collection: str, limit: int) -> list[SearchHit]:
        """The blocks of the collection's current versions that best match, best first."""
        opened = self._index
        self._refresh()
        # Another process may just be putting a new index in the place of the one that is open here. That one
        # stays readable, and what it lacks is searched through the rows, so not all of them need be indexed.
        self._index = self._index or opened
        with self.database.reading():
            row = self.database.row("collection", collection=collection)
            if row is None or limit < 1:
                return []
            wanted = _Wanted(words, collection, row[0], limit)
            try:
                return self._search(wanted)
            except BrokenIndex:
                self._index = None
                return self._search(wanted)

    def is_foreign(self) -> bool:
        """Whether the index was made from another library. One that cannot be read says nothing."""
        self._refresh()
        return self._index is not None and self._index.is_foreign

    def repair(self) -> None:
        """Make the index agree with the rows, from scratch if it cannot be trusted."""
        self._refresh()
        _, generation, _ = self._library()
        index, blocks = self._index, self.database.number("count_current_blocks")
        if index is not None and index.generation == generation and index.blocks != blocks:
            self._index = index = None
            self._remove(self._folder)
        if index is None and 0 < blocks < _MANY_BLOCKS:
            self.notice(REBUILDING)
        self.follow()

    def hold(self, version: int, document: Document) -> None:
        """Nothing: the index follows."""

    def follow(self) -> None:
        """Bring the index up to the rows, in one commit."""
        self._refresh()
        try:
            self._write(self._index)
        except BrokenIndex:
            try:
                self._write(None)
            except BrokenIndex as error:
                raise StoreError(
                    f"The documents are stored, but their word index could not be written: {error}.",
                    hint="Check the free space; the index is repaired when the library is next opened.",
                ) from error

    def close(self) -> None:
        self._index = self._rest = None

    def _refresh(self) -> None:
        """Open the index, or see what other processes have written to it since.

        This comes before the rows are read: an index seen later than the rows could be ahead of them.
        """
        library, generation, _ = self._library()
        try:
            if self._index is None:
                self._index = open_index(self._folder, library)
            elif self._index.generation != generation:
                self._index.reload()
        except BrokenIndex:
            self._index = None

    def _search(self, wanted: _Wanted) -> list[SearchHit]:
        (_, generation, _), index, known = self._library(), self._index, NEVER
        hits: list[SearchHit] = []
        if index is not None and NEVER < index.generation <= generation:
            known = index.generation
            hits += self._current_hits(index, wanted, known)
        rest = self._index_of(_Gap(wanted.number, known, generation))
        if rest is not None:
            hits += self._current_hits(rest, wanted, generation)
        return sorted(hits, key=lambda hit: (-hit.score, hit.identity, hit.block))[: wanted.limit]

    def _current_hits(self, index: LexicalIndex, wanted: _Wanted, generation: int) -> list[SearchHit]:
        """Hits on what has been current since `generation`, looking further where others are in the way."""
        depth = wanted.limit
        while True:
            matches = index.search(wanted.words, wanted.number, depth)
            found = self._current_among({match.version for match in matches}, generation)
            current = {number: each for number, each in found.items() if each.collection == wanted.collection}
            hits = [
                SearchHit(current[match.version], match.block, match.score)
                for match in matches
                if match.version in current
            ]
            if len(hits) >= wanted.limit or len(matches) < depth:
                return hits
            depth *= 4

    def _current_among(self, versions: Iterable[int], generation: int) -> dict[int, Identity]:
        rows = self.database.rows("current_among", versions=list(versions), generation=generation)
        return {version: Identity(*identity) for version, *identity in rows}

    def _index_of(self, gap: _Gap) -> LexicalIndex | None:
        """An index in memory of what fills the gap; None where there is none."""
        if self._rest is not None and self._rest[0] == gap:
            return self._rest[1]
        rows = self.database.rows("changed_since_in", generation=gap.known, collection=gap.collection)
        if not rows:
            return None
        index = index_in_memory(self._library()[0])
        index.write(self._documents(rows), gap.generation)
        self._rest = gap, index
        return index

    def _write(self, index: LexicalIndex | None) -> None:
        library, generation, erased = self._library()
        self._tidy_up()
        # An index from before the last `forget` is never added to: the forgotten words would stay in
        # its files until tantivy happens to merge them away.
        if index is None or not erased <= index.generation <= generation:
            self._index = self._made_anew(library, generation)
            return
        if index.generation != generation:
            rows = self.database.rows("changed_since", generation=index.generation)
            index.write(self._documents(rows), generation)
        self._index = index

    def _made_anew(self, library: int, generation: int) -> LexicalIndex:
        """A whole index in the place of the one that is there, if any."""
        if self.database.number("count_current_blocks") >= _MANY_BLOCKS:
            self.notice(REBUILDING)
        with in_plain_words(self.database.folder):
            make_folder(self._beside(_NEW))
        rows = self.database.rows("changed_since", generation=NEVER)
        create_index(self._beside(_NEW), library).write(self._documents(rows), generation)
        with in_plain_words(self.database.folder):
            if self._folder.exists():
                self._folder.rename(self._beside(_OLD))
            self._beside(_NEW).rename(self._folder)
        self._tidy_up()
        return open_index(self._folder, library)

    def _tidy_up(self) -> None:
        """Delete what a process left that was killed while making an index anew: forgotten words, perhaps."""
        for name in (_NEW, _OLD):
            self._remove(self._beside(name))

    def _documents(self, rows: Sequence[Row]) -> Iterator[IndexedDocument]:
        for document, collection, version, name in rows:
            yield IndexedDocument(document, collection, version, block_texts(self.database, version, name))

    def _remove(self, folder: Path) -> None:
        with in_plain_words(self.database.folder):
            if folder.is_dir():
                shutil.rmtree(folder)
            folder.unlink(missing_ok=True)

    def _beside(self, name: str) -> Path:
        return self.database.folder / name

    def _library(self) -> tuple[int, int, int]:
        """The library's id, its generation, and the generation of the last `forget`."""
        row = self.database.row("library")
        if row is None:
            raise StoreError(f"The library {self.database.folder} is damaged: it has no row of its own.")
        library, generation, erased = row
        return library, generation, erased

    @property
    def _folder(self) -> Path:
        return self._beside(FOLDER)
