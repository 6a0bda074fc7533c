"""How well places were cited, by characters, passages and pages; and where retrieval found them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evals.score.observation import ObservedItem, Place
from pincite.quality.observing import Range, cites, on_page, shared
from pincite.quality.questions import GoldAnswer


@dataclass(frozen=True, slots=True)
class Cited:
    """How well places were cited, from 0 to 1. None: the gold does not say where, or nothing was cited."""

    span_precision: float | None = None
    span_recall: float | None = None
    citation_precision: float | None = None
    citation_recall: float | None = None
    page_precision: float | None = None
    page_recall: float | None = None

    @property
    def span_f1(self) -> float | None:
        if self.span_recall is None:
            return None
        precision = self.span_precision or 0.0
        return 2 * precision * self.span_recall / ((precision + self.span_recall) or 1.0)


def cited(items: Iterable[ObservedItem], answers: Sequence[GoldAnswer]) -> Cited:
    """How well the places of all items fit those of all gold answers.

    What was not answered cites nothing: its recall is 0 and its precision is not defined.
    """
    places = [place for item in items for place in item.places]
    spanned = [gold for gold in answers if gold.spans]
    paged = [gold for gold in answers if gold.page is not None]
    overlap = _overlap(places, spanned)
    spans = [span for gold in spanned for span in gold.spans or ()]
    return Cited(
        span_precision=overlap[0] if overlap and places else None,
        span_recall=overlap[1] if overlap else None,
        citation_precision=_share([any(cites(p, s) for s in spans) for p in places] if spanned else []),
        citation_recall=_share([any(cites(p, s) for p in places for s in g.spans or ()) for g in spanned]),
        page_precision=_share([any(on_page(p, gold) for gold in paged) for p in places] if paged else []),
        page_recall=_share([any(on_page(p, gold) for p in places) for gold in paged]),
    )


def first_ranks(passages: Sequence[Place], answers: Sequence[GoldAnswer]) -> tuple[int | None, ...]:
    """For each gold answer that has a place, the rank of the first passage that touches it, from 1."""
    located = [gold for gold in answers if gold.spans or gold.page is not None]
    return tuple(
        next((rank for rank, place in enumerate(passages, 1) if _touches(place, gold)), None)
        for gold in located
    )


def first_page_ranks(passages: Sequence[Place], answers: Sequence[GoldAnswer]) -> tuple[int | None, ...]:
    """For each gold answer with a page, the place of that page among those proposed, each counted once."""
    pages = list(dict.fromkeys(place.page for place in passages if place.page is not None))
    return tuple(
        pages.index(gold.page) + 1 if gold.page in pages else None
        for gold in answers
        if gold.page is not None
    )


def _touches(place: Place, gold: GoldAnswer) -> bool:
    if gold.spans:
        return any(shared((place.start, place.end), span) for span in gold.spans)
    return place.page == gold.page


def _share(hits: Sequence[bool]) -> float | None:
    return sum(hits) / len(hits) if hits else None


def _overlap(places: Sequence[Place], answers: Sequence[GoldAnswer]) -> tuple[float, float] | None:
    """Precision and recall by characters, with the best of the places at which each gold answer stands."""
    if not answers:
        return None
    cited_ranges = _union((place.start, place.end) for place in places)
    gold_ranges = _union(_best(gold.spans or (), cited_ranges) for gold in answers)
    common = sum(shared(one, other) for one in cited_ranges for other in gold_ranges)
    return common / (_length(cited_ranges) or 1), common / (_length(gold_ranges) or 1)


def _best(spans: Sequence[Range], ranges: Sequence[Range]) -> Range:
    return max(
        spans, key=lambda span: sum(shared(span, other) for other in ranges) / (span[1] - span[0] or 1)
    )


def _union(ranges: Iterable[Range]) -> list[Range]:
    """The same characters as ranges that do not touch."""
    apart: list[Range] = []
    for start, end in sorted(ranges):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return apart


def _length(ranges: Iterable[Range]) -> int:
    return sum(end - start for start, end in ranges)
