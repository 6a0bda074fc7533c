"""What the styles of a Word file say about a paragraph and its characters.

A style says only how it differs from the one it is based on, so every question follows that chain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.ingest.colours import Colour, alike, from_hex
from pincite.ingest.office.word_colours import Ground, ink, known, marker, shading
from pincite.ingest.office.word_names import OFF, VAL, W, number, value, whole
from pincite.records.document import UnseenKind

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_HEADING = re.compile(r"heading ([1-9])$", re.IGNORECASE)
_CONTENTS = re.compile(r"toc [1-9]$|table of figures$", re.IGNORECASE)
_BODY_LEVEL = 9
_USUAL_SIZE = 20
# One point: too small for any eye.
_LEAST_SIZE = 2
_BOLD, _SIZE, _POSITION, _FONTS, _COLOUR, _SHADING, _MARKER = (
    W + name for name in ("b", "sz", "vertAlign", "rFonts", "color", "shd", "highlight")
)
# `webHidden` is not among them: Word sets it on the page numbers of every table of contents it makes.
_HIDING = (f"{W}vanish", f"{W}specVanish")
_STRIKING = (f"{W}strike", f"{W}dstrike")
_WORD_2010 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
_DRAWN = (f"{W}outline", f"{W}emboss", f"{W}imprint", "textOutline", "glow")
_PAINT = f"{_WORD_2010}textFill"
"""Stands above the usual colour."""


@dataclass(frozen=True, slots=True)
class Look:
    """How characters look, as far as it changes what they say or whether they are seen."""

    bold: bool = False
    size: int = _USUAL_SIZE
    """In half points."""
    hidden: bool = False
    position: str = ""
    """`superscript` or `subscript`; empty for characters on the line."""
    font: str = ""
    struck: bool = False
    ink: Colour | None = None
    """None where Word chooses a colour that can be seen, or it is not known."""
    ground: Ground = None
    """What is behind these characters alone."""

    def under(self, properties: Element | None) -> Look:
        """The look of characters that have `properties` of their own."""
        if properties is None or not len(properties):
            return self
        stated: dict[str, Element] = {child.tag: child for child in properties}
        position = stated.get(_POSITION)
        return Look(
            _on(stated, self.bold, _BOLD),
            self._sized(stated.get(_SIZE)),
            _on(stated, self.hidden, *_HIDING) or _has_no_paint(stated),
            self.position if position is None else position.get(VAL, self.position),
            self.font if _FONTS not in stated else stated[_FONTS].get(f"{W}ascii") or self.font,
            _on(stated, self.struck, *_STRIKING),
            self._inked(stated),
            self._grounded(stated),
        )

    def unseen(self, behind: Colour | None) -> UnseenKind | None:
        """What characters are that a reader does not see in front of `behind`; None for those seen."""
        if self.hidden or self.size <= _LEAST_SIZE or self.is_blank(behind):
            return "hidden"
        return "struck" if self.struck else None

    def is_blank(self, behind: Colour | None) -> bool:
        """Whether characters have the colour of what is behind them."""
        return alike(self.ink, behind if self.ground is None else known(self.ground))

    def _sized(self, stated: Element | None) -> int:
        size = whole(stated.get(VAL)) if stated is not None else None
        return self.size if size is None or size < 0 else size

    def _inked(self, stated: dict[str, Element]) -> Colour | None:
        # An outline or a relief shows words of any colour.
        if any(name in stated or f"{_WORD_2010}{name}" in stated for name in _DRAWN):
            return None
        painted = stated.get(_PAINT)
        if painted is not None:
            solid = painted.find(f"{_WORD_2010}solidFill/{_WORD_2010}srgbClr")
            return None if solid is None or len(solid) else from_hex(solid.get(f"{_WORD_2010}val"))
        colour = stated.get(_COLOUR)
        return self.ink if colour is None else ink(colour)

    def _grounded(self, stated: dict[str, Element]) -> Ground:
        if _MARKER in stated and (found := marker(stated[_MARKER])) is not None:
            return found
        return shading(stated[_SHADING]) if _SHADING in stated else self.ground


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

    def shading(self, style: str) -> Ground:
        """What a paragraph style puts behind its words."""
        return next((found for entry in self.chain(style) if (found := shading(_shade(entry)))), None)

    def shades_cells(self, style: str) -> bool:
        """Whether a table style puts colours behind cells; which, depends on where a cell stands."""
        return any(next(entry.iter(_SHADING), None) is not None for entry in self.chain(style))

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


def _shade(style: Element) -> Element | None:
    return style.find(f"{W}pPr/{_SHADING}")


def _has_no_paint(stated: dict[str, Element]) -> bool:
    """Whether letters are neither filled nor outlined."""
    painted = stated.get(_PAINT)
    if painted is None or painted.find(f"{_WORD_2010}noFill") is None:
        return False
    return not any(name in stated or f"{_WORD_2010}{name}" in stated for name in _DRAWN)


def _on(stated: dict[str, Element], otherwise: bool, *names: str) -> bool:
    """Whether one of these properties is on; `otherwise` where none is stated."""
    found = [stated[name].get(VAL, "1") not in OFF for name in names if name in stated]
    return any(found) if found else otherwise
