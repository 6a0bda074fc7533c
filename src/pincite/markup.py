"""Write HTML and SVG so that text stays text: whatever is not markup of ours is escaped.

Documents are strangers. A snippet that holds a tag, a quote or a sign that turns the direction of
writing must come out as what it is, and so escaping is no caller's business: only `element` makes
`Markup`, and it escapes every plain string that it is given.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping

_EMPTY = frozenset({"meta", "br", "img", "path", "rect", "circle", "line", "polyline"})
# What neither HTML nor XML may hold, and what would turn the writing of all that follows.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


Child = str | Markup
Attributes = Mapping[str, str | int | float]


def element(name: str, attributes: Attributes, *children: Child) -> Markup:
    """One element; a child that is not markup is escaped. It is well-formed as HTML and as XML."""
    start = name + "".join(f' {key}="{_escaped(_written(value))}"' for key, value in attributes.items())
    if name in _EMPTY:
        return Markup(f"<{start}/>")
    return Markup(f"<{start}>{joined(children)}</{name}>")


def joined(parts: Iterable[Child]) -> Markup:
    """Parts one after the other, each escaped unless it is markup."""
    return Markup("".join(part if isinstance(part, Markup) else _escaped(part) for part in parts))


def page(title: str, style: str, *body: Child, policy: str) -> str:
    """A whole HTML file that needs nothing else; `policy` says what a browser may load or run for it."""
    head = element(
        "head", {},
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": policy}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        element("title", {}, title),
        element("style", {}, Markup(style)),
    )  # fmt: skip
    return f"<!DOCTYPE html>\n{element('html', {'lang': 'en'}, head, element('body', {}, *body))}\n"


def _written(value: str | int | float) -> str:
    # Two digits are finer than a pixel, and no number of ours is written as 1e-05.
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _escaped(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    return html.escape(_CONTROL.sub("\ufffd", lines), quote=True)
