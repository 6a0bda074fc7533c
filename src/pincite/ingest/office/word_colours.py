"""Read the colours of a Word file: of its words, and of what is behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pincite.ingest.colours import BLACK, WHITE, Colour, from_hex, tinted
from pincite.ingest.office.word_names import VAL, W

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

Ground = Colour | Literal["unknown"] | None
"""What is behind words: a colour, something that cannot be told, or nothing of their own (None)."""

# These two have the same colour in nearly every theme; of others the file states the colour beside the name.
_THEME = {
    "background1": WHITE, "light1": WHITE, "bg1": WHITE, "lt1": WHITE,
    "text1": BLACK, "dark1": BLACK, "tx1": BLACK, "dk1": BLACK,
}  # fmt: skip
_MARKERS = {
    "black": BLACK, "white": WHITE, "blue": (0, 0, 255), "cyan": (0, 255, 255), "green": (0, 255, 0),
    "magenta": (255, 0, 255), "red": (255, 0, 0), "yellow": (255, 255, 0), "darkBlue": (0, 0, 128),
    "darkCyan": (0, 128, 128), "darkGreen": (0, 128, 0), "darkMagenta": (128, 0, 128),
    "darkRed": (128, 0, 0), "darkYellow": (128, 128, 0), "darkGray": (128, 128, 128),
    "lightGray": (192, 192, 192),
}  # fmt: skip


def ink(element: Element) -> Colour | None:
    """The colour of words; None where Word chooses one that can be seen, or it is not known."""
    return _stated(element, "val", "theme")


def shading(element: Element | None) -> Ground:
    """What a `shd` puts behind words."""
    if element is None:
        return None
    pattern = element.get(VAL, "clear")
    if pattern == "solid":
        return _stated(element, "color", "theme") or "unknown"
    if pattern not in ("clear", "nil"):
        return "unknown"
    if element.get(f"{W}fill", "auto") == "auto" and element.get(f"{W}themeFill") is None:
        return None
    return _stated(element, "fill", "themeFill") or "unknown"


def marker(element: Element) -> Ground:
    """What a highlighter puts behind words."""
    name = element.get(VAL, "none")
    return None if name == "none" else _MARKERS.get(name, "unknown")


def known(ground: Ground) -> Colour | None:
    """The colour itself; None where it cannot be told."""
    return None if ground == "unknown" else ground


def _stated(element: Element, attribute: str, theme: str) -> Colour | None:
    name = element.get(f"{W}themeColor" if theme == "theme" else W + theme, "")
    if name not in _THEME:
        return from_hex(element.get(W + attribute))
    colour = _THEME[name]
    for suffix, sign in (("Tint", 1), ("Shade", -1)):
        share = element.get(f"{W}{theme}{suffix}")
        if share is not None:
            # FF leaves the colour as it is, 00 makes it white or black.
            colour = tinted(colour, sign * (1 - _byte(share) / 255))
    return colour


def _byte(written: str) -> int:
    try:
        return min(max(int(written, 16), 0), 255)
    except ValueError:
        return 255
