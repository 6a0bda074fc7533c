"""Align two versions of a text by runs of words that occur once in each.

The longest chain of such runs that has the same order in both is what stayed where it was. What lies between
two of its runs in one version belongs between the same two in the other, however either was parsed.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.language.vocabulary import words
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
