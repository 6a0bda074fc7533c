"""Measure how well a score tells two kinds apart: by the area under the ROC curve, and at one half.

The datasets of a verifier are never pooled: one that scores every claim of an easy set high would win by
telling the sets apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Statistic = Callable[[Floats], float | None]
"""A score as a function of how often every row counts; None where it does not apply."""

Judged = tuple[str, float, bool]
_THRESHOLD = 0.5


def auroc(scores: Sequence[float], labels: Sequence[bool]) -> float | None:
    """How often a positive scores above a negative, a tie counting half; None when either is missing."""
    return auroc_of(np.array(scores, float), np.array(labels, bool))(np.ones(len(scores)))


def auroc_of(scores: Floats, positive: NDArray[np.bool_]) -> Statistic:
    levels, level = np.unique(scores, return_inverse=True)

    def measured(weights: Floats) -> float | None:
        above = np.bincount(level, weights * positive, len(levels))
        below = np.bincount(level, weights * ~positive, len(levels))
        pairs = above.sum() * below.sum()
        if not pairs:
            return None
        lower = np.cumsum(below) - below
        return float((above * (lower + below / 2)).sum() / pairs)

    return measured


def balanced_accuracy_of(scores: Floats, positive: NDArray[np.bool_]) -> Statistic:
    """The mean of the shares of both kinds that fall on their side of one half; None without both."""
    fits = (scores >= _THRESHOLD) == positive

    def measured(weights: Floats) -> float | None:
        kinds = [weights * positive, weights * ~positive]
        if not all(kind.any() for kind in kinds):
            return None
        return float(sum(kind[fits].sum() / kind.sum() for kind in kinds) / 2)

    return measured


def verifier_statistics(judged: Sequence[Judged]) -> dict[str, Statistic]:
    """Of (dataset, score, supported): both measures for each dataset, and their unweighted means."""
    datasets = np.array([dataset for dataset, _, _ in judged])
    scores = np.array([score for _, score, _ in judged], float)
    supported = np.array([label for _, _, label in judged], bool)
    found: dict[str, Statistic] = {}
    for name, measure in (("verifier_auroc", auroc_of), ("verifier_balanced_accuracy", balanced_accuracy_of)):
        own: dict[str, Statistic] = {}
        for dataset in sorted(set(datasets.tolist())):
            rows = np.flatnonzero(datasets == dataset)
            own[f"{name}/{dataset}"] = _on(rows, measure(scores[rows], supported[rows]))
        found |= {name: _mean(own), **own}
    return found


def verifier_scores(judged: Iterable[Judged]) -> dict[str, float]:
    """The scores of a verifier; a dataset with only one kind of statement has none."""
    rows = list(judged)
    return values_of(verifier_statistics(rows), np.ones(len(rows)))


def values_of(statistics: Mapping[str, Statistic], weights: Floats) -> dict[str, float]:
    """Those of the scores that apply."""
    measured = {name: statistic(weights) for name, statistic in statistics.items()}
    return {name: value for name, value in measured.items() if value is not None}


def _on(rows: NDArray[np.int64], statistic: Statistic) -> Statistic:
    return lambda weights: statistic(weights[rows])


def _mean(statistics: Mapping[str, Statistic]) -> Statistic:
    def measured(weights: Floats) -> float | None:
        values = values_of(statistics, weights).values()
        return sum(values) / len(values) if values else None

    return measured
