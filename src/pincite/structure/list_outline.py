"""Tell from marks and margins which item of a list stands under which.

Numbers speak before margins: a page may be set further in than the one before it, but (b) follows (a).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.records.document import Block, Document
from pincite.structure.item_marks import Mark, follows, opens, read_mark, resumes, stands_under

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
