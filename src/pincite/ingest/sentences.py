"""Divide a paragraph into sentences with exact offsets.

nupunkt proposes the ends; our rules mend what it cannot know: a number belongs to its heading, a
line break before a small letter ends nothing, and a sentence that is too long to cite is cut at
its semicolons or list marks.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable
from itertools import pairwise

MAX_BLOCK_CHARS = 1000
# Parts of a long sentence are joined up to this size, so that "or" is never a part of its own.
_MIN_PART_CHARS = 200

Range = tuple[int, int]

_DIVIDED = re.compile(r"(?<=[^\W\d_])-\r?\n(?=[^\W\d_])")
_LINE_BREAKS = {ord("\n"): " ", ord("\r"): " "}

_LONE_MARK = re.compile(
    r"[(\[]?(?:§+\s*)?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxlcIVXLC]{1,6})[)\].:]*$|[•●▪–—*-]$"
)
_NUMBER_FOLLOWS = re.compile(
    r"(?:^|[\s(\"“])(?:Nos?|Secs?|Arts?|Cl|Paras?|Figs?|Eqs?|Vol|Ch|pp|p|Tel|Ref)\.$", re.I
)
_NEVER_ENDS = re.compile(r"(?:^|[\s(\"“])(?:e\.g|i\.e|cf|viz|Mr|Mrs|Ms|Dr|Prof|vs|approx|incl|resp)\.$", re.I)
_INITIAL = re.compile(r"(?:^|[\s(\"“])(?:[A-Z][\w’'-]*\s|[A-Z]\.\s?)?[A-Z]\.$")
_LETTERED = (
    r"(?:Schedule|Exhibit|Annex|Appendix|Part|Section|Class|Type|Series|Grade|Plan|Option|Vitamin|Hepatitis|"
    r"Group|Table|Figure|Category|Tranche|Phase|Level|Tier)\s[A-Z]\."
)
_LETTER_ENDS = re.compile(rf"{_LETTERED}$", re.IGNORECASE)
# nupunkt takes the letter of "Exhibit A. The Supplier …" for an initial.
_LETTER_INSIDE = re.compile(rf"\b{_LETTERED}(?=\s+(?:The|This|That|These|Any|All|Each|If|In|No|For|It)\s)")
# nupunkt takes the mark of a note for the rest of the sentence: "within 30 days.[2] The Supplier …"
_NOTE_INSIDE = re.compile(
    r"(?<=[\w)\"”’%][.!?])(?:\[(?:\d{1,4}|[ivxlc]{1,6}|[*†‡§]+)\])+(?=\s+[A-Z“\"(])"
    r"|[.!?][”’\")]*[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?=\s+[“‘\"(]?[A-Z])"
)
# The space before a part starts where no other space stands before it, or a long run of blanks is tried
# from each of them.
_PART_STARTS = re.compile(
    r"(?<=;)\s+|(?<!\s)\s+(?=\((?:[a-z]{1,2}|[ivx]{1,5}|[A-Z]|\d{1,2})\)\s)|(?<!\s)\s+(?=[•●▪]\s)"
)


def sentences(text: str, start: int, end: int) -> list[Range]:
    """The sentences of `text[start:end]`, trimmed; together they hold every character but white space."""
    # Line breaks say nothing inside a paragraph, but nupunkt would take "1." after one for a list mark.
    # The second half of a divided word would look like an abbreviation ("inspec- tion."): letters join them.
    whole = _DIVIDED.sub(lambda found: "n" * len(found[0]), text[start:end])
    paragraph = whole.translate(_LINE_BREAKS)
    ends = {last for _, last in _sentence_spans()(paragraph)}
    ends |= {found.end() for found in _LETTER_INSIDE.finditer(paragraph)}
    ends |= {found.end() for found in _NOTE_INSIDE.finditer(paragraph)}
    proposed = [
        trimmed
        for first, last in pairwise([0, *sorted(ends)])
        if (trimmed := trim(text, start + first, start + last)) is not None
    ]
    merged: list[Range] = []
    for span in proposed:
        if merged and _is_one_sentence(text, merged[-1], span):
            merged[-1] = (merged[-1][0], span[1])
        else:
            merged.append(span)
    return merged


def parts(text: str, start: int, end: int) -> list[Range]:
    """A stretch that is too long to cite, in parts of at most MAX_BLOCK_CHARS; a short one whole."""
    if end - start <= MAX_BLOCK_CHARS:
        return [(start, end)]
    cuts = [start, *(found.end() for found in _PART_STARTS.finditer(text, start, end)), end]
    joined: list[Range] = []
    for first, last in pairwise(cuts):
        if (
            joined
            and (joined[-1][1] - joined[-1][0] < _MIN_PART_CHARS or last - first < _MIN_PART_CHARS // 4)
            and last - joined[-1][0] <= MAX_BLOCK_CHARS
        ):
            joined[-1] = (joined[-1][0], last)
        elif last > first:
            joined.append((first, last))
    cut = [piece for first, last in joined for piece in _cut(text, first, last)]
    return [trimmed for first, last in cut if (trimmed := trim(text, first, last)) is not None]


def trim(text: str, start: int, end: int) -> Range | None:
    """The same range without surrounding white space; None when nothing is left."""
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return None
    start += len(piece) - len(piece.lstrip())
    return start, start + len(stripped)


@functools.cache
def _sentence_spans() -> Callable[[str], list[Range]]:
    import nupunkt

    return nupunkt.sent_spans


def _is_one_sentence(text: str, left: Range, right: Range) -> bool:
    """Whether a proposed end between two ranges is none."""
    before, after = text[left[0] : left[1]], text[right[0] : right[1]]
    gap = text[left[1] : right[0]]
    if not gap or _LONE_MARK.match(before) or after[0] in ",;.)]}%":
        return True
    if before.endswith("-") and "\n" in gap:
        return True
    tail = before[-24:]
    if _NEVER_ENDS.search(tail) or (
        _NUMBER_FOLLOWS.search(tail) and (after[0].isdigit() or after[0] in "[§")
    ):
        return True
    if _INITIAL.search(tail) and after[0].isupper() and not _LETTER_ENDS.search(tail):
        return _LONE_MARK.match(after) is None and before[-2].isupper() and _is_name(tail)
    wrapped = "\n" in gap or "\r" in gap
    return wrapped and after[0].islower() and not before.endswith((":", "!", "?"))


def _is_name(tail: str) -> bool:
    """Whether the letter before the point follows the start, another initial or a title: `Mr. J.`"""
    words = tail.split()
    return len(words) == 1 or words[-2].endswith(".")


def _cut(text: str, start: int, end: int) -> list[Range]:
    """Where a long part has no semicolon: at a comma, else at a space, else at the limit."""
    pieces: list[Range] = []
    while end - start > MAX_BLOCK_CHARS:
        limit = start + MAX_BLOCK_CHARS
        cut = max(text.rfind(", ", start + MAX_BLOCK_CHARS // 2, limit) + 1, start)
        if cut == start:
            cut = max(text.rfind(space, start + 1, limit) for space in (" ", "\n", "\t"))
        if cut <= start:
            cut = limit
            # An accent stays with its letter, unless there is nothing but accents.
            while cut > start + 1 and unicodedata.combining(text[cut]):
                cut -= 1
            cut = cut if cut > start + 1 else limit
        pieces.append((start, cut))
        start = cut
    return [*pieces, (start, end)]
