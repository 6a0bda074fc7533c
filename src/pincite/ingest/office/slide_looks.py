"""Tell whether the words on a slide are seen: their colour, what is behind them, their size, a line through.

A colour counts only where all that is behind the words is known. Where a picture or a filled shape lies
under them they stay.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from pincite.ingest.colours import BLACK, WHITE, Colour, alike, from_hex
from pincite.ingest.office.slide_text import A, level_of
from pincite.ingest.office.slides import Backdrop, P, Shape, placeholder
from pincite.ingest.office.word_names import whole
from pincite.records.document import UnseenKind

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_EVERYWHERE: Box = (float("-inf"), float("-inf"), float("inf"), float("inf"))
_FILLS = tuple(A + name for name in ("solidFill", "noFill", "gradFill", "blipFill", "pattFill", "grpFill"))
_STRIKES = frozenset({"sngStrike", "dblStrike"})
# In hundredths of a point.
_LEAST_SIZE = 100
_LEAST_ALPHA = 5000
# The first background of a theme is one colour; the others are shaded or pictures.
_PLAIN_BACKGROUND = "1001"


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours that a presentation has names for."""

    named: Mapping[str, Colour] = field(default_factory=lambda: {"lt1": WHITE, "dk1": BLACK})
    mapped: Mapping[str, str] = field(
        default_factory=lambda: {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
    )

    def colour(self, fill: Element | None) -> Colour | Literal["clear"] | None:
        """The colour inside a fill; `clear` where nothing is painted, None where it is not known."""
        stated = next(iter(fill), None) if fill is not None else None
        if stated is None:
            return None
        name = stated.tag.removeprefix(A)
        found: Colour | None = None
        if name == "srgbClr":
            found = from_hex(stated.get("val"))
        elif name == "sysClr":
            found = from_hex(stated.get("lastClr"))
        elif name == "schemeClr":
            key = stated.get("val", "")
            found = self.named.get(self.mapped.get(key, key))
        elif name == "prstClr":
            found = {"white": WHITE, "black": BLACK}.get(stated.get("val", ""))
        return _changed(found, stated)


def palette(master: Element | None, theme: Element | None) -> Palette:
    """The names of colours that a master and its theme give."""
    named: dict[str, Colour] = {}
    for entry in theme.iterfind(f"{A}themeElements/{A}clrScheme/*") if theme is not None else ():
        found = Palette().colour(entry)
        if isinstance(found, tuple):
            named[str(entry.tag).removeprefix(A)] = found
    mapping = master.find(f"{P}clrMap") if master is not None else None
    usual = Palette()
    return Palette(named or usual.named, dict(mapping.attrib) if mapping is not None else usual.mapped)


@dataclass(frozen=True, slots=True)
class Scene:
    """What is behind the shapes of one slide."""

    palette: Palette
    ground: Colour | None
    """The slide's own background; None where it is not one known colour."""
    roots: tuple[Element, ...] = ()
    """The slide, its layout and its master."""

    def behind(self, shape: Shape, backdrop: Backdrop) -> Colour | None:
        """What is behind the words of a shape; None where it is not known."""
        for source in (shape.element, *backdrop.twins(shape.element)):
            fill = _fill(source.find(f"{P}spPr"))
            if fill is not None and fill.tag != f"{A}noFill":
                found = self.palette.colour(fill) if fill.tag == f"{A}solidFill" else None
                if found != "clear":
                    return found
            if fill is not None:
                break
            if _is_styled(source):
                return None
        own = _box_of(shape)
        for root in self.roots:
            for element, box in _painted(root, is_backdrop=root is not self.roots[0]):
                if element is not shape.element and _meet(own, box):
                    return None
        return self.ground


@dataclass(slots=True)
class Judge:
    """Says of each run in a shape whether it is seen."""

    palette: Palette
    behind: Callable[[], Colour | None]
    """What is behind the words; asked only where they state a colour."""
    lists: Sequence[Element] = ()
    """The list styles that the shape inherits, nearest first."""
    _defaults: dict[int, list[Element]] = field(default_factory=dict)
    _ground: list[Colour | None] = field(default_factory=list)
    """The answer of `behind`, once it was asked."""

    def unseen(self, run: Element | None, paragraph: Element | None) -> UnseenKind | None:
        level = level_of(paragraph)
        if level not in self._defaults:
            found = (source.find(f"{A}lvl{level + 1}pPr/{A}defRPr") for source in self.lists)
            self._defaults[level] = [each for each in found if each is not None]
        sources = ([run] if run is not None else []) + self._defaults[level]
        size = next((whole(each.get("sz")) for each in sources if each.get("sz") is not None), None)
        if (size is not None and size <= _LEAST_SIZE) or self._is_blank(sources):
            return "hidden"
        strike = next((each.get("strike", "") for each in sources if each.get("strike") is not None), "")
        return "struck" if strike in _STRIKES else None

    def _is_blank(self, sources: Sequence[Element]) -> bool:
        # A link has the colour of links, whatever its run states.
        if any(_is_outlined(each) or each.find(f"{A}hlinkClick") is not None for each in sources):
            return False
        fill = next((found for each in sources if (found := _fill(each)) is not None), None)
        if fill is None:
            return False
        if fill.tag == f"{A}noFill":
            return True
        found = self.palette.colour(fill) if fill.tag == f"{A}solidFill" else None
        if found is None or found == "clear":
            return found == "clear"
        marker = next((mark for each in sources if (mark := each.find(f"{A}highlight")) is not None), None)
        if marker is not None:
            behind = self.palette.colour(marker)
            return isinstance(behind, tuple) and alike(found, behind)
        self._ground = self._ground or [self.behind()]
        return alike(found, self._ground[0])


def _is_outlined(properties: Element) -> bool:
    """Whether an outline or an effect shows words of any colour."""
    line = properties.find(f"{A}ln")
    if line is not None and line.find(f"{A}noFill") is None:
        return True
    return properties.find(f"{A}effectLst/*") is not None


def scene(slide: Element, backdrop: Backdrop, colours: Palette) -> Scene:
    """What a slide paints behind its words."""
    roots = (slide, *backdrop.roots)
    if (own := _remapped(slide)) is not None:
        colours = replace(colours, mapped=own)
    elif any(_remapped(root) is not None for root in backdrop.roots):
        return Scene(colours, None, roots)
    for root in roots:
        stated = root.find(f"{P}cSld/{P}bg")
        if stated is None:
            continue
        found: Colour | str | None = None
        reference = stated.find(f"{P}bgRef")
        if reference is not None and reference.get("idx") == _PLAIN_BACKGROUND:
            found = colours.colour(reference)
        elif (fill := _fill(stated.find(f"{P}bgPr"))) is not None and fill.tag == f"{A}solidFill":
            found = colours.colour(fill)
        return Scene(colours, found if isinstance(found, tuple) else None, roots)
    return Scene(colours, WHITE, roots)


def is_off(shape: Shape, width: float, height: float) -> bool:
    """Whether a shape lies wholly beside the slide."""
    if not width or not height:
        return False
    left, top, right, bottom = _box_of(shape)
    place = shape.element.find(f"{P}spPr/{A}xfrm")
    if place is not None and whole(place.get("rot")):
        x, y, reach = (left + right) / 2, (top + bottom) / 2, math.hypot(right - left, bottom - top) / 2
        left, top, right, bottom = x - reach, y - reach, x + reach, y + reach
    return (right <= 0 and left < 0) or (bottom <= 0 and top < 0) or left >= width or top >= height


def _remapped(root: Element) -> dict[str, str] | None:
    """Which colours a slide or a layout gives the names of others; None where it does as its master."""
    found = root.find(f"{P}clrMapOvr/{A}overrideClrMapping")
    return None if found is None else {str(key): str(value) for key, value in found.attrib.items()}


def _painted(root: Element, is_backdrop: bool) -> Iterator[tuple[Element, Box]]:
    tree = root.find(f"{P}cSld/{P}spTree")
    for child in tree if tree is not None else ():
        if child.tag == f"{P}grpSp":
            inner = [each for each in child.iter(f"{P}sp", f"{P}pic", f"{P}graphicFrame") if _paints(each)]
            if inner:
                yield child, _box(child.find(f"{P}grpSpPr/{A}xfrm"))
        elif _paints(child) and not (is_backdrop and placeholder(child) is not None):
            place = child.find(f"{P}spPr/{A}xfrm")
            yield child, _box(child.find(f"{P}xfrm") if place is None else place)


def _paints(shape: Element) -> bool:
    name = str(shape.tag).removeprefix(P)
    if name != "sp":
        return name in ("pic", "graphicFrame") or str(shape.tag).endswith("}AlternateContent")
    fill = _fill(shape.find(f"{P}spPr"))
    return _is_styled(shape) if fill is None else fill.tag != f"{A}noFill"


def _is_styled(shape: Element) -> bool:
    """Whether a shape takes a fill from the theme."""
    reference = shape.find(f"{P}style/{A}fillRef")
    return reference is not None and reference.get("idx", "0") != "0"


def _fill(properties: Element | None) -> Element | None:
    return next(properties.iterchildren(*_FILLS), None) if properties is not None else None


def _box(place: Element | None) -> Box:
    offset = place.find(f"{A}off") if place is not None else None
    extent = place.find(f"{A}ext") if place is not None else None
    if offset is None or extent is None:
        return _EVERYWHERE
    left, top = whole(offset.get("x")) or 0, whole(offset.get("y")) or 0
    return left, top, left + (whole(extent.get("cx")) or 0), top + (whole(extent.get("cy")) or 0)


def _box_of(shape: Shape) -> Box:
    return shape.left, shape.top, shape.left + shape.width, shape.top + shape.height


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _changed(colour: Colour | None, stated: Element) -> Colour | Literal["clear"] | None:
    """A colour made lighter, darker or clear, as the elements in it say; None where that is not known."""
    for change in stated:
        name, amount = str(change.tag).removeprefix(A), whole(change.get("val")) or 0
        if name == "alpha" and amount <= _LEAST_ALPHA:
            return "clear"
        if colour is None or name not in ("lumMod", "lumOff", "alpha"):
            return None
        if name != "alpha":
            hue, light, full = colorsys.rgb_to_hls(*(channel / 255 for channel in colour))
            light = light * amount / 100_000 if name == "lumMod" else light + amount / 100_000
            red, green, blue = colorsys.hls_to_rgb(hue, min(max(light, 0.0), 1.0), full)
            colour = round(255 * red), round(255 * green), round(255 * blue)
    return colour
