"""Say how sure a score is that is no average: it is measured anew for every draw of the documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from evals.score.ranking import Statistic, values_of
from pincite.quality.scoring import Interval, drawn, interval

_RESAMPLES = 200


def statistic_intervals(
    statistics: Mapping[str, Statistic], documents: Sequence[str], seed: int
) -> dict[str, Interval]:
    """An interval for each score that is no mean."""
    names, member = np.unique(np.array(documents), return_inverse=True)
    if len(names) < 2:
        return {}
    measured: dict[str, list[float]] = {}
    for counts in drawn(len(names), _RESAMPLES, seed):
        for name, value in values_of(statistics, counts[member]).items():
            measured.setdefault(name, []).append(value)
    scores = values_of(statistics, np.ones(len(documents)))
    return {name: interval(measured[name], score) for name, score in scores.items() if name in measured}
