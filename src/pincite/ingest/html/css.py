"""Read the rules of a style sheet that bear on whether words are seen.

Selectors of names, classes and ids are understood, and elements inside elements. Whatever else a rule asks
for (a pointer over it, a narrow window, a printer) is not so when a page is simply read: it does not count.
What may be so (a wide window, the first of several elements) counts only as far as it shows something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.ingest.html.values import length

MAX_CHARS = 4_000_000
MAX_RULES = 20_000
_MAX_SELECTOR_CHARS = 4_000
_MAX_STEPS = 6

PROPERTIES = frozenset(
    "display visibility opacity color background background-color background-image background-clip "
    "-webkit-background-clip -webkit-text-fill-color -webkit-text-stroke text-shadow mix-blend-mode "
    "font font-size position left top right bottom inset margin-left margin-top text-indent clip clip-path "
    "transform overflow overflow-x overflow-y height max-height width max-width padding padding-top "
    "padding-bottom animation animation-name text-decoration text-decoration-line "
    "content-visibility filter min-height min-width flex flex-grow".split()
)

Declared = dict[str, str]
"""Values by property, in lower case, those that hold no longer left out."""

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->|<!\[CDATA\[|\]\]>", re.S)
_ESCAPE = re.compile(r"\\.", re.S)
_MARK = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|[{};]")
_DECLARATION = re.compile(r"([-a-zA-Z]{1,40})\s*:\s*((?:[^;\"'(]|\"[^\"]*\"|'[^']*'|\([^()]*\)|\()*)")
_IMPORTANT = re.compile(r"!\s*important\s*$", re.I)
_STEP = re.compile(r"(\s*>\s*|\s+|)(\*|[a-zA-Z][\w-]*|)((?:[.#]-?[^\W\d][\w-]*)*)")
_PART = re.compile(r"[.#][\w-]+")
_AT_RULE = re.compile(r"([-a-zA-Z]+)(.*)", re.S)
_GROUPS = ("group", "wide")
_GROUNDS = frozenset({"background", "background-color", "background-image"})
_NAMED_VALUE = re.compile(r"(--[\w-]{1,60})\s*:\s*([^;{}]{0,200})")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]{1,60})\s*(?:,[^()]*)?\)")
_FOR_ALL = frozenset({":root", "html", "body", "*", ":host"})
_SCREEN = re.compile(r"(?:only\s+)?(?:all|screen)|not\s+print|", re.I)
_WIDE = re.compile(
    r"(?:(?:only )?(?:all|screen) and )?\(\s*(?:min-width\s*:|width\s*>=?)\s*([^()]{1,20}?)\s*\)", re.I
)
_WINDOW_PIXELS = 1200.0
_PERHAPS = re.compile(
    r"\[[^\[\]]*\]|:(?:(?:first|last|only)-(?:child|of-type)|(?:nth-[a-z-]+|not)\([^()]*\))", re.I
)
_BEHIND = re.compile(r"::?(?:before|after)$", re.I)
BACKDROP = "::before"
"""Declared of an element that draws something behind its words."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one element must be: its name, its id, its classes; empty where anything will do."""

    name: str
    id: str
    classes: tuple[str, ...]
    is_child: bool = False
    """Whether the step before it must be its parent, and not just around it."""

    @property
    def key(self) -> str:
        """The rarest thing that it asks for, to find it by."""
        if self.id:
            return f"#{self.id}"
        return f".{self.classes[0]}" if self.classes else self.name or "*"


@dataclass(frozen=True, slots=True)
class Rule:
    """What is declared of the elements that fit the last step, inside those that fit the others."""

    steps: tuple[Step, ...]
    rank: tuple[int, int, int, int]
    """Ids, classes, names, and its place among all rules: the higher wins."""
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

    def read(self, source: str, media: str = "") -> None:
        """Add the rules of one style element."""
        if not applies(media):
            return
        self.is_cut = self.is_cut or len(source) > MAX_CHARS
        text = _ESCAPE.sub("\ufffd", _COMMENT.sub(" ", source[:MAX_CHARS]))
        for selectors, body, is_sure in _blocks(text):
            if "--" in body:
                self._name(selectors, body)
            usual, important = declarations(body)
            if not usual and not important:
                continue
            for selector in selectors.split(",") if len(selectors) <= _MAX_SELECTOR_CHARS else ():
                if len(self.rules) >= MAX_RULES:
                    self.is_cut = True
                    return
                self._add(selector.strip(), usual, important, is_sure)

    def _add(self, selector: str, usual: Declared, important: Declared, is_sure: bool) -> None:
        if _BEHIND.search(selector):
            selector, usual, important = _BEHIND.sub("", selector), _backdrop({**usual, **important}), {}
        asked, others = _PERHAPS.subn("", selector) if "[" in selector or ":" in selector else (selector, 0)
        if others or not is_sure:
            usual, important = _showing(usual), _showing(important)
        steps = _steps(asked) if usual or important else ()
        # A rule for all elements of a name would show far more than it asks for.
        if steps and (not others or any(step.id or step.classes for step in steps)):
            self.rules.append(Rule(steps, _rank(steps, others, len(self.rules)), usual, important))

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


def _backdrop(declared: Declared) -> Declared:
    """What a box that an element draws before or after its words says about the element."""
    if declared.get("position", "") not in ("absolute", "fixed") or _GROUNDS.isdisjoint(declared):
        return {}
    return {BACKDROP: "box"}


def _blocks(text: str) -> Iterator[tuple[str, str, bool]]:
    """Selectors and body of every rule that may hold on a screen, and whether it surely does."""
    around: list[str] = []
    """What is open: `group` of rules, group for a `wide` window, `rule`, or something to be passed over."""
    start = 0
    prelude = ""
    for mark in _MARK.finditer(text):
        kind = mark[0]
        if kind == "{":
            if around and around[-1] not in _GROUPS:
                around.append("passed")
                continue
            prelude = text[start : mark.start()].strip()
            around.append(_opened(prelude))
            start = mark.end()
        elif kind == "}" and around:
            if around.pop() == "rule":
                yield prelude, text[start : mark.start()].partition("{")[0], "wide" not in around
            if not around or around[-1] in _GROUPS:
                start = mark.end()
        elif kind == ";" and (not around or around[-1] in _GROUPS):
            start = mark.end()


def _opened(prelude: str) -> str:
    if not prelude.startswith("@"):
        return "rule"
    found = _AT_RULE.match(prelude[1:_MAX_SELECTOR_CHARS])
    name, condition = (found[1].lower(), found[2].strip()) if found is not None else ("", "")
    if name == "layer" or (name == "supports" and not condition.lower().startswith("not")):
        return "group"
    if name != "media":
        return "passed"
    return "group" if applies(condition) else "wide" if _is_for_wide_windows(condition) else "passed"


def _is_for_wide_windows(media: str) -> bool:
    found = (_WIDE.fullmatch(" ".join(kind.split())) for kind in media.split(","))
    widths = [length(kind[1]) for kind in found if kind is not None]
    return any(width is not None and width <= _WINDOW_PIXELS for width in widths)


def _steps(selector: str) -> tuple[Step, ...]:
    """The steps of a selector; none where it asks for anything that is not understood."""
    steps: list[Step] = []
    at, written = 0, selector.replace(":root", "html")
    while at < len(written) and len(steps) < _MAX_STEPS:
        found = _STEP.match(written, at)
        if found is None or found.end() == at or not (found[2] or found[3]) or bool(at) != bool(found[1]):
            break
        parts = _PART.findall(found[3])
        ids = [part[1:] for part in parts if part[0] == "#"]
        classes = tuple(part[1:] for part in parts if part[0] == ".")
        name = "" if found[2] == "*" else found[2].lower()
        steps.append(Step(name, ids[0] if ids else "", classes, ">" in found[1]))
        at = found.end()
    return tuple(steps) if at == len(written) else ()


def _rank(steps: tuple[Step, ...], others: int, place: int) -> tuple[int, int, int, int]:
    return (
        sum(bool(step.id) for step in steps),
        sum(len(step.classes) for step in steps) + others,
        sum(bool(step.name) for step in steps),
        place,
    )
