"""Find the wording of a document that is nearest to a quote which it does not contain, and tell them apart.

Rare words of the quote say where to look, and only a few short windows are compared word by word: a quote
that is nowhere costs no more than one that is there.
"""

from __future__ import annotations

import functools
import heapq
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from pincite.prove.boundary import may_begin, may_end
from pincite.records.fold import Folded, fold, fold_once
from pincite.records.span import Span
from pincite.verification.claim_rows import Change

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:[-’'][^\W\d_]+)*|[^\w\s.,;:()\"']")
_LOW = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
"""The mark of a note set low is a word beside the one that it is raised behind."""
_MOST_WORDS = 300
_TELLING_WORDS = 12
_MOST_POSITIONS = 2_000
_WINDOWS = 3
_ALIKE, _ALIKE_SPELT = 0.6, 0.8
"""The share of words, or of characters, that two wordings have in common where one is the other altered."""
_LONGEST_SPELT = 600
_MOST_ADDED = 8


@dataclass(frozen=True, slots=True)
class Nearest:
    """The nearest wording: where it is, and word by word what is otherwise there."""

    span: Span
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text with where they begin and end in its folded form, and where each word occurs."""

    folded: Folded = field(repr=False)
    words: tuple[str, ...] = field(repr=False)
    places: tuple[tuple[int, int], ...] = field(repr=False)
    positions: dict[str, list[int]] = field(repr=False)


@functools.lru_cache(maxsize=64)
def nearest(quote: str, text: str) -> Nearest | None:
    """The wording most like the quote; None where nothing resembles it."""
    wanted, document = _split(fold(quote)), _indexed(text)
    asked = wanted.words[:_MOST_WORDS]
    best, most = None, 0.0
    for start in _starts(asked, document):
        low, high = max(0, start - len(asked) // 3 - 5), start + len(asked) + len(asked) // 3 + 5
        match = SequenceMatcher(None, asked, document.words[low:high], autojunk=False)
        blocks = [block for block in match.get_matching_blocks() if block.size]
        if not blocks:
            continue
        first, last = low + blocks[0].b - blocks[0].a, low + blocks[-1].b + len(asked) - blocks[-1].a
        found = max(first, low), min(last, high, len(document.words))
        alike = _likeness(asked, document, found)
        if alike > most:
            best, most = found, alike
    return _told(wanted, document, best) if best else None


def _starts(asked: Sequence[str], document: _Words) -> list[int]:
    """Where the quote would begin by its rarest words."""
    counts = ((len(document.positions.get(word, ())), at) for at, word in enumerate(asked))
    votes: Counter[int] = Counter()
    width, left = max(3, len(asked) // 4), _MOST_POSITIONS
    for count, at in sorted(each for each in counts if each[0])[:_TELLING_WORDS]:
        if count > left and votes:
            break
        left -= count
        for place in document.positions[asked[at]][:_MOST_POSITIONS]:
            votes[max(0, place - at) // width] += 1_000 // count + 1
    joined = {bucket: votes[bucket] + votes.get(bucket + 1, 0) for bucket in votes}
    best = heapq.nsmallest(_WINDOWS, joined, key=lambda bucket: (-joined[bucket], bucket))
    return [bucket * width for bucket in best]


def _likeness(asked: Sequence[str], document: _Words, found: tuple[int, int]) -> float:
    """The share of words in common, or of characters; 0 where it is too small to be the same wording."""
    there = document.words[found[0] : found[1]]
    match = SequenceMatcher(None, asked, there, autojunk=False)
    words = match.ratio()
    one, other = " ".join(asked)[:_LONGEST_SPELT], " ".join(there)[:_LONGEST_SPELT]
    spelt = SequenceMatcher(None, one, other, autojunk=False).ratio() if words < _ALIKE else 0.0
    return words if words >= _ALIKE else spelt if spelt >= _ALIKE_SPELT else 0.0


def _told(wanted: _Words, document: _Words, found: tuple[int, int]) -> Nearest | None:
    low, high = found
    # A quote may end within "EUR 5 million": what belongs to its last number is shown with it.
    for _ in range(_MOST_ADDED):
        if low > 0 and not may_begin(document.folded.text, _place(document, low).start):
            low -= 1
        elif high < len(document.words) and not may_end(document.folded.text, _place(document, high - 1).end):
            high += 1
        else:
            break
    span = Span(_place(document, low).start, _place(document, high - 1).end)
    return Nearest(span, _changes(wanted, document, low, high))


def _place(document: _Words, at: int) -> Span:
    """Where a word is in the text; where it is part of a ligature, that character."""
    start, end = document.places[at]
    while (span := document.folded.span_of(start, end)) is None:
        start, end = max(0, start - 1), min(len(document.folded.cased), end + 1)
    return span


def _changes(wanted: _Words, document: _Words, low: int, high: int) -> tuple[Change, ...]:
    asked, there = wanted.words, document.words[low:high]
    match = SequenceMatcher(None, asked, there, autojunk=False)
    return tuple(
        Change(claimed=_between(wanted, a0, a1), found=_between(document, low + b0, low + b1))
        for kind, a0, a1, b0, b1 in match.get_opcodes()
        if kind != "equal"
    )


def _between(words: _Words, first: int, last: int) -> str:
    return words.folded.cased[words.places[first][0] : words.places[last - 1][1]] if first < last else ""


# A document is asked for many quotes; the handful in use stay indexed, as they stay folded.
@functools.lru_cache(maxsize=8)
def _indexed(text: str) -> _Words:
    return _split(fold_once(text))


def _split(folded: Folded) -> _Words:
    found = list(_WORD.finditer(folded.cased.translate(_LOW)))
    lowered = folded.lowered.translate(_LOW)
    words = tuple(lowered[each.start() : each.end()] for each in found)
    positions: dict[str, list[int]] = {}
    for at, word in enumerate(words):
        positions.setdefault(word, []).append(at)
    return _Words(folded, words, tuple(each.span() for each in found), positions)
