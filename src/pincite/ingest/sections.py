"""Turn headings into sections: title, level, and where each one ends.

A section ends where the next heading of its level or higher starts. Levels come from Markdown, from
the depth of the number (`7.2` is 2), or from the font; inside a schedule or an article everything
stands one deeper, because numbering starts again there.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pincite.ingest.numbering import Mark, roman_value
from pincite.records.document import Section
from pincite.records.span import Span

_SCHEDULES = frozenset({"schedule", "annex", "appendix", "exhibit", "amendment", "addendum", "endorsement"})
_ORDER = {
    **dict.fromkeys(_SCHEDULES, 0),
    **dict.fromkeys(("part", "title", "book"), 1),
    **dict.fromkeys(("chapter", "article"), 2),
    **dict.fromkeys(("section", "item"), 3),
    "note": 4,
}
"""Under which of these numbering starts again, and which can stand inside which."""
_OFTEN = 3
_EARLY = 0.4
_IN_FRONT = 3
STATED = frozenset({"outline", "links", "contents"})
"""How headings are found that a list in the document itself names."""
_COUNTED = frozenset({"decimal", "number", "bare", "keyword"})


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading before its section's end is known."""

    span: Span
    title: str
    """Empty for a clause that has a number only: it opens no section, but ends that of the clause before."""
    mark: Mark | None
    found_by: str
    level: int = 0
    """The level that the format itself states; 0 where it has to be worked out."""
    rank: int = 0
    """1 for the largest font of the document, 0 where fonts are unknown."""


def sections(
    headings: Sequence[Heading], body_end: int, page_at: Callable[[int], int | None]
) -> tuple[Section, ...]:
    """One section per titled heading, in order; a section's id is its place here."""
    kept = list(_without_strays(headings))
    depths = _nested(kept, levels(kept), body_end)
    found: list[Section] = []
    for heading, level, end in zip(kept, depths, _ends(kept, depths, body_end), strict=True):
        if heading.title:
            span = Span(heading.span.start, end)
            pages = page_at(span.start), page_at(span.end - 1)
            found.append(Section(len(found), heading.title, level, span, *pages, heading.found_by))
    return tuple(found)


class SectionFinder:
    """The innermost section of a character."""

    def __init__(self, sections: Sequence[Section]) -> None:
        bounds = {bound for section in sections for bound in (section.span.start, section.span.end)}
        self._bounds = sorted(bounds)
        self._inner: list[int | None] = []
        opened, waiting = list[Section](), list(reversed(sections))
        for bound in self._bounds:
            while opened and opened[-1].span.end <= bound:
                opened.pop()
            while waiting and waiting[-1].span.start <= bound:
                opened.append(waiting.pop())
            self._inner.append(opened[-1].id if opened else None)

    def at(self, offset: int) -> int | None:
        index = bisect_right(self._bounds, offset) - 1
        return None if index < 0 else self._inner[index]


def _without_strays(headings: Sequence[Heading]) -> Iterator[Heading]:
    """Bare numbers count only next to a titled clause of the same list: `2.2` after `2.1 Fees`."""
    siblings: set[str] = set()
    for heading in headings:
        label = heading.mark.label if heading.mark is not None else ""
        parent, point, _ = label.rpartition(".")
        if heading.title and point:
            siblings.add(parent)
        if heading.title or parent in siblings:
            yield heading


def _ends(headings: Sequence[Heading], levels: Sequence[int], body_end: int) -> list[int]:
    """Where each section ends, found from the last heading backwards."""
    ends: list[int] = []
    later: list[tuple[int, int]] = []
    for heading, level in zip(reversed(headings), reversed(levels), strict=True):
        while later and later[-1][0] > level:
            later.pop()
        ends.append(later[-1][1] if later else body_end)
        later.append((level, heading.span.start))
    return ends[::-1]


def levels(headings: Sequence[Heading]) -> list[int]:
    """How deep each heading stands, from its number, its font and the schedule or article around it."""
    found: list[int] = []
    opened: list[tuple[Mark, int]] = []
    for heading in headings:
        mark = heading.mark
        if heading.level:
            found.append(heading.level)
        elif mark is not None and _contains(mark):
            found.append(_open(mark, opened))
        elif mark is not None and (
            mark.style in _COUNTED or (mark.style == "letter" and mark.label.isupper())
        ):
            found.append(_depth(mark, *opened[-1]) if opened else mark.label.count(".") + 1)
        else:
            found.append(0)
    return _filled(headings, found)


def _nested(headings: Sequence[Heading], depths: Sequence[int], body_end: int) -> list[int]:
    """Levels under the headings that a list in the document names: it decides which sections are main ones.

    What it does not name stands inside what it does, and deeper than level 2 unless its number says so.
    """
    starts = [heading.span.start for heading in headings if heading.found_by in STATED]
    if not starts:
        return list(depths)
    # A list that starts late names the parts of an appendix and says nothing about what comes before.
    late = starts[0] > _EARLY * body_end
    nested: list[int] = []
    outer: Heading | None = None
    level = 0
    for heading, depth in zip(headings, depths, strict=True):
        if heading.found_by in STATED:
            outer, level = heading, depth
            nested.append(depth)
        elif outer is None and late:
            nested.append(depth)
        elif outer is not None and _continues_number(outer.mark, heading.mark):
            nested.append(max(depth, level + 1))
        else:
            nested.append(max(depth, level + 1, 3))
    return nested


def _continues_number(outer: Mark | None, inner: Mark | None) -> bool:
    """`2.1` under `2`."""
    return outer is not None and inner is not None and inner.label.startswith(f"{outer.label}.")


def _contains(mark: Mark) -> bool:
    """Whether numbering starts again under this mark: a schedule, an article, `Section II` of a policy."""
    return mark.word in _ORDER and (mark.word != "section" or mark.label.isalpha())


def _open(mark: Mark, opened: list[tuple[Mark, int]]) -> int:
    """The level of a part, article or schedule, now open: `Part A` of a schedule stands inside it."""
    while opened and _ORDER[opened[-1][0].word] >= _ORDER[mark.word]:
        opened.pop()
    level = opened[-1][1] + 1 if opened else 1
    opened.append((mark, level))
    return level


def _depth(mark: Mark, container: Mark, base: int) -> int:
    """The level of a number: `4.2` is one deeper than the article 4 or the schedule in which it stands."""
    depth = mark.label.count(".") + 1
    first = mark.label.split(".")[0]
    # In `Schedule 1`, numbering starts at 1 again; in `Appendix D`, at D.1.
    starts_again = container.word in _SCHEDULES and first != container.label.upper()
    same = first == container.label.upper() or 0 < _value(first) == _value(container.label)
    return base + depth - 1 if same and depth > 1 and not starts_again else base + depth


def _filled(headings: Sequence[Heading], levels: Sequence[int]) -> list[int]:
    """Unnumbered headings take the level of numbered ones in the same font, else that of their font.

    One in a smaller font than the schedule or amendment before it stands inside it.
    """
    by_rank: dict[int, Counter[int]] = {}
    for heading, level in zip(headings, levels, strict=True):
        if level and heading.rank:
            by_rank.setdefault(heading.rank, Counter())[level] += 1
    fonts = _Fonts(headings)
    filled: list[int] = []
    container: tuple[int, int] | None = None
    numbered: tuple[int, int] = 0, 0
    for heading, level in zip(headings, levels, strict=True):
        if heading.mark is not None and _contains(heading.mark):
            container = level, heading.rank
        if level:
            filled.append(level)
            numbered = level, heading.rank
        elif heading.rank in by_rank:
            own = by_rank[heading.rank].most_common(1)[0][0]
            smaller = container is not None and heading.rank > container[1]
            filled.append(max(own, container[0] + 1) if smaller and container else own)
        else:
            # In a smaller font than the numbered heading before it, it stands under that one.
            least = numbered[0] + 1 if 0 < numbered[1] < heading.rank else 1
            filled.append(max(fonts.level(heading) or (2 if container else 1), least))
    return filled


class _Fonts:
    """Levels for headings without numbers, by their fonts.

    A font that is used once or twice makes no level of its own. Before the first heading in one that is used
    often stands the front of the document: the largest there is its title, and what else stands out is not
    a section of the first order.
    """

    def __init__(self, headings: Sequence[Heading]) -> None:
        used = Counter(heading.rank for heading in headings if heading.rank and heading.title)
        self._often = sorted(rank for rank, count in used.items() if count >= _OFTEN) or sorted(used)
        starts = [heading.span.start for heading in headings if heading.rank in self._often[:1]]
        self._front = min(starts, default=0)
        self._title = min((h.rank for h in headings if h.rank and h.span.start < self._front), default=99)

    def level(self, heading: Heading) -> int:
        """0 where the font is unknown."""
        if not heading.rank:
            return 0
        titled = self._title < self._often[0]
        if titled and heading.span.start < self._front:
            return 1 if heading.rank == self._title else _IN_FRONT
        return titled + max(sum(rank <= heading.rank for rank in self._often), 1)


def _value(label: str) -> int:
    """`4` and `IV` are the same number."""
    return int(label) if label.isdigit() else roman_value(label)
