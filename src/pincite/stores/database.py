"""What the rows of a library are read and written through, whichever database holds them.

Queries are known by name (`sql/<dialect>/*queries.sql`), and a list among their values is a list in every
dialect. Outside of `reading` and `writing` each query stands for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

# What a row holds is only known to the query that selects it.
Row = tuple[Any, ...]
T = TypeVar("T")


class Database(Protocol):
    """The rows of one library. Any thread may use it."""

    @property
    def place(self) -> str:
        """Where the library is, for messages: no password is in it."""
        ...

    @property
    def writable(self) -> bool: ...

    def row(self, query: str, **values: object) -> Row | None:
        """The first row; None when there is none."""
        ...

    def rows(self, query: str, **values: object) -> list[Row]: ...

    def number(self, query: str, **values: object) -> int:
        """The single number that the query is sure to give."""
        ...

    def run(self, query: str, **values: object) -> None: ...

    def run_many(self, query: str, rows: Iterable[Row]) -> None:
        """The same change for each row, whose values stand by position."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """All queries inside see the library as it is at the first of them."""
        ...

    def writing(self) -> AbstractContextManager[None]:
        """All changes inside happen, or none of them.

        Others may write at the same time. Whoever decides by what is there takes a turn first (`take_turn`),
        or locks the row.
        """
        ...

    def again(self, work: Callable[[], T]) -> T:
        """What comes of work that does no harm twice; done again where the connection is lost meanwhile."""
        ...

    def require_writable(self) -> None:
        """A StoreError where nothing may be written."""
        ...

    def empty_log(self) -> bool:
        """Have no log keep what was deleted; False while a reader needs it."""
        ...

    def rewrite(self) -> None:
        """Write everything anew, so that no copy of what was deleted is kept in unused space."""
        ...

    def close(self) -> None: ...
