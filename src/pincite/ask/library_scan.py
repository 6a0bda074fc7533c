"""Scan the words of many documents at once, without opening a document that was read before.

A document is remembered as it was loaded and checked, by its version: a changed one is another. Documents
stand on shelves, each of which is one index of all their words; what is remembered is bounded by its size in
memory, and a document that finds no room is opened for every scan. Shelves are kept beside the library for
the next process: they are used by the same version of Pincite only, and of them only documents that are
still current.

The measure of a scan is that of `retrieve.query`: each document weighs the question by its own words. Sums
may differ in their last digit from those of one document. Where a block comes so near the bar that this
could matter, its document is left undecided, and has to be opened.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.answer.answers import PageCoverage
from pincite.ask.report import page_coverage
from pincite.language.vocabulary import occurs
from pincite.protocols import Aside
from pincite.records.library import Held, Identity, ReadBy
from pincite.records.question import Question, Scope, Stems, Term
from pincite.records.reading import pages_waiting
from pincite.relevance.bearing import IN_BLOCK, IN_LEAD_IN, IN_NEIGHBOUR, IN_TITLE
from pincite.retrieve.index import MADE_BY, Texts, WordIndex, at, load, texts_of
from pincite.retrieve.query import rarities, trusts, unseen
from pincite.retrieve.unpacking import UNREADABLE, unpacked
from pincite.structure.unseen import left_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.retrieve.index import Numbers, Scores

MOST_BYTES = 256 * 1024 * 1024
# Each shelf takes a millisecond or two, however little it holds.
_BLOCKS_ON_SHELF = 40_000
# What takes a second to put together is kept for the next process.
_WORTH_KEEPING = 4_000


@dataclass(frozen=True, slots=True)
class Scanned:
    """A document that was scanned without being opened, and how many of its blocks the scan proposes."""

    outline: Outline
    hits: int


@dataclass(slots=True)
class _Filled:
    outlines: tuple[Outline, ...]
    shelf: Shelf
    size_bytes: int
    used: int
    """In which scan it was of use last."""
    kept: bool = False
    """Whether the next process finds it."""


@dataclass(slots=True)
class Shelves:
    """The words of documents that were read before. Threads may share it."""

    most_bytes: int = MOST_BYTES
    packed: PackedShelves | None = None
    """Where they are kept beside the library; None where they are not."""
    _is_restored: bool = field(default=False, init=False)
    _filled: list[_Filled] = field(default_factory=list, init=False)
    _loose: list[tuple[Outline, WordIndex]] = field(default_factory=list, init=False)
    """What is on no shelf that stays: together fewer blocks than one holds."""
    _loose_blocks: int = field(default=0, init=False)
    _latest: _Filled | None = field(default=None, init=False)
    """A shelf of what is loose, as long as nothing was added to it."""
    _known: set[Identity] = field(default_factory=set, init=False)
    _scans: int = field(default=0, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)

    def restore(self, current: Collection[Identity]) -> None:
        """Take what an earlier process has kept of these documents, once."""
        with self._lock:
            if self._is_restored or self.packed is None:
                return
            self._is_restored = True
            for outlines, shelf in self.packed.restored(current):
                identities = {each.identity for each in outlines}
                if sum(each.size_bytes for each in self._filled) < self.most_bytes and not (
                    identities & self._known
                ):
                    self._known |= identities
                    self._filled.append(_Filled(outlines, shelf, shelf.size_bytes, self._scans, kept=True))

    def keep_for_later(self, current: Collection[Identity]) -> None:
        """Keep for the next process what holds none but these documents."""
        with self._lock:
            if self.packed is None:
                return
            if self._loose_blocks >= _WORTH_KEEPING:
                self._fill()
            for each in self._filled:
                if not each.kept and all(outline.identity in current for outline in each.outlines):
                    each.kept = self.packed.keep(each.outlines, each.shelf)

    def has_room_for(self, identity: Identity) -> bool:
        """Whether a document is not known and would be remembered."""
        with self._lock:
            return identity not in self._known and self._has_room()

    def keep(self, held: Held) -> None:
        """Remember a document."""
        with self._lock:
            if held.identity in self._known:
                return
            self._known.add(held.identity)
            self._loose.append((Outline.of(held), load(held.postings)))
            self._loose_blocks += len(held.document.blocks)
            self._latest = None
            if self._loose_blocks >= _BLOCKS_ON_SHELF:
                self._fill()

    def scan(self, question: Question, least: float, wanted: Collection[Identity]) -> Iterator[Scanned]:
        """Those of the wanted documents that are known and of which it is sure what the scan proposes."""
        for filled in self._shelves_for(wanted):
            for outline, hits in zip(filled.outlines, filled.shelf.hits(question, least), strict=True):
                if hits is not None and outline.identity in wanted:
                    yield Scanned(outline, hits)

    def _shelves_for(self, wanted: Collection[Identity]) -> list[_Filled]:
        with self._lock:
            if self._loose and self._latest is None:
                self._latest = self._put_together()
            every = [*self._filled, *([self._latest] if self._latest else [])]
            self._scans += 1
            chosen = [each for each in every if any(outline.identity in wanted for outline in each.outlines)]
            for each in chosen:
                each.used = self._scans
            return chosen

    def _fill(self) -> None:
        """Put what is loose on a shelf that stays."""
        self._filled.append(self._latest or self._put_together())
        self._loose.clear()
        self._loose_blocks, self._latest = 0, None

    def _put_together(self) -> _Filled:
        shelf = shelf_of([index for _, index in self._loose])
        return _Filled(tuple(outline for outline, _ in self._loose), shelf, shelf.size_bytes, self._scans)

    def _has_room(self) -> bool:
        """Whether there is room for one more; a shelf that the last scan had no use for makes some."""
        if sum(each.size_bytes for each in self._filled) < self.most_bytes:
            return True
        oldest = min(self._filled, key=lambda each: each.used, default=None)
        if oldest is None or oldest.used == self._scans:
            return False
        self._filled.remove(oldest)
        self._known.difference_update(outline.identity for outline in oldest.outlines)
        return True


_SHELF, _FORM = "shelf-", 1


@dataclass(frozen=True, slots=True)
class PackedShelves:
    """The shelves of one collection that are kept."""

    aside: Aside
    collection: str

    def restored(self, wanted: Collection[Identity]) -> Iterator[tuple[tuple[Outline, ...], Shelf]]:
        """What is kept of current documents; what holds mostly others is deleted."""
        current, known = frozenset(wanted), set[Identity]()
        for name in self.aside.names():
            if name.startswith(_SHELF) and not name.startswith(_of_this_version()):
                self.aside.drop(name)
            if not name.startswith(self._prefix):
                continue
            found = self._read(name)
            identities = {each.identity for each in found[0]} if found else set()
            if not found or 2 * len(identities & current) <= len(identities) or identities & known:
                self.aside.drop(name)
                continue
            known |= identities
            yield found

    def keep(self, outlines: Sequence[Outline], shelf: Shelf) -> bool:
        """Whether a shelf is kept from now on."""
        about = json.dumps([_written(each) for each in outlines]).encode()
        arrays = {**packed(shelf), "about": np.frombuffer(about, dtype=np.uint8)}
        content = io.BytesIO()
        np.savez(content, allow_pickle=False, **arrays)
        return self.aside.write(self._prefix + hashlib.sha256(about).hexdigest()[:16], content.getvalue())

    def _read(self, name: str) -> tuple[tuple[Outline, ...], Shelf] | None:
        content = self.aside.read(name)
        if content is None:
            return None
        try:
            arrays = unpacked(content)
            outlines = tuple(_outline(each) for each in json.loads(arrays.pop("about").tobytes()))
            return outlines, shelf_from(arrays)
        except (*UNREADABLE, TypeError):
            return None

    @property
    def _prefix(self) -> str:
        return f"{_of_this_version()}{hashlib.sha256(self.collection.encode()).hexdigest()[:16]}-"


def _of_this_version() -> str:
    """What the names of shelves begin with that this version of Pincite reads."""
    from pincite import __version__

    made_by = f"{_FORM}/{__version__}/{MADE_BY}"
    return f"{_SHELF}{hashlib.sha256(made_by.encode()).hexdigest()[:16]}-"


def _written(outline: Outline) -> dict[str, Any]:
    return {**asdict(outline), "pages": outline.pages.model_dump()}


def _outline(written: Mapping[str, Any]) -> Outline:
    read_by = written["read_by"]
    return Outline(
        read_by=ReadBy(**{**read_by, "identity": Identity(**read_by["identity"])}),
        blocks=written["blocks"],
        pages=PageCoverage.model_validate(written["pages"]),
        waiting=tuple(written["waiting"]),
        left_out=written["left_out"],
        has_tables=written["has_tables"],
    )


@dataclass(frozen=True, slots=True)
class Outline:
    """What is said of a document that was scanned, whatever was asked."""

    read_by: ReadBy
    blocks: int
    pages: PageCoverage
    waiting: tuple[int, ...]
    """The pages with pictures that are not read yet."""
    left_out: str
    has_tables: bool

    @property
    def identity(self) -> Identity:
        return self.read_by.identity

    @classmethod
    def of(cls, held: Held) -> Outline:
        document, parse = held.document, held.document.parse
        return cls(
            read_by=ReadBy(held.identity, document.format, parse.parser, parse.version),
            blocks=len(document.blocks),
            pages=page_coverage(held, Scope(), len(document.pages)),
            waiting=pages_waiting(document.profile),
            left_out=left_out(document.unseen, held.identity.name),
            has_tables=bool(document.tables),
        )


# Far more than sums of a few numbers can differ by, and far less than any word weighs.
_TOO_NEAR = 1e-9
_STEM_BYTES = 150
_OF_TEXTS = ("starts", "sequence", "by_stem", "stem_starts")
_PLACES = ("section_of", "lead_in_of", "name_above_of", "neighbour_of")


@dataclass(frozen=True, slots=True, eq=False)
class Shelf:
    """The words of some documents, one after the other."""

    words: WordIndex
    blocks: Numbers
    """How many blocks each document has."""
    document_of: Numbers
    """For each block the place of its document."""
    document_of_title: Numbers

    @property
    def size_bytes(self) -> int:
        """About how much memory it takes."""
        words = self.words
        texts = [(each.starts, each.sequence, each.by_stem) for each in (words.blocks, words.titles)]
        places = (words.section_of, words.lead_in_of, words.name_above_of, words.neighbour_of)
        own = (words.blocks.stem_starts, words.titles.stem_starts, self.document_of, self.document_of_title)
        arrays = [*(array for some in texts for array in some), *places, *own]
        return sum(array.nbytes for array in arrays) + _STEM_BYTES * len(words.stems)

    def hits(self, question: Question, least: float) -> list[int | None]:
        """For each document how many blocks carry the share `least` of the question; None: undecided."""
        carried, total = np.zeros(len(self.document_of)), np.zeros(len(self.blocks))
        for term in question.retrieval.terms:
            weights, strength = self._weighed(term)
            carried += weights[self.document_of] * strength
            total += weights
        above = carried - (least * total)[self.document_of]
        near = np.abs(above) <= (_TOO_NEAR * (1 + total))[self.document_of]
        undecided, found = (
            self._per_document(np.flatnonzero(near)),
            self._per_document(np.flatnonzero(above > 0)),
        )
        return [
            None if doubts else hits for doubts, hits in zip(undecided.tolist(), found.tolist(), strict=True)
        ]

    def _weighed(self, term: Term) -> tuple[Scores, Scores]:
        """The weight of a term in each document, and for every block how far it carries the term."""
        having = {wording: self._having(self.words.blocks, wording) for wording in term.wordings}
        counts = {wording: self._per_document(found) for wording, found in having.items()}
        marks = np.zeros(len(self.document_of), dtype=bool)
        for found in having.values():
            marks[found] = True
        anywhere = self._per_document(np.flatnonzero(marks))
        weights = term.weight * np.where(anywhere > 0, rarities(anywhere, self.blocks), unseen(term))
        in_use = counts[term.own] > 0
        said, titled = np.zeros(len(self.document_of)), np.zeros(len(self.document_of_title))
        for wording, worth in term.wordings.items():
            worths = np.full(len(self.blocks), worth)
            if wording != term.own:
                worths *= trusts(counts[wording], self.blocks, in_use)
            found, titles = having[wording], self._having(self.words.titles, wording)
            said[found] = np.maximum(said[found], worths[self.document_of[found]])
            titled[titles] = np.maximum(titled[titles], worths[self.document_of_title[titles]])
        return weights, self._strength(said, titled)

    def _strength(self, said: Scores, titled: Scores) -> Scores:
        """For every block how far it carries a term, itself or through where it stands."""
        words, strength = self.words, said * IN_BLOCK
        if said.any():
            for places in words.lead_ins():
                np.maximum(strength, at(said, places) * IN_LEAD_IN, out=strength)
            np.maximum(strength, at(said, words.neighbour_of) * IN_NEIGHBOUR, out=strength)
        if titled.any():
            np.maximum(strength, at(titled, words.section_of) * IN_TITLE, out=strength)
        return strength

    def _having(self, texts: Texts, wording: Stems) -> Numbers:
        """The texts in which the words of a wording stand close together, in order."""
        numbers = [self.words.number_of.get(stem) for stem in wording]
        known = [number for number in numbers if number is not None]
        if not known or len(known) < len(numbers):
            return np.zeros(0, dtype=np.int64)
        found = np.unique(texts.with_stem(known[0]))
        for number in known[1:]:
            found = np.intersect1d(found, texts.with_stem(number))
        if len(wording) == 1:
            return found
        return np.array([at for at in found.tolist() if self._occurs(wording, texts, at)], dtype=np.int64)

    def _occurs(self, wording: Stems, texts: Texts, number: int) -> bool:
        text = [self.words.stems[stem] for stem in texts[number]]
        return occurs(wording, text, set(text))

    def _per_document(self, blocks: Numbers) -> Numbers:
        return np.bincount(self.document_of[blocks], minlength=len(self.blocks))


def shelf_of(indexes: Sequence[WordIndex]) -> Shelf:
    """One index of the texts of many: each document's blocks and titles after those of the one before."""
    numbers: dict[str, int] = {}
    renumbered = [
        np.array([numbers.setdefault(stem, len(numbers)) for stem in index.stems], dtype=np.int32)
        for index in indexes
    ]
    count = len(numbers)
    blocks = _together([index.blocks for index in indexes], renumbered, count)
    titles = _together([index.titles for index in indexes], renumbered, count)
    in_each = np.array([len(index.blocks) for index in indexes], dtype=np.int64)
    titles_in_each = np.array([len(index.titles) for index in indexes], dtype=np.int64)
    first_blocks, first_titles = _firsts(in_each), _firsts(titles_in_each)
    pointing = {
        name: _moved(
            [getattr(index, name) for index in indexes],
            first_titles if name == "section_of" else first_blocks,
        )
        for name in _PLACES
    }
    words = _index_of(tuple(numbers), blocks, titles, pointing)
    places = _narrow(np.arange(len(indexes)))
    return Shelf(words, in_each, np.repeat(places, in_each), np.repeat(places, titles_in_each))


def packed(shelf: Shelf) -> dict[str, NDArray[Any]]:
    """A shelf as arrays, of which `shelf_from` makes the same shelf."""
    words = shelf.words
    texts = {
        f"{name}_{each}": getattr(of, each)
        for name, of in (("blocks", words.blocks), ("titles", words.titles))
        for each in _OF_TEXTS
    }
    return {
        **texts,
        **{name: getattr(words, name) for name in _PLACES},
        "stems": np.frombuffer("\n".join(words.stems).encode(), dtype=np.uint8),
        "in_each": shelf.blocks,
        "document_of": shelf.document_of,
        "document_of_title": shelf.document_of_title,
    }


def shelf_from(arrays: Mapping[str, NDArray[Any]]) -> Shelf:
    """The shelf that was packed; a KeyError or ValueError where it is no such thing."""
    names = arrays["stems"].tobytes().decode()
    stems = tuple(names.split("\n")) if names else ()
    blocks, titles = (
        Texts(*(arrays[f"{name}_{each}"] for each in _OF_TEXTS)) for name in ("blocks", "titles")
    )
    words = _index_of(stems, blocks, titles, {name: arrays[name] for name in _PLACES})
    return Shelf(words, arrays["in_each"], arrays["document_of"], arrays["document_of_title"])


def _index_of(
    stems: tuple[str, ...], blocks: Texts, titles: Texts, pointing: Mapping[str, Numbers]
) -> WordIndex:
    """As much of an index as a scan looks at: no passages, no kinds of value."""
    return WordIndex(
        stems=stems,
        number_of={stem: number for number, stem in enumerate(stems)},
        blocks=blocks,
        titles=titles,
        passages=blocks,
        passage_firsts=np.zeros(0, dtype=np.int64),
        **pointing,
        kinds_in=np.zeros(0, dtype=np.uint8),
        title_lengths=np.zeros(0, dtype=np.int64),
    )


def _together(texts: Sequence[Texts], renumbered: Sequence[Numbers], stems: int) -> Texts:
    sequence = [new[each.sequence] for new, each in zip(renumbered, texts, strict=True)]
    lengths = [np.diff(each.starts) for each in texts]
    starts = np.concatenate([[0], np.cumsum(np.concatenate(lengths))])
    wide = texts_of(np.concatenate(sequence), starts, stems)
    return Texts(*(_narrow(array) for array in (wide.starts, wide.sequence, wide.by_stem, wide.stem_starts)))


def _firsts(counts: Numbers) -> list[int]:
    return [0, *accumulate(counts.tolist())][:-1]


def _moved(places: Sequence[Numbers], firsts: Sequence[int]) -> Numbers:
    """Places told of all documents together; -1, which is no place, stays."""
    moved = [np.where(of >= 0, of + first, of) for of, first in zip(places, firsts, strict=True)]
    return _narrow(np.concatenate(moved))


def _narrow(numbers: Numbers) -> Numbers:
    """The same in half the memory: no shelf holds so many words that they would not fit."""
    return numbers.astype(np.int32)
