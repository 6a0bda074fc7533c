"""How two words of one value may stand apart: spaces, and at most one line end.

A blank line parts paragraphs, so nothing is read across it. Every repetition is bounded and every
gap atomic (it gives nothing back): a page of spaces must cost no more than a page of words.
"""

from __future__ import annotations

import re

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
