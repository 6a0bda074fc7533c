"""Hold a library: documents with their versions, what was asked of them and what came of it.

The same for every database: what differs between them are the parts that it is made of (`seams`). Rows are
committed before the indexes; a process that is killed in between leaves an index that is behind, which a
search notices and the next opening repairs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from pincite.errors import InputError, NotHeld, StoreError
from pincite.records.candidate import Rejection
from pincite.records.library import (
    Cover,
    Entry,
    Held,
    Identity,
    Listing,
    NearHit,
    ReadBy,
    RunRecord,
    SearchHit,
    UnitKey,
)
from pincite.records.reading import PICTURES_WAIT
from pincite.stores import lock
from pincite.stores.candidates import candidate_rows, to_rejection, to_run
from pincite.stores.database import Database, Row
from pincite.stores.faults import tampered
from pincite.stores.lock import Aside
from pincite.stores.model_replies import ModelReplies
from pincite.stores.seams import Guards, NearestSearch, Surroundings, WordSearch
from pincite.stores.source_bytes import SourceBytes
from pincite.stores.trail import TrailRows

# What a document is made of is loaded by what reads or writes one: to list them, nobody waits for it.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pincite.protocols import ObjectStore
    from pincite.records.library import BackUp, Swept
    from pincite.stores.candidates import AccessRows
    from pincite.stores.job_rows import JobRows
    from pincite.stores.rows import VersionRows

# A commit of the word index costs tens of milliseconds however small it is, so documents share one.
_BATCH_DOCUMENTS = 200
_BATCH_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class LibraryStore:
    """An open library. Use it as a context manager, or close it."""

    database: Database
    words: WordSearch
    near: NearestSearch
    guards: Guards
    surroundings: Surroundings
    lock_timeout_seconds: float = lock.DEFAULT_TIMEOUT_SECONDS
    objects: ObjectStore | None = None
    """Where the bytes of files are kept that are added; in the database where there is none."""

    def add(self, entries: Sequence[Entry]) -> list[bool]:
        """Hold each entry as the current version of its name: whole or not at all, even after a crash.

        For each whether that changed anything: another process may have added the same meanwhile, or
        another version than the one that an entry replaces.
        """
        with self.guards.only_writer():
            try:
                changed = list(self._hold_all(entries))
            except BaseException:
                # What came before the failure is stored, so it should be searchable too. Where that
                # fails as well, the first failure is the one to report.
                with suppress(StoreError):
                    self.words.follow()
                raise
            self.words.follow()
        return changed

    def require_writable(self) -> None:
        """A StoreError where nothing may be written."""
        self.database.require_writable()

    def current(self, collection: str, name: str) -> Identity | None:
        """The current version of a name; None when the collection does not hold it.

        Where damage took the version or its bytes, hashes are empty and loading is a TamperError.
        """
        row = self.database.row("current", collection=collection, name=name)
        return None if row is None else Identity(collection, name, *row)

    def versions(self, collection: str, name: str) -> list[Identity]:
        """Every version of a name, the oldest first."""
        rows = self.database.rows("versions", collection=collection, name=name)
        return [Identity(collection, name, *row) for row in rows]

    def origin(self, collection: str, name: str) -> str:
        """The file that the current version of a name was read from; empty where nobody said."""
        row = self.database.row("origin", collection=collection, name=name)
        return "" if row is None else str(row[0])

    def collections(self) -> list[tuple[str, int]]:
        """Every collection that holds documents, in order of name, and how many they are."""
        return [(name, count) for name, count in self.database.rows("collections")]

    def listing(self, collection: str) -> list[Listing]:
        """The current version of every name, in order of name, or a TamperError when one is missing."""
        listings = []
        for name, source, version, *rest in self.database.rows("listing", collection=collection):
            if source is None or version is None:
                raise tampered(name)
            listings.append(Listing(Identity(collection, name, source, version), *rest))
        return listings

    def parts(self, collection: str) -> dict[str, str]:
        """By name, what the user said that a document is part of; most are part of none."""
        return dict(self.database.rows("parts", collection=collection))

    def say_part_of(self, collection: str, names: Sequence[str], part_of: str) -> None:
        """Keep that some documents are part of another; an empty name takes that back."""
        with self.database.writing():
            for name in names:
                self.database.run("say_part_of", collection=collection, name=name, part_of=part_of)

    def read_by(self, collection: str) -> list[ReadBy]:
        """Which parser has read the current version of each name, in order of name."""
        from pincite.stores.rows import readers_of

        return readers_of(self.database, collection)

    def covers(self, collection: str) -> list[Cover]:
        """What tells each document of the collection from the others, in order of name."""
        from pincite.stores.rows import to_cover

        covers = []
        for name, source, version, *rest in self.database.rows("covers", collection=collection):
            if source is None or version is None:
                raise tampered(name)
            covers.append(to_cover(Identity(collection, name, source, version), tuple(rest)))
        return covers

    def load(self, identity: Identity) -> Held:
        """The document, equal in every range to the one that was added, or a TamperError."""
        from pincite.stores.rows import read_held

        with self.database.reading():
            held = read_held(self.database, identity)
            if held is None:
                raise self._not_held(identity)
            return held

    def content(self, identity: Identity) -> bytes:
        """The file's own bytes."""
        content = self.sources().read(identity)
        if content is None:
            raise self._not_held(identity)
        return content

    def sources(self) -> SourceBytes:
        """The bytes of the files, wherever they are kept."""
        return SourceBytes(self.database, self.objects)

    def sweep(self) -> Swept:
        """Delete what a killed process left where files are kept outside, and tell which are missing."""
        with self.guards.only_writer():
            return self.sources().sweep()

    def forget(self, collection: str, name: str) -> int:
        """Delete every version of a name, everywhere; how many there were.

        The content is overwritten, not just released, and the word index is made anew, because its
        files would keep the words: this takes about as long as indexing the rest of the library.
        """
        with self.guards.only_writer():
            outside = self.sources().outside_of(collection, name)
            count = self._delete(collection, name)
            if count:
                self.surroundings.erase()
                self.words.follow()
                self.near.repair(self.lock_timeout_seconds)
                self.sources().drop(outside)
        return count

    def back_up(self, file: Path, progress: Callable[[int, int], None] = lambda done, all: None) -> BackUp:
        """Copy the library as it is at this moment into a new file, proved by its hashes."""
        return self.surroundings.back_up(file, progress, self.sources().fetch)

    def aside(self) -> Aside:
        """Files that can be made again; nothing is written to them once anything more is forgotten."""
        return self.surroundings.aside()

    def search(self, words: Sequence[str], collection: str, limit: int) -> list[SearchHit]:
        """The blocks of the collection's current versions that best match, best first."""
        return self.words.search(words, collection, limit)

    def vectors(self, hashes: Sequence[str], model: str) -> dict[str, bytes]:
        """What is kept of a model's vectors of texts with these hashes, by hash."""
        return dict(self.database.rows("vectors", hashes=list(hashes), model=model))

    def keep_vectors(self, model: str, vectors: Mapping[str, bytes]) -> None:
        """Keep vectors by the hash of their text, as long as some document holds such a passage."""
        with self.database.writing():
            self.database.run("take_turn", what="vectors")
            self.database.run("insert_vector_model", model=model)
            number = self.database.number("vector_model", model=model)
            rows = [(number, content_hash, vector) for content_hash, vector in vectors.items()]
            self.database.run_many("delete_other_vectors", rows)
            self.database.run_many("insert_vectors", rows)
            self.near.hold(rows)
            self.database.run("delete_unused_vector_models")
        self.near.follow(model, len(next(iter(vectors.values()), b"")))

    def without_vectors(self, collection: str, model: str) -> list[Identity]:
        """The current versions of which some passage has no vector of the model yet, in order of name."""
        # As a rule nothing is missing, and counting tells that in a tenth of the time of looking for each.
        if not self.count_without_vectors(model):
            return []
        rows = self.database.rows("without_vectors", collection=collection, model=model)
        return [Identity(collection, *row) for row in rows]

    def count_without_vectors(self, model: str) -> int:
        """How many different passages of the whole library have no vector of the model yet."""
        return self.database.number("count_without_vectors", model=model)

    def lacking_vectors(self, identity: Identity, model: str) -> int:
        """How many passages of a version have no vector of the model yet; none of what is not held."""
        version = self._version(identity)
        return 0 if version is None else self.database.number("count_lacking", version=version, model=model)

    @contextmanager
    def making_vectors(self, identity: Identity) -> Iterator[bool]:
        """Keep others from making the vectors of a version meanwhile; False when another process does."""
        with self._alone(identity, "vectors") as free:
            yield free

    def waiting_for_pictures(self, collection: str) -> list[Identity]:
        """The current versions with pictures that are not read yet, in order of name."""
        rows = self.database.rows("waiting_for_pictures", collection=collection, mark=PICTURES_WAIT)
        return [Identity(collection, *row) for row in rows]

    @contextmanager
    def reading_pictures(self, identity: Identity) -> Iterator[bool]:
        """Keep others from reading the pictures of a version meanwhile; False when another process does."""
        with self._alone(identity, "pictures") as free:
            yield free

    def drop_older_vectors(self, embedder: str, model: str) -> None:
        """Delete what earlier models of an embedder have made, where this one has made it too."""
        with self.database.writing():
            self.database.run("take_turn", what="vectors")
            row = self.database.row("vector_model", model=model)
            older = self.database.rows("older_models", embedder=embedder, model=model)
            if row is None or not older:
                return
            self.database.run_many("delete_older_vectors", [(row[0], each) for (each,) in older])
            self.database.run("delete_unused_vector_models")
        self.near.repair()

    def nearest(self, vector: NDArray[np.float32], model: str, collection: str, limit: int) -> list[NearHit]:
        """The passages of the collection's current versions whose vectors are nearest, nearest first."""
        return self.near.nearest(vector, model, collection, limit)

    def keep_table_cell(self, identity: Identity, key: str, cell: str) -> None:
        """Keep a cell of a table as long as the version is held; of what is not held, nothing."""
        with self.database.writing():
            version = self._kept(identity)
            if version is not None:
                self.database.run("keep_table_cell", version=version, key=key, cell=cell)

    def table_cells(self, identity: Identity, keys: Sequence[str]) -> dict[str, str]:
        """What is kept of a version's cells under these keys, by key."""
        version = self._version(identity)
        if version is None:
            return {}
        return dict(self.database.rows("table_cells", version=version, keys=list(keys)))

    def keep_unit(self, identity: Identity, key: UnitKey, unit: str) -> None:
        """Keep what came of a part, as long as the version is held; the same part again replaces it."""
        with self.database.writing():
            version = self._kept(identity)
            if version is not None:
                self.database.run("keep_unit", version=version, unit=unit, **asdict(key))

    def units(self, identity: Identity, schema: str, field: str) -> dict[UnitKey, str]:
        """What is kept of the parts of a version for a field, in the order of the text."""
        version = self._version(identity)
        if version is None:
            return {}
        rows = self.database.rows("units", version=version, schema=schema, field=field)
        return {UnitKey(schema, field, chunk, hashed): unit for chunk, hashed, unit in rows}

    def finish_units(self, identity: Identity, schema: str, field: str, at: datetime) -> None:
        """Note when all parts of a field were done."""
        with self.database.writing():
            version = self._version(identity)
            if version is not None:
                said = {"schema": schema, "field": field, "at": at.isoformat(timespec="seconds")}
                self.database.run("finish_units", version=version, **said)

    def drop_units(self, before: datetime) -> None:
        """Delete the parts of what was done before a time."""
        with self.database.writing():
            self.database.run("drop_units", before=before.isoformat(timespec="seconds"))

    def hold_table(self, collection: str, id: str, fields: str, names: Sequence[str]) -> None:
        """Know a table over documents by its id; the same again changes nothing."""
        with self.database.writing():
            number = self.database.number("collection", collection=collection)
            self.database.run("hold_table", collection=number, id=id, fields=fields)
            rows = ((number, id, at, number, name) for at, name in enumerate(names))
            self.database.run_many("hold_table_rows", rows)

    def held_tables(self, collection: str, start: str, limit: int = 2) -> list[tuple[str, str, list[str]]]:
        """Id, fields and names of documents of the tables whose id starts so."""
        with self.database.reading():
            found = self.database.rows("tables_like", collection=collection, start=start, limit=limit)
            return [(id, fields, self._names_of_table(collection, id)) for id, fields in found]

    def _names_of_table(self, collection: str, id: str) -> list[str]:
        return [name for (name,) in self.database.rows("table_rows", collection=collection, id=id)]

    def add_decision(self, identity: Identity, field: str, decision: str) -> None:
        """Add what somebody decided about a cell, as long as the version is held."""
        with self.database.writing():
            self.database.run("take_turn", what="chain")
            version = self._kept(identity)
            if version is None:
                raise self._not_held(identity)
            number = self.database.number("insert_decision", version=version, field=field, decision=decision)
            self.trail().chain_decision(number)

    def decisions(self, identity: Identity, fields: Sequence[str]) -> list[tuple[str, str]]:
        """What was decided about the cells of a version with their fields, the oldest first."""
        version = self._version(identity)
        if version is None:
            return []
        rows = self.database.rows("decisions", version=version, fields=list(fields))
        return [(field, decision) for field, decision in rows]

    def jobs(self) -> JobRows:
        """The jobs over many documents, and who is at which document of them."""
        from pincite.stores.job_rows import JobRows

        return JobRows(self.surroundings.beside())

    def hearing_of_jobs(self, tell: Callable[[], None]) -> AbstractContextManager[float]:
        """Meanwhile, `tell` is called when a job may have come, as far as that can be known; how many seconds
        to wait before looking without having been told.
        """
        return self.surroundings.hearing_of_jobs(tell)

    def replies(self) -> ModelReplies:
        """Replies of language models, and the batches in which they are asked for."""
        return ModelReplies(self.database, self._kept, self.guards.submitting)

    def access(self) -> AccessRows:
        """API keys, and replies to requests that must not be done twice."""
        from pincite.stores.candidates import AccessRows

        return AccessRows(self.surroundings.beside())

    def record(self, run: RunRecord) -> None:
        """Keep what was asked and answered, and enter it in the chain; the same run again changes nothing."""
        self.database.again(lambda: self._record(run))

    def _record(self, run: RunRecord) -> None:
        with self.database.writing():
            self.database.run("insert_collection", collection=run.collection)
            new = self.database.row(
                "insert_run",
                id=run.id,
                collection=self.database.number("collection", collection=run.collection),
                asked_at=run.asked_at,
                question=run.question,
                outcome=run.outcome,
                answer=run.answer,
                trace=run.trace,
            )
            if new is None:
                return
            documents = ((run.id, d.collection, d.name, d.source, d.version) for d in run.documents)
            self.database.run_many("insert_run_documents", documents)
            self.database.run_many("insert_candidates", candidate_rows(run))
            self.trail().keep_parts(run.id, run.parts)
            self.trail().chain_run(run.id)

    def trail(self) -> TrailRows:
        """The chain of what was recorded."""
        return TrailRows(self.database)

    def runs(self, collection: str, start: str = "", limit: int = 20) -> list[RunRecord]:
        with self.database.reading():
            found = self.database.rows("runs_like", collection=collection, start=start, limit=limit)
            return [self._run(row) for row in found]

    def runs_of(self, identity: Identity) -> list[RunRecord]:
        """The runs that read a version, the newest first, without what they proposed."""
        with self.database.reading():
            rows = self.database.rows("runs_of_version", **asdict(identity))
            return [to_run(row, self.database.rows("run_documents", run=row[0]), ()) for row in rows]

    def rejections(self, collection: str, check: str = "", limit: int = 50) -> list[Rejection]:
        rows = self.database.rows("rejections", collection=collection, check=check, limit=limit)
        return [to_rejection(row) for row in rows]

    def _run(self, row: Row) -> RunRecord:
        documents = self.database.rows("run_documents", run=row[0])
        candidates = self.database.rows("candidates", run=row[0])
        return to_run(row, documents, candidates)

    def repair(self) -> None:
        """Make the indexes agree with the rows, unless another process is writing and will do so."""
        with self.guards.unless_writing() as free:
            if free:
                self.words.repair()
                self.near.repair()

    def close(self) -> None:
        self.words.close()
        self.near.close()
        self.surroundings.close()
        self.database.close()

    def __enter__(self) -> LibraryStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _alone(self, identity: Identity, work: str) -> Iterator[bool]:
        """Whether this process is the one that does some work on a version; a reader does not count."""
        if not self.database.writable:
            yield True
            return
        with self.guards.alone_with(identity.version, work) as free:
            yield free

    def _hold_all(self, entries: Sequence[Entry]) -> Iterator[bool]:
        held, started = 0, time.monotonic()
        for entry in entries:
            changed = self._hold(entry)
            held += changed
            yield changed
            if held >= _BATCH_DOCUMENTS or (held and time.monotonic() - started > _BATCH_SECONDS):
                self.words.follow()
                held, started = 0, time.monotonic()

    def _hold(self, entry: Entry) -> bool:
        """Whether this changed what is current."""
        from pincite.stores.rows import to_rows

        identity = entry.identity
        _require_storable(identity)
        if self._is_settled(entry):
            return False
        rows = to_rows(entry)
        if not self._version(identity):
            self.sources().send(identity.source, entry.content)
        with self.database.writing():
            document = self._document(identity)
            # Another process may have held or forgotten something of this name while we waited for our turn.
            if self._is_settled(entry):
                self.database.run("drop_unheld_document", document=document)
                return False
            row = self.database.row("version", document=document, version=identity.version)
            version = row[0] if row else self._insert_version(document, entry, rows)
            generation = self.database.number("advance")
            self.database.run("set_current", document=document, version=version, generation=generation)
            if entry.origin:
                self.database.run("set_origin", document=document, path=entry.origin)
        return True

    def _is_settled(self, entry: Entry) -> bool:
        """Whether nothing is to be done: it is current, or what it replaces no longer is."""
        current = self.current(entry.identity.collection, entry.identity.name)
        return current == entry.identity or bool(entry.replaces and current != entry.replaces)

    def _document(self, identity: Identity) -> int:
        """The number of a name, which nobody else changes until the transaction ends."""
        self.database.run("insert_collection", collection=identity.collection)
        collection = self.database.number("collection", collection=identity.collection)
        return self.database.number("hold_document", collection=collection, name=identity.name)

    def _version(self, identity: Identity) -> int | None:
        """The store's number of a version; None when it is not held."""
        named = {"collection": identity.collection, "name": identity.name, "version": identity.version}
        row = self.database.row("version_of", **named)
        return row[0] if row else None

    def _kept(self, identity: Identity) -> int | None:
        """The same, and nobody forgets it until the transaction ends."""
        named = {"collection": identity.collection, "name": identity.name, "version": identity.version}
        row = self.database.row("keep_version", **named)
        return row[0] if row else None

    def _insert_version(self, document: int, entry: Entry, rows: VersionRows) -> int:
        from pincite.stores.rows import cover_row

        source = self.sources().hold(document, entry.identity.source, entry.content)
        version = self.database.number(
            "insert_version",
            document=document,
            source=source,
            added_at=datetime.now(UTC).isoformat(timespec="seconds"),
            **rows.values,
        )
        rows.insert_ranges(self.database, version)
        self.database.run("insert_cover", version=version, **cover_row(entry.document))
        self.words.hold(version, entry.document)
        return version

    def _delete(self, collection: str, name: str) -> int:
        with self.database.writing():
            # In this order, which is that of all who take more than one.
            for what in ("vectors", "replies", "chain"):
                self.database.run("take_turn", what=what)
            held = self.database.row("collection", collection=collection)
            row = held and self.database.row("document", collection=held[0], name=name)
            if held is None or row is None:
                return 0
            count = self.database.number("count_versions", document=row[0])
            self.trail().bury_decisions(collection, name, "forgotten")
            self.database.run("delete_vectors_of", document=row[0])
            self.database.run("delete_unused_vector_models")
            self.database.run("delete_document", document=row[0])
            self.database.run("drop_files_named", collection=held[0], name=name)
            self.database.run("advance_erased")
            return count

    def _not_held(self, identity: Identity) -> StoreError:
        if self.current(identity.collection, identity.name) == identity:
            return tampered(identity.name)
        return NotHeld(
            f"The library does not hold version {identity.version} of {identity.name!r} "
            f"in the collection {identity.collection!r}.",
            hint="It may have been deleted; add the file again.",
        )


def _require_storable(identity: Identity) -> None:
    """An InputError for a name that not every database can hold: libraries move from one to another."""
    for named in (identity.collection, identity.name):
        if "\0" in named:
            raise InputError(
                f"{named!r} cannot be stored: it contains the character NUL.", hint="Give it another name."
            )


def require_finished(store: LibraryStore) -> LibraryStore:
    """The same store; a StoreError where it is an unfinished copy of another library."""
    marked = store.database.row("unfinished_copy")
    if marked is None:
        return store
    place = store.database.place
    store.close()
    raise StoreError(
        f"{place} is an unfinished copy of another library, begun at {marked[1]}.",
        hint=f"Finish it: pincite library copy SOURCE {place}",
    )
