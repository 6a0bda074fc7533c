"""Read the rules of a style sheet that bear on whether words are seen.

What a rule asks for that is not so when a page is simply read (a narrow window, a printer) does not count.
What may be so (a wide window) counts only as far as it shows something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pincite.ingest.html.selectors import (
    Selector,
    Weight,
    as_written,
    attributes_asked,
    nested,
    selectors,
    unescaped,
)
from pincite.ingest.html.values import length

MAX_CHARS = 4_000_000
MAX_RULES = 20_000
_MAX_CONDITION_CHARS = 4_000

PROPERTIES = frozenset(
    "display visibility opacity color background background-color background-image background-clip "
    "-webkit-background-clip -webkit-text-fill-color -webkit-text-stroke text-shadow mix-blend-mode "
    "font font-size position left top right bottom inset margin-left margin-top text-indent clip clip-path "
    "transform overflow overflow-x overflow-y height max-height min-height width max-width min-width "
    "block-size inline-size padding padding-top padding-bottom flex flex-grow "
    "animation animation-name text-decoration text-decoration-line content-visibility filter".split()
)

Declared = dict[str, str]
"""Values by property, in lower case, those that hold no longer left out."""

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->|<!\[CDATA\[|\]\]>", re.S)
_MARK = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|[{};]")
_DECLARATION = re.compile(r"([-a-zA-Z]{1,40})\s*:\s*((?:[^;\"'(]|\"[^\"]*\"|'[^']*'|\([^()]*\)|\()*)")
_IMPORTANT = re.compile(r"!\s*important\s*$", re.I)
_AT_RULE = re.compile(r"([-a-zA-Z]+)(.*)", re.S)
_GROUNDS = frozenset({"background", "background-color", "background-image"})
_NAMED_VALUE = re.compile(r"(--[\w-]{1,60})\s*:\s*([^;{}]{0,200})")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]{1,60})\s*(?:,[^()]*)?\)")
_FOR_ALL = frozenset({":root", "html", "body", "*", ":host"})
_SCREEN = re.compile(r"(?:only\s+)?(?:all|screen)|not\s+print|", re.I)
_WIDE = re.compile(
    r"(?:(?:only )?(?:all|screen) and )?\(\s*(?:min-width\s*:|width\s*>=?)\s*([^()]{1,20}?)\s*\)", re.I
)
_WINDOW_PIXELS = 1200.0
BACKDROP = "::before"
"""Declared of an element that draws something behind its words."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What is declared of the elements that a selector is about."""

    selector: Selector
    rank: tuple[bool, Weight, int]
    """Whether it is in no layer, its weight, and its place among all rules: the higher wins."""
    usual: Declared
    important: Declared


@dataclass(slots=True)
class Sheet:
    """The rules of a page in their order."""

    rules: list[Rule] = field(default_factory=list)
    is_cut: bool = False
    """Whether there was more than can be read."""
    variables: dict[str, str] = field(default_factory=dict)
    """The values that have names; empty for one that differs from place to place."""
    attributes: frozenset[str] = frozenset()
    """The attributes that selectors ask for."""

    def read(self, source: str, media: str = "") -> None:
        """Add the rules of one style element."""
        if not applies(media):
            return
        self.is_cut = self.is_cut or len(source) > MAX_CHARS
        text = unescaped(_COMMENT.sub(" ", source[:MAX_CHARS]))
        self.attributes |= attributes_asked(text)
        for block in _blocks(text):
            if "--" in block.body:
                self._name(block.selectors, block.body)
            usual, important = declarations(as_written(block.body))
            if not block.is_sure:
                usual, important = _showing(usual), _showing(important)
            if not usual and not important:
                continue
            for selector in selectors(block.selectors):
                if len(self.rules) >= MAX_RULES:
                    self.is_cut = True
                    return
                rank = not block.is_layered, selector.weight, len(self.rules)
                if not selector.is_box:
                    self.rules.append(Rule(selector, rank, usual, important))
                elif _lies_behind({**usual, **important}):
                    self.rules.append(Rule(selector, rank, {BACKDROP: "box"}, {}))

    def valued(self, value: str) -> str:
        """A value with what its variables stand for; they stay where that is not known."""
        if "var(" not in value:
            return value
        return _VARIABLE.sub(lambda found: self.variables.get(found[1]) or found[0], value)

    def _name(self, selectors: str, body: str) -> None:
        for_all = _FOR_ALL.issuperset(part.strip() for part in selectors.split(","))
        for name, written in _NAMED_VALUE.findall(body):
            value = written.strip().lower() if for_all else ""
            if self.variables.setdefault(name.lower(), value) != value:
                self.variables[name.lower()] = ""


def applies(media: str) -> bool:
    """Whether rules for these media hold on a screen of any size."""
    return any(_SCREEN.fullmatch(" ".join(kind.split())) for kind in media.split(","))


def declarations(text: str) -> tuple[Declared, Declared]:
    """What a rule or a `style` attribute declares, and what of it must not be overruled."""
    usual: Declared = {}
    important: Declared = {}
    for found in _DECLARATION.finditer(text):
        name = found[1].lower()
        if name not in PROPERTIES:
            continue
        value = " ".join(found[2].lower().split())
        if "!" in value and _IMPORTANT.search(value):
            important[name] = _IMPORTANT.sub("", value).strip()
        elif value:
            usual.pop(name, None)
            usual[name] = value
    return usual, important


def _showing(declared: Declared) -> Declared:
    """What of a rule brings words to sight."""
    return {
        name: value
        for name, value in declared.items()
        if (name == "display" and value != "none")
        or (name == "visibility" and value == "visible")
        or (name == "opacity" and (length(value, whole=1.0) or 0.0) > 0)
    }


def _lies_behind(declared: Declared) -> bool:
    """Whether a box that an element draws before or after its words may lie behind them."""
    return declared.get("position", "") in ("absolute", "fixed") and not _GROUNDS.isdisjoint(declared)


class _Block(NamedTuple):
    selectors: str
    body: str
    is_layered: bool
    is_sure: bool
    """Whether it holds on every screen, and not only on those that are wide."""


@dataclass(slots=True)
class _Open:
    """What was opened by a brace and is not closed yet."""

    kind: Literal["rule", "group", "passed"]
    selectors: str = ""
    """Of the rule, or of the one that is around a group."""
    is_layered: bool = False
    is_sure: bool = True
    body: list[str] = field(default_factory=list)
    """The declarations since the last rule inside it."""

    def declared(self) -> Iterator[_Block]:
        if self.body and self.selectors and self.kind != "passed":
            yield _Block(self.selectors, ";".join(self.body), self.is_layered, self.is_sure)
        self.body.clear()


def _blocks(text: str) -> Iterator[_Block]:
    """Selectors and declarations of every rule that may hold on a screen."""
    around = [_Open("group")]
    start = 0
    for mark in _MARK.finditer(text):
        if mark[0] not in ("{", "}", ";"):
            continue
        written, start = text[start : mark.start()].strip(), mark.end()
        if mark[0] == "{":
            yield from around[-1].declared()
            around.append(_opened(written, around[-1]))
            continue
        if written and around[-1].kind != "passed":
            around[-1].body.append(written)
        if mark[0] == "}" and len(around) > 1:
            yield from around.pop().declared()
    # What is not closed is closed by the end of the sheet.
    if text[start:].strip() and around[-1].kind != "passed":
        around[-1].body.append(text[start:])
    for each in reversed(around):
        yield from each.declared()


def _opened(prelude: str, around: _Open) -> _Open:
    if around.kind == "passed":
        return _Open("passed")
    if not prelude.startswith("@"):
        written = nested(prelude, around.selectors)
        return _Open("rule" if written else "passed", written, around.is_layered, around.is_sure)
    found = _AT_RULE.match(prelude[1:_MAX_CONDITION_CHARS])
    name, condition = (found[1].lower(), found[2].strip()) if found is not None else ("", "")
    is_layered, is_sure = around.is_layered or name == "layer", around.is_sure
    if name == "media":
        is_sure = is_sure and applies(condition)
        may_hold = applies(condition) or _is_for_wide_windows(condition)
    else:
        may_hold = name == "layer" or (name == "supports" and not condition.lower().startswith("not"))
    return _Open("group", around.selectors, is_layered, is_sure) if may_hold else _Open("passed")


def _is_for_wide_windows(media: str) -> bool:
    found = (_WIDE.fullmatch(" ".join(kind.split())) for kind in media.split(","))
    widths = [length(kind[1]) for kind in found if kind is not None]
    return any(width is not None and width <= _WINDOW_PIXELS for width in widths)
