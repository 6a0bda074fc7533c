"""Mark the elements of a page whose words a reader does not see, or sees struck out.

A page is judged as the file itself shows it: by its markup, its `style` attributes and its style elements.
Where something might show through (a picture behind the words, a shadow, a colour from elsewhere) they stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal, NamedTuple

from pincite.ingest.colours import BLACK, WHITE, Colour, alike, over
from pincite.ingest.html.cascade import Cascade
from pincite.ingest.html.css import BACKDROP, Declared, Sheet
from pincite.ingest.html.tree import Node
from pincite.ingest.html.values import cuts_all, font_size, ground, length, paint
from pincite.records.document import UnseenKind

CUT = "Its style sheets are too large to find everything that they hide."
# Letters of six pixels can be read; nobody sets letters of one to be read.
_LEAST_PIXELS = 2.0
_LEAST_OPACITY = 0.05
_AWAY = -500.0
_STRUCK = frozenset({"del", "s", "strike"})
# Where a sheet of its own hides them, which the file often only refers to.
_FOR_SCREEN_READERS = frozenset(
    "sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only".split()
)
_PICTURES = frozenset({"img", "picture", "video", "canvas", "svg"})
_OWN_LOOKS: dict[str, tuple[Colour, Colour]] = {
    "mark": (BLACK, (255, 255, 0)), "button": (BLACK, (239, 239, 239)), "select": (BLACK, WHITE),
    "textarea": (BLACK, WHITE),
}  # fmt: skip
_LINK: Colour = (0, 0, 238)
_CAN_HIDE = frozenset(
    "display visibility opacity text-indent clip clip-path transform position margin-left margin-top "
    "overflow overflow-x overflow-y content-visibility filter".split()
)
_FAR = re.compile(r"translate(?:x|y|3d)?\(\s*-(?:\d{4,}px|[1-9]\d{2,}v[wh])|scale[xy]?\(\s*0*\.?0*\s*[,)]")
_FONT_SIZE = re.compile(r"(?:^|\s)(0|[\d.]+(?:px|pt|em|rem|%))(?=[\s/]|$)")
_FADED = re.compile(r"opacity\(\s*0(?:\.0*)?%?\s*\)")
_NO_GROUND = frozenset({"none", "initial", "unset", "inherit", "revert", "transparent"})
_LINES = ("text-decoration", "text-decoration-line")
_PLAIN_LOOKS = frozenset({"html", "body"})
_GROUNDS = ("background", "background-color", "background-image")
_FLOATING = ("absolute", "fixed")
# A table makes them as wide and as high as what is in them.
_CELLS = frozenset({"td", "th", "tr", "table"})
_GROWS = re.compile(r"auto|0*[1-9]|0*\.0*[1-9]")


@dataclass(frozen=True, slots=True)
class Look:
    """How the words right inside an element look."""

    gone: UnseenKind | None = None
    """What they are, whatever elements further inside say of themselves."""
    invisible: bool = False
    indented: bool = False
    ink: Colour | None = BLACK
    """None where it is not known."""
    clear: bool = False
    """Whether they have no ink at all."""
    ground: Colour | None = WHITE
    size: float = 16.0
    drawn_otherwise: bool = False
    """Whether a shadow or an outline shows words of any colour."""

    unseen: UnseenKind | None = field(init=False)
    """What the words are for a reader; None for words that are simply seen."""
    leaves_room: bool = field(init=False)
    """Whether there is a gap where unseen words would be."""

    def __post_init__(self) -> None:
        tiny = self.size < _LEAST_PIXELS
        blank = not self.drawn_otherwise and (self.clear or alike(self.ink, self.ground))
        hidden: UnseenKind | None = "hidden" if self.invisible or self.indented or tiny or blank else None
        object.__setattr__(self, "unseen", self.gone or hidden)
        object.__setattr__(self, "leaves_room", self.gone is None and not tiny)


class _Markup(NamedTuple):
    """What the markup of an element says about its look, apart from style sheets."""

    tag: str
    hidden: bool
    ink: str
    ground: str
    over_picture: bool
    is_clipped: bool = False
    """Whether it takes no room and what is around it cuts off what stands out."""


_NO_MARKUP = _Markup("", False, "", "", False)


@dataclass(slots=True)
class _Marker:
    cascade: Cascade
    known: dict[tuple[int, int, _Markup], Look] = field(default_factory=dict)

    def looks_inside(self, node: Node, around: Look) -> Iterator[tuple[Node, Look]]:
        """The elements right inside an element, and how their words look."""
        children = [child for child in node.children if isinstance(child, Node)]
        declared = [self.cascade.declared(child) for child in children]
        pictures = sum(map(_holds_picture, children))
        floating = sum(map(_floats_behind, children, declared))
        for child, its in zip(children, declared, strict=True):
            # A picture or a coloured box among its neighbours may lie behind it.
            is_over = floating > _floats_behind(child, its) or (
                its.get("position", "") in _FLOATING and pictures > _holds_picture(child)
            )
            yield child, self.look(child, around, its, is_over)

    def look(self, node: Node, around: Look, declared: Declared, over_picture: bool = False) -> Look:
        """How the words of an element look; one object for all that look the same."""
        markup = _markup(node, declared, over_picture)
        if declared and node.tag in _CELLS:
            markup = markup._replace(tag=node.tag)
        if node.parent is not None and _may_be_clipped(node, node.parent, declared):
            clips = _cuts_off(self.cascade.declared(node.parent))
            markup = markup._replace(is_clipped=markup.is_clipped or clips)
        if not declared and markup == _NO_MARKUP:
            return around
        # Both are one object for the same values, and live for as long as the page is marked.
        key = id(around), id(declared), markup
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = _look(around, declared, markup)
        return found


def mark(root: Node, sheet: Sheet) -> tuple[str, ...]:
    """Note in every element whether its words are seen, and say what could not be told."""
    marker = _Marker(Cascade(sheet))
    order: list[tuple[Node, Look]] = [(root, marker.look(root, Look(), marker.cascade.declared(root)))]
    hides = False
    for node, look in order:
        if look.unseen is not None:
            node.unseen, node.leaves_room = look.unseen, look.leaves_room
            hides = True
        order.extend(marker.looks_inside(node, look))
    if hides:
        _note_what_shows([node for node, _ in order])
    return (CUT,) if marker.cascade.is_cut else ()


def _note_what_shows(nodes: list[Node]) -> None:
    """Note, from the innermost element outwards, whether words in it are seen."""
    for node in reversed(nodes):
        if not node.shows and node.unseen is None:
            node.shows = any(isinstance(child, str) and not child.isspace() for child in node.children)
        if node.shows and node.parent is not None:
            node.parent.shows = True


def _markup(node: Node, declared: Declared, over_picture: bool) -> _Markup:
    tag, attributes = node.tag, node.attributes
    special = tag if tag in _STRUCK or tag in _OWN_LOOKS or tag in _PLAIN_LOOKS else ""
    if tag == "dialog" and "open" not in attributes:
        return _Markup(tag, True, "", "", False)
    if tag == "svg" and _is_drawn_without_room(attributes, declared):
        return _Markup(tag, False, "", "", False, is_clipped=True)
    if not attributes:
        return _Markup(special, False, "", "", over_picture) if special or over_picture else _NO_MARKUP
    hidden = "hidden" in attributes
    if "class" in attributes and not _FOR_SCREEN_READERS.isdisjoint(attributes["class"].split()):
        hidden = True
    ink = (
        attributes.get("text", "") if tag == "body" else attributes.get("color", "") if tag == "font" else ""
    )
    if tag == "a" and "href" in attributes:
        special = "a"
    behind = "url()" if "background" in attributes else attributes.get("bgcolor", "")
    return _Markup(special, hidden, ink, behind, over_picture)


def _is_drawn_without_room(attributes: dict[str, str], declared: Declared) -> bool:
    """Whether a drawing, which cuts off what stands out of it, is no more than a dot."""
    if "visible" in declared.get("overflow", ""):
        return False
    sides = (declared.get(name, attributes.get(name, "")) for name in ("width", "height"))
    return any((found := length(side)) is not None and found <= 1 for side in sides)


def _may_be_clipped(node: Node, parent: Node, declared: Declared) -> bool:
    """Whether an element of no height is all that its parent holds, so that this has no height either."""
    if not declared or not _is_shut(declared, "height") or _is_filled(declared):
        return False
    if node.tag in _CELLS or parent.tag in _CELLS:
        return False
    written = (child for child in parent.children if not isinstance(child, str) or child.strip())
    return len(list(islice(written, 2))) == 1


def _cuts_off(declared: Declared) -> bool:
    """Whether an element cuts off what stands out of it, and is no higher than that by itself."""
    grows = ("height", "min-height", "block-size", "padding", "padding-top", "padding-bottom")
    return _cuts(declared) and not any(name in declared for name in grows)


def _holds_picture(node: Node) -> bool:
    return node.tag in _PICTURES or not _PICTURES.isdisjoint(node.named)


def _floats_behind(node: Node, declared: Declared) -> bool:
    if declared.get("position", "") not in _FLOATING:
        return False
    return node.tag in _PICTURES or any(declared.get(name, "none") not in _NO_GROUND for name in _GROUNDS)


def _look(around: Look, declared: Declared, markup: _Markup) -> Look:
    size = around.size
    if "font-size" in declared:
        size = font_size(declared["font-size"], size)
    elif found := _FONT_SIZE.search(declared.get("font", "")):
        size = font_size(found[1], size)
    look = replace(around, size=size)
    look = _painted(look, declared, markup)
    # A page that hides all of itself waits for a script to show it.
    if markup.tag in _PLAIN_LOOKS:
        return look
    visibility = declared.get("visibility", "")
    if visibility in ("hidden", "collapse", "visible", "initial"):
        look = replace(look, invisible=visibility in ("hidden", "collapse"))
    if "text-indent" in declared:
        look = replace(look, indented=_indents_away(declared, size))
    if look.gone is None:
        if _is_gone(declared, markup, size):
            look = replace(look, gone="hidden")
        elif markup.tag in _STRUCK or _strikes(declared):
            look = replace(look, gone="struck")
    return look


def _painted(look: Look, declared: Declared, markup: _Markup) -> Look:
    """With the colours that an element sets for its words and behind them."""
    ink, behind, clear = look.ink, look.ground, look.clear
    if markup.tag in _OWN_LOOKS:
        (ink, behind), clear = _OWN_LOOKS[markup.tag], False
    elif markup.tag == "a":
        ink, clear = _LINK, False
    if markup.over_picture:
        behind = None
    for name, value in (("background", markup.ground), *declared.items()):
        if value and name in _GROUNDS:
            behind = _laid(behind, look.ground, name, value)
    if BACKDROP in declared:
        behind = None
    for name in ("color", "-webkit-text-fill-color"):
        written = declared.get(name, markup.ink if name == "color" else "")
        if written in ("inherit", "currentcolor"):
            ink, clear = look.ink, look.clear
        elif written:
            found = paint(written)
            clear = found is not None and found[1] < _LEAST_OPACITY
            ink = None if found is None else found[0] if behind is None else over(*found, behind)
    shown = any(
        declared.get(name, "none") not in ("none", "normal", "")
        for name in ("text-shadow", "-webkit-text-stroke", "mix-blend-mode")
    )
    through = "text" in (declared.get("background-clip", ""), declared.get("-webkit-background-clip", ""))
    return replace(
        look, ink=ink, ground=behind, clear=clear, drawn_otherwise=look.drawn_otherwise or shown or through
    )


def _laid(behind: Colour | None, around: Colour | None, name: str, value: str) -> Colour | None:
    """What is behind words once another background is laid there; None where that is not known."""
    if name == "background-image":
        return behind if value in ("none", "initial") else None
    found = ground(value) if name == "background" else paint(value)
    if found == "picture" or found is None:
        return around if value in _NO_GROUND else None
    colour, share = found
    if share >= 1:
        return colour
    return around if share < _LEAST_OPACITY else None if around is None else over(colour, share, around)


def _is_gone(declared: Declared, markup: _Markup, size: float) -> bool:
    display = declared.get("display", "")
    if display == "none" or markup.is_clipped or (markup.hidden and not display):
        return True
    if _CAN_HIDE.isdisjoint(declared):
        return False
    opacity = length(declared.get("opacity", ""), whole=1.0)
    if opacity is not None and opacity < _LEAST_OPACITY and not _moves(declared):
        return True
    if _FADED.search(declared.get("filter", "")) and not _moves(declared):
        return True
    if declared.get("content-visibility") == "hidden" or _FAR.search(declared.get("transform", "")):
        return True
    if cuts_all(declared.get("clip-path", "")):
        return True
    if declared.get("position", "") in _FLOATING and cuts_all(declared.get("clip", "")):
        return True
    return _is_away(declared, size) or (markup.tag not in _CELLS and _has_no_room(declared, size))


def _moves(declared: Declared) -> bool:
    """Whether it fades in by itself."""
    return any(declared.get(name, "none") != "none" for name in ("animation", "animation-name"))


def _is_away(declared: Declared, size: float) -> bool:
    position = declared.get("position", "static")
    sides: tuple[str, ...] = ("margin-left", "margin-top")
    if position in ("absolute", "relative", "fixed"):
        sides += ("left", "top")
    if position == "fixed":
        sides += ("right", "bottom")
    return any(
        name in declared and (found := length(declared[name], size)) is not None and found <= _AWAY
        for name in sides
    )


def _has_no_room(declared: Declared, size: float) -> bool:
    """Whether it is at most a pixel wide or high, and what would stick out is cut off."""
    if not _cuts(declared) or _is_filled(declared, size):
        return False
    return _is_shut(declared, "height", size) or _is_shut(declared, "width", size)


def _cuts(declared: Declared) -> bool:
    """Whether what would stick out is cut off, or scrolled to."""
    return any(
        word in ("hidden", "clip", "auto", "scroll")
        for name in ("overflow", "overflow-x", "overflow-y")
        for word in declared.get(name, "").split()
    )


def _is_filled(declared: Declared, size: float = 16.0) -> bool:
    """Whether it has room between its edge and its words, or takes what room there is."""
    if any(_GROWS.match(declared.get(name, "")) for name in ("flex", "flex-grow")):
        return True
    paddings = (declared.get(name, "") for name in ("padding", "padding-top", "padding-bottom"))
    return any((length(word, size) or 0) > 1 for written in paddings for word in written.split())


def _is_shut(declared: Declared, side: Literal["height", "width"], size: float = 16.0) -> bool:
    """Whether it is at most a pixel high or wide, and nothing holds it open."""
    least = f"min-{side}"
    if least in declared and not _is_short(declared, least, size):
        return False
    names = (side, f"max-{side}", "block-size" if side == "height" else "inline-size")
    return any(_is_short(declared, name, size) for name in names)


def _is_short(declared: Declared, name: str, size: float) -> bool:
    found = length(declared.get(name, ""), size)
    return found is not None and found <= 1


def _indents_away(declared: Declared, size: float) -> bool:
    indent = length(declared["text-indent"], size)
    if indent is None:
        return False
    return indent <= _AWAY or (indent >= -2 * _AWAY and "hidden" in declared.get("overflow", ""))


def _strikes(declared: Declared) -> bool:
    # The later of the shorthand and its part holds.
    stated = [value for name, value in declared.items() if name in _LINES]
    return bool(stated) and "line-through" in stated[-1]
