"""A reading model that scores passages by what a test tells it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pincite.records.excerpt import Excerpt, Extract, RawScores
from pincite.records.span import Span

LEAST = {"lenient": 0.0, "balanced": 0.015, "strict": 0.06, "paranoid": 0.15}
NEEDED = {"lenient": 0.3, "balanced": 0.5, "strict": 0.7, "paranoid": 0.9}


@dataclass(frozen=True)
class Scripted:
    """Gives a passage the score of the first of the words that stands in it, and points at the words."""

    scores: Mapping[str, float] = field(default_factory=dict)
    otherwise: float = 0.1
    name: str = "scripted"
    version: str = "scripted-1"
    seen: list[str] = field(default_factory=list)

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        self.seen.extend(excerpt.text for excerpt in excerpts)
        return [self._extract(excerpt.text) for excerpt in excerpts]

    def needed(self, strictness: str, kind: str = "default") -> float:
        return NEEDED[strictness]

    def least(self, strictness: str, kind: str = "default") -> float:
        return LEAST[strictness]

    def _extract(self, text: str) -> Extract:
        for words, score in self.scores.items():
            if (start := text.find(words)) >= 0:
                return Extract(score, Span(start, start + len(words)))
        return Extract(self.otherwise)


@dataclass(frozen=True)
class Pointing:
    """Gives a text the highest logit of the words in it, and points at them; of a marked one it reads that.

    As our own reader it says all of what it makes of a text, so that one chance can be made of it.
    """

    logits: Mapping[str, float] = field(default_factory=dict)
    otherwise: float = -4.0
    yes: float = 0.0
    no: float = 0.0
    name: str = "pointing"
    version: str = "pointing-1"
    seen: list[Excerpt] = field(default_factory=list)

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        self.seen.extend(excerpts)
        return [self._extract(excerpt) for excerpt in excerpts]

    def needed(self, strictness: str, kind: str = "default") -> float:
        return NEEDED[strictness]

    def least(self, strictness: str, kind: str = "default") -> float:
        return LEAST[strictness]

    def _extract(self, excerpt: Excerpt) -> Extract:
        meant = excerpt.marked or Span(0, len(excerpt.text))
        said = [(logit, words) for words, logit in self.logits.items() if words in meant.of(excerpt.text)]
        logit, words = max(said, default=(self.otherwise, ""))
        start = excerpt.text.find(words, meant.start)
        place = Span(start, start + len(words)) if words else None
        raw = RawScores(logit, -0.5 if words else -5.0, self.yes, self.no, place, place)
        return Extract(1 / (1 + math.exp(-logit)), place, raw)


@dataclass(frozen=True)
class Down:
    """A reading model that cannot be reached."""

    name: str = "down"
    version: str = "down-1"

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        raise OSError("out of memory")

    def needed(self, strictness: str, kind: str = "default") -> float:
        return NEEDED[strictness]

    def least(self, strictness: str, kind: str = "default") -> float:
        return LEAST[strictness]


@dataclass(frozen=True)
class Mute(Down):
    """A reading model that says nothing of what it was given."""

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        return []
