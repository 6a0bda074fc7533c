"""Turn the marks of a run into scores, with intervals, for the whole run and for each corner by itself.

Every score is an average over the rows that it applies to. A present row that was not answered counts as 0
in `right`, `value_accuracy` and `page_accuracy`, or saying nothing would win; `risk` looks only at what was
given. A score that applies to no row is absent, never 0. `wrong` is a share of all rows, `risk` of those that
show items: answers, lists that say that they are not complete, and conflicts, which are wrong where no side
is right. `invented` is a count of items.

Rows of one document are not independent of each other, so for a 95 % interval documents are drawn, each with
all of its rows; from fewer than two nothing can be told. A score of exactly 0 or 1 would come out so in every
resample: its interval is that of a share (Wilson) seen in as many tries as there are documents.

Strata stand in the order of the upper end of the interval (Wilson) of their share of good rows: one that is
surely bad comes before one that may only look bad because it is small. Corners (document type x field x
position) come first; after them the same rows pooled, with "all" for what is not told apart.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from pincite.quality.marking import Mark
from pincite.records.wilson import wilson

Floats = NDArray[np.float64]
Interval = tuple[float, float]
AnyMark = TypeVar("AnyMark", bound=Mark)

ALL = "all"
LEAST = 5
"""Fewer rows are no `worst`."""
_RESAMPLES = 1_000
_ENDS = (0.025, 0.975)
_UNBOUNDED = {"cost"}
_Name = tuple[str, str, str]
_POOLS = sorted(itertools.product((True, False), repeat=3), key=lambda kept: -sum(kept))[:-1]


def when(applies: bool, value: float | None) -> float | None:
    """A value, where the score applies."""
    return value if applies else None


MEASURES: dict[str, Callable[[Mark], float | None]] = {
    "right": lambda m: m.right,
    "wrong": lambda m: m.wrong,
    "answered": lambda m: m.answered,
    "risk": lambda m: when(m.correct is not None, not m.correct),
    "silent": lambda m: m.quiet,
    "value_accuracy": lambda m: m.value_right,
    "page_accuracy": lambda m: m.page_right,
    "completeness": lambda m: m.complete,
    "not_found_on_absent": lambda m: when(not m.present, m.said_absent),
    "quiet_on_absent": lambda m: when(not m.present, m.quiet),
    "not_found_risk": lambda m: when(m.said_absent, m.present),
    "led": lambda m: m.led,
    "leads_on_absent": lambda m: when(not m.present, m.leads > 0),
    "conflicts": lambda m: m.conflict,
    "failed": lambda m: m.failed,
}
NAMES = frozenset({*MEASURES, "invented"})


class Stratum(BaseModel):
    """One corner of the set: document type, field and third of the text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    doc_type: str
    field: str
    position: str
    n: int
    scores: dict[str, float]

    @property
    def name(self) -> _Name:
        """The corner that it is."""
        return self.doc_type, self.field, self.position


def columns(
    marks: Sequence[AnyMark], measures: Mapping[str, Callable[[AnyMark], float | None]]
) -> dict[str, Floats]:
    """One number for each row and score, NaN where the score does not apply; a score is their mean."""
    found = {name: np.array([measure(m) for m in marks], float) for name, measure in measures.items()}
    return {name: column for name, column in found.items() if not np.isnan(column).all()}


def means(columns: Mapping[str, Floats]) -> dict[str, float]:
    """The scores."""
    return {name: float(np.nanmean(column)) for name, column in columns.items()}


def mean_intervals(
    columns: Mapping[str, Floats], documents: Sequence[str], seed: int = 0
) -> dict[str, Interval]:
    """An interval for the mean of each column; `documents` names the document of each row."""
    names, member = np.unique(np.array(documents), return_inverse=True)
    if len(names) < 2:
        return {}
    times = drawn(len(names), _RESAMPLES, seed)
    found = {}
    for name, column in columns.items():
        applies = ~np.isnan(column)
        total = np.bincount(member, np.where(applies, column, 0.0), len(names))
        count = np.bincount(member, applies.astype(float), len(names))
        score = total.sum() / count.sum()
        if score in (0.0, 1.0) and name not in _UNBOUNDED:
            found[name] = wilson(float(score), int((count > 0).sum()))
            continue
        totals, counts = times @ total, times @ count
        found[name] = interval((totals[counts > 0] / counts[counts > 0]).tolist(), float(score))
    return found


def drawn(documents: int, times: int, seed: int) -> Floats:
    """How often each document is drawn, for each resample."""
    chance = np.random.default_rng(seed)
    return chance.multinomial(documents, np.full(documents, 1 / documents), times).astype(float)


def interval(values: Sequence[float], score: float) -> Interval:
    """The middle 95 % of values, which always hold the score."""
    low, high = (float(end) for end in np.quantile(values, _ENDS))
    return min(low, score), max(high, score)


def strata(marks: Sequence[Mark], shown: Mapping[str, Floats], good: Sequence[bool]) -> tuple[Stratum, ...]:
    """Every corner and every pool of corners, worst first, the corners before the pools.

    `shown` are the columns to average, `good` says of each row whether it came out well.
    """
    found: list[Stratum] = []
    for kept in _POOLS:
        names = [_named(m, kept) for m in marks]
        ranked = sorted(_scored(names, shown, np.array(good, float)), key=_badness)
        found += [stratum for stratum, _ in ranked]
    return tuple(found)


def worst(found: Sequence[Stratum]) -> Stratum | None:
    """The first stratum with enough rows; None when there is none."""
    return next((stratum for stratum in found if stratum.n >= LEAST), None)


def is_good(m: Mark) -> bool:
    """Whether a row is right or, where the document is silent, not found."""
    if not m.present:
        return m.said_absent
    # Where no one can tell what is right, an answer is as much as there is to see.
    return m.shown if m.right is None else m.right


def _named(m: Mark, kept: Sequence[bool]) -> _Name:
    doc_type, field, position = (
        name if keep else ALL
        for name, keep in zip((m.strata.doc_type, m.strata.field, m.strata.position), kept, strict=True)
    )
    return doc_type, field, position


def _scored(names: Sequence[_Name], shown: Mapping[str, Floats], good: Floats) -> list[tuple[Stratum, float]]:
    """Each stratum with the share of its rows that are good, from sums over all strata at once."""
    unique = sorted(set(names))
    index = {name: number for number, name in enumerate(unique)}
    member = np.array([index[name] for name in names], int)
    rows = np.bincount(member, minlength=len(unique))
    goodness = np.bincount(member, good, len(unique)) / rows
    means = {name: _means(member, column, len(unique)) for name, column in shown.items()}
    found = []
    for number, (doc_type, field, position) in enumerate(unique):
        own = {name: float(mean[number]) for name, mean in means.items() if not np.isnan(mean[number])}
        stratum = Stratum(doc_type=doc_type, field=field, position=position, n=int(rows[number]), scores=own)
        found.append((stratum, float(goodness[number])))
    return found


def _means(member: Floats, column: Floats, size: int) -> Floats:
    applies = ~np.isnan(column)
    total = np.bincount(member, np.where(applies, column, 0.0), size)
    count = np.bincount(member, applies.astype(float), size)
    mean: Floats = np.divide(total, count, out=np.full(size, np.nan), where=count > 0)
    return mean


def _badness(scored: tuple[Stratum, float]) -> tuple[float, int, _Name]:
    stratum, goodness = scored
    return wilson(goodness, stratum.n)[1], -stratum.n, (stratum.doc_type, stratum.field, stratum.position)
