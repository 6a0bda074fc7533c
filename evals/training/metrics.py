"""The figures by which models are judged: ranking, presence, spans of words."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evals.score.ranking import auroc

Floats = NDArray[np.floating]
SILENT = 0.95
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")

__all__ = ["answer_f1", "auroc", "ndcg_at", "recall_at", "recall_at_silent", "reciprocal_ranks"]


def recall_at(depth: int, ranked: Sequence[Sequence[int]], gold: Sequence[frozenset[int]]) -> float:
    """The share of questions for which one of the first `depth` places is right."""
    hits = [bool(right & set(order[:depth])) for order, right in zip(ranked, gold, strict=True)]
    return float(np.mean(hits)) if hits else float("nan")


def ndcg_at(depth: int, ranked: Sequence[Sequence[int]], gold: Sequence[frozenset[int]]) -> float:
    """Normalised discounted gain with one grade of relevance."""
    gains = []
    for order, right in zip(ranked, gold, strict=True):
        found = sum(1 / np.log2(place + 2) for place, item in enumerate(order[:depth]) if item in right)
        best = sum(1 / np.log2(place + 2) for place in range(min(depth, len(right))))
        gains.append(found / best if best else 0.0)
    return float(np.mean(gains)) if gains else float("nan")


def recall_at_silent(scores: Floats, present: NDArray[np.bool_], silent: float = SILENT) -> float:
    """The share of present rows above the score below which `silent` of the absent rows lie."""
    absent = np.sort(scores[~present])
    if not len(absent) or not present.any():
        return float("nan")
    allowed = int(np.floor((1 - silent) * len(absent) + 1e-9))
    threshold = absent[len(absent) - 1 - allowed]
    return float((scores[present] > threshold).mean())


def reciprocal_ranks(*weighted: tuple[float, Floats]) -> Floats:
    """One score out of several rankings of the same things: the weighted sum of 1 / (60 + rank)."""
    total = np.zeros(len(weighted[0][1]))
    for weight, scores in weighted:
        ranks = np.empty(len(scores))
        ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
        total += weight / (60 + ranks)
    return total


def answer_f1(given: str, wanted: Sequence[str]) -> float:
    """The overlap in words with the best of the wanted answers; no answer is right where none is wanted."""
    if not wanted:
        return float(not given)
    return max(_overlap(_words(given), _words(answer)) for answer in wanted)


def _words(answer: str) -> list[str]:
    kept = "".join(char for char in answer.lower() if char not in string.punctuation)
    return _ARTICLES.sub(" ", kept).split()


def _overlap(given: list[str], wanted: list[str]) -> float:
    if not given or not wanted:
        return float(given == wanted)
    common = sum((Counter(given) & Counter(wanted)).values())
    return 2 * common / (len(given) + len(wanted))
