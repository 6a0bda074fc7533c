"""Read the values that style sheets write: colours, lengths and shapes that cut everything off."""

from __future__ import annotations

import colorsys
import functools
import math
import re
from typing import Literal

from pincite.ingest.colours import BLACK, Colour

Paint = tuple[Colour, float]
"""A colour and how much of it covers what is behind it, from 0 to 1."""

TRANSPARENT: Paint = (BLACK, 0.0)
_USUAL_SIZE = 16.0
_WINDOW = 1000.0
_MAX_CHARS = 200
_PIXELS = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.945,
    "rem": _USUAL_SIZE, "vw": _WINDOW / 100, "vh": _WINDOW / 100,
}  # fmt: skip
_LENGTH = re.compile(r"([-+]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(px|pt|pc|in|cm|mm|q|rem|em|ex|ch|vw|vh|%)?")
_NUMBER = re.compile(r"[-+]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:%|deg)?")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]{0,120})\)")
_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0,
    "xx-large": 32.0, "xxx-large": 48.0,
}  # fmt: skip
# Those that pages use; of any other name the colour is not known, and its words stay.
_NAMES: dict[str, str] = {
    "white": "ffffff", "black": "000000", "snow": "fffafa", "ivory": "fffff0", "azure": "f0ffff",
    "ghostwhite": "f8f8ff", "whitesmoke": "f5f5f5", "floralwhite": "fffaf0", "mintcream": "f5fffa",
    "aliceblue": "f0f8ff", "seashell": "fff5ee", "honeydew": "f0fff0", "lavenderblush": "fff0f5",
    "oldlace": "fdf5e6", "linen": "faf0e6", "beige": "f5f5dc", "cornsilk": "fff8dc", "lavender": "e6e6fa",
    "lightyellow": "ffffe0", "lightcyan": "e0ffff", "gainsboro": "dcdcdc", "lightgray": "d3d3d3",
    "lightgrey": "d3d3d3", "silver": "c0c0c0", "darkgray": "a9a9a9", "darkgrey": "a9a9a9", "gray": "808080",
    "grey": "808080", "dimgray": "696969", "dimgrey": "696969", "slategray": "708090", "red": "ff0000",
    "green": "008000", "blue": "0000ff", "yellow": "ffff00", "orange": "ffa500", "purple": "800080",
    "navy": "000080", "teal": "008080", "maroon": "800000", "olive": "808000", "lime": "00ff00",
    "aqua": "00ffff", "cyan": "00ffff", "fuchsia": "ff00ff", "magenta": "ff00ff", "darkblue": "00008b",
    "darkred": "8b0000", "darkgreen": "006400", "pink": "ffc0cb", "brown": "a52a2a", "gold": "ffd700",
    "crimson": "dc143c", "midnightblue": "191970", "darkslategray": "2f4f4f", "indigo": "4b0082",
    "steelblue": "4682b4", "royalblue": "4169e1", "tomato": "ff6347", "coral": "ff7f50",
    "lightblue": "add8e6", "lightgreen": "90ee90", "skyblue": "87ceeb", "tan": "d2b48c", "khaki": "f0e68c",
    "canvas": "ffffff", "canvastext": "000000", "window": "ffffff", "windowtext": "000000",
}  # fmt: skip
_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")


@functools.lru_cache(maxsize=4096)
def paint(written: str) -> Paint | None:
    """A colour as it is written; None where it is not understood, as with a variable."""
    written = written.strip().lower()[:_MAX_CHARS]
    if written == "transparent":
        return TRANSPARENT
    written = _NAMES.get(written, written)
    if found := _HEX.fullmatch(written):
        digits = found[1] if len(found[1]) > 4 else "".join(2 * digit for digit in found[1])
        red, green, blue, *rest = (int(digits[at : at + 2], 16) for at in range(0, len(digits), 2))
        return (red, green, blue), rest[0] / 255 if rest else 1.0
    if found := _FUNCTION.fullmatch(written):
        return _mixed(found[1], _NUMBER.findall(found[2]))
    return None


def _mixed(model: str, parts: list[str]) -> Paint | None:
    if len(parts) not in (3, 4):
        return None
    share = _share(parts[3], 1.0) if len(parts) == 4 else 1.0
    if model == "hsl":
        hue = float(parts[0].rstrip("%deg")) / 360
        channels = colorsys.hls_to_rgb(hue % 1, _share(parts[2], 100.0), _share(parts[1], 100.0))
    else:
        first, second, third = (_share(part, 255.0) for part in parts[:3])
        channels = (first, second, third)
    red, green, blue = (round(255 * channel) for channel in channels)
    return (red, green, blue), share


def _share(written: str, whole: float) -> float:
    value = float(written.rstrip("%deg")) / (100.0 if written.endswith("%") else whole)
    return min(max(value, 0.0), 1.0)


def length(written: str, size: float = _USUAL_SIZE, whole: float = _WINDOW) -> float | None:
    """A length in pixels; `size` is that of the font, `whole` what a percentage is taken of."""
    found = _LENGTH.fullmatch(written.strip().lower())
    if found is None:
        return None
    number, unit = float(found[1]), found[2] or ""
    if unit == "%":
        return number * whole / 100
    if unit in ("em", "ex", "ch"):
        return number * size * (1.0 if unit == "em" else 0.5)
    return number * _PIXELS[unit]


def font_size(written: str, around: float) -> float:
    """The size of letters in pixels, inside letters of the size `around`."""
    written = written.strip().lower()
    if written in _SIZES:
        return _SIZES[written]
    if written in ("initial", "larger") or "(" in written:
        # What a function comes to is not known: its letters can be read.
        return max(around, _USUAL_SIZE)
    found = length(written, around, around)
    return around if found is None or found < 0 else found


def ground(written: str) -> Paint | Literal["picture"] | None:
    """The colour in a `background`, or that it is a picture; None where it names no colour."""
    lowered = written.lower()[:_MAX_CHARS]
    if "url(" in lowered or "gradient(" in lowered or "image(" in lowered or "var(" in lowered:
        return "picture"
    if found := _FUNCTION.search(lowered):
        return paint(found[0])
    for word in lowered.replace("/", " ").split():
        if (found_paint := paint(word)) is not None and not word.isdigit():
            return found_paint
    return TRANSPARENT if lowered.strip() in ("none", "initial", "unset") else None


def cuts_all(clip: str) -> bool:
    """Whether a `clip` or `clip-path` leaves at most a dot."""
    lowered = clip.strip().lower()[:_MAX_CHARS]
    name, _, inside = lowered.partition("(")
    edges = [length(part) for part in re.split(r"[\s,]+", inside.partition(")")[0].strip()) if part]
    if name == "rect" and len(edges) == 4 and None not in edges:
        top, right, bottom, left = (edge or 0.0 for edge in edges)
        return right - left <= 1 or bottom - top <= 1
    if name == "inset" and edges:
        # A percentage of 1,000 pixels: half from each side leaves nothing.
        return all(edge is not None and edge >= _WINDOW / 2 and "%" in inside for edge in edges)
    if name in ("circle", "ellipse"):
        return bool(edges) and edges[0] is not None and math.isclose(edges[0], 0.0)
    return name == "polygon" and bool(edges) and all(edge == 0 for edge in edges)
