"""Read the rules of a style sheet that bear on whether words are seen.

Selectors of names, classes and ids are understood, and elements inside elements. Whatever else a rule asks
for (a pointer over it, a narrow window, a printer) is not so when a page is simply read: it does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

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
    "content-visibility filter".split()
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
_NAMED_VALUE = re.compile(r"(--[\w-]{1,60})\s*:\s*([^;{}]{0,200})")
_VARIABLE = re.compile(r"var\(\s*(--[\w-]{1,60})\s*(?:,[^()]*)?\)")
_FOR_ALL = frozenset({":root", "html", "body", "*", ":host"})
_SCREEN = re.compile(r"(?:only\s+)?(?:all|screen)|not\s+print|", re.I)


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
        for selectors, body in _blocks(text):
            if "--" in body:
                self._name(selectors, body)
            usual, important = declarations(body)
            if not usual and not important:
                continue
            for steps in _selected(selectors):
                if len(self.rules) >= MAX_RULES:
                    self.is_cut = True
                    return
                self.rules.append(Rule(steps, _rank(steps, len(self.rules)), usual, important))

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


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Selectors and body of every rule that holds on a screen."""
    around: list[str] = []
    """What is open: `group` of rules, `rule`, or something to be passed over."""
    start = 0
    prelude = ""
    for mark in _MARK.finditer(text):
        kind = mark[0]
        if kind == "{":
            if around and around[-1] != "group":
                around.append("passed")
                continue
            prelude = text[start : mark.start()].strip()
            around.append(_opened(prelude))
            start = mark.end()
        elif kind == "}" and around:
            if around.pop() == "rule":
                yield prelude, text[start : mark.start()].partition("{")[0]
            if not around or around[-1] == "group":
                start = mark.end()
        elif kind == ";" and (not around or around[-1] == "group"):
            start = mark.end()


def _opened(prelude: str) -> str:
    if not prelude.startswith("@"):
        return "rule"
    name, _, condition = prelude[1:_MAX_SELECTOR_CHARS].partition(" ")
    if name in ("layer", "supports") or (name == "media" and applies(condition)):
        return "group"
    return "passed"


def _selected(selectors: str) -> Iterator[tuple[Step, ...]]:
    if len(selectors) > _MAX_SELECTOR_CHARS:
        return
    for selector in selectors.split(","):
        steps: list[Step] = []
        at, written = 0, selector.strip().replace(":root", "html")
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
        if steps and at == len(written):
            yield tuple(steps)


def _rank(steps: tuple[Step, ...], place: int) -> tuple[int, int, int, int]:
    return (
        sum(bool(step.id) for step in steps),
        sum(len(step.classes) for step in steps),
        sum(bool(step.name) for step in steps),
        place,
    )
