"""Find the passages of a whole library in PostgreSQL that lie nearest to a vector.

Signs propose vectors, which are read from the rows and compared exactly, as in SQLite: a hit never rests on
an index. Signs of a model are held in memory, and a search fetches only those that are new. Where there are
very many and pgvector is there, its index proposes in their place, and nothing is fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.errors import StoreError
from pincite.records.library import Identity, NearHit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.stores.database import Database, Row
    from pincite.stores.signs import Signs

MAKING = "Making the vector index of this library…"
MANY = 100_000
"""From so many vectors of a model on an index pays: fetching all signs keeps each new process waiting."""
# Signs are rough: so many vectors are compared exactly, or so many for each hit that is wanted.
_COMPARED, _COMPARED_EACH = 500, 4
# pgvector's index gives no more.
_MOST_BY_INDEX = 1000
_FETCHED_AT_ONCE = 100_000
_ATTEMPTS = 2


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a search is for; `model` and `number` are the store's numbers of the model and the collection."""

    vector: NDArray[np.float32]
    signs: str
    model: int
    collection: str
    number: int
    limit: int

    @property
    def compared(self) -> int:
        return max(_COMPARED, _COMPARED_EACH * self.limit)


@dataclass(slots=True)
class PostgresVectors:
    """The vectors of one library. Any process may add to them and search them at any time."""

    database: Database
    notice: Callable[[str], None]
    many: int = MANY
    _signs: dict[int, tuple[int, Signs]] = field(default_factory=dict)
    """By model: up to which number they were fetched."""

    def nearest(self, vector: NDArray[np.float32], model: str, collection: str, limit: int) -> list[NearHit]:
        """The passages of the collection's current versions whose vectors are nearest, nearest first."""
        with self.database.reading():
            model_row = self.database.row("vector_model", model=model)
            collection_row = self.database.row("collection", collection=collection)
            if model_row is None or collection_row is None or limit < 1:
                return []
            signs = "".join("1" if value else "0" for value in (vector > 0).tolist())
            wanted = _Wanted(vector, signs, model_row[0], collection, collection_row[0], limit)
            hits = self._hits(wanted, self._proposed(wanted))
            if len(hits) == limit:
                return hits
            # Passages of other collections and of replaced versions were in the way: without them once more.
            return self._hits(wanted, self._in_collection(wanted))

    def hold(self, rows: Sequence[Row]) -> None:
        """Nothing: signs are kept with each vector by the database."""

    def follow(self, model: str, size: int) -> None:
        """Make the index of a model that has many vectors, where pgvector is there and nobody is at it."""
        self.repair()

    def repair(self, timeout_seconds: float | None = None) -> None:
        """Make the indexes that are missing. What cannot be made is done without: nothing is lost."""
        if self.database.writable:
            with suppress(StoreError):
                for (model,) in self.database.rows(
                    "models_without_index", attempts=_ATTEMPTS, least=self.many
                ):
                    self._make_index(model)

    def close(self) -> None:
        self._signs.clear()

    def _make_index(self, model: int) -> None:
        # Committed by itself: where making the index takes the server down, this stays.
        self.database.run("begin_index", model=model)
        with self.database.writing():
            if self.database.number("turn_to_make_index"):
                self.notice(MAKING)
                dimensions = self.database.number("signs_dimensions", model=model)
                self.database.run("make_near_index", model=model, dimensions=dimensions)

    def _proposed(self, wanted: _Wanted) -> list[int]:
        """The numbers of the vectors that are worth comparing."""
        if wanted.compared <= _MOST_BY_INDEX and self.database.number("has_near_index", model=wanted.model):
            asked = {"model": wanted.model, "signs": wanted.signs, "count": wanted.compared}
            return [number for (number,) in self.database.rows("near_by_index", **asked)]
        return self._caught_up(wanted).nearest(wanted.vector, wanted.compared)

    def _caught_up(self, wanted: _Wanted) -> Signs:
        """The signs of a model that are in memory, after those that were added since are fetched."""
        from pincite.stores.signs import joined, received

        size = 2 * len(wanted.vector)
        last, known = self._signs.get(wanted.model) or (0, joined((), size))
        groups = [known]
        asked = {"model": wanted.model, "limit": _FETCHED_AT_ONCE}
        while rows := self.database.rows("signs_after", after=last, **asked):
            groups.append(received(rows, size))
            last = rows[-1][0]
        if len(groups) > 1:
            known = joined(groups, size)
            self._signs[wanted.model] = last, known
        return known

    def _in_collection(self, wanted: _Wanted) -> list[int]:
        rows = self.database.rows(
            "near_in_collection",
            model=wanted.model,
            collection=wanted.number,
            signs=wanted.signs,
            count=wanted.compared,
        )
        return [number for (number,) in rows]

    def _hits(self, wanted: _Wanted, numbers: Sequence[int]) -> list[NearHit]:
        """The best places of these vectors, compared exactly; those that are no longer kept give none."""
        from pincite.stores.signs import compared

        rows = self.database.rows("vectors_with", ids=list(numbers), model=wanted.model)
        if len(rows) < len(numbers):
            # Some were deleted since their signs were fetched: the next search fetches all anew.
            self._signs.pop(wanted.model, None)
        scored = compared(wanted.vector, rows)
        places = self.database.rows(
            "places_of_passages",
            hashes=[content_hash for content_hash, _ in scored],
            collection=wanted.number,
            limit=wanted.limit,
        )
        return [
            NearHit(Identity(wanted.collection, name, source, version), passage, scored[at - 1][1])
            for at, name, source, version, passage in places
        ]
