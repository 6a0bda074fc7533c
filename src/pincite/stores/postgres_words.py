"""Search a library in PostgreSQL by word.

A version is searched through the packed words that are added with it, in the same transaction: what is held
is found, at once and by everybody. Versions that wait are put together in segments, whose words have a row
each (see `word_segments`); that changes no hit and no score, only how long a search takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from pincite.records.library import Identity, SearchHit
from pincite.stores.lexical import terms_of
from pincite.stores.packed_words import opened_words, words_of
from pincite.stores.word_segments import put_together

if TYPE_CHECKING:
    from pincite.records.document import Document
    from pincite.stores.database import Database
    from pincite.stores.postings import Postings
    from pincite.stores.word_scores import Part, Searched


@dataclass(slots=True)
class PostgresWords:
    """The words of one library. Any process may add to them and search them at any time."""

    database: Database
    notice: Callable[[str], None]
    _segments: dict[int, Part] = field(default_factory=dict)
    """Which versions are in a segment: that never changes."""
    _waiting: dict[int, Postings] = field(default_factory=dict)

    def search(self, words: Sequence[str], collection: str, limit: int) -> list[SearchHit]:
        """The blocks of the collection's current versions that best match, best first."""
        from pincite.stores.word_scores import best

        # PostgreSQL refuses a text with NUL in it, which no document holds.
        terms = [term for term in terms_of(words) if "\0" not in term]
        if not terms or limit < 1:
            return []
        with self.database.reading():
            row = self.database.row("collection", collection=collection)
            if row is None:
                return []
            segments, tokens = self._in_segments(row[0], terms)
            waiting, more = self._in_waiting(row[0], terms)
            matches = best([*segments, *waiting], terms, tokens + more, limit)
            held = self._identities({match.version for match in matches})
        hits = [SearchHit(held[each.version], each.block, each.score) for each in matches]
        return sorted(hits, key=lambda hit: (-hit.score, hit.identity, hit.block))

    def hold(self, version: int, document: Document) -> None:
        """Keep the words of a new version with it."""
        self.database.run("pack_words", version=version, **asdict(words_of(document)))

    def follow(self) -> None:
        """Put versions together where many wait, unless another process is at it."""
        put_together(self.database, self.notice)

    def repair(self) -> None:
        """The same: rows are never at odds with rows."""
        self.follow()

    def close(self) -> None:
        self._segments.clear()
        self._waiting.clear()

    def _in_segments(self, collection: int, terms: Sequence[str]) -> tuple[list[Searched], int]:
        """The segments of a collection with where the words stand in them, and how long their blocks are."""
        from pincite.stores.postings import Found, unpacked
        from pincite.stores.word_scores import Searched

        rows = self.database.rows("word_segments", collection=collection)
        parts = self._opened({segment: blocks for segment, blocks, _ in rows})
        found: dict[int, dict[str, Found]] = {segment: {} for segment in parts}
        for segment, word, having, packed in self.database.rows(
            "postings", segments=list(parts), words=terms
        ):
            found[segment][word] = unpacked(packed, having, parts[segment].blocks)
        replaced: dict[int, list[int]] = {}
        for segment, version, _ in self.database.rows("replaced_in_segments", collection=collection):
            replaced.setdefault(segment, []).append(version)
        searched = [
            Searched(part, found[segment], part.among(replaced.get(segment, ())))
            for segment, part in parts.items()
        ]
        return searched, sum(tokens for _, _, tokens in rows)

    def _opened(self, blocks: dict[int, int]) -> dict[int, Part]:
        """The segments with these numbers, of so many blocks each."""
        import numpy as np

        from pincite.stores.word_scores import Part

        unknown = [segment for segment in blocks if segment not in self._segments]
        if unknown:
            versions: dict[int, list[tuple[int, int]]] = {segment: [] for segment in unknown}
            for segment, *placed in self.database.rows("versions_in_segments", segments=unknown):
                versions[segment].append((placed[0], placed[1]))
            for segment, placed in versions.items():
                numbers = np.array(placed, dtype=np.int64).reshape(-1, 2)
                self._segments[segment] = Part(blocks[segment], numbers[:, 0], numbers[:, 1])
        return {segment: self._segments[segment] for segment in blocks}

    def _in_waiting(self, collection: int, terms: Sequence[str]) -> tuple[list[Searched], int]:
        """The same of the versions that wait to be put together."""
        import numpy as np

        from pincite.stores.word_scores import Part, Searched

        versions = [version for (version,) in self.database.rows("waiting_words", collection=collection)]
        unknown = [version for version in versions if version not in self._waiting]
        known = {**self._waiting, **opened_words(self.database, unknown)}
        self._waiting = {version: known[version] for version in versions}
        searched = [
            Searched(
                Part(postings.blocks, np.array([version]), np.zeros(1, dtype=np.int64)),
                {term: found for term in terms if (found := postings.of(term)) is not None},
            )
            for version, postings in self._waiting.items()
        ]
        return searched, sum(postings.tokens for postings in self._waiting.values())

    def _identities(self, versions: Iterable[int]) -> dict[int, Identity]:
        rows = self.database.rows("identities", versions=list(versions))
        return {version: Identity(*identity) for version, *identity in rows}
