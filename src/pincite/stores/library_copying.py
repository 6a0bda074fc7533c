"""Copy a library into another place, whatever databases the two have; go on where a copy was interrupted.

The source is read in one snapshot, so others may write to it meanwhile: the copy is the source as it was when
the copying began, or began last. The copy is marked as unfinished until it is proved, and nothing else opens
it. To go on with one, rows that the source does not have so are deleted first, and then those are added that
are lacking. A version and all its rows are one transaction, so a version that is there is whole.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from pincite.errors import InputError, StoreError, TamperError
from pincite.records.library import Identity, LibraryCopy
from pincite.stores.database import Row
from pincite.stores.library_store import LibraryStore
from pincite.stores.rows import read_held
from pincite.stores.seal import parts, sha256
from pincite.stores.table_rows import (
    DERIVED,
    FIRST,
    LATER,
    OF_A_VERSION,
    SEPARATE,
    Shape,
    Statements,
    TableRows,
)
from pincite.stores.trail import TrailRows

Progress = Callable[[str, int, int], None]
"""Hears what is done, how many rows of it are done, and of how many."""
Checked = Callable[[TrailRows], tuple[str, bool, object]]
"""The hash of the last entry of a chain, whether it is intact, and all that is known of it."""
_BATCH = 500
_TABLES = (*FIRST, "version", *OF_A_VERSION, *LATER)


@dataclass(frozen=True, slots=True)
class Side:
    """A library that is copied, or that is to be the copy."""

    store: LibraryStore
    statements: Statements
    alone: Callable[[], AbstractContextManager[bool]]
    """Whether this process is the one that makes the copy."""


@dataclass(slots=True)
class Copying:
    """One copy from one side to the other."""

    source: Side
    target: Side
    checked: Checked
    progress: Progress = lambda doing, done, all: None
    _shapes: dict[str, Shape] = field(default_factory=dict, init=False)
    _done: int = field(default=0, init=False)
    _all: int = field(default=0, init=False)

    def run(self) -> LibraryCopy:
        with self.target.alone() as free, self.source.store.database.reading():
            if not free:
                raise StoreError(
                    f"Another process is copying to {self.target.store.database.place}.",
                    hint="Wait until it is done.",
                    retryable=True,
                )
            self._shapes = _common_shapes(self.source.statements, self.target.statements)
            resumed = self._begin()
            counts = {name: self._from(name).count() for name in _TABLES}
            if resumed:
                self._delete_what_is_no_longer_so()
            self._done = sum(self._to(name).count() for name in _TABLES)
            self._all = sum(counts.values())
            self._fill()
            return self._finish(counts, resumed)

    def _begin(self) -> bool:
        """Mark the target as an unfinished copy; whether it was one before."""
        source, database = _library(self.source.store), self.target.store.database
        marked = database.row("unfinished_copy")
        if marked is not None:
            if marked[0] != source:
                raise InputError(
                    f"{database.place} is an unfinished copy of another library.",
                    hint="Name the library that it is a copy of, or delete it and copy again.",
                )
            return True
        with database.writing():
            self._require_empty()
            # A database that was made like another has its id, too, and would share files with it.
            if _library(self.target.store) == source:
                database.run("new_library_id", id=secrets.randbits(63))
            database.run("begin_copy", source=source, at=datetime.now(UTC).isoformat(timespec="seconds"))
        return False

    def _require_empty(self) -> None:
        held = [name for name in _TABLES if name != "chain" and self._to(name).count()]
        entries = list(self.target.store.trail().entries())
        begun = all(entry.kind == "begun" for entry in entries)
        if held or not begun:
            raise InputError(
                f"{self.target.store.database.place} already holds a library, and nothing is overwritten.",
                hint="Name a place where nothing is yet.",
            )
        if entries:
            self.target.statements.empty_chain()

    def _delete_what_is_no_longer_so(self) -> None:
        with self.target.store.database.writing():
            self.target.statements.change("UPDATE document SET current_version = NULL")
        for name in reversed((*FIRST, "version", *LATER)):
            left, right = self._from(name), self._to(name)
            for rows in _batches(_only_in_second(left, right)):
                if name == "chain":
                    raise InputError(
                        f"{self.target.store.database.place} has records that the source does not have.",
                        hint="It is not a copy of this library: name another place.",
                    )
                with self.target.store.database.writing():
                    right.delete([right.key_of(row) for row in rows])

    def _fill(self) -> None:
        self._fill_table("collection")
        for rows in _batches(self._lacking("document")):
            with self.target.store.database.writing():
                self._to("document").insert([(*row, 0) for row in rows], also=("generation",))
        for row in self._lacking("source"):
            self._copy_source(row)
        for row in self._lacking("version"):
            self._copy_version(row)
        for name in LATER:
            self._fill_table(name)

    def _copy_file_of_job(self, row: Row) -> None:
        """Bytes that a job is still to add, which may be as long as any file."""
        table = self._to("job_file")
        content = self._from("job_file").values(("content",), table.key_of(row))
        with self.target.store.database.writing():
            table.insert([(*row, *content)], also=("content",))

    def _fill_table(self, name: str) -> None:
        if name == "job_file":
            for row in self._lacking(name):
                self._copy_file_of_job(row)
            return
        for rows in _batches(self._lacking(name)):
            with self.target.store.database.writing():
                self._to(name).insert(rows)
                if name == "vector":
                    self.target.store.near.hold([self._vector(row) for row in rows])

    def _vector(self, row: Row) -> Row:
        columns = self._to("vector").columns
        return tuple(row[columns.index(each)] for each in ("model", "content_hash", "vector"))

    def _copy_source(self, row: Row) -> None:
        """The bytes of a file, from wherever they are kept to wherever the copy keeps them."""
        table = self._to("source")
        number, hashed = (row[table.columns.index(each)] for each in ("id", "sha256"))
        content, outside = self._from("source").values(("content", "outside"), (number,))
        if outside:
            content = self._fetched(hashed)
        sources = self.target.store.sources()
        sources.send(hashed, content)
        with self.target.store.database.writing():
            table.insert([(*row, *sources.placed(hashed, content))], also=("content", "outside"))

    def _fetched(self, hashed: str) -> bytes:
        """Bytes that are kept outside, where no snapshot holds what others forget."""
        try:
            return self.source.store.sources().fetch(hashed)
        except TamperError as error:
            raise StoreError(
                f"A file is missing that the library had when the copying began: {error.message}",
                hint="If its document was forgotten meanwhile, run the same command again: it goes on.",
                retryable=True,
            ) from error

    def _copy_version(self, row: Row) -> None:
        """A version with all its rows, which are proved by their hash before they are copied."""
        table = self._to("version")
        number, long = row[table.columns.index("id")], sorted(SEPARATE["version"])
        held = read_held(self.source.store.database, _identity(self.source, number))
        if held is None:
            raise TamperError(
                "A version lost its document while it was copied.", hint="Run `pincite doctor`."
            )
        rest = self._from("version").values(long, (number,))
        with self.target.store.database.writing():
            table.insert([(*row, *rest)], also=long)
            for name in OF_A_VERSION:
                rows = self._from(name).of_version(number)
                self._to(name).insert(rows)
                self._tell("copying", len(rows))
            self.target.store.words.hold(number, held.document)

    def _finish(self, counts: dict[str, int], resumed: bool) -> LibraryCopy:
        """Prove the copy, and only then let it be a library."""
        head, intact = self._prove(counts)
        database, statements = self.target.store.database, self.target.statements
        library = self.source.store.database.row("library")
        if library is None:
            raise StoreError("The library that is copied has lost its own row.")
        current = self._from("document", ("id", "current_version", "generation"))
        with database.writing():
            mark = statements.mark
            statements.change(
                f"UPDATE document SET current_version = {mark}, generation = {mark} WHERE id = {mark}",
                [(*current_version, number) for number, *current_version in current.in_order()],
            )
            statements.change(f"UPDATE library SET generation = {mark}, erased = {mark}", [library[1:3]])
            statements.go_on_from(self.source.statements.last_numbers())
            database.run("end_copy")
        return LibraryCopy(
            documents=counts["document"],
            versions=counts["version"],
            files=counts["source"],
            runs=counts["run"],
            rows=sum(counts.values()),
            chain_head=head,
            chain_intact=intact,
            resumed=resumed,
        )

    def _prove(self, counts: dict[str, int]) -> tuple[str, bool]:
        """Compare every table and recompute every hash; what the chain has, it has on both sides."""
        self._done = 0
        for name in _TABLES:
            if self._to(name).count() != counts[name]:
                raise _differs(name)
        for name in (*FIRST, "version", *LATER):
            if next(_only_in_second(self._to(name), self._from(name)), None) is not None:
                raise _differs(name)
            self._tell("proving", counts[name])
        for row in self._to("version").in_order():
            self._prove_version(row)
        for row in self._to("job_file").in_order():
            self._prove_file_of_job(row)
        before, after = (self.checked(side.store.trail()) for side in (self.source, self.target))
        if before != after:
            raise _differs("chain")
        return after[0], after[1]

    def _prove_version(self, row: Row) -> None:
        table = self._to("version")
        number, pieces = row[table.columns.index("id")], row[table.columns.index("pieces_sha256")]
        identity, database = _identity(self.target, number), self.target.store.database
        held = read_held(database, identity)
        found = {name: database.rows(name, version=number) for name in ("passages", "chunks")}
        if held is None or sha256(parts(found)) != pieces:
            raise _differs("version")
        if self.target.store.sources().read(identity) is None:
            raise _differs("source")
        self._tell("proving", sum(len(self._to(name).of_version(number)) for name in ("line", "block")))

    def _prove_file_of_job(self, row: Row) -> None:
        table = self._to("job_file")
        (content,) = table.values(("content",), table.key_of(row))
        if hashlib.sha256(content).hexdigest() != row[table.columns.index("sha256")]:
            raise _differs("job_file")

    def _lacking(self, name: str) -> Iterator[Row]:
        """Rows of the source that the target has not; inside of a loop that adds them, in order of key."""
        for row in _only_in_second(self._to(name), self._from(name)):
            self._tell("copying")
            yield row

    def _tell(self, doing: str, rows: int = 1) -> None:
        self._done += rows
        self.progress(doing, min(self._done, self._all), self._all)

    def _from(self, name: str, columns: tuple[str, ...] = ()) -> TableRows:
        return self._table(self.source.statements, name, columns)

    def _to(self, name: str) -> TableRows:
        return self._table(self.target.statements, name, ())

    def _table(self, statements: Statements, name: str, columns: tuple[str, ...]) -> TableRows:
        shape, apart = self._shapes[name], SEPARATE.get(name, frozenset())
        compared = tuple(column for column in shape.columns if column not in apart)
        return TableRows(statements, name, columns or compared, shape.key)


def _common_shapes(first: Statements, second: Statements) -> dict[str, Shape]:
    """The columns of both; a StoreError where one has any that the other has not, and cannot make again."""
    left, right = first.shapes(), second.shapes()
    shapes = {}
    for name in _TABLES:
        if name not in left or name not in right or set(left[name].key) != set(right[name].key):
            raise StoreError(f"The two libraries differ in their table {name!r}.", hint="Please report this.")
        derived = DERIVED.get(name, frozenset())
        columns = tuple(column for column in left[name].columns if column not in derived)
        if set(columns) != set(right[name].columns) - derived:
            raise StoreError(
                f"The two libraries differ in the columns of {name!r}.", hint="Please report this."
            )
        shapes[name] = Shape(columns, left[name].key)
    return shapes


def _only_in_second(first: TableRows, second: TableRows) -> Iterator[Row]:
    """The rows of the second table that the first has not, or has otherwise; both are in order of key."""
    rows = first.in_order()
    row = next(rows, None)
    for other in second.in_order():
        key = second.key_of(other)
        while row is not None and _sortable(first.key_of(row)) < _sortable(key):
            row = next(rows, None)
        if row is None or row != other:
            yield other


def _sortable(key: Row) -> tuple[object, ...]:
    """As databases order keys: text by its bytes in UTF-8."""
    return tuple(each.encode("utf-8", "surrogatepass") if isinstance(each, str) else each for each in key)


def _batches(rows: Iterator[Row]) -> Iterator[Sequence[Row]]:
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _library(store: LibraryStore) -> int:
    return store.database.number("library")


def _identity(side: Side, version: int) -> Identity:
    row = side.store.database.row("identity_of", version=version)
    if row is None:
        raise TamperError("A version has lost its document.", hint="Run `pincite doctor`.")
    return Identity(*row)


def _differs(table: str) -> TamperError:
    return TamperError(
        f"The copy is not equal to its source: {table} differs.",
        hint="Delete the copy and copy again. If this comes back, please report it.",
    )
