"""Split text into words and reduce them to stems: one vocabulary for questions, index and checks.

The stop words and the stemmer are fixed here and not left to a store or a search library, so that
the same question finds the same blocks everywhere.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.records.question import Stems

VERSION = "english-1"

# A word broken at a line end is one word: "termi-\nnation".
_BREAK = r"[-‐\u00ad][ \t]*\r?\n[ \t]*|\u00ad"
# A decimal and a clause number are one word: the 2 of "12.2" or "D.2" is not the 2 of "Study 2".
_WORD = re.compile(
    rf"\d+(?:[.,]\d+)+|\b[a-z](?:\.\d+)+|°[cf]\b|[^\W_]+(?:(?:['’]|(?<=[^\W\d_])(?:{_BREAK})(?=[^\W\d_]))[^\W_]+)*"
)
_BROKEN = re.compile(_BREAK)
_BROKEN_WORD = re.compile(rf"(?<=[^\W\d_])(?:{_BREAK})(?=[^\W\d_])")
_POSSESSIVE = re.compile(r"['’]s?$")

_LONGEST_KEPT = 2_000
# How many foreign words may stand between those of one wording: "monthly fee" in "monthly service fee".
_SLACK = 4

STOP_WORDS = frozenset(
    """
    a about above after again all also am an and any are as at be because been before being below between
    both but by can could did do does doing down during each few for from further had has have having he
    her here hers him his how i if in into is it its itself just me more most my no nor not of off on
    once only or other our ours out over same she should so some such than that the their theirs them
    then there these they this those through to too under until up upon very was we were what when where
    which while who whom whose why will with would you your yours shall may must might either neither
    whether hereby herein hereof hereto hereunder thereof therein thereto thereunder whereas
    """.split()
)


def words(text: str) -> Iterator[tuple[str, int, int]]:
    """Every word in lower case with its place in `text`; a word broken at a line end is one."""
    lowered = text.lower()
    for match in _WORD.finditer(lowered if len(lowered) == len(text) else text):
        yield _BROKEN.sub("", match[0].lower()), match.start(), match.end()


def unbroken(text: str) -> str:
    """The text with words that a line end has broken made whole, for an index of words."""
    return _BROKEN_WORD.sub("", text)


def stems(text: str) -> list[str]:
    """The stems of all words, in order: "not exceed" and "up to" are wordings too."""
    return list(_stems(text) if len(text) <= _LONGEST_KEPT else _stems.__wrapped__(text))


def telling(stems: Iterable[str]) -> set[str]:
    """The stems that carry meaning by themselves."""
    return set(stems) - _stop_stems()


def wording(text: str) -> Stems:
    """A phrase as a run of stems, as it is looked for in documents."""
    return tuple(stems(text))


def occurs(wording: Stems, text: Sequence[str], present: Collection[str]) -> bool:
    """Whether the words of a wording stand close together in `text`; `present` is set(text)."""
    if any(stem not in present for stem in wording):
        return False
    if len(wording) == 1:
        return True
    reach = len(wording) + _SLACK
    needed = set(wording)
    return any(stem in needed and needed <= set(text[at : at + reach]) for at, stem in enumerate(text))


# Every check reads the same few sentences again.
@functools.lru_cache(maxsize=4_096)
def _stems(text: str) -> tuple[str, ...]:
    return tuple(_stem(word) for word, _, _ in words(text))


@functools.cache
def _stop_stems() -> frozenset[str]:
    return frozenset(_stem(word) for word in STOP_WORDS)


@functools.lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    word = _POSSESSIVE.sub("", word)
    return _KEPT_APART.get(word) or _stemmer()(word)


# The stemmer would make one word of each of these and of another that means something else.
_KEPT_APART = {
    "government": "government",
    "governments": "government",
    "governmental": "government",
    # It takes "eed" for an ending and would not know it for "breastfeeding".
    "breastfeed": "breastfeed",
}


@functools.cache
def _stemmer() -> Callable[[str], str]:
    import Stemmer

    stem: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
    return stem
