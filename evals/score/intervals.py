"""Say how sure a score is: 95 % intervals from resampling whole documents.

Rows of one document are not independent of each other, so documents are drawn, each with all of its rows.
From fewer than two documents nothing can be told. A score that came out at exactly 0 or 1 would do so in
every resample; its interval is that of a share (Wilson) seen in as many tries as there are documents that
it applies to, since a document is what was drawn. An interval always holds its score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from evals.score.ranking import Floats, Statistic, values_of
from pincite.records.wilson import wilson

Interval = tuple[float, float]

_RESAMPLES = 1_000
# What is no average is measured anew on every row for each resample.
_SLOW_RESAMPLES = 200
_ENDS = (0.025, 0.975)
_UNBOUNDED = {"cost"}


def mean_intervals(columns: Mapping[str, Floats], documents: Sequence[str], seed: int) -> dict[str, Interval]:
    """An interval for the mean of each column; `documents` names the document of each row."""
    names, member = np.unique(np.array(documents), return_inverse=True)
    if len(names) < 2:
        return {}
    drawn = _drawn(len(names), _RESAMPLES, seed)
    found = {}
    for name, column in columns.items():
        applies = ~np.isnan(column)
        total = np.bincount(member, np.where(applies, column, 0.0), len(names))
        count = np.bincount(member, applies.astype(float), len(names))
        score = total.sum() / count.sum()
        if score in (0.0, 1.0) and name not in _UNBOUNDED:
            found[name] = wilson(float(score), int((count > 0).sum()))
            continue
        totals, counts = drawn @ total, drawn @ count
        found[name] = _interval((totals[counts > 0] / counts[counts > 0]).tolist(), float(score))
    return found


def statistic_intervals(
    statistics: Mapping[str, Statistic], documents: Sequence[str], seed: int
) -> dict[str, Interval]:
    """An interval for each score that is no mean."""
    names, member = np.unique(np.array(documents), return_inverse=True)
    if len(names) < 2:
        return {}
    measured: dict[str, list[float]] = {}
    for counts in _drawn(len(names), _SLOW_RESAMPLES, seed):
        for name, value in values_of(statistics, counts[member]).items():
            measured.setdefault(name, []).append(value)
    scores = values_of(statistics, np.ones(len(documents)))
    return {name: _interval(measured[name], score) for name, score in scores.items() if name in measured}


def _drawn(documents: int, times: int, seed: int) -> NDArray[np.float64]:
    """How often each document is drawn, for each resample."""
    chance = np.random.default_rng(seed)
    return chance.multinomial(documents, np.full(documents, 1 / documents), times).astype(float)


def _interval(values: Sequence[float], score: float) -> Interval:
    low, high = (float(end) for end in np.quantile(values, _ENDS))
    return min(low, score), max(high, score)
