"""Decide whether a quote may begin or end at a place in the text.

"exclusive" stands in "non-exclusive", "500" in "(500)", "$5" in "$5 million": each is in the text, letter
for letter, and each says what the document does not. So a place where a word or a number would be parted
from what belongs to it is no place to begin or end. A number belongs to its sign, bracket, currency,
percent, scale, unit and exponent, whether it is written in digits or in words. Nothing belongs together
across a blank line.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable

from pincite.patterns import pattern
from pincite.prove.ties import (
    AMOUNT_TIES,
    ANY,
    DASH,
    DIGIT,
    END_TIES,
    ENDS_NUMBER,
    GLUED,
    INLINE,
    LETTER,
    LINE,
    MEASURE,
    MONEY_WORD,
    NARROW,
    NATION_NAME,
    NUMBER_TIES,
    NUMBER_WORD,
    WORD_TIES,
    Row,
)
from pincite.records.fold import IGNORABLE, LINE_BREAKS


def may_begin(text: str, at: int) -> bool:
    """Whether a quote may begin at `at`: nothing before it belongs to what follows."""
    return _allowed(text, at, _ties)


def may_end(text: str, at: int) -> bool:
    """Whether a quote may end at `at`: nothing after it belongs to what stands before."""
    return _allowed(text, at, _ties_at_end)


_Tie = tuple[re.Pattern[str], re.Pattern[str]]
_Ties = dict[tuple[int, str, str], tuple[_Tie, ...]]


# Compiled on first use: fifty patterns would be a noticeable part of `import pincite`.
@functools.cache
def _ties() -> _Ties:
    return _sorted(WORD_TIES + NUMBER_TIES + AMOUNT_TIES)


@functools.cache
def _ties_at_end() -> _Ties:
    more = _sorted(END_TIES)
    return {place: ties + more[place] for place, ties in _ties().items()}


def _sorted(rows: Iterable[Row]) -> _Ties:
    """The ties that can hold at each place: the width of its space, the kinds of character beside it."""
    sorted_ties: dict[tuple[int, str, str], list[_Tie]] = {place: [] for place in _PLACES}
    for kinds, left, widest, right in itertools.chain.from_iterable(map(_split, rows)):
        tie, (lasts, firsts) = (_pattern(rf"(?:{left})\Z"), _pattern(right)), kinds.split()
        for place in itertools.product(range(widest + 1), lasts, firsts):
            sorted_ties[place].append(tie)
    return {place: tuple(ties) for place, ties in sorted_ties.items()}


_PLACES = tuple(itertools.product((GLUED, NARROW, LINE, ANY), "LDS", "LDS"))


def _split(row: Row) -> list[Row]:
    """The row, and where it asks for the end of a number a quicker one for a number in digits."""
    kinds, left, widest, right = row
    if left != ENDS_NUMBER:
        return [row]
    first = kinds.split()[1]
    return [(f"D {first}", DIGIT, widest, right), (f"LS {first}", left, widest, right)]


def _pattern(source: str) -> re.Pattern[str]:
    return pattern(source, re.IGNORECASE | re.DOTALL)


def _allowed(text: str, at: int, ties: Callable[[], _Ties]) -> bool:
    if not 0 < at < len(text):
        return True
    if text[at - 1].isalnum() and text[at].isalnum():
        return False
    return _between_ordinary_words(text, at) or not _tied(*_surroundings(text, at), ties)


# A short quote can have a hundred thousand hits, in tables mostly, where the surroundings recur.
@functools.lru_cache(maxsize=8192)
def _tied(before: str, gap: str, after: str, ties: Callable[[], _Ties]) -> bool:
    if not before or not after:
        return False
    last, first = _kind(before[-1]), _kind(after[0])
    if not gap and (_is_mark(after[0]) or (last in "LD" and first in "LD")):
        return True
    return any(right.match(after) and left.search(before) for left, right in ties()[_width(gap), last, first])


@functools.lru_cache(maxsize=1024)
def _kind(character: str) -> str:
    if character.isalpha() or character in "_⁺⁻" or _is_mark(character):
        return "L"
    return "D" if character.isnumeric() else "S"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _width(gap: str) -> int:
    if not gap:
        return GLUED
    if _BREAK.search(gap):
        return ANY
    return LINE if len(gap) > 2 or "\t" in gap else NARROW


_COUNTING = pattern(rf"(?:{NUMBER_WORD}|non|per|percentage|basis|point|minus|negative|and)\Z", re.IGNORECASE)
_NAMES_UNIT = pattern(rf"(?:{MEASURE}|{MONEY_WORD}|{NATION_NAME}|States|Zealand|Kong)\Z", re.IGNORECASE)


def _between_ordinary_words(text: str, at: int) -> bool:
    """Whether `at` is at a space after a word that ties nothing: the usual case, and quickly seen."""
    if not (text[at - 1].isspace() or text[at].isspace()):
        return False
    before = text[max(0, at - 24) : at].split()
    if not before or not _ordinary(before[-1]):
        return False
    after = text[at : at + 24].split()
    return _ties_no_number(before[-1]) or (bool(after) and _ordinary(after[0]))


@functools.lru_cache(maxsize=4096)
def _ordinary(word: str) -> bool:
    bare = word.strip(_PUNCTUATION)
    return bare.isalpha() and not _COUNTING.match(bare)


@functools.lru_cache(maxsize=4096)
def _ties_no_number(word: str) -> bool:
    # Codes, short units and "and" have three letters or fewer.
    bare = word.strip(_PUNCTUATION)
    return len(bare) > 3 and not _NAMES_UNIT.match(bare)


_PUNCTUATION = '.,;:()"'
_WINDOW = 48
_BREAK = pattern(f"[{LINE_BREAKS}]")
_LINE_END = r"(?:\r\n|\r(?!\n)|(?<!\r)\n|[\x85\u2028])"
_PARAGRAPH = pattern(rf"{_LINE_END}[^\S{LINE_BREAKS}]*{_LINE_END}|\u2029")
_PAGE_NUMBER = pattern(rf"(?:\A|[{LINE_BREAKS}]){INLINE}(?:page\s?)?{DASH}\s?\d{{1,4}}\s?{DASH}\Z", re.I)
# Characters that show nothing, and the asterisks that set a part of a word in bold.
_SOFT = pattern(
    rf"\u00ad[^\S{LINE_BREAKS}]*[{LINE_BREAKS}]\s*|[{IGNORABLE}\u200c\u200d\u202d\u202e]"
    rf"|(?<=[^\W\d_]|-)\*{{1,3}}|\*{{1,3}}(?={LETTER})"
)
_WRAPPED = pattern(rf"({DASH}|/)[^\S{LINE_BREAKS}]*[{LINE_BREAKS}]\s*")


def _surroundings(text: str, at: int) -> tuple[str, str, str]:
    """What stands before `at`, the space around it, and what follows, as if no line were broken in a word.

    Nothing is before or after where a blank line or a page's number stands between.
    """
    before, after = _shown(text[max(0, at - _WINDOW) : at]), _shown(text[at : at + _WINDOW])
    left, right = before.rstrip(), after.lstrip()
    gap = before[len(left) :] + after[: len(after) - len(right)]
    if not _BREAK.search(before + after):
        return left, gap, right
    if _BREAK.search(gap) and (_PARAGRAPH.search(gap) or _PAGE_NUMBER.search(left)):
        return "", gap, ""
    if _WRAPPED.fullmatch(left[-1:] + gap):
        gap = ""
    return _unbroken(_PARAGRAPH.split(left)[-1]), gap, _unbroken(_PARAGRAPH.split(right)[0])


def _shown(window: str) -> str:
    return window if window.isascii() and "*" not in window else _SOFT.sub("", window)


def _unbroken(window: str) -> str:
    return _WRAPPED.sub(r"\1", window)
