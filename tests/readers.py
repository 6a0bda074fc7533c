"""A reading model that scores passages by what a test tells it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pincite.language.vocabulary import stems, telling, words
from pincite.records.evidence import Excerpt, Extract, RawScores
from pincite.records.span import Span
from pincite.values.registered import find


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

    def _extract(self, text: str) -> Extract:
        for said, score in self.scores.items():
            if (start := text.find(said)) >= 0:
                return Extract(score, Span(start, start + len(said)))
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

    def _extract(self, excerpt: Excerpt) -> Extract:
        meant = excerpt.marked or Span(0, len(excerpt.text))
        said = [(logit, words) for words, logit in self.logits.items() if words in meant.of(excerpt.text)]
        logit, words = max(said, default=(self.otherwise, ""))
        start = excerpt.text.find(words, meant.start)
        place = Span(start, start + len(words)) if words else None
        raw = RawScores(logit, -0.5 if words else -5.0, self.yes, self.no, place, place)
        return Extract(1 / (1 + math.exp(-logit)), place, raw)


@dataclass(frozen=True)
class StandIn:
    """Reads as a patient clerk would: by the words of the question, their heading, and the next figure.

    Tests of everything but judgement ask it in place of the local reader, which takes a second a question.
    """

    name: str = "stand-in"
    version: str = "1"

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        return [self._extract(question, excerpt) for excerpt in excerpts]

    def _extract(self, question: str, excerpt: Excerpt) -> Extract:
        meant = excerpt.marked or Span(0, len(excerpt.text))
        text = meant.of(excerpt.text)
        asked = telling(stems(question)) - _ORDERS
        said, around = set(stems(text)), set(stems(f"{excerpt.heading} {excerpt.text}"))
        share = sum(1.0 if stem in said else 0.9 if stem in around else 0.0 for stem in asked)
        logit = 10 * (share / max(1, len(asked)) - 0.55)
        place = _next_figure(text, asked)
        short = Span(meant.start + place.start, meant.start + place.end) if place else meant
        says = find("boolean", text)
        yes = 3.0 if len(says) == 1 and says[0].value.model_dump()["value"] else -3.0
        yes = -yes if _DENIES.search(question) else yes
        raw = RawScores(logit, -0.5, yes, -yes, short, meant)
        return Extract(1 / (1 + math.exp(-logit)), short, raw)


_ORDERS = frozenset(stems("list show give name state tell find quote item sub much many long"))
_DENIES = re.compile(r"prohibit|forbidden|excluded", re.IGNORECASE)
_FIGURE = re.compile(r"\S*\d\S*|\b[A-Z]\w+\b")


def _next_figure(text: str, asked: set[str]) -> Span | None:
    """The figure or name that follows the last word of the question, or else the last one before it."""
    ends = [end for word, _, end in words(text) if set(stems(word)) & asked]
    figures = [Span(found.start(), found.end()) for found in _FIGURE.finditer(text)]
    behind = [each for each in figures if each.start >= max(ends, default=0)]
    return behind[0] if behind else (figures[-1] if figures else None)


@dataclass(frozen=True)
class Agreeing(StandIn):
    """Finds that every text answers."""

    name: str = "agreeing"

    def _extract(self, question: str, excerpt: Excerpt) -> Extract:
        found = super()._extract(question, excerpt)
        assert found.raw is not None
        return Extract(0.99, found.span, replace(found.raw, answers=9.0))


@dataclass(frozen=True)
class Down:
    """A reading model that cannot be reached."""

    name: str = "down"
    version: str = "down-1"

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        raise OSError("out of memory")


@dataclass(frozen=True)
class Mute(Down):
    """A reading model that says nothing of what it was given."""

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        return []
