"""Turn the features of a candidate into the chance that it answers: small trees, fitted and measured.

The weights lie as JSON beside those of the reader and hold for that reader and that embedder alone. Each
level of strictness has a bar, with the number of rows that it rests on and how many of them were wrong.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

_Chance = Annotated[float, Field(ge=0, le=1)]
Variant = Literal[
    "full", "no_vectors", "no_reader", "cells", "cells_no_vectors", "cells_no_reader",
    "fields", "fields_no_vectors",
]  # fmt: skip
"""What was judged with which means: sentences, cells of tables, and sentences for fields of contracts."""
_Node: TypeAlias = "float | tuple[int, float, _Node, _Node]"
"""A leaf, or the feature and threshold that choose between two nodes."""


class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Tree(Record):
    """One tree, node by node; a leaf has no children (-1) and a value."""

    feature: tuple[int, ...]
    threshold: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    value: tuple[float, ...]

    def at(self, row: list[float]) -> float:
        """The value of the leaf that a row of features comes to."""
        node = self._root
        while isinstance(node, tuple):
            node = node[2] if row[node[0]] <= node[1] else node[3]
        return node

    @functools.cached_property
    def _root(self) -> _Node:
        """Each node within the one above it: hundreds of trees are walked down for each candidate."""
        return self._from(0)

    def _from(self, node: int) -> _Node:
        if self.left[node] < 0:
            return self.value[node]
        under, over = self._from(self.left[node]), self._from(self.right[node])
        return self.feature[node], self.threshold[node], under, over


class Model(Record):
    """Trees whose sum is a logit, and the line that makes a measured chance of it."""

    names: tuple[str, ...]
    base: float
    trees: tuple[Tree, ...]
    linear: tuple[float, ...] = ()
    """By feature what it is multiplied by, where it is a line and no trees."""
    slope: Annotated[float, Field(gt=0)] = 1.0
    intercept: float = 0.0

    @model_validator(mode="after")
    def _is_whole(self) -> Model:
        if any(node >= len(self.names) for tree in self.trees for node in tree.feature):
            raise ValueError("a tree asks for a feature that has no name")
        if self.linear and len(self.linear) != len(self.names):
            raise ValueError("a line needs one weight for each feature")
        return self

    def chance(self, features: Mapping[str, float]) -> float:
        """From 0 to 1. A feature that is not known is an error: it would be a guess."""
        row = [features[name] for name in self.names]
        logit = self.base + sum(tree.at(row) for tree in self.trees)
        logit += sum(weight * value for weight, value in zip(self.linear, row, strict=False))
        at = self.slope * logit + self.intercept
        return 1 / (1 + math.exp(-at)) if at >= 0 else math.exp(at) / (1 + math.exp(at))

    def measured(self, features: Mapping[str, float]) -> float:
        """The chance with the two decimals that are published, which alone meet a bar.

        Machines differ in the last digits of their arithmetic, and must not differ in what they answer.
        """
        return round(self.chance(features), 2)


class Bar(Record):
    """From which chance on, and what that rests on: so many answers, of which so many were wrong."""

    chance: _Chance
    answers: int
    wrong: int
    upper: _Chance
    """The upper end of the 95 % interval of the share that is wrong."""


class RiskBar(Bar):
    """The bar at which no more than a share of the answers were wrong, rows weighted as for the levels."""

    risk: _Chance


class Judging(Record):
    """How candidates are judged with one set of features."""

    answers: Model
    """The chance that a candidate is right."""
    held: Model
    """From the features of the likeliest candidate, the chance that the document holds the answer."""
    bars: dict[str, Bar]
    """By strictness, for `answers`."""
    risks: tuple[RiskBar, ...] = ()
    """The same by the share that may be wrong, from the smallest on; only those that some answers reach."""
    silent: Bar
    """Below which chance that it is held `not_found` is said; wrong are those that it holds after all."""
    believed: Bar | None = None
    """Below which chance a claim of a language model is not believed on its word alone; wrong are the right
    claims that lie below it. None where that was not measured: then its word is enough."""

    def bar_for(self, risk: float) -> float:
        """The chance that keeps the share of wrong answers within `risk`; 1 where none was seen to."""
        within = [each.chance for each in self.risks if each.risk <= risk]
        return within[-1] if within else 1.0


class Weights(Record):
    """The file `decision.json`."""

    version: Literal[1]
    made_on: str
    files: dict[str, str]
    """SHA-256 of the reader and the embedder that it was fitted with."""
    variants: dict[Variant, Judging]
    fields: dict[str, float] = Field(default_factory=dict)
    """By the question of each field that `fields` was fitted on, the share of the contracts that state it."""
