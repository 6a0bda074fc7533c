"""Match the words by which a question names a document with the documents that have them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.question.choosing.covers import Covers, Posting
from pincite.question.choosing.words import parts_of
from pincite.records.library import Identity

Elsewhere = Callable[[str], Iterable[Identity]]
"""The documents that say a word anywhere in their text."""

_IN_TEXT = 0.45
"""What a word is worth that no cover has: never enough to be certain, for a text names many."""


@dataclass(frozen=True, slots=True)
class Match:
    """A word of a mention: what it is worth in each document that has it, and at most in any."""

    written: str
    documents: Mapping[int, float]
    weight: float


def matches(words: Sequence[str], covers: Covers, elsewhere: Elsewhere) -> list[Match]:
    """Each word with the documents that have it; two words that a document writes as one are one."""
    return list(_matches(words, covers, elsewhere))


def _matches(words: Sequence[str], covers: Covers, elsewhere: Elsewhere) -> Iterator[Match]:
    position = 0
    while position < len(words):
        word, pair = words[position], words[position : position + 2]
        position += 1
        if posting := covers.posting(word):
            yield _match(word, posting)
        elif len(pair) == 2 and (posting := covers.posting("".join(pair))):
            yield _match(" ".join(pair), posting)
            position += 1
        elif known := [part for part in parts_of(word) if covers.posting(part)]:
            yield from _matches(known, covers, elsewhere)
        else:
            yield _in_texts(word, covers, elsewhere)


def _in_texts(word: str, covers: Covers, elsewhere: Elsewhere) -> Match:
    numbers = {identity: number for number, identity in enumerate(covers.identities)}
    found = {numbers[identity] for identity in elsewhere(word) if identity in numbers}
    if not found:
        return Match(word, {}, 1.0)
    return _match(word, Posting(dict.fromkeys(found, _IN_TEXT), covers.rarity(len(found))))


def _match(written: str, posting: Posting) -> Match:
    worth = {number: value * posting.rarity for number, value in posting.documents.items()}
    return Match(written, worth, posting.rarity)
