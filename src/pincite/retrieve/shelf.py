"""Scan many documents for a question at once, by one index of all their words.

The measure is that of `weigh` and `carried`: each document weighs the question by its own words. Sums may
differ in their last digit from those of one document. Where a block comes so near the bar that this could
matter, its document is left undecided, and has to be opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.language.vocabulary import occurs
from pincite.records.question import Question, Stems, Term
from pincite.relevance.bearing import IN_BLOCK, IN_LEAD_IN, IN_NEIGHBOUR, IN_TITLE
from pincite.retrieve.index import Texts, WordIndex, at, texts_of
from pincite.retrieve.query import rarities, trusts, unseen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.retrieve.index import Numbers, Scores

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
    words = WordIndex(
        stems=tuple(numbers),
        number_of=numbers,
        blocks=blocks,
        titles=titles,
        passages=blocks,
        passage_firsts=np.zeros(0, dtype=np.int64),
        section_of=_moved([index.section_of for index in indexes], first_titles),
        lead_in_of=_moved([index.lead_in_of for index in indexes], first_blocks),
        name_above_of=_moved([index.name_above_of for index in indexes], first_blocks),
        neighbour_of=_moved([index.neighbour_of for index in indexes], first_blocks),
        kinds_in=np.zeros(0, dtype=np.uint8),
        title_lengths=np.zeros(0, dtype=np.int64),
    )
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
    words = WordIndex(
        stems=stems,
        number_of={stem: number for number, stem in enumerate(stems)},
        blocks=blocks,
        titles=titles,
        passages=blocks,
        passage_firsts=np.zeros(0, dtype=np.int64),
        **{name: arrays[name] for name in _PLACES},
        kinds_in=np.zeros(0, dtype=np.uint8),
        title_lengths=np.zeros(0, dtype=np.int64),
    )
    return Shelf(words, arrays["in_each"], arrays["document_of"], arrays["document_of_title"])


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
