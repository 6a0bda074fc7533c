"""Measure how well a score tells two kinds apart: by the area under the ROC curve, and at one half.

Sets of one verifier are never pooled: a verifier that scores every claim of an easy set high would win by
telling the sets apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def auroc(
    scores: Sequence[float] | Floats, labels: Sequence[bool], weights: Floats | None = None
) -> float | None:
    """How often a positive scores above a negative, a tie counting half; None when either is missing."""
    values, positive = np.asarray(scores, float), np.asarray(labels, bool)
    weight = np.ones(len(values)) if weights is None else weights
    _, level = np.unique(values, return_inverse=True)
    above = np.bincount(level, weight * positive)
    below = np.bincount(level, weight * ~positive)
    pairs = above.sum() * below.sum()
    if not pairs:
        return None
    lower = np.cumsum(below) - below
    return float((above * (lower + below / 2)).sum() / pairs)


def balanced_accuracy(
    scores: Sequence[float], labels: Sequence[bool], threshold: float = 0.5
) -> float | None:
    """The mean of the shares of both kinds that fall on their side of the threshold; None without both."""
    said, true = np.asarray(scores, float) >= threshold, np.asarray(labels, bool)
    if true.all() or not true.any():
        return None
    return float((said[true].mean() + (~said[~true]).mean()) / 2)


def verifier_scores(judged: Iterable[tuple[str, float, bool]]) -> dict[str, float]:
    """Of (dataset, score, supported): both measures for each dataset, and their unweighted means."""
    by_dataset: dict[str, list[tuple[float, bool]]] = {}
    for dataset, score, supported in judged:
        by_dataset.setdefault(dataset, []).append((score, supported))
    found: dict[str, float] = {}
    for name, measure in (("verifier_auroc", auroc), ("verifier_balanced_accuracy", balanced_accuracy)):
        measured = {
            f"{name}/{dataset}": value
            for dataset, rows in sorted(by_dataset.items())
            if (value := measure([score for score, _ in rows], [label for _, label in rows])) is not None
        }
        if measured:
            found |= {name: sum(measured.values()) / len(measured), **measured}
    return found
