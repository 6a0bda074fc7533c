"""The words of one document as one compact blob that is stored with it, and BM25 over its blocks.

The blob holds the stems of every block and of the titles above it, in order, and which block
introduces which. So the weight of a term, the ranking and the scan of every block all come from one
index, and the whole document is read in milliseconds.

It also notes of each block which kinds of typed value stand in it, so that an attribute is a look-up:
"half-life", "premium" or any other term is looked up together with the kind of value that is asked for. So
a new word in the dictionary needs no new index.
"""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.errors import StoreError
from pincite.language.vocabulary import VERSION, occurs
from pincite.patterns import pattern
from pincite.records.document import CELL_GAP, Block, Document
from pincite.records.question import Stems
from pincite.retrieve.unpacking import UNREADABLE, unpacked
from pincite.structure.excerpts import passage_ends
from pincite.structure.lead_ins import lead_ins, name_above, neighbour, stems_of, title_stems
from pincite.values.registered import holds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.signedinteger[Any]]
    Marks = NDArray[np.bool_]
    Scores = NDArray[np.float64]

# What an index holds, and how its words were made.
MADE_BY = f"3/{VERSION}"

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
    """For each block the kinds of typed value in it: see `noted`."""
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
    stored = unpacked(blob)
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


def _place(block: Block | None) -> int:
    return _NOTHING if block is None else block.number - 1


def _places(places: Iterable[int]) -> NDArray[np.int32]:
    return np.fromiter(places, dtype=np.int32)


def at(worth: Scores, places: Numbers) -> Scores:
    """For every block the worth of the place it points to; nothing where it points to none (-1)."""
    if not len(worth):
        return np.zeros(len(places))
    return np.where(places >= 0, worth[places], 0.0)


_K1 = 1.2
_B = 0.75


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

    def __getitem__(self, number: int) -> Numbers:
        return self.sequence[self.starts[number] : self.starts[number + 1]]

    def lengths(self) -> Scores:
        return np.diff(self.starts).astype(float)

    def with_stem(self, stem: int) -> Numbers:
        """The texts that have a stem, once for each time."""
        positions = self.by_stem[self.stem_starts[stem] : self.stem_starts[stem + 1]]
        return np.searchsorted(self.starts, positions, side="right") - 1

    def counts(self, stem: int) -> Scores:
        """How often each text has a stem."""
        return np.bincount(self.with_stem(stem), minlength=len(self)).astype(float)

    def joined(self, firsts: Numbers) -> Texts:
        """The same stems in fewer texts: each runs from one of `firsts` up to the next."""
        return Texts(
            np.append(self.starts[firsts], self.starts[-1]), self.sequence, self.by_stem, self.stem_starts
        )


def bm25(weights: Mapping[int, float], texts: Texts) -> Scores:
    """The score of every text for weighted stems."""
    return bm25_of(((weight, texts.counts(stem)) for stem, weight in weights.items()), texts.lengths())


def bm25_of(weighted: Iterable[tuple[float, Scores]], lengths: Scores) -> Scores:
    """The same, from how often each text has each stem and how long the texts are."""
    scores = np.zeros(len(lengths))
    if not len(lengths):
        return scores
    norm = _K1 * (1 - _B + _B * lengths / max(float(lengths.mean()), 1.0))
    for weight, counts in weighted:
        found = np.flatnonzero(counts)
        if not len(found):
            continue
        idf = np.log(1 + (len(scores) - len(found) + 0.5) / (len(found) + 0.5))
        scores[found] += weight * idf * counts[found] * (_K1 + 1) / (counts[found] + norm[found])
    return scores


def numbered(
    texts: Iterable[list[str]], numbers: dict[str, int]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """The stems of all texts as numbers, and where each text starts; `numbers` grows by new stems."""
    sequence: list[int] = []
    starts = [0]
    for text in texts:
        sequence += [numbers.setdefault(stem, len(numbers)) for stem in text]
        starts.append(len(sequence))
    return np.array(sequence, dtype=np.uint32), np.array(starts, dtype=np.uint32)


def texts_of(sequence: NDArray[np.uint32], starts: NDArray[np.uint32], stem_count: int) -> Texts:
    """Texts with their postings, from what `numbered` made."""
    counts = np.bincount(sequence, minlength=stem_count)
    return Texts(
        starts=starts.astype(np.int64),
        sequence=sequence.astype(np.int64),
        by_stem=np.argsort(sequence, kind="stable").astype(np.int64),
        stem_starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
    )


# The bits of a note, lowest first. Adding one changes what an index holds: see `MADE_BY`.
KINDS = ("amount", "date", "duration", "percentage", "number")
# What may be a value at all. The numbers of clauses are none, and contracts are full of them.
_FIGURE = pattern(
    r"\d|\wteen\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty"
    r"|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen)\b",
    re.IGNORECASE,
)
_REFERENCE = pattern(
    r"\b(?:sections?|articles?|clauses?|paragraphs?|schedules?|exhibits?|annex|appendix|pages?)\s+\d[\w.()]*",
    re.IGNORECASE,
)
# Digits, and marks that group them: without a sign, a unit, a letter or a second dot no other kind of value.
# Most cells of a financial statement are of this form.
_BARE_FIGURE = pattern(r"[0-9 ,()]*\.?[0-9 ,()]*")


def noted(document: Document) -> NDArray[np.uint8]:
    """For every block the kinds of value in it, one bit for each."""
    return np.fromiter((_kinds_in(block.span.of(document.text)) for block in document.blocks), np.uint8)


def holding(notes: NDArray[np.uint8], kinds: Sequence[str]) -> Marks:
    """For every block whether a value of one of these kinds stands in it."""
    wanted = sum(1 << bit for bit, kind in enumerate(KINDS) if kind in kinds)
    marks: Marks = (notes & np.uint8(wanted)) > 0
    return marks


def _kinds_in(text: str) -> int:
    """Any figure that is no reference counts as a number: reading it more closely is left to the answer."""
    if not _FIGURE.search(_REFERENCE.sub(" ", text)):
        return 0
    found = 1 << KINDS.index("number")
    # Cell by cell, as no value reaches out of one: so each is searched for numerals once and not once a kind.
    for cell in text.split(CELL_GAP):
        found |= _kinds_in_cell(cell)
    return found


# Tables say the same headings, signs and years again and again.
@functools.lru_cache(maxsize=4_000)
def _kinds_in_cell(cell: str) -> int:
    if _BARE_FIGURE.fullmatch(cell):
        return 0
    return sum(1 << bit for bit, kind in enumerate(KINDS) if kind != "number" and holds(kind, cell))
