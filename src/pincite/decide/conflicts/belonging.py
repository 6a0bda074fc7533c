"""Tell which documents are one contract: an agreement, what changed it, and what was made under it.

"Amendment No. 2 to the Master Services Agreement dated 4 May 2019 between X and Y": a document belongs to
another where its beginning gives the day of the other and both name the same people or companies, or where it
names the other by its title or number (see `kinship`). Nothing is guessed from the names of files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pincite.decide.conflicts.amending import is_amending_title
from pincite.decide.conflicts.kinship import akin, days_in_opening, names_title_of, opening_of
from pincite.decide.conflicts.places import ATTACHED, Place, is_attached
from pincite.patterns import pattern
from pincite.records.library import Held

# What is ordered under a contract has terms of its own, and changes none of the contract's.
_MADE_UNDER = pattern(
    r"\s*(?:\w+\s+)?(?:statement of work|sow|work order|order form|order|purchase order|schedule|call-off)\b",
    re.IGNORECASE,
)
_NAME = pattern(r"[A-Z][\w'’-]+(?:[ \t]+(?:&[ \t]+)?[A-Z][\w'’-]+)+")
_SHARED_NAMES = 3
_LONGEST_TITLE = 120
_NOWHERE = 1_000_000
_KIND = pattern(rf"(?:{ATTACHED}|agreement|contract|lease|deed)s?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Family:
    """One contract: the names of its papers."""

    main: str
    changing: tuple[str, ...] = ()
    """What may change its terms, the oldest first: amendments, letters, notices."""
    under: tuple[str, ...] = ()
    """What was ordered under it, with terms of its own."""

    @property
    def members(self) -> tuple[str, ...]:
        return (self.main, *self.changing, *self.under)


@dataclass(frozen=True, slots=True)
class _Paper:
    """What tells of a document to which others it belongs."""

    held: Held
    title: str
    days: tuple[str, ...]
    """In its beginning, in order."""
    names: frozenset[tuple[str, str]]
    """Pairs of words with capitals that follow each other there, but for kinds of documents."""

    @property
    def name(self) -> str:
        return self.held.identity.name

    @property
    def place(self) -> Place | None:
        blocks = self.held.document.blocks
        return Place(self.held.identity, self.held.document, blocks[0]) if blocks else None

    @property
    def is_child(self) -> bool:
        """Whether it calls itself something that is attached to a contract or changes one."""
        return is_attached(self.title) or is_amending_title(self.title)


def families_of(documents: Sequence[Held]) -> list[Family]:
    """Every document in one family, in the order of the first of each; most are alone."""
    papers = [_read(held) for held in documents]
    groups: dict[int, set[int]] = {number: {number} for number in range(len(papers))}
    for a in range(len(papers)):
        for b in range(a + 1, len(papers)):
            if groups[a] is not groups[b] and _belong_together(papers[a], papers[b]):
                joined = groups[a] | groups[b]
                for number in joined:
                    groups[number] = joined
    whole = {min(group): group for group in groups.values()}
    return [_family([papers[number] for number in sorted(group)]) for _, group in sorted(whole.items())]


def _read(held: Held) -> _Paper:
    document = held.document
    first = document.blocks[0].span.of(document.text) if document.blocks else ""
    title = first if len(first) <= _LONGEST_TITLE else ""
    pairs = set()
    for found in _NAME.finditer(opening_of(document)):
        words = [word for word in found[0].casefold().split() if word != "&"]
        pairs |= {pair for pair in pairwise(words) if not any(map(_KIND.fullmatch, pair))}
    return _Paper(held, title, days_in_opening(document), frozenset(pairs))


def _belong_together(a: _Paper, b: _Paper) -> bool:
    shared = len(a.names & b.names)
    if shared >= _SHARED_NAMES and (_gives_day_of(a, b) or _gives_day_of(b, a)):
        return True
    # Comparing titles takes time, and papers of one contract name somebody in common.
    return shared > 0 and a.place is not None and b.place is not None and akin(a.place, b.place)


def _gives_day_of(child: _Paper, main: _Paper) -> bool:
    """Whether a paper, among later days, gives the day that another begins with."""
    return bool(main.days) and main.days[0] in child.days and max(child.days) > main.days[0]


def _family(papers: Sequence[_Paper]) -> Family:
    """The main one calls itself nothing that is attached; of several, most of the others name its title."""
    main = min(papers, key=lambda paper: (paper.is_child, -_named_by(paper, papers), *_first(paper)))
    rest = [paper for paper in papers if paper is not main]
    under = [paper.name for paper in rest if _MADE_UNDER.match(paper.title)]
    changing = [paper for paper in rest if paper.name not in under]
    changing.sort(key=lambda paper: (_own_day(paper, main, changing), paper.name))
    return Family(main.name, tuple(paper.name for paper in changing), tuple(under))


def _named_by(paper: _Paper, papers: Sequence[_Paper]) -> int:
    document = paper.held.document
    return sum(names_title_of(each.held.document, document) for each in papers if each is not paper)


def _first(paper: _Paper) -> tuple[str, int]:
    """The earliest; of those of one day the longest."""
    return min(paper.days, default="9"), -len(paper.held.document.text)


def _own_day(paper: _Paper, main: _Paper, papers: Sequence[_Paper]) -> str:
    """The day of a paper: after that of the main one, and named by no other paper further up."""
    start = min(main.days, default="")
    later = [day for day in dict.fromkeys(paper.days) if day > start]
    others = [each for each in papers if each is not paper]
    own = [day for day in later if all(_height(paper, day) <= _height(each, day) for each in others)]
    return next(iter(own or later), "")


def _height(paper: _Paper, day: str) -> int:
    return paper.days.index(day) if day in paper.days else _NOWHERE
