"""The words of one document as one compact blob that is stored with it, and BM25 over its blocks.

The blob holds the stems of every block and of the titles above it, in order, and which block
introduces which. So the weight of a term, the ranking and the scan of every block all come from one
index, and the whole document is read in milliseconds.
"""

from __future__ import annotations

import functools
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pincite.contract.relevance import lead_ins, name_above, neighbour, occurs, stems_of, title_stems
from pincite.contract.vocabulary import VERSION
from pincite.errors import StoreError
from pincite.records.document import Block, Document
from pincite.records.question import Stems

# What an index holds, and how its words were made.
_MADE_BY = f"2/{VERSION}"

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Marks = NDArray[np.bool_]
    Scores = NDArray[np.float64]

_K1 = 1.2
_B = 0.75
_NOTHING = -1


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Texts as numbered stems: text `i` is `sequence[starts[i]:starts[i + 1]]`."""

    starts: Numbers
    sequence: Numbers
    by_stem: Numbers
    """Positions of `sequence` in the order of their stems: the postings."""
    stem_starts: Numbers

    def __len__(self) -> int:
        return len(self.starts) - 1

    def with_stem(self, stem: int) -> Numbers:
        """The texts that have a stem, once for each time."""
        positions = self.by_stem[self.stem_starts[stem] : self.stem_starts[stem + 1]]
        return np.searchsorted(self.starts, positions, side="right") - 1


@dataclass(frozen=True, slots=True, eq=False)
class WordIndex:
    """Every block's words, the words of the titles above it, and what introduces it.

    `section_of`, `lead_in_of`, `name_above_of` and `neighbour_of` give for each block a place, or -1 where
    there is none.
    """

    stems: tuple[str, ...]
    number_of: Mapping[str, int]
    blocks: Texts
    titles: Texts
    section_of: Numbers
    lead_in_of: Numbers
    name_above_of: Numbers
    neighbour_of: Numbers

    def blocks_with(self, wording: Stems) -> Marks:
        """For every block whether the words of a wording stand close together in it."""
        return self._having(self.blocks, wording)

    def titles_with(self, wording: Stems) -> Marks:
        """For every section whether its title, with those above it, has the words of a wording."""
        return self._having(self.titles, wording)

    def lead_ins(self) -> Iterator[Numbers]:
        """For every block what introduces it; for rows of a table all rows that name its columns."""
        places = self.lead_in_of
        while np.any(places >= 0):
            yield places
            places = np.where(places >= 0, self.name_above_of[places], _NOTHING)

    def text_of(self, block: int) -> list[str]:
        """The stems of one block, in order."""
        return self._text(self.blocks, block)

    def bm25(self, weights: Mapping[str, float]) -> Scores:
        """The score of every block for weighted stems."""
        scores = np.zeros(len(self.blocks))
        lengths = np.diff(self.blocks.starts)
        norm = _K1 * (1 - _B + _B * lengths / max(lengths.mean(), 1.0))
        for stem, weight in weights.items():
            if stem not in self.number_of:
                continue
            found, counts = np.unique(self.blocks.with_stem(self.number_of[stem]), return_counts=True)
            idf = np.log(1 + (len(self.blocks) - len(found) + 0.5) / (len(found) + 0.5))
            scores[found] += weight * idf * counts * (_K1 + 1) / (counts + norm[found])
        return scores

    def _having(self, texts: Texts, wording: Stems) -> Marks:
        marks = np.zeros(len(texts), dtype=bool)
        if not wording or any(stem not in self.number_of for stem in wording):
            return marks
        marks[texts.with_stem(self.number_of[wording[0]])] = True
        for stem in wording[1:]:
            others = np.zeros(len(texts), dtype=bool)
            others[texts.with_stem(self.number_of[stem])] = True
            marks &= others
        if len(wording) > 1:
            for number in np.flatnonzero(marks):
                text = self._text(texts, int(number))
                marks[number] = occurs(wording, text, set(text))
        return marks

    def _text(self, texts: Texts, number: int) -> list[str]:
        return [self.stems[i] for i in texts.sequence[texts.starts[number] : texts.starts[number + 1]]]


def build(document: Document) -> bytes:
    """The blob of a document's words."""
    numbers: dict[str, int] = {}
    blocks = _numbered((stems_of(document, block) for block in document.blocks), numbers)
    titles = _numbered(
        (
            [stem for section in document.section_path(section.id) for stem in title_stems(section)]
            for section in document.sections
        ),
        numbers,
    )
    blob = io.BytesIO()
    np.savez_compressed(
        blob,
        version=np.frombuffer(_MADE_BY.encode(), dtype=np.uint8),
        stems=np.frombuffer("\n".join(numbers).encode(), dtype=np.uint8),
        blocks=blocks[0],
        block_starts=blocks[1],
        titles=titles[0],
        title_starts=titles[1],
        section_of=_places(_NOTHING if b.section is None else b.section for b in document.blocks),
        lead_in_of=_places(_place(introduction) for introduction in lead_ins(document)),
        name_above_of=_places(_place(name_above(document, b)) for b in document.blocks),
        neighbour_of=_places(_place(neighbour(document, b)) for b in document.blocks),
    )
    return blob.getvalue()


def is_current(blob: bytes) -> bool:
    """Whether the index is one that `load` reads; one of an older version can be built again."""
    try:
        with np.load(io.BytesIO(blob), allow_pickle=False) as stored:
            return bool(stored["version"].tobytes().decode() == _MADE_BY)
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, zlib.error):
        return False


@functools.lru_cache(maxsize=64)
def load(blob: bytes) -> WordIndex:
    """The index as it was built."""
    try:
        return _read(blob)
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise StoreError(
            "This document's word index is damaged.", hint="Forget the document and add it again."
        ) from error


def _read(blob: bytes) -> WordIndex:
    with np.load(io.BytesIO(blob), allow_pickle=False) as stored:
        if stored["version"].tobytes().decode() != _MADE_BY:
            raise StoreError(
                "This document's word index was made by another version of Pincite.",
                hint="Forget the document and add it again.",
            )
        names = stored["stems"].tobytes().decode()
        stems = tuple(names.split("\n")) if names else ()
        return WordIndex(
            stems=stems,
            number_of={stem: number for number, stem in enumerate(stems)},
            blocks=_texts(stored["blocks"], stored["block_starts"], len(stems)),
            titles=_texts(stored["titles"], stored["title_starts"], len(stems)),
            section_of=stored["section_of"].astype(np.int64),
            lead_in_of=stored["lead_in_of"].astype(np.int64),
            name_above_of=stored["name_above_of"].astype(np.int64),
            neighbour_of=stored["neighbour_of"].astype(np.int64),
        )


def _numbered(
    texts: Iterable[list[str]], numbers: dict[str, int]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The stems of all texts as numbers, and where each text starts; `numbers` grows by new stems."""
    sequence: list[int] = []
    starts = [0]
    for text in texts:
        sequence += [numbers.setdefault(stem, len(numbers)) for stem in text]
        starts.append(len(sequence))
    return np.array(sequence, dtype=np.uint32), np.array(starts, dtype=np.uint32)


def _place(block: Block | None) -> int:
    return _NOTHING if block is None else block.number - 1


def _places(places: Iterable[int]) -> NDArray[np.int32]:
    return np.fromiter(places, dtype=np.int32)


def _texts(sequence: NDArray[np.uint32], starts: NDArray[np.uint32], stem_count: int) -> Texts:
    counts = np.bincount(sequence, minlength=stem_count)
    return Texts(
        starts=starts.astype(np.int64),
        sequence=sequence.astype(np.int64),
        by_stem=np.argsort(sequence, kind="stable").astype(np.int64),
        stem_starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
    )
