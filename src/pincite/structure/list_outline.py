"""Read the mark that a list item starts with, and tell which item follows which and stands under which.

Numbers speak before margins: a page may be set further in than the one before it, but (b) follows (a).

A generator divides a list by its marks and a check decides by them whether it has ended; both must read
them alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.records.document import Block, Document

_SYMBOL = re.compile(r"([•●○◦▪■□‣⁃➢➤✓✔·–—*-]|\uf0b7)(?=\s)\s+")
_ENCLOSED = re.compile(r"([(\[]?)([a-zA-Z]|[ivxlc]{1,6}|[IVXLC]{1,6}|([a-z])\3|\d{1,3})([)\]])(?=\s)\s+")
_DECIMAL = re.compile(r"(?:§+\s*)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})+)\.?(?=\s)\s+")
_POINTED = re.compile(r"(?:§\s*)?(\d{1,3}|[a-zA-Z]|[ivx]{2,5}|[IVX]{2,5})\.(?=\s)\s+")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class Mark:
    """What an item is listed under.

    `style` is what items of one list share: the sign itself, or how a number is set. `counts` says what
    number it may be: `i` is the ninth letter and the first Roman one. `path` holds the parts of 1.2.3.
    """

    style: str
    counts: tuple[tuple[str, int], ...]
    path: tuple[str, ...]
    label: str

    @property
    def is_symbol(self) -> bool:
        return not self.counts

    def count(self, kind: str) -> int | None:
        """Which one it is, counted in this kind; None where it cannot be counted so."""
        return dict(self.counts).get(kind)


def read_mark(text: str) -> Mark | None:
    """The mark at the start of the text; None when it starts with words."""
    if found := _SYMBOL.match(text):
        return Mark(found[1], (), (), found[1])
    if found := _DECIMAL.match(text):
        path = tuple(found[1].split("."))
        return Mark("decimal", (("digit", int(path[-1])),), path, found[1])
    if found := _ENCLOSED.match(text):
        return Mark(f"{found[1]}{found[4]}", _counts(found[2]), (found[2],), found[0].strip())
    if found := _POINTED.match(text):
        return Mark(".", _counts(found[1]), (found[1],), found[0].strip())
    return None


def follows(earlier: Mark, later: Mark) -> bool:
    """Whether two marks are neighbours in one list: 3. and 4., (c) and (d), two bullets of one kind."""
    if earlier.style != later.style or earlier.path[:-1] != later.path[:-1]:
        return False
    if earlier.is_symbol:
        return True
    counts = dict(later.counts)
    return any(counts.get(kind) == count + 1 for kind, count in earlier.counts)


def opens(mark: Mark) -> bool:
    """Whether a list may start with it: a bullet, 1, (a), (i), 4.1."""
    return mark.is_symbol or any(count == 1 for _, count in mark.counts)


def stands_under(mark: Mark, other: Mark) -> bool:
    """Whether the numbers themselves say so: 1.2 stands under 1. and 1.2.1 under 1.2."""
    if mark.style != "decimal" or other.style not in (".", "decimal"):
        return False
    return mark.path[: len(other.path)] == other.path and len(mark.path) > len(other.path)


def resumes(earlier: Mark, later: Mark) -> bool:
    """Whether a later mark, without being the next, may belong to the list of the earlier one.

    It leaves numbers out, or starts again at 1; (i) does not start a list of letters again.
    """
    if earlier.style != later.style or earlier.path[:-1] != later.path[:-1]:
        return False
    if earlier.is_symbol:
        return True
    shared = {kind for kind, _ in earlier.counts} & {kind for kind, _ in later.counts}
    return any(kind in shared and (count == 1 or not opens(later)) for kind, count in later.counts)


def _counts(label: str) -> tuple[tuple[str, int], ...]:
    if label.isdigit():
        return (("digit", int(label)),)
    case = "upper" if label.isupper() else "lower"
    low, found = label.lower(), []
    if len(low) == 1:
        found.append((f"{case} letter", ord(low) - ord("a") + 1))
    elif len(low) == 2 and low[0] == low[1]:
        # After z comes aa.
        found.append((f"{case} letter", ord(low[0]) - ord("a") + 27))
    # A single c or l is a letter: no list comes to a fiftieth item by Roman numbers.
    if (len(low) > 1 or low in "ivx") and (roman := _roman(low)) is not None:
        found.append((f"{case} roman", roman))
    return tuple(found)


def _roman(label: str) -> int | None:
    digits = [_ROMAN.get(letter, 0) for letter in label]
    if 0 in digits:
        return None
    return sum(-d if d < max(digits[i + 1 :], default=0) else d for i, d in enumerate(digits))


Place = tuple[int, ...]

# Points, columns of a text file, or levels of nested elements by which an item must be set in.
_SET_IN = {"pdf": 4.0, "image": 8.0, "html": 0.5, "eml": 0.5}
_SET_IN_COLUMNS = 1.0
_LIST_ELEMENT = re.compile(r"(?:^|/)(?:ul|ol|dl|menu)\b")


def places(document: Document, blocks: Sequence[Block]) -> list[Place]:
    """The place of each item, in their order; one without a mark stands under the one before it."""
    entries = [_Entry.of(document, block) for block in blocks]
    tree = _Tree(_SET_IN.get(document.format, _SET_IN_COLUMNS), bool(len(document.words)))
    for index, entry in enumerate(entries):
        tree.add(entry, entries[index + 1] if index + 1 < len(entries) else None)
    return tree.places


def indent(document: Document, block: Block) -> float | None:
    """How far in a block stands on its page or line; None where the format does not say."""
    if boxes := document.words.boxes(block.span)[:1]:
        return boxes[0].x0
    if document.format == "html":
        return float(len(_LIST_ELEMENT.findall(block.anchor)))
    if document.format in ("text", "markdown", "eml"):
        start = document.text.rfind("\n", 0, block.span.start) + 1
        before = document.text[start : block.span.start].rpartition("\f")[2].expandtabs()
        return float(len(before)) if not before.strip() else None
    return None


@dataclass(frozen=True, slots=True)
class _Entry:
    mark: Mark | None
    indent: float | None
    page: int | None

    @classmethod
    def of(cls, document: Document, block: Block) -> _Entry:
        return cls(read_mark(block.span.of(document.text)), indent(document, block), block.page)


class _Tree:
    """The places given so far, and the items that are still open, outermost first."""

    def __init__(self, set_in: float, has_boxes: bool) -> None:
        self.places: list[Place] = []
        self._has_boxes = has_boxes
        self._set_in = set_in
        self._open: list[tuple[_Entry, Place]] = []

    def add(self, entry: _Entry, after: _Entry | None) -> None:
        level = self._level(entry, after)
        above: Place = self._open[level - 1][1] if level else ()
        last = self._open[level][1][-1] if level < len(self._open) else 0
        self._open = [*self._open[:level], (entry, (*above, last + 1))]
        self.places.append((*above, last + 1))

    def _level(self, entry: _Entry, after: _Entry | None) -> int:
        """How many open items the entry stands under."""
        marks = [other.mark for other, _ in self._open]
        if entry.mark is None:
            return max((level + 1 for level, mark in enumerate(marks) if mark is not None), default=0)
        for level, mark in reversed(list(enumerate(marks))):
            if mark is not None and stands_under(entry.mark, mark):
                return level + 1
        following = [
            level
            for level, mark in reversed(list(enumerate(marks)))
            if mark is not None and follows(mark, entry.mark)
        ]
        exact = [level for level in following if self._shift(self._open[level][0], entry) == 0]
        for level in (*exact, *following):
            if self._is_next(entry, level, after):
                return level
        return self._by_margin(entry, entry.mark)

    def _is_next(self, entry: _Entry, level: int, after: _Entry | None) -> bool:
        """Whether an entry with the next number is the next of that list, and not the first of another."""
        shift, mark = self._shift(self._open[level][0], entry), entry.mark
        if mark is None or mark.is_symbol:
            return not shift
        if not opens(mark):
            return True
        # (h) may be followed by (i), or have a list (i), (ii) under it; the margin or the item after tells.
        is_second = after is not None and after.mark is not None and after.mark.count("lower roman") == 2
        return not (shift or 0) > 0 and not is_second

    def _by_margin(self, entry: _Entry, mark: Mark) -> int:
        """The level of an entry that follows no open item: a list of its own, or one that starts again."""
        for level, (other, _) in reversed(list(enumerate(self._open))):
            shift = self._shift(other, entry)
            if other.mark is None or (shift or 0) < 0:
                continue
            if shift:
                return level + 1
            if resumes(other.mark, mark):
                return level
            if opens(mark) and not any(o.mark and resumes(o.mark, mark) for o, _ in self._open[:level]):
                return level + 1
        return 0

    def _shift(self, one: _Entry, other: _Entry) -> float | None:
        """By how much the other is set in, 0 when hardly; None when that means nothing.

        Pages have margins of their own, so a difference between two pages is none.
        """
        if one.indent is None or other.indent is None:
            return None
        shift = other.indent - one.indent
        if abs(shift) <= self._set_in:
            return 0.0
        return shift if one.page == other.page or not self._has_boxes else None
