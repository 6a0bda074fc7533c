"""Work out what the style sheets and the attributes of an element declare of it.

How many rules are tried is bounded: a sheet that is built to take forever stops counting, and that is said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from pincite.ingest.html.css import Declared, Rule, Sheet, Step, declarations
from pincite.ingest.html.tree import Node

MAX_TRIALS = 2_000_000
_NOTHING: Declared = {}


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """The rules whose last step fits an element: those with no other step, and those with more."""

    alone: tuple[Rule, ...] = ()
    inside: dict[str, list[Rule]] = field(default_factory=dict)
    """By the rarest thing that one of the elements around must be."""


_NO_FIT = _Fit()


@dataclass(slots=True)
class Cascade:
    """What is declared of each element, the strongest word last."""

    sheet: Sheet
    trials: int = 0
    _by_key: dict[str, list[Rule]] = field(default_factory=lambda: defaultdict(list))
    _fits: dict[tuple[str, str, str], _Fit] = field(default_factory=dict)
    _styles: dict[str, tuple[Declared, Declared]] = field(default_factory=dict)
    _ruled: dict[tuple[int, tuple[int, ...]], tuple[Declared, Declared]] = field(default_factory=dict)
    _merged: dict[tuple[int, tuple[int, ...], str], Declared] = field(default_factory=dict)
    _around: dict[Node, frozenset[str]] = field(default_factory=dict)
    """The names, classes and ids of an element and all those around it; one set for the same ones."""
    _likely: dict[tuple[int, int], tuple[Rule, ...]] = field(default_factory=dict)
    _standing: dict[tuple[int, int], tuple[Rule, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for rule in self.sheet.rules:
            self._by_key[rule.steps[-1].key].append(rule)

    @property
    def is_cut(self) -> bool:
        """Whether some rules were not looked at."""
        return self.sheet.is_cut or self.trials > MAX_TRIALS

    def declared(self, node: Node) -> Declared:
        """The values that hold for an element; the same object for the same values."""
        fit = self._fit(node) if self.sheet.rules else _NO_FIT
        inside = self._inside(node, fit) if fit.inside else ()
        style = node.attributes.get("style", "")
        if not style and not inside and not fit.alone:
            return _NOTHING
        ruled = id(fit), tuple(rule.rank[3] for rule in inside)
        merged = self._merged.get((*ruled, style))
        if merged is None:
            if ruled not in self._ruled:
                ordered = sorted((*fit.alone, *inside), key=lambda rule: rule.rank)
                usual, important = [rule.usual for rule in ordered], [rule.important for rule in ordered]
                self._ruled[ruled] = _laid_over(usual), _laid_over(important)
            merged = self._merged[*ruled, style] = self._merge(*self._ruled[ruled], style)
        return merged

    def _merge(self, usual: Declared, important: Declared, style: str) -> Declared:
        if style not in self._styles:
            self._styles[style] = declarations(style)
        own, own_important = self._styles[style]
        merged = _laid_over((usual, own, important, own_important))
        return {name: self.sheet.valued(value) for name, value in merged.items()} or _NOTHING

    def _fit(self, node: Node) -> _Fit:
        key = node.tag, node.attributes.get("id", ""), node.attributes.get("class", "")
        fit = self._fits.get(key)
        if fit is None:
            fit = self._fits[key] = self._fitting(*key)
        return fit

    def _fitting(self, name: str, identity: str, classes: str) -> _Fit:
        names = frozenset(classes.split())
        asked = [name, "*", *(f".{each}" for each in names), *([f"#{identity}"] if identity else [])]
        found: list[Rule] = []
        for rules in (self._by_key.get(key, ()) for key in asked):
            self.trials += len(rules)
            if self.trials > MAX_TRIALS:
                return _NO_FIT
            found += [rule for rule in rules if _fits(rule.steps[-1], name, identity, names)]
        if not found:
            return _NO_FIT
        inside: dict[str, list[Rule]] = {}
        for rule in found:
            if len(rule.steps) > 1:
                # "#" and "." sort before letters.
                keys = sorted({step.key for step in rule.steps[:-1]} - {"*"})
                inside.setdefault(keys[0] if keys else "*", []).append(rule)
        return _Fit(tuple(rule for rule in found if len(rule.steps) == 1), inside)

    def _inside(self, node: Node, fit: _Fit) -> tuple[Rule, ...]:
        """The rules that hold because of what is around an element, the same for all its siblings."""
        if node.parent is None:
            return ()
        around = self._keys(node.parent)
        likely = self._likely.get((id(around), id(fit)))
        if likely is None:
            tried = [rule for key in around if key in fit.inside for rule in fit.inside[key]]
            self.trials += len(tried)
            likely = tuple(rule for rule in tried if all(step.key in around for step in rule.steps[:-1]))
            self._likely[id(around), id(fit)] = likely
        if not likely or self.trials > MAX_TRIALS:
            return ()
        key = id(node.parent), id(fit)
        if key not in self._standing:
            self._standing[key] = tuple(rule for rule in likely if self._stands(node, rule.steps))
        return self._standing[key]

    def _keys(self, node: Node) -> frozenset[str]:
        found = self._around.get(node)
        if found is None:
            above = self._keys(node.parent) if node.parent is not None else frozenset("*")
            own = {node.tag, *(f".{each}" for each in node.attributes.get("class", "").split())}
            if "id" in node.attributes:
                own.add(f"#{node.attributes['id']}")
            found = self._around[node] = above if own <= above else above | own
        return found

    def _stands(self, node: Node, steps: tuple[Step, ...]) -> bool:
        """Whether an element stands inside those that the other steps ask for."""
        # The elements that fit the step at hand, with all steps after it inside them, innermost first.
        reached = [node]
        for inner, outer in pairwise(reversed(steps)):
            if self.trials > MAX_TRIALS:
                return False
            above = [each.parent for each in reached] if inner.is_child else _outwards(reached[0])
            self.trials += len(above)
            reached = [each for each in above if each is not None and _fits_node(outer, each)]
            if not reached:
                return False
        return True


def _laid_over(layers: Iterable[Declared]) -> Declared:
    """What holds of all layers together, the last of them above the others."""
    merged: Declared = {}
    for layer in layers:
        for name, value in layer.items():
            # The later of a shorthand and its part holds.
            merged.pop(name, None)
            merged[name] = value
    return merged


def _outwards(node: Node) -> list[Node | None]:
    found: list[Node | None] = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found


def _fits_node(step: Step, node: Node) -> bool:
    classes = node.attributes.get("class", "") if step.classes else ""
    return _fits(step, node.tag, node.attributes.get("id", ""), frozenset(classes.split()))


def _fits(step: Step, name: str, identity: str, classes: frozenset[str]) -> bool:
    return (
        (not step.name or step.name == name)
        and (not step.id or step.id == identity)
        and classes.issuperset(step.classes)
    )
