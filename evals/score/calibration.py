"""Compare confidence with truth: calibration bins, the risk-coverage curve, and the point to operate at.

What is compared is the best candidate of every row, shown or not: another bar would show others. All rows
are asked, so coverage is a share of all of them; risk is the share of the answers given that are wrong.
An operating point promises that at most `target` of future answers are wrong. So it is not enough that so
few were wrong here: the upper end of the one-sided 95 % interval (Wilson) of the risk must not exceed the
target. At 1 % that takes 268 answers without an error; a set that is too small has no operating point.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evals.score.evaluation import CalibrationBin, CurvePoint, OperatingPoint
from evals.score.marking import Mark
from evals.score.scores import BINS
from pincite.records.wilson import ONE_SIDED, wilson

_POINTS = 200
_Answers = list[tuple[float, bool]]


def calibration(marks: Sequence[Mark]) -> tuple[CalibrationBin, ...]:
    """Answers in ten bins by confidence, empty bins left out."""
    bins: dict[int, _Answers] = {}
    for sure, correct in _answers(marks):
        bins.setdefault(min(int(sure * BINS), BINS - 1), []).append((sure, correct))
    return tuple(
        CalibrationBin(
            confidence=sum(sure for sure, _ in answers) / len(answers),
            accuracy=sum(correct for _, correct in answers) / len(answers),
            n=len(answers),
        )
        for _, answers in sorted(bins.items())
    )


def risk_coverage(marks: Sequence[Mark]) -> tuple[CurvePoint, ...]:
    """The curve from the surest answers to all of them, with at most 200 points."""
    curve = _curve(marks)
    if len(curve) <= _POINTS:
        return curve
    return tuple(curve[int(at)] for at in np.linspace(0, len(curve) - 1, _POINTS))


def operating_point(marks: Sequence[Mark], target: float) -> OperatingPoint | None:
    """The most answers that can be given with no more risk than `target`; None when none can be promised."""
    for point in reversed(_curve(marks)):
        answers = round(point.coverage * len(marks))
        if wilson(point.risk, answers, ONE_SIDED)[1] <= target:
            return OperatingPoint(target=target, **point.model_dump())
    return None


def _answers(marks: Sequence[Mark]) -> _Answers:
    """The best candidate of every row, shown or not, as far as one is known."""
    return [(m.best.chance, m.best.right) for m in marks if m.best]


def _curve(marks: Sequence[Mark]) -> tuple[CurvePoint, ...]:
    """A point for every confidence that occurs: answers of one confidence are given together or not."""
    answers = sorted(_answers(marks), reverse=True)
    points = []
    wrong = 0
    for given, (sure, correct) in enumerate(answers, 1):
        wrong += not correct
        if given == len(answers) or answers[given][0] < sure:
            points.append(CurvePoint(confidence=sure, coverage=given / len(marks), risk=wrong / given))
    return tuple(points)
