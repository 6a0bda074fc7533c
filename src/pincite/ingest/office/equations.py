"""Write an equation of a Word file in one line: (a+b)/2, x^2, √(y)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.ingest.office.word_names import MATH, W

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_TOKENS = frozenset({f"{MATH}t", f"{W}t"})


def linear(element: Element) -> str:
    """The equation as a reader would type it, with brackets where a line alone would not show them."""
    tag = element.tag
    if tag in _TOKENS:
        return element.text or ""
    if not isinstance(tag, str) or tag.endswith("Pr"):
        return ""
    name = tag.removeprefix(MATH)
    if name == "f":
        return f"{_grouped(element, 'num')}/{_grouped(element, 'den')}"
    if name == "rad":
        degree = _part(element, "deg")
        return f"{f'root({degree})' if degree else '√'}({_part(element, 'e')})"
    if name in ("sSup", "sSub", "sSubSup", "nary", "limLow", "limUpp"):
        return _with_scripts(element, name)
    if name == "d":
        return _in_brackets(element)
    if name == "m":
        return "[" + "; ".join(", ".join(map(linear, row)) for row in element.iterfind(f"{MATH}mr")) + "]"
    if name == "eqArr":
        return "; ".join(linear(row) for row in element.iterfind(f"{MATH}e"))
    return "".join(map(linear, element))


def _with_scripts(element: Element, name: str) -> str:
    if name in ("limLow", "limUpp"):
        return f"{_part(element, 'e')}{'_' if name == 'limLow' else '^'}{_grouped(element, 'lim')}"
    below, above = _grouped(element, "sub"), _grouped(element, "sup")
    scripts = (f"_{below}" if below else "") + (f"^{above}" if above else "")
    if name == "nary":
        sign = element.find(f"{MATH}naryPr/{MATH}chr")
        return f"{'∫' if sign is None else sign.get(f'{MATH}val', '')}{scripts} {_part(element, 'e')}"
    return _grouped(element, "e") + scripts


def _in_brackets(element: Element) -> str:
    signs = {"begChr": "(", "endChr": ")", "sepChr": "|"}
    for name in signs:
        stated = element.find(f"{MATH}dPr/{MATH}{name}")
        if stated is not None:
            signs[name] = stated.get(f"{MATH}val", "")
    inner = signs["sepChr"].join(linear(part) for part in element.iterfind(f"{MATH}e"))
    return signs["begChr"] + inner + signs["endChr"]


def _part(element: Element, name: str) -> str:
    found = element.find(MATH + name)
    return "" if found is None else linear(found)


def _grouped(element: Element, name: str) -> str:
    """A part, in brackets when it is more than one number or name."""
    part = _part(element, name).strip()
    return part if not part or part.replace(".", "").isalnum() else f"({part})"
