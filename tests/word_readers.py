"""A model that says of words whether they are part of an item, as a test tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pincite.records.evidence import Excerpt, NamedWord
from pincite.records.span import Span
from pincite.relevance.item_chance import ItemJudging
from pincite.relevance.judging import Bar, Model


def judging(bar: float = 0.5) -> ItemJudging:
    """The chance of an item is that of its likeliest place; the same bar at every level."""
    model = Model(names=("chance_logit",), base=0.0, trees=(), linear=(1.0,))
    needed = Bar(chance=bar, answers=100, wrong=10, upper=0.2)
    levels = ("lenient", "balanced", "strict", "paranoid")
    return ItemJudging(items=model, bars=dict.fromkeys(levels, needed), risks=())


@dataclass(frozen=True)
class Naming:
    """Gives every word of the phrases their chance, and all other words none."""

    phrases: Mapping[str, float] = field(default_factory=dict)
    judging: ItemJudging | None = field(default_factory=judging)
    name: str = "naming"
    version: str = "naming-1"
    seen: list[str] = field(default_factory=list)

    def read(self, question: str, excerpts: Sequence[Excerpt]) -> list[list[NamedWord]]:
        self.seen.extend(excerpt.text for excerpt in excerpts)
        return [self.words(excerpt.text) for excerpt in excerpts]

    def words(self, text: str) -> list[NamedWord]:
        named = {
            (found.start(), found.end()): chance
            for phrase, chance in self.phrases.items()
            for found in re.finditer(re.escape(phrase), text, re.IGNORECASE)
        }
        return [
            NamedWord(Span(*word.span()), _chance_at(named, word.start()), 2.0)
            for word in re.finditer(r"\w+|[^\w\s]", text)
        ]


def _chance_at(named: Mapping[tuple[int, int], float], at: int) -> float:
    return max((chance for (start, end), chance in named.items() if start <= at < end), default=0.0)
