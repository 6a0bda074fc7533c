"""Tell whether words have the colour of what is behind them, so that nobody can read them."""

from __future__ import annotations

import re

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

# Light grey on white can still be read; the faintest that people choose on purpose differs by twice as much.
_NEAR = 16
_HEX = re.compile(r"(?:[0-9a-fA-F]{2})?([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")


def alike(ink: Colour | None, ground: Colour | None) -> bool:
    """Whether the two cannot be told apart by eye; a colour that is not known (None) is like no other."""
    if ink is None or ground is None:
        return False
    return all(abs(one - other) <= _NEAR for one, other in zip(ink, ground, strict=True))


def from_hex(written: str | None) -> Colour | None:
    """`RRGGBB`, or `AARRGGBB` as workbooks write it; None for anything else."""
    found = _HEX.fullmatch((written or "").strip().removeprefix("#"))
    return None if found is None else (int(found[1], 16), int(found[2], 16), int(found[3], 16))


def tinted(colour: Colour, tint: float) -> Colour:
    """The colour made lighter (up to 1) or darker (down to -1), as Office files state a shade of it."""
    if tint < 0:
        red, green, blue = (channel * (1 + tint) for channel in colour)
    else:
        red, green, blue = (channel + (255 - channel) * tint for channel in colour)
    return _whole(red), _whole(green), _whole(blue)


def over(ink: Colour, share: float, ground: Colour) -> Colour:
    """What a colour looks like that lets the rest of what is behind it through."""
    red, green, blue = (share * above + (1 - share) * below for above, below in zip(ink, ground, strict=True))
    return _whole(red), _whole(green), _whole(blue)


def _whole(channel: float) -> int:
    return min(max(round(channel), 0), 255)
