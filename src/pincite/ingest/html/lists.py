"""The mark that a browser draws before a list item: a bullet, or its number in the style of the list."""

from __future__ import annotations

import re

from pincite.ingest.html.tree import Node

_NO_MARK = re.compile(r"list-style(?:-type)?\s*:\s*[^;]*\bnone\b", re.I)
_STYLE = re.compile(
    r"list-style(?:-type)?\s*:\s*[^;]*?\b((?:lower|upper)-(?:alpha|latin|roman)|decimal)\b", re.I
)
_STYLES = {
    "a": "a", "A": "A", "i": "i", "I": "I", "lower-alpha": "a", "lower-latin": "a", "upper-alpha": "A",
    "upper-latin": "A", "lower-roman": "i", "upper-roman": "I", "decimal": "1",
}  # fmt: skip
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MAX_DIGITS = 9


def marker(item: Node, parent: Node, number: int) -> str:
    """`• `, `3. `, `c. ` or `iii. `; empty where the page draws none."""
    styles = item.attributes.get("style", "") + ";" + parent.attributes.get("style", "")
    if "list-style" in styles and _NO_MARK.search(styles):
        return ""
    if parent.tag != "ol":
        return "• "
    found = _STYLE.search(styles) if "list-style" in styles else None
    named = found[1].lower() if found is not None else parent.attributes.get("type", "")
    return f"{_written(number, _STYLES.get(named, '1'))}. "


def numbers(parent: Node) -> dict[Node, int]:
    """The number of each item: counted on from the last that states its own, or from the start."""
    step = -1 if "reversed" in parent.attributes else 1
    number = _start(parent, step)
    counted: dict[Node, int] = {}
    for item in parent.named_like("li"):
        stated = _integer(item.attributes.get("value"))
        number = number if stated is None else stated
        counted[item] = number
        number += step
    return counted


def _start(parent: Node, step: int) -> int:
    stated = _integer(parent.attributes.get("start"))
    if stated is not None:
        return stated
    return 1 if step > 0 else parent.named.get("li", 0)


def _integer(written: str | None) -> int | None:
    found = re.match(r"\s*(-?\d+)", written or "")
    return int(found[1]) if found is not None and len(found[1]) <= _MAX_DIGITS else None


def _written(number: int, style: str) -> str:
    if style in "aA" and number > 0:
        letters = ""
        while number:
            number, digit = divmod(number - 1, 26)
            letters = chr(ord("a") + digit) + letters
        return letters if style == "a" else letters.upper()
    if style in "iI" and 0 < number < 4000:
        roman = ""
        for value, letters in _ROMAN:
            roman += letters * (number // value)
            number %= value
        return roman if style == "i" else roman.upper()
    return str(number)
