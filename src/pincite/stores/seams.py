"""The parts of a library that each database has in its own way: searching all of it, locks, surroundings.

Everything else is `LibraryStore`, the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pincite.records.library import NearHit, SearchHit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.records.document import Document
    from pincite.records.library import BackUp
    from pincite.stores.database import Database, Row
    from pincite.stores.lock import Aside


class WordSearch(Protocol):
    """Finds blocks of a whole library by their words, always in agreement with the rows."""

    def search(self, words: Sequence[str], collection: str, limit: int) -> list[SearchHit]:
        """The blocks of the collection's current versions that best match, best first."""
        ...

    def hold(self, version: int, document: Document) -> None:
        """Keep with a new version what its blocks are found by; inside of the transaction that adds it.

        An index that follows the rows later does nothing here. What is kept goes with the version's row.
        """
        ...

    def follow(self) -> None:
        """Bring an index up to the rows; the caller is the only writer."""
        ...

    def repair(self) -> None:
        """Make an index agree with the rows, from scratch if it cannot be trusted."""
        ...

    def close(self) -> None: ...


class NearestSearch(Protocol):
    """Finds passages of a whole library by their vectors, always in agreement with the rows."""

    def nearest(self, vector: NDArray[np.float32], model: str, collection: str, limit: int) -> list[NearHit]:
        """The passages of the collection's current versions whose vectors are nearest, nearest first."""
        ...

    def hold(self, rows: Sequence[Row]) -> None:
        """Keep what new vectors are found by; inside of the transaction that keeps them.

        Each row is the number of the model, the hash of the passage, and the vector as it is stored.
        """
        ...

    def follow(self, model: str, size: int) -> None:
        """Bring the index of a model up to the rows, unless another process is at it.

        `size`: the bytes of a vector.
        """
        ...

    def repair(self, timeout_seconds: float | None = None) -> None:
        """Take what was forgotten out of every index, and delete what no index needs.

        With a timeout, wait for another process that writes; without, leave it to that one.
        """
        ...

    def close(self) -> None: ...


class Guards(Protocol):
    """Keeps processes from doing at once what only one may do. A process that is killed holds nothing."""

    def only_writer(self) -> AbstractContextManager[None]:
        """Wait until this process may add and forget, where only one at a time may."""
        ...

    def unless_writing(self) -> AbstractContextManager[bool]:
        """Keep others from forgetting meanwhile; False, at once, where one is at it."""
        ...

    def alone_with(self, version: str, work: str) -> AbstractContextManager[bool]:
        """Whether this process is the one that does some work on a version."""
        ...

    def submitting(self) -> AbstractContextManager[bool]:
        """Whether this process is the one that submits batches of requests."""
        ...


class Surroundings(Protocol):
    """What belongs to a library and is not in its rows."""

    def beside(self) -> Database:
        """The rows, for what is small and changed all the time."""
        ...

    def aside(self) -> Aside:
        """Files that can be made again; nothing is written to them once anything more is forgotten."""
        ...

    def hearing_of_jobs(self, tell: Callable[[], None]) -> AbstractContextManager[float]:
        """Meanwhile, `tell` is called when a job may have come, as far as that can be known; how many seconds
        to wait before looking without having been told.
        """
        ...

    def erase(self) -> None:
        """Delete what may still hold a document that was just forgotten; the caller is the only writer."""
        ...

    def back_up(
        self, file: Path, progress: Callable[[int, int], None], fetch: Callable[[str], bytes]
    ) -> BackUp:
        """Copy the library as it is at this moment into a new file, proved by its hashes.

        `fetch` gives the bytes with a hash that are kept outside, which the file holds, too.
        """
        ...

    def close(self) -> None: ...
