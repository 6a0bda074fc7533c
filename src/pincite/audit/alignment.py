"""Align two versions of a text: runs of words that both have, and the passage that replaced a sentence.

The longest chain of such runs that has the same order in both is what stayed where it was. What lies between
two of its runs in one version belongs between the same two in the other, however either was parsed.

Only text that is new counts: a passage that stood in the old version word for word is that passage, and not
another one reworded. And the passage must resemble no other lost sentence more.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from pincite.answer.reanchorings import WordRun
from pincite.language.line_ends import on_one_line
from pincite.language.vocabulary import STOP_WORDS, words
from pincite.records.document import Document
from pincite.records.fold import Folded, fold
from pincite.records.span import Span

# In words. Short ones fit between two edits of a sentence; long ones occur once where phrases recur.
_RUNS = (8, 4)


@dataclass(frozen=True, slots=True)
class Side:
    """One version: where the runs of the chain start and end in its text, in order."""

    starts: Sequence[int]
    ends: Sequence[int]
    length: int

    def around(self, span: Span) -> tuple[int | None, int | None]:
        """The last run that ends before a span, and the first that starts after it."""
        before, after = bisect_right(self.ends, span.start) - 1, bisect_left(self.starts, span.end)
        return (before if before >= 0 else None), (after if after < len(self.starts) else None)

    def between(self, before: int | None, after: int | None) -> tuple[int, int]:
        start = 0 if before is None else self.ends[before]
        end = self.length if after is None else self.starts[after]
        return start, max(start, end)


@dataclass(frozen=True, slots=True)
class Alignment:
    """What of two versions stayed in its order."""

    old: Side
    new: Side

    def in_new(self, span: Span) -> tuple[int, int]:
        """Where a stretch of the old version must be in the new one if nothing was put elsewhere."""
        return self.new.between(*self.old.around(span))

    def in_old(self, span: Span) -> tuple[int, int]:
        """Where a stretch of the new version must have been in the old one."""
        return self.old.between(*self.new.around(span))


def align(old: str, new: str) -> Alignment:
    """The alignment of two texts; it takes time in proportion to their length."""
    first, second = _spans(old), _spans(new)
    runs: dict[int, tuple[int, int]] = {}  # of each first word, the first word in the new text, and how many
    for size in _RUNS:
        others = _single_runs(second, size)
        mine = _single_runs(first, size)
        runs |= {at: (others[run], size) for run, at in mine.items() if run in others}
    chain = _longest_rising(sorted((at, place) for at, (place, _) in runs.items()))
    sizes = [runs[at][1] for at, _ in chain]
    return Alignment(
        _side([at for at, _ in chain], sizes, first, len(old)),
        _side([at for _, at in chain], sizes, second, len(new)),
    )


_Word = tuple[str, int, int]


def _spans(text: str) -> list[_Word]:
    return list(words(text))


def _single_runs(text: Sequence[_Word], size: int) -> dict[tuple[str, ...], int]:
    """Every run of words that occurs once, with the number of its first word."""
    found: dict[tuple[str, ...], int] = {}
    for at in range(len(text) - size + 1):
        run = tuple(word for word, _, _ in text[at : at + size])
        found[run] = -1 if run in found else at
    return {run: at for run, at in found.items() if at >= 0}


def _side(chain: Sequence[int], sizes: Sequence[int], text: Sequence[_Word], length: int) -> Side:
    ends = [text[at + size - 1][2] for at, size in zip(chain, sizes, strict=True)]
    # A long run may end behind the start of a shorter one that follows it: what is sought must rise.
    return Side([text[at][1] for at in chain], list(itertools.accumulate(ends, max)), length)


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest part of pairs, sorted by their first number, whose second numbers rise, too."""
    lasts: list[int] = []  # the smallest second number that ends a chain of each length
    ends: list[int] = []  # and which pair that is
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        at = bisect_left(lasts, place)
        before.append(ends[at - 1] if at else -1)
        if at == len(lasts):
            lasts.append(place)
            ends.append(number)
        else:
            lasts[at], ends[at] = place, number
    chain: list[tuple[int, int]] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


_LONGEST = 2_000
_WORD = re.compile(r"\S+")


def word_runs(old: str, new: str) -> list[WordRun]:
    """Both wordings as one run of words, in which what differs is marked; typesetting does not differ."""
    first, second = _words(old), _words(new)
    if max(len(first), len(second)) > _LONGEST:
        return [WordRun(kind="old", text=" ".join(first)), WordRun(kind="new", text=" ".join(second))]
    matcher = SequenceMatcher(None, list(map(_plain, first)), list(map(_plain, second)), autojunk=False)
    runs: list[WordRun] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            runs.append(WordRun(kind="same", text=" ".join(second[c:d])))
            continue
        runs += _only("old", first[a:b])
        runs += _only("new", second[c:d])
    return runs


def _only(kind: str, words: list[str]) -> Iterator[WordRun]:
    if words:
        yield WordRun(kind="old" if kind == "old" else "new", text=" ".join(words))


def _words(text: str) -> list[str]:
    return _WORD.findall(on_one_line(text))


def _plain(word: str) -> str:
    return fold(word).cased


# How much two wordings must share: less where one stands at the place of the other.
AT_ITS_PLACE, ELSEWHERE = 0.45, 0.7
# Letters alone tell a sentence whose words were misread; unrelated sentences share half of them.
_MISREAD = 0.85
_MOST_COMPARED = 40
# In words: to compare the order of many takes time with the square of their number.
_LONGEST_ORDERED = 400
# A sentence that was parted in two.
_LONGEST_RUN = 2


@dataclass(frozen=True, slots=True)
class _Sentences:
    """The blocks of one version by their words."""

    document: Document
    words: Sequence[tuple[str, ...]]
    readings: Sequence[object]
    """Equal where two blocks read the same: words alone do not tell -2.1 % from 2.1 %."""
    with_word: dict[str, list[int]] = field(repr=False)

    @classmethod
    def of(cls, document: Document) -> _Sentences:
        folded = [fold(block.span.of(document.seen_text)) for block in document.blocks]
        said = [tuple(word for word, _, _ in words(each.lowered)) for each in folded]
        with_word: dict[str, list[int]] = {}
        for number, each in enumerate(said):
            for word in set(each) - STOP_WORDS:
                with_word.setdefault(word, []).append(number)
        return cls(document, said, [_reading(each) for each in folded], with_word)

    def between(self, start: int, end: int) -> range:
        """The blocks that begin or end inside a stretch."""
        if start >= end:
            return range(0)
        found = self.document.blocks_of(Span(start, end))
        return range(found[0].number - 1, found[-1].number) if found else range(0)

    def sharing(self, wanted: Iterable[str]) -> list[int]:
        """The blocks that share the most telling words, the likeliest first."""
        scores: Counter[int] = Counter()
        for word in set(wanted) - STOP_WORDS:
            held = self.with_word.get(word, ())
            for number in held[: len(self.words) // 10 + _MOST_COMPARED]:
                scores[number] += 1000 // len(held)
        return [number for number, _ in scores.most_common(_MOST_COMPARED)]

    def run(self, first: int, last: int) -> tuple[str, ...]:
        return tuple(word for number in range(first, last + 1) for word in self.words[number])

    def span(self, first: int, last: int) -> Span:
        blocks = self.document.blocks
        return Span(blocks[first].span.start, blocks[last].span.end)


@dataclass(frozen=True, slots=True)
class Rewordings:
    """Both versions, and which of their sentences the other one has word for word."""

    old: _Sentences
    new: _Sentences
    lost: frozenset[int]
    """Blocks of the old version that the new one does not have."""
    fresh: frozenset[int]
    """Blocks of the new version that the old one did not have."""

    @classmethod
    def of(cls, old: Document, new: Document) -> Rewordings:
        first, second = _Sentences.of(old), _Sentences.of(new)
        return cls(first, second, _unmatched(first, second), _unmatched(second, first))

    def at_its_place(self, span: Span, gap: tuple[int, int]) -> Span | None:
        """What stands in other words where a sentence was, in `gap`; None where nothing like it does."""
        near = [number for number in self.new.between(*gap) if number in self.fresh]
        if len(near) > _MOST_COMPARED:
            likely = set(self.new.sharing(self._words(span)))
            near = [number for number in near if number in likely]
        return self._best(span, near, AT_ITS_PLACE)

    def elsewhere(self, span: Span) -> Span | None:
        """The same anywhere, where it must be much more alike."""
        likely = self.new.sharing(self._words(span))
        return self._best(span, [number for number in likely if number in self.fresh], ELSEWHERE)

    def _words(self, span: Span) -> tuple[str, ...]:
        return tuple(folded_words(span.of(self.old.document.seen_text)))

    def _best(self, span: Span, numbers: Iterable[int], least: float) -> Span | None:
        wanted = self._words(span)
        found: list[tuple[float, int, int]] = []
        for first in numbers:
            for last in range(first, min(first + _LONGEST_RUN, len(self.new.words))):
                if last in self.fresh and (likeness := alike(wanted, self.new.run(first, last))) >= least:
                    found.append((likeness, -first, -last))
        own = {block.number - 1 for block in self.old.document.blocks_of(span)}
        for likeness, first, last in sorted(found, reverse=True):
            if not self._is_of_another(self.new.run(-first, -last), likeness, own):
                return self.new.span(-first, -last)
        return None

    def _is_of_another(self, said: tuple[str, ...], likeness: float, own: set[int]) -> bool:
        """Whether another sentence that was lost is more like these words."""
        rivals = (number for number in self.old.sharing(said) if number in self.lost and number not in own)
        return any(alike(self.old.words[number], said) > likeness for number in rivals)


def folded_words(text: str) -> list[str]:
    """The words of a text without their typesetting."""
    return [word for word, _, _ in words(fold(text).lowered)]


def alike(one: Sequence[str], other: Sequence[str]) -> float:
    """How much two wordings share, from 0 to 1: by words in order, by telling words, or by letters."""
    if not one or not other:
        return 0.0
    told = [Counter(word for word in each if word not in STOP_WORDS) for each in (one, other)]
    letters = [Counter(_pairs(each)) for each in (one, other)]
    by_letters = _shared(*letters)
    by_words = max(_shared(*told), by_letters if by_letters >= _MISREAD else 0.0)
    if max(len(one), len(other)) > _LONGEST_ORDERED:
        return by_words
    return max(SequenceMatcher(None, one, other, autojunk=False).ratio(), by_words)


def _reading(folded: Folded) -> object:
    # A hyphen at the end of a line may be the word's or the line's.
    return folded.lowered.strip(), tuple(join for _, join in folded.joins if join != "-\n")


def _pairs(said: Sequence[str]) -> Iterable[str]:
    text = " ".join(said)
    return (text[at : at + 2] for at in range(len(text) - 1))


def _shared(one: Counter[str], other: Counter[str]) -> float:
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0


def _unmatched(one: _Sentences, other: _Sentences) -> frozenset[int]:
    """The blocks of one version whose words the other does not have, or not as often."""
    left = Counter(other.readings)
    unmatched: set[int] = set()
    for number, reading in enumerate(one.readings):
        if left[reading] > 0:
            left[reading] -= 1
        else:
            unmatched.add(number)
    return frozenset(unmatched)
