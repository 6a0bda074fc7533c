"""Read the number, letter or bullet that a list item starts with, and tell which follows which.

A generator divides a list by its marks and a check decides by them whether it has ended; both must read
them alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SYMBOL = re.compile(r"([•●○◦▪■□‣⁃➢➤✓✔·–—*-]|\uf0b7)(?=\s)\s+")
_ENCLOSED = re.compile(r"([(\[]?)([a-zA-Z]|[ivxlc]{1,6}|[IVXLC]{1,6}|([a-z])\3|\d{1,3})([)\]])(?=\s)\s+")
_DECIMAL = re.compile(r"(?:§+\s*)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})+)\.?(?=\s)\s+")
_POINTED = re.compile(r"(?:§\s*)?(\d{1,3}|[a-zA-Z]|[ivx]{2,5}|[IVX]{2,5})\.(?=\s)\s+")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class Mark:
    """What an item is listed under.

    `style` is what items of one list share: the sign itself, or how a number is set. `counts` says what
    number it may be: `i` is the ninth letter and the first Roman one. `path` holds the parts of 1.2.3.
    """

    style: str
    counts: tuple[tuple[str, int], ...]
    path: tuple[str, ...]
    label: str

    @property
    def is_symbol(self) -> bool:
        return not self.counts

    def count(self, kind: str) -> int | None:
        """Which one it is, counted in this kind; None where it cannot be counted so."""
        return dict(self.counts).get(kind)


def read_mark(text: str) -> Mark | None:
    """The mark at the start of the text; None when it starts with words."""
    if found := _SYMBOL.match(text):
        return Mark(found[1], (), (), found[1])
    if found := _DECIMAL.match(text):
        path = tuple(found[1].split("."))
        return Mark("decimal", (("digit", int(path[-1])),), path, found[1])
    if found := _ENCLOSED.match(text):
        return Mark(f"{found[1]}{found[4]}", _counts(found[2]), (found[2],), found[0].strip())
    if found := _POINTED.match(text):
        return Mark(".", _counts(found[1]), (found[1],), found[0].strip())
    return None


def follows(earlier: Mark, later: Mark) -> bool:
    """Whether two marks are neighbours in one list: 3. and 4., (c) and (d), two bullets of one kind."""
    if earlier.style != later.style or earlier.path[:-1] != later.path[:-1]:
        return False
    if earlier.is_symbol:
        return True
    counts = dict(later.counts)
    return any(counts.get(kind) == count + 1 for kind, count in earlier.counts)


def opens(mark: Mark) -> bool:
    """Whether a list may start with it: a bullet, 1, (a), (i), 4.1."""
    return mark.is_symbol or any(count == 1 for _, count in mark.counts)


def stands_under(mark: Mark, other: Mark) -> bool:
    """Whether the numbers themselves say so: 1.2 stands under 1. and 1.2.1 under 1.2."""
    if mark.style != "decimal" or other.style not in (".", "decimal"):
        return False
    return mark.path[: len(other.path)] == other.path and len(mark.path) > len(other.path)


def resumes(earlier: Mark, later: Mark) -> bool:
    """Whether a later mark, without being the next, may belong to the list of the earlier one.

    It leaves numbers out, or starts again at 1; (i) does not start a list of letters again.
    """
    if earlier.style != later.style or earlier.path[:-1] != later.path[:-1]:
        return False
    if earlier.is_symbol:
        return True
    shared = {kind for kind, _ in earlier.counts} & {kind for kind, _ in later.counts}
    return any(kind in shared and (count == 1 or not opens(later)) for kind, count in later.counts)


def _counts(label: str) -> tuple[tuple[str, int], ...]:
    if label.isdigit():
        return (("digit", int(label)),)
    case = "upper" if label.isupper() else "lower"
    low, found = label.lower(), []
    if len(low) == 1:
        found.append((f"{case} letter", ord(low) - ord("a") + 1))
    elif len(low) == 2 and low[0] == low[1]:
        # After z comes aa.
        found.append((f"{case} letter", ord(low[0]) - ord("a") + 27))
    # A single c or l is a letter: no list comes to a fiftieth item by Roman numbers.
    if (len(low) > 1 or low in "ivx") and (roman := _roman(low)) is not None:
        found.append((f"{case} roman", roman))
    return tuple(found)


def _roman(label: str) -> int | None:
    digits = [_ROMAN.get(letter, 0) for letter in label]
    if 0 in digits:
        return None
    return sum(-d if d < max(digits[i + 1 :], default=0) else d for i, d in enumerate(digits))
