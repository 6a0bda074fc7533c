"""Tell which documents are one contract: the user said so, or one names the other exactly."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pincite.patterns import pattern
from pincite.records.document import Document
from pincite.records.evidence import Proof
from pincite.values.registered import find
from pincite.values.types import DateValue

_OPENING_CHARS = 2_500
_LONGEST_TITLE = 120
# "the Master Services Agreement between Alder Foods GmbH and Birch Ltd dated 4 May 2019"
_FARTHEST_DAY = 120
# No year, and not the 2 of "Amendment No. 2".
_NUMBER = pattern(r"(?!(?:19|20)\d\d[^\w]*$)(?:[^\d\s]*\d){3,}[^\s]*")
_NOWHERE = 1_000_000


@dataclass(frozen=True, slots=True)
class Family:
    """One contract: the names of its papers."""

    main: str
    changing: tuple[str, ...] = ()
    """What may change its terms, the oldest first: amendments, letters, notices."""

    @property
    def members(self) -> tuple[str, ...]:
        return (self.main, *self.changing)


def families_of(
    names: Sequence[str], part_of: Mapping[str, str], load: Callable[[str], Document]
) -> list[Family]:
    """Every document in one family, in the order of the first of each; most are alone, and are not loaded."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(main_of(name, part_of), []).append(name)
    return [_family(main, group, load) for main, group in groups.items()]


def main_of(name: str, part_of: Mapping[str, str]) -> str:
    """The document that another is part of in the end; that itself where nobody said so."""
    passed = {name}
    while (above := part_of.get(name)) and above not in passed:
        passed.add(above)
        name = above
    return name


def akin(a: Proof, b: Proof, part_of: Mapping[str, str]) -> bool:
    """Whether two places may speak of the same contract; two in one document do.

    Two documents do where the user said that they are parts of one (`part_of`, by their names), or where one
    names the other by its title with its number or day.
    """
    if a.identity == b.identity or main_of(a.identity.name, part_of) == main_of(b.identity.name, part_of):
        return True
    return _names(a.document, b.document) or _names(b.document, a.document)


def _family(main: str, names: Sequence[str], load: Callable[[str], Document]) -> Family:
    """The papers in order. Where the main one is not among them, the oldest stands for it."""
    if len(names) == 1:
        return Family(names[0])
    days = {name: _days_in_opening(load(name)) for name in names}
    if main not in days:
        first = min((day for each in days.values() for day in each), default="")
        main = min(names, key=lambda name: (not days[name], _own_day(name, days, first), name))
    start = min(days.pop(main), default="")
    changing = sorted(days, key=lambda name: (_own_day(name, days, start), name))
    return Family(main, tuple(changing))


def _own_day(name: str, days: Mapping[str, Sequence[str]], start: str) -> str:
    """The day of a paper: after that of the main one, and given by no other paper further up."""
    later = [day for day in dict.fromkeys(days[name]) if day > start]
    own = [
        day for day in later if all(_height(days[name], day) <= _height(each, day) for each in days.values())
    ]
    return next(iter(own or later), "")


def _height(days: Sequence[str], day: str) -> int:
    return days.index(day) if day in days else _NOWHERE


def _names(document: Document, other: Document) -> bool:
    """Whether the opening of a document holds the title of another that is told from all of its kind.

    That is a title with a number ("Service Agreement No. 77/2024"), or one that is followed by the day of the
    other. Of two with the same title neither names the other: each is a contract of its own.
    """
    title = _title(other)
    if len(title) < 2 or title == _title(document):
        return False
    opening = _opening_of(document)
    words = r"\s+".join(map(re.escape, title))
    ends = [found.end() for found in re.finditer(rf"(?<!\w){words}(?!\w)", opening, re.IGNORECASE)]
    if not ends or any(_NUMBER.fullmatch(word) for word in title):
        return bool(ends)
    own = _days_in_opening(other)[:1]
    starts = [start for day, start in _days(opening) if day in own]
    return any(0 <= start - end <= _FARTHEST_DAY for end in ends for start in starts)


def _opening_of(document: Document) -> str:
    """How a document begins: where it gives its title, its day and its parties."""
    return document.seen_text[:_OPENING_CHARS]


def _days_in_opening(document: Document) -> tuple[str, ...]:
    """The days, in ISO form, that the beginning of a document gives, in order."""
    return tuple(day for day, _ in _days(_opening_of(document)))


def _days(text: str) -> list[tuple[str, int]]:
    """Every day in ISO form, with where it starts."""
    found = [(each.value, each.start) for each in find("date", text)]
    return [(day.iso, at) for day, at in found if isinstance(day, DateValue) and day.precision == "day"]


def _title(document: Document) -> list[str]:
    """The words of the first block, where it is short enough for a title."""
    first = document.blocks[0].span.of(document.text) if document.blocks else ""
    return first.casefold().split() if len(first) <= _LONGEST_TITLE else []
