"""Know the documents of a library by the words of their names, subjects and first lines.

A word that one document has tells it from all others; a word that most of them have tells nothing.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pincite.question.choosing.document_kinds import kinds_of_document
from pincite.question.choosing.words import (
    initials,
    is_one_slip,
    is_telling,
    key,
    slips,
    words_of,
    words_of_file,
)
from pincite.records.library import Cover, Identity
from pincite.records.reading import Subject

_HEAD = 0.6
"""What a word is worth that only the beginning says: it also names others than the document is about."""
_NAME = 1.0
_GUESSED = 0.8
"""What initials are worth that the document does not give itself, and a name with a slip in it."""
_TYPO_LETTERS = 5
_STEM_LETTERS = 3
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Posting:
    """The documents that have a word, each with what it is worth there."""

    documents: Mapping[int, float]
    rarity: float
    """1 for a word of one document, towards 0 for a word of all."""


@dataclass(frozen=True, slots=True)
class Covers:
    """The documents of a collection, by number, with the words by which a question can name them."""

    identities: tuple[Identity, ...]
    names: Mapping[str, frozenset[int]]
    """The words of each document's name and of its subjects."""
    initials: Mapping[str, frozenset[int]]
    """The first letters of the names of its subjects."""
    heads: tuple[str, ...]
    """How each document begins, in small letters."""
    leading: Mapping[str, frozenset[int]]
    """Words with which the name of a subject begins, and its initials: enough to name it."""
    products: Mapping[str, frozenset[int]]
    """Names of products: known also where they are written small."""
    slipped: Mapping[str, frozenset[str]]
    """From what a slip leaves of a word of a name to the words that it may have been."""
    covers: tuple[Cover, ...]
    # Few questions speak of a kind of document, and telling it takes longer than all the rest.
    _kinds: dict[int, frozenset[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def count(self) -> int:
        return len(self.identities)

    def kinds_of(self, number: int) -> frozenset[str]:
        """What kinds of document this one is."""
        if number not in self._kinds:
            self._kinds[number] = _kinds(self.covers[number])
        return self._kinds[number]

    def of_kind(self, kind: str) -> list[int]:
        return [number for number in range(self.count) if kind in self.kinds_of(number)]

    def posting(self, word: str) -> Posting | None:
        """The documents that have the word, or one a slip away from it; None where none has."""
        found = key(word)
        documents = dict.fromkeys(self._in_heads(found), _HEAD)
        documents |= dict.fromkeys(self.initials.get(found, ()), _GUESSED)
        documents |= dict.fromkeys(self.names.get(found, ()), _NAME)
        if not documents and (near := self._nearest(found)):
            documents = dict.fromkeys(self.names[near], _GUESSED)
        return Posting(documents, self.rarity(len(documents))) if documents else None

    def _in_heads(self, found: str) -> list[int]:
        # Stemming may change the last letter; all words that share a stem begin with what stands before it.
        start = found[:-1] if len(found) > _STEM_LETTERS else found
        return [n for n, head in enumerate(self.heads) if start in head and found in _keys(head)]

    def rarity(self, count: int) -> float:
        return math.log(1 + self.count / max(count, 1)) / math.log(1 + max(self.count, 1))

    def _nearest(self, found: str) -> str | None:
        """The one word of a name that is a slip away from this; None where there are none or several."""
        if len(found) < _TYPO_LETTERS or not found.isalpha():
            return None
        proposed = {near for form in slips(found) for near in self.slipped.get(form, ())}
        near = [word for word in proposed if word[0] == found[0] and is_one_slip(word, found)]
        return near[0] if len(near) == 1 else None


def read_covers(covers: Iterable[Cover]) -> Covers:
    """The documents with their words."""
    listed = list(covers)
    names = _numbered(map(_name_words, listed))
    return Covers(
        identities=tuple(cover.identity for cover in listed),
        names=names,
        initials=_numbered((i for name in _names(cover) for i in initials(name)) for cover in listed),
        heads=tuple(_folded(cover.head) for cover in listed),
        leading=_numbered(_leading(cover.subjects) for cover in listed),
        products=_numbered(_leading(s for s in c.subjects if s.kind == "product") for c in listed),
        slipped=_slipped(names),
        covers=tuple(listed),
    )


def _numbered(of_each: Iterable[Iterable[str]]) -> dict[str, frozenset[int]]:
    """From words to the numbers of the documents that have them."""
    found: dict[str, set[int]] = {}
    for number, words in enumerate(of_each):
        for word in words:
            found.setdefault(key(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def _slipped(names: Iterable[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word in names:
        if len(word) >= _TYPO_LETTERS and word.isalpha():
            for form in slips(word):
                found.setdefault(form, set()).add(word)
    return {form: frozenset(near) for form, near in found.items()}


def _folded(head: str) -> str:
    """In small letters, with the parts of words that capitals divide."""
    divided = _CAMEL.sub(" ", head)
    return (head if divided == head else f"{head} {divided}").lower()


@functools.lru_cache(maxsize=4_096)
def _keys(head: str) -> frozenset[str]:
    return frozenset(map(key, words_of(head)))


def _kinds(cover: Cover) -> frozenset[str]:
    titles = (s.name for s in cover.subjects if s.kind in ("title", "product"))
    called = " ".join((*words_of_file(cover.identity.name), *titles))
    return kinds_of_document(cover.type, called, cover.head)


def _name_words(cover: Cover) -> Iterable[str]:
    yield from words_of_file(cover.identity.name)
    for name in _names(cover):
        yield from words_of(name)


def _names(cover: Cover) -> Iterable[str]:
    for subject in cover.subjects:
        yield subject.name
        yield from subject.aliases


def _leading(subjects: Iterable[Subject]) -> Iterator[str]:
    """The first word of each of their names that tells anything, and the initials of each."""
    for subject in subjects:
        if subject.kind == "title":
            continue
        for name in (subject.name, *subject.aliases):
            yield from [word for word in words_of(name) if is_telling(word)][:1]
        yield from initials(subject.name)
