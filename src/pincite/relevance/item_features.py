"""Put into numbers what speaks for and against an item of a list that was named in a document.

The same item may be named at many places, in the singular or the plural: they are one. A word that names
something once and stands in twenty other places without naming anything is seldom an item.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.language.vocabulary import stems
from pincite.records.document import Document
from pincite.records.evidence import NamedWord
from pincite.structure.excerpts import Run

ItemFeatures = Mapping[str, float]
_SURE = 0.5
_SHORT = 4
_CLOSING = ",;.:)\n"


@dataclass(frozen=True, slots=True)
class NamedItem:
    """One thing that a document names, wherever it does, the likeliest place first."""

    stems: tuple[str, ...]
    runs: tuple[Run, ...]
    features: ItemFeatures


def named_items(document: Document, words: Sequence[NamedWord], runs: Sequence[Run]) -> list[NamedItem]:
    """Each thing once, in the order in which it is first named."""
    by_stems: dict[tuple[str, ...], list[Run]] = defaultdict(list)
    for run in runs:
        if named := tuple(stems(run.span.of(document.text))):
            by_stems[named].append(run)
    places = _Places.of(document, words)
    sure = Counter(run.block.number for run in runs if run.chance >= _SURE)
    inside = {f" {' '.join(each)} ": max(run.chance for run in of) for each, of in by_stems.items()}
    found = []
    for each, of in by_stems.items():
        ranked = tuple(sorted(of, key=lambda run: -run.chance))
        name = f" {' '.join(each)} "
        around = [chance for other, chance in inside.items() if other != name and name in other]
        features = _features(document, ranked, places.chances(each), sure)
        found.append(NamedItem(each, ranked, {**features, "larger": max(around, default=0.0)}))
    return found


def _features(
    document: Document, ranked: Sequence[Run], everywhere: Sequence[float], sure: Mapping[int, int]
) -> dict[str, float]:
    best = ranked[0]
    text = best.span.of(document.text)
    mean = sum(everywhere) / len(everywhere) if everywhere else best.chance
    kind = best.block.kind
    return {
        "chance": best.chance,
        "chance_logit": _logit(best.chance),
        "least_logit": _logit(best.least),
        "everywhere": mean,
        "everywhere_logit": _logit(mean),
        "share_named": len(ranked) / max(len(ranked), len(everywhere)),
        "times_named": math.log(len(ranked)),
        "times_there": math.log(max(1, len(everywhere))),
        "words": float(len(best.words)),
        "characters": len(text) / 10,
        "is_short": float(len(text) < _SHORT),
        "has_digit": float(any(map(str.isdigit, text))),
        "is_closed": float(document.text[best.span.end : best.span.end + 1] in _CLOSING),
        "passage": best.passage,
        "beside": math.log1p(max(0, sure[best.block.number] - 1)),
        "in_bullet": float(kind == "bullet"),
        "in_row": float(kind == "table_row"),
        "in_heading": float(kind == "heading"),
    }


@dataclass(frozen=True, slots=True)
class _Places:
    """Where each stem of a document stands, and how likely each of its words is part of an item."""

    order: list[str]
    named: list[float]
    at: dict[str, list[int]]

    @classmethod
    def of(cls, document: Document, words: Sequence[NamedWord]) -> _Places:
        order: list[str] = []
        named: list[float] = []
        for word in words:
            for stem in stems(word.span.of(document.text)):
                order.append(stem)
                named.append(word.named)
        at: dict[str, list[int]] = defaultdict(list)
        for place, stem in enumerate(order):
            at[stem].append(place)
        return cls(order, named, at)

    def chances(self, name: tuple[str, ...]) -> list[float]:
        """The mean chance of these words, at each place where they stand one after the other."""
        size = len(name)
        starts = [at for at in self.at.get(name[0], ()) if tuple(self.order[at : at + size]) == name]
        return [sum(self.named[at : at + size]) / size for at in starts]


def _logit(chance: float) -> float:
    held = min(max(chance, 1e-4), 1 - 1e-4)
    return math.log(held / (1 - held))
