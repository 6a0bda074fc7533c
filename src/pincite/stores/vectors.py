"""Find the passages of a whole library that lie nearest to a vector, always in agreement with its rows.

The rows are the truth, as for words: an index of signs proposes vectors, and those are read from the rows
and compared exactly, so a hit never rests on the index. Vectors that the index does not hold yet are taken
from the rows. There is an index for each model, in `vectors/`, and it can be made again at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import StoreError
from pincite.records.library import Identity, NearHit
from pincite.stores import lock
from pincite.stores.database import Row
from pincite.stores.faults import in_plain_words
from pincite.stores.lock import make_folder
from pincite.stores.manifest import Manifest, manifest_name, read_manifest
from pincite.stores.sqlite_database import VECTORS, SqliteDatabase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.stores.signs import Signs

FOLDER = VECTORS
LOCK_FILE = "vectors.lock"
REBUILDING = "Rebuilding the vector index of this library…"
_MANY = 50_000
# Read from the rows and written to the index together.
_GROUP = 4096
# Signs are rough: so many vectors are compared exactly, or so many for each hit that is wanted.
_COMPARED, _COMPARED_EACH = 500, 4
# So many vectors may wait in the rows until a search writes them to the index.
_WAITING = 2048


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a search is for; `model` and `number` are the store's numbers of the model and the collection."""

    vector: NDArray[np.float32]
    model: int
    collection: str
    number: int
    limit: int


@dataclass(slots=True)
class LibraryVectors:
    """The vector indexes of one library. Any process may write to them, one at a time."""

    database: SqliteDatabase
    notice: Callable[[str], None]
    _opened: dict[str, tuple[Manifest, Signs]] = field(default_factory=dict)
    _rest: dict[str, tuple[tuple[int, int], Signs]] = field(default_factory=dict)

    def nearest(self, vector: NDArray[np.float32], model: str, collection: str, limit: int) -> list[NearHit]:
        """The passages of the collection's current versions whose vectors are nearest, nearest first."""
        size = 2 * len(vector)
        # This comes before the rows are read: an index seen later than the rows could be ahead of them.
        known = self._caught_up(model, size)
        with self.database.reading():
            model_row = self.database.row("vector_model", model=model)
            collection_row = self.database.row("collection", collection=collection)
            if model_row is None or collection_row is None or limit < 1:
                return []
            parts = self._parts(known, model, model_row[0], size)
            return self._search(_Wanted(vector, model_row[0], collection, collection_row[0], limit), parts)

    def hold(self, rows: Sequence[Row]) -> None:
        """Nothing: the index follows."""

    def follow(self, model: str, size: int) -> None:
        """Bring the index of a model up to the rows, unless another process is at it.

        `size`: the bytes of a vector. What cannot be written is searched through the rows: nothing is lost.
        """
        if size < 2 or size % 2 or not self.database.writable:
            return
        with suppress(OSError, StoreError), lock.hold_if_free(self._lock_file) as free:
            row = self.database.row("vector_model", model=model)
            if free and row is not None:
                self._write(model, row[0], size)

    def repair(self, timeout_seconds: float | None = None) -> None:
        """Take what was forgotten out of every index, and delete what no index needs.

        With a timeout, wait for another process that writes; without, leave it to that one.
        """
        if not self._folder.is_dir():
            return
        if timeout_seconds is None:
            with lock.hold_if_free(self._lock_file) as free, in_plain_words(self.database.folder):
                if free:
                    self._repair()
            return
        with (
            lock.hold(self._lock_file, self.notice, timeout_seconds),
            in_plain_words(self.database.folder),
        ):
            self._repair()

    def close(self) -> None:
        self._opened.clear()
        self._rest.clear()

    def _search(self, wanted: _Wanted, parts: Sequence[Signs]) -> list[NearHit]:
        count = max(_COMPARED, _COMPARED_EACH * wanted.limit)
        hits = self._hits(wanted, _nearest(parts, wanted, count))
        if len(hits) >= wanted.limit or count >= max(map(len, parts), default=0):
            return hits
        # Passages of other collections and of replaced versions were in the way: without them once more.
        rows = self.database.rows("vector_ids_in", model=wanted.model, collection=wanted.number)
        placed = [number for (number,) in rows]
        return self._hits(wanted, _nearest([part.only(placed) for part in parts], wanted, count))

    def _hits(self, wanted: _Wanted, numbers: Sequence[int]) -> list[NearHit]:
        """The best places of these vectors, compared exactly; those that are no longer kept give none."""
        from pincite.stores.signs import compared

        rows = self.database.rows("vectors_with", ids=list(numbers), model=wanted.model)
        hits: list[NearHit] = []
        for content_hash, score in compared(wanted.vector, rows):
            places = self.database.rows(
                "passages_with",
                content_hash=content_hash,
                collection=wanted.number,
                limit=wanted.limit - len(hits),
            )
            for name, source, version, passage in places:
                hits.append(NearHit(Identity(wanted.collection, name, source, version), passage, score))
            if len(hits) == wanted.limit:
                break
        return hits

    def _caught_up(self, model: str, size: int) -> tuple[Manifest, Signs] | None:
        """The index as it is, or as it is made to be where many vectors wait in the rows."""
        known = self._open(model, size)
        waiting = self.database.number("last_vector") - (known[0].last if known else 0)
        if waiting <= _WAITING or not self.database.writable:
            return known
        self.follow(model, size)
        return self._open(model, size)

    def _parts(self, known: tuple[Manifest, Signs] | None, model: str, number: int, size: int) -> list[Signs]:
        """The signs in the index, and in memory those of vectors that it lacks."""
        from pincite.stores.signs import joined

        gap = (known[0].last if known else 0), self.database.number("last_vector")
        parts = [known[1]] if known else []
        if gap[0] < gap[1]:
            rest = self._rest.get(model)
            if rest is None or rest[0] != gap:
                groups = [group for group, _ in self._groups(number, gap, size)]
                rest = self._rest[model] = gap, joined(groups, size)
            parts.append(rest[1])
        return parts

    def _open(self, model: str, size: int) -> tuple[Manifest, Signs] | None:
        """The index, as other processes may have left it since; None where it cannot be used."""
        from pincite.stores.signs import open_signs

        # Another process may replace the file between the two readings: then its manifest is there, too.
        for _ in range(2):
            manifest = read_manifest(self._folder / manifest_name(model))
            if manifest is None or not self._fits(manifest, model, size):
                return None
            known = self._opened.get(model)
            if known and known[0] == manifest:
                return known
            with suppress(OSError, ValueError):
                known = self._opened[model] = manifest, open_signs(self._folder, manifest)
                return known
        return None

    def _fits(self, manifest: Manifest, model: str, size: int) -> bool:
        library, _ = self._library()
        ours = (manifest.library, manifest.model, manifest.size) == (library, model, size)
        # An index that is ahead of the rows belongs to a later state of them: a back-up was restored.
        return ours and manifest.last <= self.database.number("last_vector")

    def _groups(self, model: int, gap: tuple[int, int], size: int) -> Iterator[tuple[Signs, int]]:
        """Signs of the rows after one number up to another, group by group, each with where it ends."""
        from pincite.stores.signs import make_signs

        after, last = gap
        while rows := self.database.rows(
            "vectors_between", after=after, last=last, model=model, limit=_GROUP
        ):
            after = rows[-1][0]
            yield make_signs(rows, size), after
        # Numbers up to here belong to vectors of other models, or to none: they need not be looked for again.
        yield make_signs((), size), last

    def _write(self, model: str, number: int, size: int) -> None:
        from pincite.stores.signs import append

        make_folder(self._folder)
        known = self._open(model, size)
        library, erased = self._library()
        last = self.database.number("last_vector")
        if known is None:
            if self.database.number("count_vectors", model=number) >= _MANY:
                self.notice(REBUILDING)
            manifest = Manifest(library, model, size, erased, self._free_name(model))
        else:
            manifest = known[0]
        if manifest.last < last:
            append(self._folder, manifest, self._groups(number, (manifest.last, last), size))
        if known is None:
            self._tidy_up()

    def _repair(self) -> None:
        for path in self._folder.glob("*.json"):
            manifest = read_manifest(path)
            with self.database.reading():
                if not (manifest and self._has_been_cleared(manifest)):
                    path.unlink()
        self._tidy_up()

    def _has_been_cleared(self, manifest: Manifest) -> bool:
        """Whether nothing is in the index any more that was forgotten; False where it is of no use."""
        from pincite.stores.signs import append, open_signs

        _, erased = self._library()
        row = self.database.row("vector_model", model=manifest.model)
        if row is None or not self._fits(manifest, manifest.model, manifest.size):
            return False
        if manifest.erased == erased:
            return True
        try:
            signs = open_signs(self._folder, manifest)
        except (OSError, ValueError):
            return False
        kept = signs.only([number for (number,) in self.database.rows("vector_ids", model=row[0])])
        anew = replace(manifest, erased=erased, file=self._free_name(manifest.model), rows=0)
        append(self._folder, anew, [(kept, manifest.last)])
        return True

    def _tidy_up(self) -> None:
        """Delete files that no manifest names: what was in them may have been forgotten."""
        manifests = [read_manifest(path) for path in self._folder.glob("*.json")]
        named = {manifest.file for manifest in manifests if manifest}
        self._opened.clear()
        for path in self._folder.iterdir():
            if path.suffix != ".json" and path.name not in named:
                path.unlink(missing_ok=True)

    def _free_name(self, model: str) -> str:
        stem = Path(manifest_name(model)).stem
        taken = {path.name for path in self._folder.iterdir()}
        return next(name for n in range(len(taken) + 1) if (name := f"{stem}.{n}.signs") not in taken)

    def _library(self) -> tuple[int, int]:
        """The library's id, and the generation of the last `forget`."""
        row = self.database.row("library")
        if row is None:
            raise StoreError(f"The library {self.database.folder} is damaged: it has no row of its own.")
        return row[0], row[2]

    @property
    def _folder(self) -> Path:
        return self.database.folder / FOLDER

    @property
    def _lock_file(self) -> Path:
        return self.database.folder / LOCK_FILE


def _nearest(parts: Sequence[Signs], wanted: _Wanted, count: int) -> list[int]:
    return [number for part in parts for number in part.nearest(wanted.vector, count)]
