"""Find the printed lines that are the headings which an outline or a contents page names.

The list says which sections there are; only the page says how a heading is printed. Case, spacing and
the number may differ, and a heading may run over several lines. What is not found opens no section.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from difflib import SequenceMatcher

from pincite.ingest import numbering
from pincite.ingest.pdf.glyphs import PrintedLine
from pincite.ingest.pdf.outline import Entry
from pincite.ingest.rows import Row, Stated

_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_MAX_ROWS = 4
_MIN_CHARS = 3
_MAX_REACH = 600
_ALIKE = 0.88


def fold(text: str) -> str:
    """Letters and digits alone, in lower case: what two prints of a title have in common."""
    return "".join(filter(str.isalnum, text.lower()))


@dataclass(frozen=True, slots=True)
class _Title:
    """A title in the forms in which it is compared."""

    whole: str
    bare: str
    """Without its number."""
    label: str

    @classmethod
    def of(cls, text: str) -> _Title:
        mark = numbering.mark(text)
        if mark is None:
            return cls(fold(text), fold(text), "")
        return cls(fold(text), fold(text[mark.end :]), mark.label.rstrip(".").removesuffix(".0"))

    def is_prefix(self, other: _Title) -> bool:
        """Whether `other`, written out, goes on from here."""
        return other.whole.startswith(self.whole) or other.bare.startswith(self.bare or self.whole)


@dataclass(frozen=True, slots=True)
class _Found:
    first: int
    count: int
    run_in: bool = False
    whole: bool = False
    """Whether the number is printed as the list has it."""


class Places:
    """The printed lines of a document, to look up titles in."""

    def __init__(self, lines: Sequence[PrintedLine], rows: Sequence[Row], listed: Set[int]) -> None:
        self._lines, self._rows, self._listed = lines, rows, listed
        self._titles: dict[int, _Title] = {}
        self._pages: dict[int, list[int]] = defaultdict(list)
        self._by_title: dict[str, list[int]] = defaultdict(list)
        self._missing: set[Entry] = set()
        for index, (line, row) in enumerate(zip(lines, rows, strict=True)):
            if row.rank or row.apart or row.turned or row.loose:
                self._pages[line.page].append(index)
                title = self._titles[index] = _Title.of(line.text)
                for form in {title.whole, title.bare}:
                    self._by_title[form].append(index)

    def pages_with(self, title: str) -> set[int]:
        """The pages on which a line of the body reads like the title."""
        wanted = _Title.of(title)
        found = {*self._by_title[wanted.whole], *self._by_title[wanted.bare]} if wanted.bare else set()
        return {self._lines[index].page for index in found if self._is_match(wanted, index, index + 1)}

    def stated(self, entries: Sequence[Entry]) -> dict[int, Stated]:
        """For the first line of each heading that was found, what the list says about it."""
        found = [self._find(entry) if entry.page is not None else None for entry in entries]
        position = 0
        for number, (entry, place) in enumerate(zip(entries, found, strict=True)):
            if entry.page is None:
                after = next((later.first for later in found[number + 1 :] if later is not None), None)
                place = found[number] = self._between(_Title.of(entry.title), position, after)
            if place is not None:
                position = place.first + place.count
        stated: dict[int, Stated] = {}
        for entry, place in zip(entries, found, strict=True):
            if place is None:
                self._missing.add(entry)
            elif place.first not in self._listed and place.first not in stated:
                stated[place.first] = Stated(entry.found_by, entry.level, place.count, place.run_in)
        return stated

    def unprinted(self, entries: Sequence[Entry]) -> dict[int, Stated]:
        """Sections that `stated` did not find, where the list leads right to the start of some lines."""
        stated: dict[int, Stated] = {}
        for entry in entries:
            if entry.page is None or entry.top is None or entry not in self._missing:
                continue
            for index in self._pages.get(entry.page, ()):
                line, row = self._lines[index], self._rows[index]
                if (row.apart or row.turned) and abs(line.edges[1] - entry.top) <= 0.8 * line.size:
                    stated.setdefault(index, Stated(entry.found_by, entry.level, title=entry.title))
                    break
        return stated

    def _find(self, entry: Entry) -> _Found | None:
        """The lines on the page to which the entry leads, or on one beside it."""
        title = _Title.of(entry.title)
        if entry.page is None or len(title.whole) < _MIN_CHARS:
            return None
        if found := self._near(title, entry):
            return found
        shorter = _ASIDE.sub("", entry.title)
        return self._near(_Title.of(shorter), entry) if shorter != entry.title and shorter else None

    def _near(self, title: _Title, entry: Entry) -> _Found | None:
        assert entry.page is not None
        for pages in ([entry.page], [entry.page + 1, entry.page - 1]):
            indexes = [index for page in pages for index in self._pages.get(page, ())]
            found = list(self._exact(title, indexes)) or list(self._run_in(title, indexes))
            found = found or list(self._alike(title, indexes))
            if found:
                return min(found, key=lambda place: self._distance(place, entry))
        return None

    def _distance(self, found: _Found, entry: Entry) -> tuple[bool, bool, bool, float]:
        """How far a line is from where the entry leads; headings come before lines that only read alike."""
        line, row = self._lines[found.first], self._rows[found.first]
        away = 0.0 if entry.top is None else abs(line.edges[1] - entry.top)
        return away > 3 * line.size, not (row.rank or row.apart or row.turned), not found.whole, away

    def _exact(self, title: _Title, indexes: Sequence[int]) -> Iterator[_Found]:
        for index in indexes:
            if not self._titles[index].is_prefix(title) or not self._titles[index].whole:
                continue
            for last in range(index + 1, min(index + _MAX_ROWS, len(self._lines)) + 1):
                if self._lines[last - 1].page != self._lines[index].page:
                    break
                if self._is_match(title, index, last):
                    whole = self._whole(index, last) == title.whole
                    yield _Found(index, last - index, whole=whole)
                    break

    def _is_match(self, title: _Title, first: int, last: int) -> bool:
        if last == first + 1:
            printed = self._titles[first]
        else:
            printed = _Title.of(" ".join(line.text for line in self._lines[first:last]))
        if printed.whole == title.whole:
            return True
        if printed.label and title.label and printed.label != title.label:
            return False
        return len(printed.bare) >= _MIN_CHARS and printed.bare == title.bare

    def _whole(self, first: int, last: int) -> str:
        return self._titles[first].whole + "".join(fold(line.text) for line in self._lines[first + 1 : last])

    def _run_in(self, title: _Title, indexes: Sequence[int]) -> Iterator[_Found]:
        """Lines that start with a numbered title and go on with the text of the clause."""
        if not title.label or not title.bare:
            return
        for index in indexes:
            printed = self._titles[index]
            if printed.label == title.label and printed.bare.startswith(title.bare):
                yield _Found(index, 1, run_in=True)

    def _alike(self, title: _Title, indexes: Sequence[int]) -> Iterator[_Found]:
        """Lines that differ from the title by a few letters, as by a ligature or a typing error."""
        if len(title.whole) < 8:
            return
        for index in indexes:
            if index in self._listed or self._titles[index].whole[:2] != title.whole[:2]:
                continue
            for last in range(index + 1, min(index + _MAX_ROWS, len(self._lines)) + 1):
                whole = self._whole(index, last)
                if len(whole) > 1.25 * len(title.whole):
                    break
                if len(whole) < 0.8 * len(title.whole):
                    continue
                if SequenceMatcher(None, whole, title.whole, autojunk=False).ratio() >= _ALIKE:
                    yield _Found(index, last - index)
                    break

    def _between(self, title: _Title, first: int, last: int | None) -> _Found | None:
        """The first lines in between that read like the title, where no page is known."""
        if len(title.whole) < _MIN_CHARS:
            return None
        end = min(first + _MAX_REACH, len(self._lines)) if last is None else last
        single = [index for index in self._by_title.get(title.whole, ()) if first <= index]
        if single and last is None:
            return _Found(next((index for index in single if index not in self._listed), single[0]), 1)
        free = [index for index in range(first, end) if index in self._titles and index not in self._listed]
        return next(self._exact(title, free), None)
