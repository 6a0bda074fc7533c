"""Count the numbered paragraphs of a Word file as Word does, and write each number as shown.

Lists that share one definition share its counters, unless one of them states where it starts. A level
that is passed over counts as its first number: a `Heading 2` before any `Heading 1` is 1.1, and the
`Heading 1` after it is 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pincite.ingest.office.numerals import numeral
from pincite.ingest.office.styles import Styles
from pincite.ingest.office.symbols import bullet
from pincite.ingest.office.word_names import W, number, switch, value, whole

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

LEVELS = 9
_PLACEHOLDER = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is numbered."""

    start: int = 1
    style: str = "decimal"
    pattern: str = ""
    """`%1.%2`: the number of the first level, a point, that of the second."""
    after: str = " "
    """What parts the number from the words. Word mostly sets a tab; a space reads the same."""
    restart: int | None = None
    """0: counts through; n: starts again after a level up to n; None: after every higher level."""
    legal: bool = False
    """Whether all levels are shown in digits."""
    paragraph_style: str = ""
    font: str = ""
    """In which its bullet is drawn."""


@dataclass(frozen=True, slots=True)
class _List:
    """One use of a definition."""

    definition: str
    levels: tuple[Level, ...]
    starts: tuple[tuple[int, int], ...]
    """Levels that this use starts anew, and at what number."""


@dataclass(frozen=True, slots=True)
class Label:
    """The number or bullet of a paragraph, with the space after it."""

    text: str
    is_bullet: bool


@dataclass(slots=True)
class Numbering:
    """The lists of one file, and how far each has counted."""

    lists: dict[str, _List] = field(default_factory=dict)
    _counts: dict[str, list[int | None]] = field(default_factory=dict)
    _started: set[tuple[str, int]] = field(default_factory=set)

    def label(self, properties: Element | None, style: str, styles: Styles) -> Label | None:
        """Count one paragraph and give its number; None for a paragraph in no list."""
        place = self._place(properties, style, styles)
        if place is None:
            return None
        name, depth = place
        used = self.lists[name]
        level = used.levels[depth]
        counts = self._count(name, used, depth)
        if level.style == "bullet":
            mark = bullet(level.pattern, level.font)
            return Label(mark + level.after, is_bullet=True) if mark else None
        shown = _PLACEHOLDER.sub(
            lambda found: _part(used.levels, counts, int(found[1]) - 1, level.legal), level.pattern
        ).strip()
        return Label(shown + level.after, is_bullet=False) if shown else None

    def _place(self, properties: Element | None, style: str, styles: Styles) -> tuple[str, int] | None:
        """Which list a paragraph stands in, and at which level."""
        name, depth = value(properties, "numPr/numId"), number(properties, "numPr/ilvl")
        for entry in styles.chain(style) if name is None else ():
            name = value(entry, "pPr/numPr/numId")
            if name is not None:
                depth = self._linked(name, styles, style, depth, number(entry, "pPr/numPr/ilvl"))
                break
        if name is None or name not in self.lists:
            return None
        return name, min(max(depth or 0, 0), LEVELS - 1)

    def _linked(
        self, name: str, styles: Styles, style: str, own: int | None, stated: int | None
    ) -> int | None:
        """The level that is tied to the paragraph's style, or to one that it is based on."""
        if own is not None or name not in self.lists:
            return own
        tied = {
            level.paragraph_style: depth
            for depth, level in reversed(list(enumerate(self.lists[name].levels)))
            if level.paragraph_style
        }
        ids = (entry.get(f"{W}styleId", "") for entry in styles.chain(style))
        return next((tied[known] for known in ids if known in tied), stated)

    def _count(self, name: str, used: _List, depth: int) -> list[int | None]:
        counts = self._counts.setdefault(used.definition, [None] * LEVELS)
        for level, start in used.starts:
            if level <= depth and (name, level) not in self._started:
                self._started.add((name, level))
                counts[level] = start - 1 if level == depth else start
        for above in range(depth):
            if counts[above] is None:
                counts[above] = used.levels[above].start
        before = counts[depth]
        counts[depth] = used.levels[depth].start if before is None else before + 1
        for below in range(depth + 1, LEVELS):
            restart = used.levels[below].restart
            if restart is None or depth < restart:
                counts[below] = None
        return counts


def _part(levels: tuple[Level, ...], counts: list[int | None], depth: int, legal: bool) -> str:
    count = counts[depth]
    shown = levels[depth].start if count is None else count
    style = levels[depth].style
    return numeral(shown, "decimal" if style == "bullet" or (legal and style != "decimalZero") else style)


def read_numbering(root: Element | None, styles: Styles) -> Numbering:
    """The lists of the part; none when the file has no such part."""
    if root is None:
        return Numbering()
    definitions = {entry.get(f"{W}abstractNumId", ""): entry for entry in root.iterfind(f"{W}abstractNum")}
    uses = {entry.get(f"{W}numId", ""): entry for entry in root.iterfind(f"{W}num")}
    lists = {}
    for name, use in uses.items():
        definition = _followed(value(use, "abstractNumId") or "", definitions, uses, styles)
        if definition in definitions and name != "0":
            lists[name] = _list(definition, definitions[definition], use)
    return Numbering(lists)


def _followed(
    definition: str, definitions: dict[str, Element], uses: dict[str, Element], styles: Styles
) -> str:
    """The definition itself, or the one that the list style it points to has."""
    for _ in range(LEVELS):
        link = value(definitions.get(definition), "numStyleLink")
        if link is None:
            break
        use = uses.get(value(styles.by_id.get(link), "pPr/numPr/numId") or "")
        definition = value(use, "abstractNumId") or ""
    return definition


def _list(name: str, definition: Element, use: Element) -> _List:
    levels = [Level()] * LEVELS
    starts: list[tuple[int, int]] = []
    _read_levels(definition.iterfind(f"{W}lvl"), levels)
    for override in use.iterfind(f"{W}lvlOverride"):
        depth = _depth(override)
        if depth is None:
            continue
        own = override.find(f"{W}lvl")
        if own is not None:
            _read_levels([own], levels, depth)
        start = number(override, "startOverride")
        if start is not None:
            starts.append((depth, start))
            levels[depth] = replace(levels[depth], start=start)
    return _List(name, tuple(levels), tuple(starts))


def _read_levels(entries: Iterable[Element], levels: list[Level], depth: int | None = None) -> None:
    for entry in entries:
        place = _depth(entry) if depth is None else depth
        if place is None:
            continue
        start, style = number(entry, "start"), _style(entry)
        levels[place] = Level(
            # Without a stated start Word counts from 0; a bullet does not count.
            start=start if start is not None else 0,
            style=style,
            pattern=value(entry, "lvlText") or "",
            after="" if value(entry, "suff") == "nothing" else " ",
            restart=number(entry, "lvlRestart"),
            legal=switch(entry, "isLgl") or False,
            paragraph_style=value(entry, "pStyle") or "",
            font=value(entry, "rPr/rFonts", "ascii") or "",
        )


def _depth(entry: Element) -> int | None:
    stated = whole(entry.get(f"{W}ilvl"))
    return stated if stated is not None and 0 <= stated < LEVELS else None


def _style(entry: Element) -> str:
    """The number style; a pattern of zeros ("001, 002, …") where the list defines its own."""
    found = next(entry.iter(f"{W}numFmt"), None)
    if found is None:
        return "decimal"
    stated = str(found.get(f"{W}val", "decimal"))
    return str(found.get(f"{W}format", "decimal")) if stated == "custom" else stated
