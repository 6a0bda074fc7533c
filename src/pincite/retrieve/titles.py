"""The ways to find blocks by the titles of the sections they stand in."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from pincite.language.vocabulary import telling
from pincite.records.evidence import Hit
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.retrieve.ranking import best
from pincite.retrieve.words import at, load

if TYPE_CHECKING:
    from pincite.retrieve.texts import Numbers


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
