"""A reading model that scores passages by what a test tells it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pincite.records.excerpt import Excerpt, Extract
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
