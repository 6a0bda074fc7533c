"""What the styles of a Word file say about a paragraph and its characters.

A style says only how it differs from the one it is based on, so every question follows that chain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.ingest.office.word_names import VAL, W, number, switch, value

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_HEADING = re.compile(r"heading ([1-9])$", re.IGNORECASE)
_CONTENTS = re.compile(r"toc [1-9]$|table of figures$", re.IGNORECASE)
_BODY_LEVEL = 9
_USUAL_SIZE = 20


@dataclass(frozen=True, slots=True)
class Look:
    """How characters look, as far as it changes what they say."""

    bold: bool = False
    size: int = _USUAL_SIZE
    """In half points."""
    hidden: bool = False
    position: str = ""
    """`superscript` or `subscript`; empty for characters on the line."""
    font: str = ""

    def under(self, properties: Element | None) -> Look:
        """The look of characters that have `properties` of their own."""
        if properties is None or not len(properties):
            return self
        bold, hidden = switch(properties, "b"), switch(properties, "vanish")
        position = value(properties, "vertAlign")
        return Look(
            self.bold if bold is None else bold,
            number(properties, "sz") or self.size,
            self.hidden if hidden is None else hidden,
            self.position if position is None else position,
            value(properties, "rFonts", "ascii") or self.font,
        )


@dataclass(slots=True)
class Styles:
    """The styles of one file by id."""

    by_id: dict[str, Element] = field(default_factory=dict)
    usual: Look = field(default_factory=Look)
    paragraph: str = ""
    """The style of paragraphs that name none."""
    _looks: dict[tuple[str, str], Look] = field(default_factory=dict)

    def chain(self, style: str) -> Iterator[Element]:
        """The style and those it is based on, nearest first."""
        seen: set[str] = set()
        while style in self.by_id and style not in seen:
            seen.add(style)
            yield self.by_id[style]
            style = value(self.by_id[style], "basedOn") or ""

    def look(self, paragraph: str, character: str = "") -> Look:
        """How characters of one style look in a paragraph of another."""
        key = paragraph, character
        if key not in self._looks:
            look = self.usual
            for style in (paragraph, character):
                for entry in reversed(list(self.chain(style))):
                    look = look.under(entry.find(f"{W}rPr"))
            self._looks[key] = look
        return self._looks[key]

    def heading_level(self, properties: Element | None, style: str) -> int:
        """1 to 9 for a heading, by its own outline level or its style's; 0 for other paragraphs."""
        level = number(properties, "outlineLvl")
        if level is not None:
            return level + 1 if 0 <= level < _BODY_LEVEL else 0
        for entry in self.chain(style):
            level = number(entry, "pPr/outlineLvl")
            if level is not None:
                return level + 1 if 0 <= level < _BODY_LEVEL else 0
            name = value(entry, "name") or ""
            if found := _HEADING.match(name):
                return int(found[1])
        return 0

    def is_title(self, style: str) -> bool:
        """Whether the style is that of the whole document's title, which has no level of its own."""
        return any((value(entry, "name") or "").lower() == "title" for entry in self.chain(style))

    def is_caption(self, style: str) -> bool:
        return any((value(entry, "name") or "").lower() == "caption" for entry in self.chain(style))

    def is_contents(self, style: str) -> bool:
        """Whether the style is that of an entry in a table of contents."""
        return any(_CONTENTS.match(value(entry, "name") or "") for entry in self.chain(style))

    def names_header_row(self, style: str) -> bool:
        """Whether a table style sets its first row apart."""
        return any(
            part.get(f"{W}type") == "firstRow"
            for entry in self.chain(style)
            for part in entry.iterfind(f"{W}tblStylePr")
        )


def read_styles(root: Element | None) -> Styles:
    """The styles of the part; none when the file has no such part."""
    styles = Styles()
    if root is None:
        return styles
    defaults = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
    styles.usual = Look().under(defaults)
    for entry in root.iterfind(f"{W}style"):
        name = entry.get(f"{W}styleId", "")
        styles.by_id.setdefault(name, entry)
        if entry.get(f"{W}type") == "paragraph" and entry.get(f"{W}default") in ("1", "true", "on"):
            styles.paragraph = name
    return styles


def style_of(properties: Element | None, name: str) -> str:
    """The style that `properties` name; empty for none."""
    found = properties.find(W + name) if properties is not None else None
    return "" if found is None else str(found.get(VAL, ""))
