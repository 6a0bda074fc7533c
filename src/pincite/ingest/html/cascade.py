"""Work out what the style sheets and the attributes of an element declare of it.

How many rules are tried is bounded: a sheet that is built to take forever stops counting, and that is said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from pincite.ingest.html.css import Declared, Rule, Sheet, declarations
from pincite.ingest.html.matching import Matcher
from pincite.ingest.html.tree import Node

MAX_TRIALS = 2_000_000
_NOTHING: Declared = {}
_NOTHING_AROUND = frozenset("*")


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """The rules whose last step fits an element, as far as its name and attributes tell."""

    alone: tuple[Rule, ...] = ()
    """Those with nothing else to ask for."""
    inside: dict[str, list[Rule]] = field(default_factory=dict)
    """By the rarest thing that one of the elements around must be."""


_NO_FIT = _Fit()


@dataclass(frozen=True, slots=True)
class _Likely:
    """The rules of a fit that the names and attributes of the elements around do not rule out."""

    for_siblings: tuple[Rule, ...]
    """Those that hold for all siblings that fit, or for none."""
    for_one: tuple[Rule, ...]
    """Those that depend on where an element stands among its siblings, or on what stands in it."""


@dataclass(slots=True)
class Cascade:
    """What is declared of each element, the strongest word last."""

    sheet: Sheet
    _matcher: Matcher = field(default_factory=lambda: Matcher(most_trials=MAX_TRIALS))
    _by_key: dict[str, list[Rule]] = field(default_factory=lambda: defaultdict(list))
    _asked: tuple[str, ...] = ()
    """The attributes, beside id and class, that selectors ask for."""
    _fits: dict[tuple[str | None, ...], _Fit] = field(default_factory=dict)
    _styles: dict[str, tuple[Declared, Declared]] = field(default_factory=dict)
    _ruled: dict[tuple[int, tuple[int, ...]], tuple[Declared, Declared]] = field(default_factory=dict)
    _merged: dict[tuple[int, tuple[int, ...], str], Declared] = field(default_factory=dict)
    _around: dict[Node, frozenset[str]] = field(default_factory=dict)
    """The names, classes and ids of an element and all those around it; one set for the same ones."""
    _sets: dict[frozenset[str], frozenset[str]] = field(default_factory=dict)
    _likely: dict[tuple[int, int], _Likely] = field(default_factory=dict)
    _standing: dict[tuple[int, int], tuple[Rule, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for rule in self.sheet.rules:
            self._by_key[rule.selector.steps[-1].key].append(rule)
        self._asked = tuple(sorted(self.sheet.attributes - {"id", "class"}))

    @property
    def is_cut(self) -> bool:
        """Whether some rules were not looked at."""
        return self.sheet.is_cut or self._matcher.is_spent

    def declared(self, node: Node) -> Declared:
        """The values that hold for an element; the same object for the same values."""
        fit = self._fit(node) if self.sheet.rules else _NO_FIT
        inside = self._inside(node, fit) if fit.inside else ()
        style = node.attributes.get("style", "")
        if not style and not inside and not fit.alone:
            return _NOTHING
        ruled = id(fit), tuple(rule.rank[2] for rule in inside)
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
        attributes = node.attributes
        key = node.tag, attributes.get("id"), attributes.get("class"), *map(attributes.get, self._asked)
        fit = self._fits.get(key)
        if fit is None:
            fit = self._fits[key] = self._fitting(node)
        return fit

    def _fitting(self, node: Node) -> _Fit:
        alone: list[Rule] = []
        inside: dict[str, list[Rule]] = {}
        for rules in (self._by_key.get(key, ()) for key in _own_keys(node) | {"*"}):
            self._matcher.trials += len(rules)
            if self._matcher.is_spent:
                return _NO_FIT
            for rule in rules:
                last = rule.selector.steps[-1]
                if not (self._matcher.fits if last.is_own else self._matcher.is_named)(last, node):
                    continue
                if last.is_own and len(rule.selector.steps) == 1:
                    alone.append(rule)
                else:
                    # "#" and "." sort before letters.
                    inside.setdefault(min(rule.selector.keys_around, default="*"), []).append(rule)
        return _Fit(tuple(alone), inside) if alone or inside else _NO_FIT

    def _inside(self, node: Node, fit: _Fit) -> tuple[Rule, ...]:
        """The rules that hold because of where an element stands, or what stands in it."""
        around = self._keys(node.parent) if node.parent is not None else _NOTHING_AROUND
        likely = self._likely.get((id(around), id(fit)))
        if likely is None:
            likely = self._likely[id(around), id(fit)] = self._not_ruled_out(around, fit)
        if self._matcher.is_spent:
            return ()
        key = id(node.parent), id(fit)
        if key not in self._standing:
            self._standing[key] = self._holding(node, likely.for_siblings)
        if not likely.for_one:
            return self._standing[key]
        return (*self._standing[key], *self._holding(node, likely.for_one))

    def _not_ruled_out(self, around: frozenset[str], fit: _Fit) -> _Likely:
        tried = [rule for key in around if key in fit.inside for rule in fit.inside[key]]
        self._matcher.trials += len(tried)
        left = [rule for rule in tried if rule.selector.keys_around <= around]
        return _Likely(
            tuple(rule for rule in left if rule.selector.goes_outwards),
            tuple(rule for rule in left if not rule.selector.goes_outwards),
        )

    def _holding(self, node: Node, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
        held = tuple(rule for rule in rules if self._matcher.selects(rule.selector, node))
        # What was tried last was not tried to its end.
        return () if self._matcher.is_spent else held

    def _keys(self, node: Node) -> frozenset[str]:
        found = self._around.get(node)
        if found is None:
            above = self._keys(node.parent) if node.parent is not None else _NOTHING_AROUND
            own = _own_keys(node)
            found = above if own <= above else above | own
            found = self._around[node] = self._sets.setdefault(found, found)
        return found


def _own_keys(node: Node) -> set[str]:
    keys = {node.tag, *(f".{each}" for each in node.attributes.get("class", "").split())}
    if node.attributes.get("id"):
        keys.add(f"#{node.attributes['id']}")
    return keys


def _laid_over(layers: Iterable[Declared]) -> Declared:
    """What holds of all layers together, the last of them above the others."""
    merged: Declared = {}
    for layer in layers:
        for name, value in layer.items():
            # The later of a shorthand and its part holds.
            merged.pop(name, None)
            merged[name] = value
    return merged
