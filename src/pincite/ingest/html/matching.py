"""Tell whether a selector is about an element of a page.

How much is tried is counted, so that a caller can stop: a page may hold a million elements and 20,000 rules.
What holds for all elements with the same parent is found out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.ingest.html.selectors import Among, Attribute, Being, Has, Place, Selector, Step, Test
from pincite.ingest.html.tree import Node

_NOWHERE = -1
# Against looking up a name, which is one trial.
_OF_A_STEP = 3
_CAN_BE_DISABLED = frozenset("button fieldset input optgroup option select textarea".split())
_LINKS = frozenset({"a", "area"})


@dataclass(slots=True)
class Matcher:
    """What was found out about the elements of one page."""

    trials: int = 0
    most_trials: int = 0
    _places: dict[Node, int] = field(default_factory=dict)
    """The place of an element among all its siblings, from 0."""
    _elements: dict[Node, list[Node]] = field(default_factory=dict)
    _counted: dict[tuple[int, Node], dict[Node, int]] = field(default_factory=dict)
    _first: dict[tuple[int, int, Node], int] = field(default_factory=dict)
    _around: dict[tuple[int, int, Node], bool] = field(default_factory=dict)

    @property
    def is_spent(self) -> bool:
        """Whether as much was tried as may be."""
        return self.trials > self.most_trials

    def fits(self, step: Step, node: Node) -> bool:
        """Whether an element is what a step asks for."""
        return self.is_named(step, node) and all(self._passes(test, node) for test in step.tests)

    @staticmethod
    def is_named(step: Step, node: Node) -> bool:
        """Whether an element has the name, the id and the classes that a step asks for."""
        if step.name and step.name != node.tag:
            return False
        attributes = node.attributes
        if step.id and step.id != attributes.get("id"):
            return False
        return not step.classes or set(step.classes).issubset(attributes.get("class", "").split())

    def selects(self, selector: Selector, node: Node, scope: Node | None = None) -> bool:
        """Whether a selector is about an element; where too much was tried, it is not."""
        return self._reaches(selector, len(selector.steps) - 1, node, scope)

    def _reaches(self, selector: Selector, last: int, node: Node, scope: Node | None) -> bool:
        """Whether the steps up to `last` lead to an element."""
        self.trials += _OF_A_STEP
        step = selector.steps[last]
        if self.is_spent or (step.is_scope and node is not scope) or not self.fits(step, node):
            return False
        if not last:
            return True
        if node.parent is None:
            return False
        if step.joint == ">":
            return self._reaches(selector, last - 1, node.parent, scope)
        if step.joint == " ":
            return self._is_inside(selector, last - 1, node.parent, scope)
        if step.joint == "~":
            first = self._first_sibling(selector, last - 1, node.parent, scope)
            return first != _NOWHERE and first < self._place(node)
        place = self._place(node)
        return place > 0 and self._reaches(selector, last - 1, self._children(node.parent)[place - 1], scope)

    def _is_inside(self, selector: Selector, last: int, node: Node | None, scope: Node | None) -> bool:
        """Whether the steps lead to an element or to one around it."""
        tried: list[Node] = []
        found = False
        while node is not None and not found:
            known = self._around.get((id(selector), last, node)) if scope is None else None
            if known is not None:
                found = known
                break
            tried.append(node)
            found = self._reaches(selector, last, node, scope)
            node = node.parent
        if scope is None:
            self._around.update({(id(selector), last, each): found for each in tried})
        return found

    def _first_sibling(self, selector: Selector, last: int, parent: Node, scope: Node | None) -> int:
        """The place of the first child of an element to which the steps lead."""
        key = id(selector), last, parent
        first = self._first.get(key) if scope is None else None
        if first is None:
            children = enumerate(self._children(parent))
            fitting = (at for at, each in children if self._reaches(selector, last, each, scope))
            first = next(fitting, _NOWHERE)
            if scope is None:
                self._first[key] = first
        return first

    def _passes(self, test: Test, node: Node) -> bool:
        if isinstance(test, Attribute):
            return _has(test, node.attributes.get(test.name))
        if isinstance(test, Among):
            return any(self.selects(each, node) for each in test.selectors) != test.negated
        if isinstance(test, Being):
            return _is(test.what, node)
        if isinstance(test, Place):
            return self._stands_at(test, node)
        return self._holds(test, node)

    def _stands_at(self, test: Place, node: Node) -> bool:
        if node.parent is None:
            at, count = 1, 1
        elif test.of_type:
            at, count = node.place, node.parent.named[node.tag]
        elif test.among:
            counted = self._count(test, node.parent)
            if node not in counted:
                return False
            at, count = counted[node], len(counted)
        else:
            at, count = self._place(node) + 1, len(self._children(node.parent))
        beyond = (count + 1 - at if test.from_end else at) - test.first
        return beyond == 0 if not test.every else beyond % test.every == 0 and beyond // test.every >= 0

    def _count(self, test: Place, parent: Node) -> dict[Node, int]:
        """The children that count, each with its number from 1."""
        counted = self._counted.get((id(test), parent))
        if counted is None:
            children = self._children(parent)
            fitting = [node for node in children if any(self.selects(each, node) for each in test.among)]
            counted = self._counted[id(test), parent] = {node: at for at, node in enumerate(fitting, 1)}
        return counted

    def _holds(self, test: Has, node: Node) -> bool:
        for selector in test.selectors:
            joint = selector.steps[1].joint
            tops = self._after(node, joint == "+") if joint in ("+", "~") else self._children(node)
            nodes = self._all_in(tops) if joint == " " or len(selector.steps) > 2 else iter(tops)
            if any(self.selects(selector, each, scope=node) for each in nodes):
                return True
        return False

    def _after(self, node: Node, only_next: bool) -> list[Node]:
        if node.parent is None:
            return []
        first = self._place(node) + 1
        return self._children(node.parent)[first : first + 1 if only_next else None]

    def _all_in(self, tops: list[Node]) -> Iterator[Node]:
        waiting = list(reversed(tops))
        while waiting and not self.is_spent:
            node = waiting.pop()
            yield node
            waiting += reversed(self._children(node))

    def _place(self, node: Node) -> int:
        if node not in self._places and node.parent is not None:
            self._places.update((each, at) for at, each in enumerate(self._children(node.parent)))
        return self._places.get(node, 0)

    def _children(self, node: Node) -> list[Node]:
        found = self._elements.get(node)
        if found is None:
            found = [each for each in node.children if isinstance(each, Node)]
            self._elements[node] = found
        return found


def _has(test: Attribute, value: str | None) -> bool:
    if value is None or not test.how:
        return value is not None
    value, wanted = (value.lower() if test.ignores_case else value), test.value
    if test.how == "=":
        return value == wanted
    if test.how == "|=":
        return value == wanted or value.startswith(f"{wanted}-")
    if not wanted:
        return False
    if test.how == "~=":
        return wanted in value.split()
    if test.how == "^=":
        return value.startswith(wanted)
    return value.endswith(wanted) if test.how == "$=" else wanted in value


def _is(what: str, node: Node) -> bool:
    if what in ("root", "scope"):
        return node.parent is None
    if what == "empty":
        return not any(not isinstance(each, str) or each for each in node.children)
    if what == "checked":
        return ("checked" in node.attributes and node.tag == "input") or (
            "selected" in node.attributes and node.tag == "option"
        )
    if what in ("disabled", "enabled"):
        return node.tag in _CAN_BE_DISABLED and ("disabled" in node.attributes) == (what == "disabled")
    return what in ("link", "any-link") and node.tag in _LINKS and "href" in node.attributes
