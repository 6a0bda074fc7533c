"""Read the selectors of a style sheet: which elements a rule is about.

A page is judged as it opens: nothing is pointed at, focused or the target of a link, and boxes are ticked as
the file says. A selector that is not understood selects nothing. So it hides no words, since a lost clause is
a wrong answer as well; and it brings none back, since browsers drop what they do not know: a page that hides
words could write such a rule to have them read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

MAX_CHARS = 4_000
_MAX_STEPS = 12
_MAX_INSIDE = 8

Joint = Literal["", " ", ">", "+", "~"]
Weight = tuple[int, int, int]
"""Ids, classes and names that a selector asks for."""

# An escaped character, so that it is part of a name whatever it is: moved out of the way of all signs.
_ESCAPED_FROM = 0xE000
_NAME = r"(?:--|-?[^\W\d]|-?[\ue000-\ue07f])[\w\ue000-\ue07f-]*"
_IDENT = re.compile(_NAME)
_TYPE = re.compile(rf"(?:(?:{_NAME}|\*)?\|)?(\*|{_NAME})")
_JOINT = re.compile(r"\s*([>+~])\s*|\s+")
_ATTRIBUTE = re.compile(
    rf"\[\s*(?:(?:{_NAME}|\*)?\|)?({_NAME})\s*"
    rf"(?:([~|^$*]?=)\s*(?:\"([^\"]*)\"|'([^']*)'|([\w\ue000-\ue07f-]+))\s*([is])?\s*)?\]",
    re.I,
)
_ASKED = re.compile(rf"\[\s*(?:(?:{_NAME}|\*)?\|)?({_NAME})\s*[\]~|^$*=]")
_NTH = re.compile(r"([+-]?\d{0,6})n\s*(?:([+-])\s*(\d{1,6}))?|([+-]?\d{1,6})")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.S)
_IGNORES_CASE = frozenset("align dir checked disabled hidden lang media method rel selected type".split())
_AT_REST = frozenset(
    "hover focus focus-visible focus-within active target target-within visited fullscreen modal "
    "popover-open autofill user-valid user-invalid playing current past future".split()
)
_BEING = frozenset("root scope empty checked disabled enabled link any-link".split())
_PLACES: dict[str, tuple[tuple[bool, bool], ...]] = {
    "first-child": ((False, False),),
    "last-child": ((True, False),),
    "only-child": ((False, False), (True, False)),
    "first-of-type": ((False, True),),
    "last-of-type": ((True, True),),
    "only-of-type": ((False, True), (True, True)),
}
_COUNTED: dict[str, tuple[bool, bool]] = {
    "nth-child": (False, False),
    "nth-last-child": (True, False),
    "nth-of-type": (False, True),
    "nth-last-of-type": (True, True),
}
_BOX = re.compile(r"(?<=[^\s>+~:])::?(?:before|after)$", re.I)
_AMONG = frozenset({"is", "where", "matches", "any", "-webkit-any", "-moz-any"})


@dataclass(frozen=True, slots=True, eq=False)
class Attribute:
    """An attribute with a value such as this; any value where `how` is empty."""

    name: str
    how: str
    value: str
    ignores_case: bool


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """The `every` * n + `first` of its siblings, n from 0."""

    every: int
    first: int
    from_end: bool = False
    of_type: bool = False
    among: tuple[Selector, ...] = ()
    """What alone is counted, where that is not every sibling."""


@dataclass(frozen=True, slots=True, eq=False)
class Among:
    """An element that one of the selectors is about, or none of them."""

    selectors: tuple[Selector, ...]
    negated: bool


@dataclass(frozen=True, slots=True, eq=False)
class Has:
    """An element that others stand in or after, as the selectors say; each begins with the element itself."""

    selectors: tuple[Selector, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Being:
    """What an element is by its name, its attributes or what it holds; `never` for what is not so at rest."""

    what: str


Test = Attribute | Place | Among | Has | Being


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What one element must be; empty where anything will do."""

    name: str = ""
    id: str = ""
    classes: tuple[str, ...] = ()
    tests: tuple[Test, ...] = ()
    joint: Joint = ""
    """How the element of the step before it stands to it: around it, its parent, or before it."""
    is_scope: bool = False
    """Whether it is the element that the selector starts from, and no other."""

    key: str = field(init=False)
    """The rarest thing that it asks for, to find it by."""
    is_own: bool = field(init=False)
    """Whether its name and attributes tell of an element that it fits."""

    def __post_init__(self) -> None:
        key = f"#{self.id}" if self.id else f".{self.classes[0]}" if self.classes else self.name or "*"
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "is_own", all(_is_own(test) for test in self.tests))


@dataclass(frozen=True, slots=True, eq=False)
class Selector:
    """An element that fits the last step, standing to those that fit the others as their joints say."""

    steps: tuple[Step, ...]
    weight: Weight
    is_box: bool = False
    """Whether it is about the box that the element draws before or after its words."""

    goes_outwards: bool = field(init=False)
    """Whether names and attributes, of the element and of those around it, tell whether it is meant."""
    keys_around: frozenset[str] = field(init=False)
    """The rarest things that the elements around it must have."""

    def __post_init__(self) -> None:
        outwards = all(step.is_own and step.joint not in ("+", "~") for step in self.steps)
        keys = {step.key for step, after in pairwise(self.steps) if after.joint in (" ", ">")}
        object.__setattr__(self, "goes_outwards", outwards)
        object.__setattr__(self, "keys_around", frozenset(keys - {"*"}))


def unescaped(source: str) -> str:
    """A style sheet with every escaped character as one that no sign of the language is."""
    if "\\" not in source:
        return source
    return _ESCAPE.sub(_moved, source)


def as_written(name: str) -> str:
    """A name or value out of an unescaped sheet, its characters back in their places."""
    if not any("\ue000" <= character <= "\ue07f" for character in name):
        return name
    return "".join(chr(ord(each) - _ESCAPED_FROM) if "\ue000" <= each <= "\ue07f" else each for each in name)


def attributes_asked(source: str) -> frozenset[str]:
    """The names of all attributes that selectors in a sheet, or in a page with sheets, may ask for."""
    return frozenset(as_written(found[1]).lower() for found in _ASKED.finditer(unescaped(source)))


def selectors(written: str) -> Iterator[Selector]:
    """The selectors of a rule, those left out that are not understood."""
    if len(written) > MAX_CHARS:
        return
    for each in _divided(written):
        element, boxes = _BOX.subn("", each.strip())
        found = _Reading(element.replace("&", ":root")).selector()
        if found is not None:
            yield replace(found, is_box=True) if boxes else found


def nested(written: str, around: str) -> str:
    """The selectors of a rule inside another one, as they would be written outside it."""
    if not around or len(written) + len(around) > MAX_CHARS:
        return written if not around else ""
    return ",".join(_nested(each.strip(), around) for each in _divided(written))


def _moved(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else ord(found[2])
    if code < 0x80:
        return chr(_ESCAPED_FROM + code)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"


def _nested(selector: str, around: str) -> str:
    parent = f":is({around})" if "," in around else around
    if "&" not in selector:
        return f"{parent} {selector}"
    if selector.startswith("&") and selector.count("&") == 1 and not _IDENT.match(selector, 1):
        return parent + selector[1:]
    # `&b` is an element that is a `b` and that the rule around it is about.
    return re.sub(rf"&({_NAME})?", lambda found: f"{found[1] or ''}:is({around})", selector)


def _divided(written: str) -> list[str]:
    """The parts between the commas that stand in no bracket and no quotes."""
    if "(" not in written and "[" not in written:
        return written.split(",")
    parts, depth, start = [], 0, 0
    for sign in re.finditer(r"\"[^\"]*\"|'[^']*'|[()\[\],]", written):
        if sign[0] in "([":
            depth += 1
        elif sign[0] in ")]":
            depth -= 1
        elif sign[0] == "," and depth == 0:
            parts.append(written[start : sign.start()])
            start = sign.end()
    return [*parts, written[start:]]


def _is_own(test: Test) -> bool:
    if isinstance(test, Among):
        return all(len(each.steps) == 1 and each.steps[0].is_own for each in test.selectors)
    return isinstance(test, Attribute) or (isinstance(test, Being) and test.what in ("root", "never"))


class _NotUnderstoodError(Exception):
    """What is written is no selector that is known here."""


class _Reading:
    """A selector as far as it was read."""

    def __init__(self, written: str, depth: int = 0) -> None:
        self._written, self._depth = written.strip(), depth
        self._at = 0
        self._weight = [0, 0, 0]

    def selector(self, scope: Step | None = None) -> Selector | None:
        """The whole of it; None where it is not understood."""
        steps = [scope] if scope is not None else []
        try:
            joint: Joint = ""
            if scope is not None:
                joint = self._joint() or " "
            while True:
                steps.append(self._step(joint))
                if self._at == len(self._written):
                    return Selector(tuple(steps), (self._weight[0], self._weight[1], self._weight[2]))
                joint = self._joint()
                if not joint or len(steps) == _MAX_STEPS:
                    return None
        except _NotUnderstoodError:
            return None

    def _joint(self) -> Joint:
        found = _JOINT.match(self._written, self._at)
        if found is None:
            return ""
        self._at = found.end()
        joints: dict[str | None, Joint] = {">": ">", "+": "+", "~": "~"}
        return joints.get(found[1], " ")

    def _step(self, joint: Joint) -> Step:
        start, name, identity = self._at, "", ""
        classes: list[str] = []
        tests: list[Test] = []
        if found := _TYPE.match(self._written, self._at):
            self._at = found.end()
            name = "" if found[1] == "*" else as_written(found[1]).lower()
            self._weight[2] += bool(name)
        while self._at < len(self._written) and self._written[self._at] in "#.[:":
            sign = self._written[self._at]
            if sign == "[":
                tests.append(self._attribute())
                continue
            if sign == ":":
                tests += self._pseudo()
                continue
            self._at += 1
            part = as_written(self._take(_IDENT)[0])
            self._weight[0 if sign == "#" else 1] += 1
            if sign == ".":
                classes.append(part)
            elif identity and identity != part:
                tests.append(Being("never"))
            else:
                identity = part
        if self._at == start:
            raise _NotUnderstoodError
        return Step(name, identity, tuple(classes), tuple(tests), joint)

    def _attribute(self) -> Attribute:
        found = self._take(_ATTRIBUTE)
        self._weight[1] += 1
        name = as_written(found[1]).lower()
        value = as_written(next((part for part in found.group(3, 4, 5) if part is not None), ""))
        ignores = (found[6] or "").lower() == "i" or (name in _IGNORES_CASE and not found[6])
        return Attribute(name, found[2] or "", value.lower() if ignores else value, ignores)

    def _pseudo(self) -> list[Test]:
        self._at += 1
        name = self._take(_IDENT)[0].lower()
        inside = self._inside() if self._written[self._at : self._at + 1] == "(" else None
        if inside is None:
            return self._plain(name)
        if name in _COUNTED:
            return [self._place(inside, *_COUNTED[name])]
        if self._depth >= _MAX_INSIDE:
            raise _NotUnderstoodError
        if name in _AMONG:
            return [Among(self._inner(inside, forgives=True, weighs=name != "where"), negated=False)]
        if name == "not":
            return [Among(self._inner(inside, forgives=False), negated=True)]
        if name == "has":
            return [Has(self._inner(inside, forgives=False, scope=Step(is_scope=True)))]
        raise _NotUnderstoodError

    def _plain(self, name: str) -> list[Test]:
        self._weight[1] += 1
        if name in _PLACES:
            return [Place(0, 1, from_end, of_type) for from_end, of_type in _PLACES[name]]
        if name in _BEING:
            return [Being(name)]
        if name in _AT_REST:
            return [Being("never")]
        raise _NotUnderstoodError

    def _place(self, written: str, from_end: bool, of_type: bool) -> Place:
        counted, _, of = written.partition(" of ")
        self._weight[1] += 1
        counted = {"odd": "2n+1", "even": "2n"}.get(counted.strip().lower(), counted.strip().lower())
        found = _NTH.fullmatch(counted)
        if found is None or (of and (of_type or self._depth >= _MAX_INSIDE)):
            raise _NotUnderstoodError
        among = self._inner(of, forgives=False) if of else ()
        if found[4]:
            return Place(0, int(found[4]), from_end, of_type, among)
        every = int(found[1]) if found[1] not in ("", "+", "-") else int(f"{found[1]}1")
        first = int(f"{found[2]}{found[3]}") if found[3] else 0
        return Place(every, first, from_end, of_type, among)

    def _inner(
        self, written: str, forgives: bool, weighs: bool = True, scope: Step | None = None
    ) -> tuple[Selector, ...]:
        """The selectors in brackets; where one is not understood, nothing is, unless that is forgiven."""
        read = [_Reading(each, self._depth + 1).selector(scope) for each in _divided(written)]
        found = tuple(each for each in read if each is not None)
        if len(found) < len(read) and not forgives:
            raise _NotUnderstoodError
        if weighs and found:
            heaviest = max(each.weight for each in found)
            self._weight = [one + other for one, other in zip(self._weight, heaviest, strict=True)]
        return found

    def _inside(self) -> str:
        """What stands in the bracket that opens here; read past it."""
        depth, start = 0, self._at + 1
        for sign in re.compile(r"\"[^\"]*\"|'[^']*'|[()]").finditer(self._written, self._at):
            depth += {"(": 1, ")": -1}.get(sign[0], 0)
            if not depth:
                self._at = sign.end()
                return self._written[start : sign.start()]
        raise _NotUnderstoodError

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.match(self._written, self._at)
        if found is None:
            raise _NotUnderstoodError
        self._at = found.end()
        return found
