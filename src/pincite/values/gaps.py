"""How two words of one value may stand apart, and words that a line end has cut in two.

A blank line parts paragraphs, so nothing is read across it. Every repetition is bounded and every
gap atomic (it gives nothing back): a page of spaces must cost no more than a page of words.

"thir-\nty days" is joined before reading and the offsets are put back after it. Only words a
parser knows are joined: in "thirty-\nday" the hyphen is the writer's own and stays.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace

from pincite.records.span import Span
from pincite.values.readings import Reading, V

GAP = r"(?>[^\S\n]{0,40}\n?[^\S\n]{0,40})"
SPACE = rf"(?=\s){GAP}"
HYPHEN = r"[-\u2010\u2011](?:[^\S\n]{0,4}\n[^\S\n]{0,40})?"
DASH = r"[-\u2010\u2011\u2012\u2013\u2014]"
OPENING, CLOSING = "([", ")]"

_LONGEST = 81
_GAP = re.compile(GAP)


def after_gap(text: str, start: int) -> int:
    """The offset of the next word's first character."""
    found = _GAP.match(text, start)
    return found.end() if found else start


def before_gap(text: str, end: int) -> int:
    """The offset just after the last character of the word before."""
    earliest, line_ends = max(0, end - _LONGEST), 0
    while end > earliest and text[end - 1].isspace():
        line_ends += text[end - 1] == "\n"
        if line_ends > 1:
            break
        end -= 1
    return end


def one_line(words: str) -> str:
    """The words with every gap written as one space."""
    return " ".join(words.split())


def listed(words: str) -> list[str]:
    """The words of a vocabulary, written in lines and not in quotes so that it can be reviewed."""
    return words.split()


def phrases(pattern: str) -> str:
    """A pattern whose blanks match any gap between words, in capitals or not, as whole words."""
    return rf"(?<![\w-])(?i:{pattern.replace(' ', SPACE)})(?![\w-])"


def stands_in_brackets(text: str, start: int, end: int) -> bool:
    """Whether a bracket opens directly before the stretch and closes directly after it."""
    left, right = before_gap(text, start), after_gap(text, end)
    return left > 0 and text[left - 1] in OPENING and right < len(text) and text[right] in CLOSING


_CUT = re.compile(r"[-\u2010\u00ad][^\S\n]{0,4}\n[^\S\n]{0,40}|\u00ad")
_HEAD = re.compile(r"[A-Za-z]{1,16}$")
_TAIL = re.compile(r"[A-Za-z]{1,16}")


def read_unwrapped(
    text: str, vocabulary: frozenset[str], read: Callable[[str], list[Reading[V]]]
) -> list[Reading[V]]:
    """What `read` finds once the words of `vocabulary` are whole, with offsets into `text`."""
    unwrapped = unwrap(text, vocabulary)
    readings = read(unwrapped.text)
    return [unwrapped.restored(reading) for reading in readings] if unwrapped.joints else readings


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """A text with cut words joined: `joints` says where, `removed` how much is missing by then."""

    text: str
    joints: tuple[int, ...]
    removed: tuple[int, ...]

    def restored(self, reading: Reading[V]) -> Reading[V]:
        within = reading.within and Span(self._offset(reading.within.start), self._end(reading.within.end))
        return replace(reading, start=self._offset(reading.start), end=self._end(reading.end), within=within)

    def _offset(self, offset: int) -> int:
        passed = bisect_right(self.joints, offset)
        return offset + (self.removed[passed - 1] if passed else 0)

    def _end(self, end: int) -> int:
        return self._offset(end - 1) + 1


def unwrap(text: str, vocabulary: frozenset[str]) -> Unwrapped:
    """The text with each cut word of `vocabulary` made whole."""
    if _CUT.search(text) is None:  # most texts are one line
        return Unwrapped(text, (), ())
    pieces, joints, removed = [], [], []
    kept_to = length = gone = 0
    for cut in _CUT.finditer(text):
        if _word_across(text, cut.start(), cut.end()).lower() not in vocabulary:
            continue
        pieces.append(text[kept_to : cut.start()])
        length += cut.start() - kept_to
        gone += cut.end() - cut.start()
        joints.append(length)
        removed.append(gone)
        kept_to = cut.end()
    return Unwrapped("".join([*pieces, text[kept_to:]]), tuple(joints), tuple(removed))


def _word_across(text: str, start: int, end: int) -> str:
    head, tail = _HEAD.search(text, max(0, start - 16), start), _TAIL.match(text, end)
    return head[0] + tail[0] if head and tail else ""
