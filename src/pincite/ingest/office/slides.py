"""Find the shapes of a slide in the order in which they are read: from the top, then from the left.

A placeholder that states no place of its own stands where its layout, or the master, puts it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.ingest.office.slide_text import A
from pincite.ingest.office.word_names import ALTERNATE, chosen

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
TITLES = frozenset({"title", "ctrTitle"})

# Shapes whose tops are closer than this (a third of an inch) stand side by side.
_ONE_ROW = 914400 // 3
_EDGES = frozenset({"dt", "ftr", "hdr", "sldNum"})
_LEAVES = frozenset(P + name for name in ("sp", "graphicFrame"))


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape that may hold words, and where it stands on its slide."""

    element: Element
    placeholder: str
    """`title`, `body`, `ftr`; empty for a shape that fills no placeholder."""
    top: float
    left: float
    hidden: bool = False
    width: float = 0
    height: float = 0


@dataclass(frozen=True, slots=True)
class Frame:
    """How the coordinates inside a group lie on the slide."""

    x: float = 0
    y: float = 0
    scale_x: float = 1
    scale_y: float = 1

    def place(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.scale_x, self.y + y * self.scale_y


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The layout and the master of a slide, nearest first."""

    roots: tuple[Element, ...]

    def twins(self, shape: Element) -> Iterator[Element]:
        """The placeholders that a shape takes its place and look from."""
        own = placeholder(shape)
        if own is None:
            return
        for number, root in enumerate(self.roots):
            others = [
                (other, mark) for other in root.iter(f"{P}sp") if (mark := placeholder(other)) is not None
            ]
            # A layout numbers its placeholders as its slides do; a master has one of each kind.
            alike = [other for other, mark in others if _family(mark) == _family(own)]
            same = [other for other, mark in others if own.get("idx") and mark.get("idx") == own.get("idx")]
            yield from (same + alike if number == 0 else alike)[:1]

    def lists(self, shape: Element) -> list[Element]:
        """The list styles that a shape inherits, nearest first."""
        found = [twin.find(f"{P}txBody/{A}lstStyle") for twin in self.twins(shape)]
        own = placeholder(shape)
        kind = "otherStyle" if own is None else own.get("type", "obj")
        style = "titleStyle" if kind in TITLES else kind if kind == "otherStyle" else "bodyStyle"
        found += [root.find(f"{P}txStyles/{P}{style}") for root in self.roots]
        return [source for source in found if source is not None]


def shapes(root: Element, backdrop: Backdrop) -> list[Shape]:
    """All shapes of a slide, titles first, then in reading order; those of a group stand together."""
    tree = root.find(f"{P}cSld/{P}spTree")
    if tree is None:
        return []
    found = list(_ordered(tree, backdrop, Frame()))
    return sorted(found, key=lambda shape: shape.placeholder not in TITLES)


def _ordered(parent: Element, backdrop: Backdrop, frame: Frame, hidden: bool = False) -> Iterator[Shape]:
    groups: list[tuple[float, float, list[Shape]]] = []
    for child in _children(parent):
        concealed = hidden or _is_hidden(child)
        if child.tag == f"{P}grpSp":
            inner, top, left = _inside(child, frame)
            members = list(_ordered(child, backdrop, inner, concealed))
            groups.append((top, left, members))
        else:
            place = _place(child, backdrop)
            x, y = frame.place(*_pair(place, "off", "x", "y"))
            width, height = _pair(place, "ext", "cx", "cy")
            shape = Shape(child, _kind(child), y, x, concealed, width * frame.scale_x, height * frame.scale_y)
            groups.append((y, x, [shape]))
    for _, _, members in _by_rows(groups):
        yield from members


def _by_rows(
    groups: Sequence[tuple[float, float, list[Shape]]],
) -> Iterator[tuple[float, float, list[Shape]]]:
    row: list[tuple[float, float, list[Shape]]] = []
    for group in sorted(groups, key=lambda group: group[:2]):
        if row and group[0] - row[0][0] > _ONE_ROW:
            yield from sorted(row, key=lambda member: member[1])
            row = []
        row.append(group)
    yield from sorted(row, key=lambda member: member[1])


def _children(parent: Element) -> Iterator[Element]:
    for child in parent:
        if child.tag in _LEAVES or child.tag == f"{P}grpSp":
            yield child
        elif child.tag == ALTERNATE:
            version = chosen(child)
            yield from _children(version) if version is not None else ()


def _inside(group: Element, frame: Frame) -> tuple[Frame, float, float]:
    """The frame of what a group holds, and where the group itself stands."""
    place = group.find(f"{P}grpSpPr/{A}xfrm")
    x, y = _pair(place, "off", "x", "y")
    inner_x, inner_y = _pair(place, "chOff", "x", "y")
    width, height = _pair(place, "ext", "cx", "cy")
    inner_width, inner_height = _pair(place, "chExt", "cx", "cy")
    scale_x = width / inner_width if inner_width else 1
    scale_y = height / inner_height if inner_height else 1
    left, top = frame.place(x, y)
    scaled = Frame(
        left - inner_x * scale_x * frame.scale_x,
        top - inner_y * scale_y * frame.scale_y,
        scale_x * frame.scale_x,
        scale_y * frame.scale_y,
    )
    return scaled, top, left


def _place(shape: Element, backdrop: Backdrop) -> Element | None:
    """Where a shape stands, as it or what it takes its place from states it."""
    for source in (shape, *backdrop.twins(shape)):
        place = source.find(f"{P}spPr/{A}xfrm")
        place = source.find(f"{P}xfrm") if place is None else place
        if place is not None and place.find(f"{A}off") is not None:
            return place
    return None


def _pair(place: Element | None, name: str, first: str, second: str) -> tuple[float, float]:
    found = place.find(A + name) if place is not None else None
    if found is None:
        return 0.0, 0.0
    try:
        return float(found.get(first, "0")), float(found.get(second, "0"))
    except ValueError:
        return 0.0, 0.0


def placeholder(shape: Element) -> Element | None:
    return next(shape.iterfind(f"{P}nvSpPr/{P}nvPr/{P}ph"), None)


def _kind(shape: Element) -> str:
    found = next(shape.iterfind(f"./*/{P}nvPr/{P}ph"), None)
    return "" if found is None else str(found.get("type", "obj"))


def _family(placeholder: Element) -> str:
    """What a placeholder is for, as a master knows it: whatever is no title and no edge is body."""
    kind = str(placeholder.get("type", "obj"))
    return "title" if kind in TITLES else kind if kind in _EDGES else "body"


def _is_hidden(shape: Element) -> bool:
    properties = next(shape.iterfind(f"./*/{P}cNvPr"), None)
    return properties is not None and properties.get("hidden", "0") in ("1", "true")
