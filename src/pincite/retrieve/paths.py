"""The ways to find places of one document that may answer: by words, passages, titles and values."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pincite.language.vocabulary import stems, telling
from pincite.records.evidence import Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.index import at, holding, load
from pincite.retrieve.query import carried, wanted

if TYPE_CHECKING:
    from pincite.retrieve.index import Numbers, Scores, WordIndex


@dataclass(frozen=True, slots=True)
class ByWords:
    """BM25 over every block, with the dictionary's wordings at a discount."""

    limit: int = 50
    synonym_weight: float = 0.6
    name: ClassVar[str] = "words"

    def find(self, question: Question, held: Held) -> list[Hit]:
        weights: dict[str, float] = {}
        for term in question.retrieval.terms:
            for wording, worth in term.wordings.items():
                discount = 1.0 if wording == term.own else self.synonym_weight * worth
                for stem in telling(wording):
                    weights[stem] = max(weights.get(stem, 0.0), term.weight * discount / len(wording))
        return best(load(held.postings).bm25(weights), self.limit)


@dataclass(frozen=True, slots=True)
class ByScan:
    """Reads every block of the document by the measure of relevance; runs before every "not found".

    Every block that carries at least the share `least` of the question is proposed, however many: with 0
    each block of the document is.
    """

    least: float = 0.5
    name: ClassVar[str] = "scan"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        scores = carried(question, index)
        total = sum(term.weight for term in question.retrieval.terms)
        order = np.argsort(-scores, kind="stable")
        return hits_at(order[scores[order] >= self.least * total], scores)


# What a block of a passage is worth beside its best one when it says hardly anything of the question.
_LEAST_OF_PASSAGE = 0.5


@dataclass(frozen=True, slots=True)
class ByPassages:
    """BM25 over passages and the titles above them: what is asked is often said in two or three sentences.

    The best block of a passage stands for it; `title_weight` is how often a title counts as said.
    """

    limit: int = 60
    synonym_weight: float = 0.3
    title_weight: float = 2.0
    name: ClassVar[str] = "passages"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        weights = wanted(question, self.synonym_weight)
        scores = index.bm25_of_passages(weights, self.title_weight)
        if len(scores) > self.limit:
            scores[np.argsort(-scores, kind="stable")[self.limit :]] = 0.0
        return best(_shared_out(scores, index.bm25(weights), index), len(index.blocks))


def _shared_out(passages: Scores, blocks: Scores, index: WordIndex) -> Scores:
    """The score of each passage for its best block, and the less for the others the less they say.

    What says nothing of the question is left out, unless a title above alone speaks for the passage.
    """
    if not len(passages):
        return np.zeros(0)
    ranges = np.diff(np.append(index.passage_firsts, len(blocks)))
    highest = np.repeat(np.maximum.reduceat(blocks, index.passage_firsts), ranges)
    share = np.divide(blocks, highest, out=np.ones(len(blocks)), where=highest > 0)
    shared: Scores = np.repeat(passages, ranges) * (_LEAST_OF_PASSAGE + (1 - _LEAST_OF_PASSAGE) * share)
    return np.where(share > 0, shared, 0.0)


# What a document says of itself before all else: what it is, between whom, and from when.
_OF_ITSELF = frozenset(
    stems(
        "name title document contract agreement lease policy deed instrument form party parties signed"
        " entered between date dated effective commencement day made execution execute"
    )
)


@dataclass(frozen=True, slots=True)
class ByAttribute:
    """The blocks where the name of an attribute and a value of the kind that is asked for stand together.

    The name may also stand in what introduces the block, or in a title above it.
    """

    limit: int = 50
    least: float = 0.5
    """The share of the question that a block has to carry with its value."""
    name: ClassVar[str] = "attribute"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        scores = carried(question, index)
        total = sum(term.weight for term in question.retrieval.terms)
        stated = holding(index.kinds_in, question.generation.answer_types) & (scores >= self.least * total)
        return best(np.where(stated, scores, 0.0), self.limit)


@dataclass(frozen=True, slots=True)
class ByOpening:
    """The start of the document, where it is asked what it is, whose it is or of which day."""

    passages: int = 2
    least: float = 0.5
    """The share of the question's words that has to be about the document as such."""
    name: ClassVar[str] = "opening"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        share = _about_itself(question)
        if share < self.least:
            return []
        ends = [*index.passage_firsts[1 : self.passages + 1], len(index.blocks)]
        scores = np.zeros(len(index.blocks))
        for end in reversed(ends[: self.passages]):
            scores[:end] += share
        return best(scores, len(scores))


def _about_itself(question: Question) -> float:
    """The share of a question that is about the document as such; all of one without words of its own."""
    weights = wanted(question, 0.0)
    about = sum(weight for stem, weight in weights.items() if stem in _OF_ITSELF)
    if about and not question.retrieval.terms:
        return 1.0
    return about / (sum(weights.values()) or 1.0)


@dataclass(frozen=True, slots=True)
class ByLikelySection:
    """Nothing where no planner was asked, or where the document has none of the titles it named."""

    limit: int = 200
    name: ClassVar[str] = "likely_section"

    def find(self, question: Question, held: Held) -> list[Hit]:
        likely = question.retrieval.likely_sections
        if not likely:
            return []
        worth = {_called(title): 1 / place for place, title in reversed(list(enumerate(likely, start=1)))}
        document = held.document
        of_sections = [worth.get(_called(section.title), 0.0) for section in document.sections]
        scores = np.zeros(len(document.blocks))
        for place, block in enumerate(document.blocks):
            path = document.section_path(block.section)
            scores[place] = max((of_sections[section.id] for section in path), default=0.0)
        return best(scores, self.limit)


def _called(title: str) -> str:
    """As an overview shows it, in small letters."""
    return " ".join(title.replace("#", " ").split()).casefold()


@dataclass(frozen=True, slots=True)
class BySpread:
    """The best block of each section, where the answer may stand in parts: lists, or several things."""

    limit: int = 12
    synonym_weight: float = 0.3
    several: int = 3
    """From how many terms on a question may ask for several things."""
    name: ClassVar[str] = "spread"

    def find(self, question: Question, held: Held) -> list[Hit]:
        is_list = question.generation.answer_shape != "single"
        if not is_list and len(question.retrieval.terms) < self.several:
            return []
        index = load(held.postings)
        scores = index.bm25(wanted(question, self.synonym_weight))
        order = np.argsort(-scores, kind="stable")
        _, firsts = np.unique(index.section_of[order], return_index=True)
        kept = np.zeros(len(scores))
        kept[order[firsts]] = scores[order[firsts]]
        return best(kept, self.limit)


def best(scores: Scores, limit: int) -> list[Hit]:
    """Hits with a score, best first; equal scores in the order of the text."""
    order = np.argsort(-scores, kind="stable")[:limit]
    return hits_at(order[scores[order] > 0], scores)


def hits_at(order: Numbers, scores: Scores) -> list[Hit]:
    """A hit for each of these places, in this order."""
    return [
        Hit(block, score) for block, score in zip((order + 1).tolist(), scores[order].tolist(), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class BySectionTitle:
    """The blocks of the sections whose titles carry most of the question."""

    limit: int = 200
    name: ClassVar[str] = "section_title"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        worth = np.zeros(len(index.titles))
        for term in question.retrieval.terms:
            worth += term.weight * np.logical_or.reduce([index.titles_with(w) for w in term.wordings])
        return best(at(worth, index.section_of), self.limit)


@dataclass(frozen=True, slots=True)
class ByExactTitle:
    """The blocks of the sections that are called what is asked for: "Governing Law", and nothing more."""

    limit: int = 200
    name: ClassVar[str] = "exact_title"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index, called = load(held.postings), _sections_by_title(held.postings)
        worth = np.zeros(len(index.titles))
        for term in question.retrieval.terms:
            for wording, share in term.wordings.items():
                sections = called.get(frozenset(telling(wording)), [])
                worth[sections] = np.maximum(worth[sections], term.weight * share)
        return best(at(worth, index.section_of), self.limit)


@dataclass(frozen=True, slots=True)
class ByFuzzyTitle:
    """The blocks of the sections whose title has nearly the letters of what is asked for.

    Two are alike when they share most of their runs of three letters: "Non-Competition" and
    "noncompete", and a title that was recognised with a wrong letter in it.
    """

    least: float = 0.6
    limit: int = 200
    name: ClassVar[str] = "fuzzy_title"

    def find(self, question: Question, held: Held) -> list[Hit]:
        index = load(held.postings)
        counts, places = _trigrams_of_titles(held.postings)
        worth = np.zeros(len(index.titles))
        for term in question.retrieval.terms:
            for wording, share in term.wordings.items():
                asked = _trigrams(wording)
                common = np.zeros(len(counts))
                for trigram in asked & places.keys():
                    common[places[trigram]] += 1
                alike = 2 * common / np.maximum(counts + len(asked), 1)
                worth = np.maximum(worth, np.where(alike >= self.least, alike, 0) * term.weight * share)
        return best(at(worth, index.section_of), self.limit)


@functools.lru_cache(maxsize=64)
def _sections_by_title(postings: bytes) -> Mapping[frozenset[str], list[int]]:
    """By the telling words of a title the sections that have it."""
    index = load(postings)
    called: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    for section in range(len(index.titles)):
        if words := frozenset(telling(index.title_of(section))):
            called[words].append(section)
    return dict(called)


@functools.lru_cache(maxsize=64)
def _trigrams_of_titles(postings: bytes) -> tuple[Numbers, Mapping[str, Numbers]]:
    """How many runs of three letters each title has, and the titles that have each."""
    index = load(postings)
    of_titles = [_trigrams(index.title_of(section)) for section in range(len(index.titles))]
    places: defaultdict[str, list[int]] = defaultdict(list)
    for section, trigrams in enumerate(of_titles):
        for trigram in trigrams:
            places[trigram].append(section)
    counts = np.array([len(trigrams) for trigrams in of_titles], dtype=np.int64)
    return counts, {trigram: np.array(sections) for trigram, sections in places.items()}


def _trigrams(words: Iterable[str]) -> set[str]:
    """Without spaces: "non compete" is written in one word as well."""
    letters = f" {''.join(words)} "
    return {letters[at : at + 3] for at in range(len(letters) - 2)} if len(letters) > 4 else set()
