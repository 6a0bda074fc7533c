"""Search a library in PostgreSQL by words and by vectors, from its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.language.vocabulary import unbroken
from pincite.records.library import Identity, NearHit, SearchHit
from pincite.stores.database import Row
from pincite.stores.faults import tampered
from pincite.stores.lexical import NEVER, IndexedDocument, LexicalIndex, index_in_memory
from pincite.stores.postgres_database import PostgresDatabase

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from pincite.records.document import Document


@dataclass(slots=True)
class RowWords:
    """Finds blocks through an index in memory, which is made from the rows when they have changed."""

    database: PostgresDatabase
    _made: dict[int, tuple[int, LexicalIndex]] = field(default_factory=dict, repr=False)
    """By collection the index, and the generation of the library that it was made from."""

    def search(self, words: Sequence[str], collection: str, limit: int) -> list[SearchHit]:
        with self.database.reading():
            row = self.database.row("collection", collection=collection)
            library = self.database.row("library")
            if row is None or library is None or limit < 1:
                return []
            generation = library[1]
            index = self._index(row[0], library[0], generation)
            matches = index.search(words, row[0], limit)
            versions = list({match.version for match in matches})
            found = self.database.rows("current_among", versions=versions, generation=generation)
            current = {version: Identity(*identity) for version, *identity in found}
        hits = [SearchHit(current[m.version], m.block, m.score) for m in matches if m.version in current]
        return sorted(hits, key=lambda hit: (-hit.score, hit.identity, hit.block))

    def hold(self, version: int, document: Document) -> None: ...

    def follow(self) -> None: ...

    def repair(self) -> None: ...

    def close(self) -> None:
        self._made.clear()

    def _index(self, collection: int, library: int, generation: int) -> LexicalIndex:
        made = self._made.get(collection)
        if made is None or made[0] != generation:
            rows = self.database.rows("changed_since_in", generation=NEVER, collection=collection)
            index = index_in_memory(library)
            index.write(self._documents(rows), generation)
            made = self._made[collection] = generation, index
        return made[1]

    def _documents(self, rows: Sequence[Row]) -> Iterator[IndexedDocument]:
        for document, collection, version, name in rows:
            yield IndexedDocument(document, collection, version, self._blocks(version, name))

    def _blocks(self, version: int, name: str) -> Iterator[tuple[int, str]]:
        (content,) = self.database.row("text", version=version) or (b"",)
        try:
            text = content.decode()
            for number, start, end in self.database.rows("block_spans", version=version):
                yield number, unbroken(text[start:end])
        except ValueError as error:
            raise tampered(name) from error


@dataclass(frozen=True, slots=True)
class RowVectors:
    """Compares every vector of a collection exactly."""

    database: PostgresDatabase

    def nearest(self, vector: NDArray[np.float32], model: str, collection: str, limit: int) -> list[NearHit]:
        from pincite.stores.signs import compared

        hits: list[NearHit] = []
        with self.database.reading():
            model_row = self.database.row("vector_model", model=model)
            row = self.database.row("collection", collection=collection)
            if model_row is None or row is None or limit < 1:
                return []
            stored = self.database.rows("vectors_in", model=model_row[0], collection=row[0])
            for content_hash, score in compared(vector, stored):
                asked = {"content_hash": content_hash, "collection": row[0], "limit": limit - len(hits)}
                for name, source, version, passage in self.database.rows("passages_with", **asked):
                    hits.append(NearHit(Identity(collection, name, source, version), passage, score))
                if len(hits) == limit:
                    break
        return hits

    def hold(self, rows: Sequence[Row]) -> None: ...

    def follow(self, model: str, size: int) -> None: ...

    def repair(self, timeout_seconds: float | None = None) -> None: ...

    def close(self) -> None: ...
