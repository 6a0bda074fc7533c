"""Gather lines into paragraphs, list items and headings.

The same rules serve every format that comes as lines. A format only says how each line stands
to the one before it (`Row`): by blank lines and columns in a text file, by geometry and fonts in a PDF.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from pincite.ingest import headings, numbering
from pincite.ingest.numbering import Mark
from pincite.ingest.rows import Row, Stated

GroupKind = Literal["text", "line", "heading", "bullet"]

_LABEL = re.compile(r"[A-Z][^.:;]{1,40}:(?:\s|$)")
_BEFORE_ITEM = re.compile(r"(?:[:;.,]|\b(?:and|or|and/or))$")
_INSIDE = re.compile(r"(?<=\S )\(([a-zA-Z]|[ivxlc]{1,6}|\d{1,3})\)(?= )")
_SOURCES = re.compile(
    r"[\dIVX.]*(?:references|bibliography|workscited|literature(?:cited)?|sources)\W*$", re.IGNORECASE
)
_NOTHING_STATED: Mapping[int, Stated] = {}
# Unlike a round bullet, these also occur inside a sentence and may come first in a line by wrapping.
_ALSO_PUNCTUATION = "–—-*·"


@dataclass(frozen=True, slots=True)
class Group:
    """Rows `first` up to, not including, `last` that belong together."""

    kind: GroupKind
    first: int
    last: int
    found_by: str = ""
    level: int = 0
    """The level of a heading where the document itself states it."""
    title: str = ""
    """The name of a section that starts here without a printed heading."""


def gather(
    rows: Sequence[Row], stated: Mapping[int, Stated] = _NOTHING_STATED, listed: Set[int] = frozenset()
) -> list[Group]:
    """Every row in exactly one group, in order.

    `stated` are the headings that the document lists, by their first row; rows that are `listed` are
    lines of that list and never headings.
    """
    marks = [numbering.mark(row.text) for row in rows]
    found_by = headings.recognise(rows, marks, listed)
    lines = _Lines(rows, marks, found_by, stated, listed)
    starts: list[int] = []
    for index in range(len(rows)):
        if not starts or not lines.belongs(starts[-1], index):
            starts.append(index)
    groups = [lines.group(first, last) for first, last in pairwise([*starts, len(rows)])]
    return list(_with_references(groups, rows, marks))


def _with_references(
    groups: Sequence[Group], rows: Sequence[Row], marks: Sequence[Mark | None]
) -> Iterator[Group]:
    """The groups, with numbered sources as list items: `3. Hill JM. A title.` is no clause with a title."""
    among_sources = False
    for group in groups:
        mark, row = marks[group.first], rows[group.first]
        is_number = mark is not None and mark.style == "number" and not row.rank
        if among_sources and is_number and group.kind in ("text", "heading") and not group.level:
            yield replace(group, kind="bullet", found_by="")
            continue
        if group.kind == "heading":
            among_sources = _SOURCES.match("".join(row.text.split())) is not None
        yield group


@dataclass(frozen=True, slots=True)
class _Lines:
    rows: Sequence[Row]
    marks: Sequence[Mark | None]
    found_by: Sequence[str]
    stated: Mapping[int, Stated]
    listed: Set[int]

    def group(self, first: int, last: int) -> Group:
        stated = self.stated.get(first)
        if first in self.listed:
            return Group("line", first, last)
        if stated is None:
            return Group(self.kind(first), first, last, self.found_by[first])
        kind: GroupKind = "heading"
        if stated.run_in or stated.title:
            kind = "text" if stated.run_in or self.found_by[first] else self.kind(first)
        return Group(kind, first, last, stated.found_by, stated.level, stated.title)

    def kind(self, index: int) -> GroupKind:
        mark = self.marks[index]
        if self.found_by[index]:
            return "heading"
        if mark is None or mark.style in ("decimal", "bare", "keyword"):
            return "text"
        if mark.style == "number" and numbering.run_in_title(self.rows[index].text):
            return "text"
        return "bullet"

    def belongs(self, first: int, index: int) -> bool:
        """Whether row `index` goes on with the group that row `first` began."""
        above, row = self.rows[index - 1], self.rows[index]
        opening = self.stated.get(first)
        if index in self.stated or index in self.listed or first in self.listed:
            return False
        if opening is not None and not (opening.run_in or opening.title):
            return index < first + opening.count
        if self.found_by[first] or self.found_by[index]:
            return self._is_same_heading(first, index)
        if _stands_by_itself(above) or _stands_by_itself(row) or self._starts_item(first, index):
            return False
        unfinished = not numbering.ends_sentence(above.text)
        runs_on = numbering.continues(row.text)
        if row.turned:
            return runs_on or (unfinished and not (row.early and row.loose and row.text[0].isupper()))
        if row.apart:
            return runs_on and unfinished
        if runs_on or unfinished:
            return not (row.loose and _LABEL.match(row.text) is not None)
        return not (row.loose or self._is_indented(first, index))

    def _is_same_heading(self, first: int, index: int) -> bool:
        """Whether a heading runs over two lines, or stands under its `ARTICLE IV`."""
        row, opening = self.rows[index], self.marks[first]
        if not self.found_by[first] or not self.found_by[index] or self.marks[index] is not None:
            return False
        characters = sum(len(member.text) for member in self.rows[first : index + 1])
        too_long = index - first >= headings.MAX_HEADING_ROWS or characters > headings.MAX_HEADING_CHARS
        if row.turned or row.underlined or too_long:
            return False
        if opening is not None and opening.style == "keyword" and index == first + 1:
            return len(self.rows[first].text) <= opening.end
        same = row.rank == self.rows[index - 1].rank and self.found_by[index] in (
            self.found_by[first],
            "font",
        )
        return same and not row.apart

    def _starts_item(self, first: int, index: int) -> bool:
        """Whether the row's mark is one, and not a number or letter at which a sentence happens to wrap."""
        mark, opening, row = self.marks[index], self.marks[first], self.rows[index]
        if mark is None or mark.style == "keyword":
            return False
        if mark.style == "bare":
            return row.loose and numbering.is_capitals(row.text[mark.end :])
        if mark.style == "symbol" and row.text[0] not in _ALSO_PUNCTUATION:
            return True
        if opening is not None and numbering.follows(opening, mark):
            return True
        if mark.style == "decimal" and row.text[mark.end : mark.end + 1].islower():
            return False
        if row.apart or row.loose:
            return True
        above = self.rows[index - 1].text
        return _BEFORE_ITEM.search(above) is not None and not self._counts_on(first, index)

    def _counts_on(self, first: int, index: int) -> bool:
        """Whether the mark counts on from one inside the sentence: between (1) one party and (2) another."""
        mark = self.marks[index]
        if mark is None or mark.style != "enclosed" or self.rows[index - 1].text[-1] in ".:;":
            return False
        inside = [label for row in self.rows[first:index] for label in _INSIDE.findall(row.text)]
        return bool(inside) and numbering.follows(Mark("enclosed", inside[-1], 0), mark)

    def _is_indented(self, first: int, index: int) -> bool:
        """Whether the row's left edge says that a new paragraph starts."""
        shift = self.rows[index].indent - self.rows[index - 1].indent
        # The second line of a list item is set in, that of a paragraph with a first-line indent set out.
        is_second, is_item = index - 1 == first, self.marks[first] is not None
        if shift > 1:
            return not (is_second and is_item)
        return shift < -1 and (is_item or not is_second)


def _stands_by_itself(row: Row) -> bool:
    return row.tabular or numbering.leads(row.text)
