"""Recognise the lines that are headings, by number, font, capitals or underline.

Careful on purpose: a line that is taken for a heading by mistake cuts a paragraph in two, while a
heading that is missed is only read as text.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from pincite.ingest import numbering
from pincite.ingest.numbering import Mark
from pincite.ingest.rows import Row

MAX_HEADING_CHARS = 200
MAX_HEADING_ROWS = 4
_CENTRED = 12


def recognise(rows: Sequence[Row], marks: Sequence[Mark | None], listed: Set[int] = frozenset()) -> list[str]:
    """For each row how it was recognised as a heading; empty for one that is none."""
    reader = _Reader(rows, marks)
    found: list[str] = []
    counted: set[int] = {0}
    for index, mark in enumerate(marks):
        how = "" if index in listed else reader.found_by(index)
        if how and mark is not None and mark.style == "bare":
            if int(mark.label) - 1 in counted or reader.is_emphatic(index):
                counted.add(int(mark.label))
            else:
                # `12 High Street` is no heading unless a heading 11 came before it.
                how = ""
        found.append(how)
    return found


@dataclass(frozen=True, slots=True)
class _Reader:
    rows: Sequence[Row]
    marks: Sequence[Mark | None]

    def found_by(self, index: int) -> str:
        row, mark = self.rows[index], self.marks[index]
        if row.tabular or len(row.text) > MAX_HEADING_CHARS or numbering.leads(row.text):
            return ""
        if row.underlined:
            return "underline"
        if mark is not None and mark.style in ("decimal", "number", "bare", "keyword"):
            return "numbering" if self._is_numbered(mark, index) else ""
        lettered = mark is not None and mark.style == "letter" and mark.label.isupper()
        if row.rank and (mark is None or lettered) and _can_be_title(row.text):
            return "font" if self._is_set_as_title(index) else ""
        return "capitals" if self._is_in_capitals(index) else ""

    def _is_set_as_title(self, index: int) -> bool:
        row = self.rows[index]
        if numbering.is_date(row.text) or numbering.is_caption(row.text):
            return False
        if row.text[0].islower() and not (row.apart or row.turned or self._is_one_font(index)):
            return False
        return self._is_free_above(index) and not self._runs_on(index)

    def _is_one_font(self, index: int) -> bool:
        """Whether the row above stands out as much: then both may be one title."""
        return index > 0 and self.rows[index - 1].rank == self.rows[index].rank

    def is_emphatic(self, index: int) -> bool:
        """Whether font or capitals alone would make a numbered line a heading."""
        row, mark = self.rows[index], self.marks[index]
        return bool(row.rank) or (mark is not None and numbering.is_capitals(row.text[mark.end :]))

    def _runs_on(self, index: int) -> bool:
        """Whether the sentence goes on below in another font: then the row is emphasis, not a heading."""
        if index + 1 == len(self.rows):
            return False
        row, below = self.rows[index], self.rows[index + 1]
        return not below.apart and below.rank != row.rank and numbering.continues(below.text)

    def _is_numbered(self, mark: Mark, index: int) -> bool:
        row = self.rows[index]
        title = row.text[mark.end :]
        if mark.style == "bare" and title and not (title[0].isalpha() or title[0] in '“"(['):
            return False
        if row.rank:
            return _can_be_title(title) if title else mark.style == "keyword"
        if not self._stands_alone(index):
            return False
        if not title:
            return mark.style == "keyword"
        return numbering.is_title(title) and not (mark.style == "number" and self._is_listed(mark, index))

    def _stands_alone(self, index: int) -> bool:
        """Whether nothing runs into the row from above or out of it below."""
        return self._is_free_above(index) and self._is_free_below(index)

    def _is_free_above(self, index: int) -> bool:
        row = self.rows[index]
        if index == 0 or row.apart or row.turned or row.loose:
            return True
        above = self.rows[index - 1]
        if above.tabular:
            return False
        return bool(above.rank) or numbering.ends_sentence(above.text) or numbering.is_capitals(above.text)

    def _is_free_below(self, index: int) -> bool:
        if index + 1 == len(self.rows):
            return True
        below = self.rows[index + 1]
        if below.apart:
            return True
        if numbering.continues(below.text):
            return False
        return below.turned or below.loose or self.marks[index + 1] is not None

    def _is_listed(self, mark: Mark, index: int) -> bool:
        """Whether the next number follows at once: then nothing stands under this one, and it is a list."""
        after = self.marks[index + 1] if index + 1 < len(self.rows) else None
        before = self.marks[index - 1] if index else None
        return (after is not None and numbering.follows(mark, after)) or (
            before is not None and numbering.follows(before, mark)
        )

    def _is_in_capitals(self, index: int) -> bool:
        """A short title in capitals; a paragraph in capitals is a warning, not a title."""
        if not self._is_capital(index) or self.marks[index] is not None or _is_code(self.rows[index].text):
            return False
        first = last = index
        while index - first <= MAX_HEADING_ROWS and not self._breaks(first) and self._is_capital(first - 1):
            first -= 1
        while last - index <= MAX_HEADING_ROWS and not self._breaks(last + 1) and self._is_capital(last + 1):
            last += 1
        characters = sum(len(row.text) for row in self.rows[first : last + 1])
        if last - first >= MAX_HEADING_ROWS or characters > MAX_HEADING_CHARS:
            return False
        if self.rows[last].text[-1] in ".,;:":
            return False
        return self._is_free_above(first) and (self._is_free_below(last) or self._is_centred(last))

    def _is_centred(self, index: int) -> bool:
        """Whether the row is set in so far that the one below starts anew."""
        below = self.rows[index + 1]
        return self.rows[index].indent - below.indent > _CENTRED and not numbering.continues(below.text)

    def _is_capital(self, index: int) -> bool:
        return numbering.is_capitals(self.rows[index].text)

    def _breaks(self, index: int) -> bool:
        """Whether the row does not run on from the one before it."""
        if index in (0, len(self.rows)):
            return True
        return self.rows[index].apart or self.rows[index].turned


def _can_be_title(words: str) -> bool:
    """Whether words set in a heading's font can be a heading."""
    if not words or words[-1] in ",;" or sum(character.isalpha() for character in words) < 2:
        return False
    return len(words) <= 60 or not words.endswith(".")


def _is_code(words: str) -> bool:
    """Whether the words are one name of letters and digits, as of a part or a sample."""
    return " " not in words and any(character.isdigit() for character in words)
