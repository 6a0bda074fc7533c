"""The words of one document as one compact blob that is stored with it, and BM25 over its blocks.

The blob holds the stems of every block and of the titles above it, in order, and which block
introduces which. So the weight of a term, the ranking and the scan of every block all come from one
index, and the whole document is read in milliseconds.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.errors import StoreError
from pincite.language.vocabulary import VERSION, occurs
from pincite.records.document import Block, Document
from pincite.records.question import Stems
from pincite.retrieve.attributes import noted
from pincite.retrieve.texts import Texts, bm25, bm25_of, numbered, texts_of
from pincite.retrieve.unpacking import UNREADABLE, unpacked
from pincite.structure.lead_ins import lead_ins, name_above, neighbour, stems_of, title_stems
from pincite.structure.passages import passage_ends

# What an index holds, and how its words were made.
MADE_BY = f"3/{VERSION}"

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pincite.retrieve.texts import Marks, Numbers, Scores

_NOTHING = -1


@dataclass(frozen=True, slots=True, eq=False)
class WordIndex:
    """Every block's words, the words of the titles above it, and what introduces it.

    `section_of`, `lead_in_of`, `name_above_of` and `neighbour_of` give for each block a place, or -1 where
    there is none.
    """

    stems: tuple[str, ...] = field(repr=False)
    number_of: Mapping[str, int] = field(repr=False)
    blocks: Texts
    titles: Texts
    passages: Texts
    passage_firsts: Numbers
    """The place of the first block of each passage."""
    section_of: Numbers
    lead_in_of: Numbers
    name_above_of: Numbers
    neighbour_of: Numbers
    kinds_in: NDArray[np.uint8]
    """For each block the kinds of typed value in it: see `attributes`."""
    title_lengths: Numbers
    """How many stems of a title with those above it are its own: the last ones."""

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

    def title_of(self, section: int) -> list[str]:
        """The stems of a title, without those above it."""
        path = self._text(self.titles, section)
        return path[len(path) - int(self.title_lengths[section]) :]

    def bm25(self, weights: Mapping[str, float]) -> Scores:
        """The score of every block for weighted stems."""
        return bm25(self._known(weights), self.blocks)

    def bm25_of_passages(self, weights: Mapping[str, float], title_weight: float) -> Scores:
        """The score of every passage, with the titles above it counted as said `title_weight` times in it."""
        section = self.section_of[self.passage_firsts]

        def with_title(of_passages: Scores, of_titles: Scores) -> Scores:
            return of_passages + title_weight * at(of_titles, section)

        counted = (
            (weight, with_title(self.passages.counts(stem), self.titles.counts(stem)))
            for stem, weight in self._known(weights).items()
        )
        return bm25_of(counted, with_title(self.passages.lengths(), self.titles.lengths()))

    def _known(self, weights: Mapping[str, float]) -> dict[int, float]:
        return {self.number_of[stem]: weight for stem, weight in weights.items() if stem in self.number_of}

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
        return [self.stems[i] for i in texts[number]]


def build(document: Document) -> bytes:
    """The blob of a document's words."""
    numbers: dict[str, int] = {}
    blocks = numbered((stems_of(document, block) for block in document.blocks), numbers)
    titles = numbered(
        (
            [stem for section in document.section_path(section.id) for stem in title_stems(section)]
            for section in document.sections
        ),
        numbers,
    )
    blob = io.BytesIO()
    np.savez_compressed(
        blob,
        version=np.frombuffer(MADE_BY.encode(), dtype=np.uint8),
        stems=np.frombuffer("\n".join(numbers).encode(), dtype=np.uint8),
        blocks=blocks[0],
        block_starts=blocks[1],
        titles=titles[0],
        title_starts=titles[1],
        passage_firsts=_places(first.number - 1 for first, _ in passage_ends(document)),
        section_of=_places(_NOTHING if b.section is None else b.section for b in document.blocks),
        lead_in_of=_places(_place(introduction) for introduction in lead_ins(document)),
        name_above_of=_places(_place(name_above(document, b)) for b in document.blocks),
        neighbour_of=_places(_place(neighbour(document, b)) for b in document.blocks),
        kinds_in=noted(document),
        title_lengths=_places(len(title_stems(section)) for section in document.sections),
    )
    return blob.getvalue()


@functools.lru_cache(maxsize=64)
def load(blob: bytes) -> WordIndex:
    """The index as it was built."""
    try:
        return _read(blob)
    except UNREADABLE as error:
        raise StoreError(
            "This document's word index is damaged.", hint="Forget the document and add it again."
        ) from error


def _read(blob: bytes) -> WordIndex:
    stored = _arrays(blob)
    if (form := stored["version"].tobytes().decode()) != MADE_BY:
        raise StoreError(
            f"This document's word index has the form {form!r}, and this version reads {MADE_BY!r}.",
            hint="Forget the document and add it again.",
        )
    names = stored["stems"].tobytes().decode()
    stems = tuple(names.split("\n")) if names else ()
    blocks = texts_of(stored["blocks"], stored["block_starts"], len(stems))
    firsts = stored["passage_firsts"].astype(np.int64)
    return WordIndex(
        stems=stems,
        number_of={stem: number for number, stem in enumerate(stems)},
        blocks=blocks,
        passages=blocks.joined(firsts),
        passage_firsts=firsts,
        titles=texts_of(stored["titles"], stored["title_starts"], len(stems)),
        section_of=stored["section_of"].astype(np.int64),
        lead_in_of=stored["lead_in_of"].astype(np.int64),
        name_above_of=stored["name_above_of"].astype(np.int64),
        neighbour_of=stored["neighbour_of"].astype(np.int64),
        kinds_in=stored["kinds_in"],
        title_lengths=stored["title_lengths"].astype(np.int64),
    )


# Whether an index is current is asked right before it is read.
@functools.lru_cache(maxsize=1)
def _arrays(blob: bytes) -> Mapping[str, NDArray[Any]]:
    return unpacked(blob)


def _place(block: Block | None) -> int:
    return _NOTHING if block is None else block.number - 1


def _places(places: Iterable[int]) -> NDArray[np.int32]:
    return np.fromiter(places, dtype=np.int32)


def at(worth: Scores, places: Numbers) -> Scores:
    """For every block the worth of the place it points to; nothing where it points to none (-1)."""
    if not len(worth):
        return np.zeros(len(places))
    return np.where(places >= 0, worth[places], 0.0)
