"""The names that WordprocessingML gives to things, and how its properties are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
ALTERNATE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
VAL = f"{W}val"

OFF = frozenset({"0", "false", "off", "none"})


def value(element: Element | None, path: str, attribute: str = "val") -> str | None:
    """The value of the property at `path` (`numPr/numId`); None where it is not stated."""
    found = element.find("/".join(W + step for step in path.split("/"))) if element is not None else None
    stated = None if found is None else found.get(W + attribute)
    return None if stated is None else str(stated)


def number(element: Element | None, path: str, attribute: str = "val") -> int | None:
    """The same as a whole number; None also where it is none."""
    return whole(value(element, path, attribute))


def whole(stated: str | None) -> int | None:
    """A whole number as a file states it; None for anything else."""
    try:
        return None if stated is None else int(stated)
    except ValueError:
        return None


def switch(element: Element | None, name: str) -> bool | None:
    """Whether a property is on; None where it is not stated."""
    found = element.find(W + name) if element is not None else None
    return None if found is None else found.get(VAL, "1") not in OFF


def chosen(alternate: Element) -> Element | None:
    """The one of several versions of the same thing that is shown: the first with words in it."""
    versions = list(alternate)
    worded = (version for version in versions if any(str(part.tag).endswith("}t") for part in version.iter()))
    return next(worded, versions[0] if versions else None)
