"""Search a library in PostgreSQL by word, scored as tantivy does.

A version is searched through the packed words that are added with it, in the same transaction: what is held
is found, at once and by everybody. Versions that wait are put together in segments, whose words have a row
each (see `word_segments`); that changes no hit and no score, only how long a search takes.

The score is BM25 as tantivy counts it, down to its rounding of lengths, so that a library in PostgreSQL
finds what the same library in SQLite finds, with the same scores up to their last digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import log
from typing import TYPE_CHECKING

import numpy as np

from pincite.records.library import Identity, SearchHit
from pincite.stores.lexical import terms_of
from pincite.stores.postings import LENGTHS, Found
from pincite.stores.word_segments import opened_words, put_together, words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.records.document import Document
    from pincite.stores.database import Database
    from pincite.stores.postings import Found, Postings

    Numbers = NDArray[np.int64]
    Scores = NDArray[np.float32]

# What is known of so many collections is kept for the next search.
_COLLECTIONS_KEPT = 16


@dataclass(frozen=True, slots=True)
class _Known:
    """What never changes as long as it is there: the versions in a segment, the words of a version."""

    segments: Mapping[int, Part] = field(default_factory=dict)
    waiting: Mapping[int, Postings] = field(default_factory=dict)


@dataclass(slots=True)
class PostgresWords:
    """The words of one library. Any process may add to them and search them at any time."""

    database: Database
    notice: Callable[[str], None]
    _known: dict[int, _Known] = field(default_factory=dict)
    """By collection, as the last search saw it."""

    def search(self, words: Sequence[str], collection: str, limit: int) -> list[SearchHit]:
        """The blocks of the collection's current versions that best match, best first."""

        # PostgreSQL refuses a text with NUL in it, which no document holds.
        terms = [term for term in terms_of(words) if "\0" not in term]
        if not terms or limit < 1:
            return []
        with self.database.reading():
            row = self.database.row("collection", collection=collection)
            if row is None:
                return []
            searched, tokens = self._searched(row[0], terms)
            matches = best(searched, terms, tokens, limit)
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
        if self.database.writable:
            self.follow()

    def close(self) -> None:
        self._known.clear()

    def _searched(self, collection: int, terms: Sequence[str]) -> tuple[list[Searched], int]:
        """The blocks of a collection in parts, with where the words stand; and how long all are together."""
        rows = self.database.rows("word_segments", collection=collection)
        known = self._known.get(collection, _Known())
        segments = self._segments({segment: blocks for segment, blocks, _ in rows}, known.segments)
        waiting = self._waiting(collection, known.waiting)
        self._keep(collection, _Known(segments, waiting))
        tokens = sum(tokens for *_, tokens in rows) + sum(each.tokens for each in waiting.values())
        return [*self._in_segments(collection, segments, terms), *_in_waiting(waiting, terms)], tokens

    def _segments(self, blocks: Mapping[int, int], known: Mapping[int, Part]) -> dict[int, Part]:
        """The segments with these numbers, of so many blocks each."""
        import numpy as np

        placed: dict[int, list[tuple[int, int]]] = {each: [] for each in blocks if each not in known}
        if placed:
            for segment, version, first in self.database.rows("versions_in_segments", segments=list(placed)):
                placed[segment].append((version, first))
        parts = dict(known)
        for segment, versions in placed.items():
            numbers = np.array(versions, dtype=np.int64).reshape(-1, 2)
            parts[segment] = Part(blocks[segment], numbers[:, 0], numbers[:, 1])
        return {segment: parts[segment] for segment in blocks}

    def _waiting(self, collection: int, known: Mapping[int, Postings]) -> dict[int, Postings]:
        """The words of the versions that are in no segment."""
        versions = [version for (version,) in self.database.rows("waiting_words", collection=collection)]
        unknown = [version for version in versions if version not in known]
        opened = {**known, **opened_words(self.database, unknown)}
        return {version: opened[version] for version in versions}

    def _in_segments(
        self, collection: int, segments: Mapping[int, Part], terms: Sequence[str]
    ) -> list[Searched]:
        from pincite.stores.postings import unpacked

        if not segments:
            return []
        found: dict[int, dict[str, Found]] = {segment: {} for segment in segments}
        rows = self.database.rows("postings", segments=list(segments), words=list(terms))
        damaged = set()
        for segment, word, having, packed in rows:
            try:
                found[segment][word] = unpacked(packed, having, segments[segment].blocks)
            except ValueError:
                damaged.add(segment)
        replaced: dict[int, list[int]] = {segment: [] for segment in segments}
        for segment, version, _ in self.database.rows("replaced_in_segments", collection=collection):
            replaced[segment].append(version)
        searched: list[Searched] = []
        for segment, part in segments.items():
            if segment in damaged:
                current = [each for each in part.versions.tolist() if each not in replaced[segment]]
                searched += _in_waiting(opened_words(self.database, current), terms)
            else:
                searched.append(Searched(part, found[segment], part.among(replaced[segment])))
        return searched

    def _keep(self, collection: int, known: _Known) -> None:
        self._known.pop(collection, None)
        self._known[collection] = known
        for oldest in list(self._known)[:-_COLLECTIONS_KEPT]:
            self._known.pop(oldest, None)

    def _identities(self, versions: Iterable[int]) -> dict[int, Identity]:
        rows = self.database.rows("identities", versions=list(versions))
        return {version: Identity(*identity) for version, *identity in rows}


def _in_waiting(waiting: Mapping[int, Postings], terms: Sequence[str]) -> list[Searched]:
    """Each version as a part by itself."""
    import numpy as np

    first = np.zeros(1, dtype=np.int64)
    return [
        Searched(
            Part(postings.blocks, np.array([version], dtype=np.int64), first),
            {term: found for term in terms if (found := postings.of(term)) is not None},
        )
        for version, postings in waiting.items()
    ]


_SATURATION, _BY_LENGTH = 1.2, 0.75
# tantivy's index holds one more document than the library has blocks, its marker, and counts it.
_MARKER = 1


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Versions whose blocks are scored together, one version's after the other's."""

    blocks: int
    versions: Numbers
    firsts: Numbers
    """The place of the first block of each version."""

    def among(self, versions: Sequence[int]) -> list[slice]:
        """The places of the blocks of these versions."""
        ends = np.append(self.firsts[1:], self.blocks)
        chosen = np.flatnonzero(np.isin(self.versions, np.array(versions, dtype=np.int64)))
        return [slice(int(self.firsts[at]), int(ends[at])) for at in chosen]


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """A part, the words that were looked up in it, and which of its blocks no longer count."""

    part: Part
    found: Mapping[str, Found]
    left_out: Sequence[slice] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A block found, by the store's number of its version."""

    version: int
    block: int
    score: float


def best(searched: Sequence[Searched], words: Sequence[str], tokens: int, limit: int) -> list[Match]:
    """The blocks that match best, best first; of equals those of older versions, in order of their numbers.

    `tokens`: how long all blocks of these parts are together.
    """
    blocks = sum(each.part.blocks for each in searched) + _MARKER
    by_length = _by_length(max(tokens, 1) / blocks)
    # The order of the words is the same for every part: so blocks that are alike score alike.
    worths = {
        word: _worth(sum(len(e.found[word]) for e in searched if word in e.found), blocks) for word in words
    }
    kept, least = [], np.float32(0)
    for each in searched:
        scores = _scores(each, worths, by_length)
        places = np.flatnonzero(scores >= least if least else scores > 0)
        if len(places) > limit:
            least = max(least, np.partition(scores[places], -limit)[-limit])
            places = places[scores[places] >= least]
        kept.append((*_named(each.part, places), scores[places]))
    if not kept:
        return []
    versions, numbers, scores = (np.concatenate(column) for column in zip(*kept, strict=True))
    chosen = _first(versions, numbers, scores, limit)
    return [Match(int(versions[at]), int(numbers[at]), float(scores[at])) for at in chosen]


def _worth(having: int, blocks: int) -> np.float32:
    """The worth of a word that so many of the blocks have: the fewer, the more."""
    return np.float32(log(1 + (blocks - having + 0.5) / (having + 0.5)) * (1 + _SATURATION))


def _by_length(average: float) -> Scores:
    """For each rounded length how much it takes from what a block says."""
    return (_SATURATION * (1 - _BY_LENGTH + _BY_LENGTH * LENGTHS / average)).astype(np.float32)


def _scores(searched: Searched, worths: Mapping[str, np.float32], by_length: Scores) -> Scores:
    scores = np.zeros(searched.part.blocks, dtype=np.float32)
    for word, worth in worths.items():
        if (found := searched.found.get(word)) is not None:
            often = found.often.astype(np.float32)
            # No block is among them twice.
            scores[found.places] += worth * (often / (often + by_length[found.lengths]))
    for places in searched.left_out:
        scores[places] = 0
    return scores


def _named(part: Part, places: Numbers) -> tuple[Numbers, Numbers]:
    """The versions of the blocks at these places, and the blocks' numbers in them."""
    at = np.searchsorted(part.firsts, places, side="right") - 1
    return part.versions[at], places - part.firsts[at] + 1


def _first(versions: Numbers, numbers: Numbers, scores: Scores, limit: int) -> Numbers:
    """So many of them, in the order in which they are found."""
    if len(scores) > limit:
        # Blocks that say the same are many in a library of forms: they are cut before they are sorted.
        least = np.partition(scores, -limit)[-limit]
        above, equal = np.flatnonzero(scores > least), np.flatnonzero(scores == least)
        wanted = limit - len(above)
        if wanted < len(equal):
            age = versions[equal] * (int(numbers.max()) + 1) + numbers[equal]
            equal = equal[np.argpartition(age, wanted - 1)[:wanted]]
        chosen = np.concatenate([above, equal])
    else:
        chosen = np.arange(len(scores))
    order = np.lexsort((numbers[chosen], versions[chosen], -scores[chosen]))
    return chosen[order]
