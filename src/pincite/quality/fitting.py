"""Fit the decision on judged candidates: chances, and the bars at which so many answers are wrong.

Documents are left out in turn, so that every chance which a bar rests on comes from a model that has not
seen its document.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pincite.records.wilson import wilson
from pincite.relevance.judging import Bar, Judging, Model, RiskBar

Floats = NDArray[np.float64]
Marks = NDArray[np.bool_]
# The share of wrong answers. `balanced` was .10 until 14 and 17 % were wrong on the arbiter and the traps:
# the point less was chosen with those figures in view.
ALLOWED = {"lenient": 0.25, "balanced": 0.09, "strict": 0.04}
RISKS = tuple(percent / 100 for percent in range(1, 31))
NOT_FOUND_RISK = 0.10
FOLDS = 6
_LEAST_ANSWERS = 30
# Where no bar with so many answers keeps to a level, one above which nothing is wrong may rest on fewer.
_LEAST_SURE = 10
# The share of right claims that may be lost where a language model's word is weighed by the chance.
_DISBELIEVED = 0.03
_YES_NO = "boolean"
_STEPS, _PENALTY = 60, 1.0


class Fitted(Protocol):
    """A model of one kind, fitted: it gives logits, and can be written down."""

    def logits(self, table: Floats) -> Floats: ...

    def model(self, names: Sequence[str], slope: float, intercept: float) -> Model: ...


Fit = Callable[[Floats, Marks], Fitted]


@dataclass(frozen=True, slots=True)
class Rows:
    """All proved candidates as one table: their features, whether right, and the question each belongs to."""

    names: tuple[str, ...]
    table: Floats
    right: Marks
    owner: NDArray[np.int64]
    present: Marks
    """By question."""
    documents: NDArray[np.str_]
    """By question."""
    yes_no: Marks
    """By question, whether it is for yes or no."""

    @classmethod
    def of(cls, asked: Sequence[Mapping[str, Any]]) -> Rows:
        """From what was collected, without questions for lists and those that are asked back."""
        single = [each for each in asked if each["shape"] == "single" and not each["clarification"]]
        names = tuple(next(c["features"] for each in single for c in each["candidates"]))
        proved = [
            (number, c) for number, each in enumerate(single) for c in each["candidates"] if c["proved"]
        ]
        return cls(
            names,
            np.array([[c["features"][name] for name in names] for _, c in proved], dtype=np.float64),
            np.array([c["right"] for _, c in proved], dtype=bool),
            np.array([number for number, _ in proved], dtype=np.int64),
            np.array([each["present"] for each in single], dtype=bool),
            np.array([each["document"] for each in single]),
            np.array([_YES_NO in (each["wanted"], each["kinds"][0]) for each in single], dtype=bool),
        )

    def best(self, chances: Floats) -> NDArray[np.int64]:
        """By question the row of its likeliest candidate; -1 for one without any."""
        best = np.full(len(self.present), -1)
        for at in np.argsort(chances, kind="stable"):
            best[self.owner[at]] = at
        return best

    def without(self, dropped: Sequence[str]) -> Rows:
        kept = [at for at, name in enumerate(self.names) if name not in dropped]
        names = tuple(self.names[at] for at in kept)
        return replace(self, names=names, table=self.table[:, kept])

    def weights(self, yes_no: float | None) -> Floats:
        """By question how much it counts, those for yes or no being such a share of all; 1 for None."""
        found = np.ones(len(self.present))
        asked = int(self.yes_no.sum())
        if yes_no is not None and 0 < asked < len(found):
            found[self.yes_no] = yes_no / (1 - yes_no) * (len(found) - asked) / asked
        return found


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was fitted, with how it does on documents that it was not fitted on."""

    judging: Judging
    chances: Floats
    best: NDArray[np.int64]


def decided(
    rows: Rows, fit: Fit, yes_no: float | None = None, not_found_risk: float = NOT_FOUND_RISK
) -> Outcome:
    """The chance that a candidate is right, that the document holds the answer, and all bars.

    `yes_no` is the share of questions for yes or no for which the bars hold; that of the rows for None.
    `not_found_risk` is the share of what is said not to be there that is there after all.
    """
    logits = out_of_fold(rows, fit)
    best = rows.best(logits)
    known = best >= 0
    slope, intercept = line(logits[best[known]], rows.right[best[known]])
    chances = chance(logits, slope, intercept)
    first, right = chances[best[known]], rows.right[best[known]]
    held = Rows(
        rows.names,
        rows.table[best[known]],
        rows.present[known],
        np.arange(int(known.sum())),
        rows.present[known],
        rows.documents[known],
        rows.yes_no[known],
    )
    held_logits = out_of_fold(held, fit)
    held_line = line(held_logits, held.right)
    judging = Judging(
        answers=fit(rows.table, rows.right).model(rows.names, slope, intercept),
        held=fit(held.table, held.right).model(rows.names, *held_line),
        bars=bars_of(first, right, rows.weights(yes_no)[known]),
        risks=risks_of(first, right, rows.weights(yes_no)[known]),
        silent=silence(chance(held_logits, *held_line), held.right, not_found_risk),
        believed=believed(chances, rows.right),
    )
    return Outcome(judging, chances, best)


def out_of_fold(rows: Rows, fit: Fit) -> Floats:
    """The logit of every candidate by a model that has not seen its document."""
    fold = folds(rows)[rows.owner]
    logits = np.zeros(len(rows.right))
    for number in range(FOLDS):
        held = fold == number
        if held.any():
            logits[held] = fit(rows.table[~held], rows.right[~held]).logits(rows.table[held])
    return logits


def folds(rows: Rows) -> NDArray[np.int64]:
    """By question its fold: all of one document together, or of few documents each question by itself."""
    if len(set(rows.documents)) < FOLDS:
        return np.arange(len(rows.documents)) % FOLDS
    return np.array([hashlib.sha256(name.encode()).digest()[2] % FOLDS for name in rows.documents])


def line(logits: Floats, right: Marks) -> tuple[float, float]:
    """Slope and intercept that make a chance of a logit."""
    weights = _logistic(logits[:, None], right, penalty=1e-6)
    return max(float(weights[1]), 1e-6), float(weights[0])


def chance(logits: Floats, slope: float, intercept: float) -> Floats:
    """To two decimals, as chances are published."""
    return np.round(1 / (1 + np.exp(-(slope * logits + intercept))), 2)


def bars_of(chances: Floats, right: Marks, weights: Floats | None = None) -> dict[str, Bar]:
    """By strictness, never falling from one level to the next."""
    bars = {level: bar_at(chances, right, allowed, weights) for level, allowed in ALLOWED.items()}
    surest = paranoid(chances, right)
    # Ten sure answers stand in for the thirty that a stricter level lacks, but not for those of all levels.
    if not bars["strict"].answers and bars["balanced"].answers and surest.answers >= _LEAST_SURE:
        bars["strict"] = surest
    return bars | {"paranoid": max(surest, bars["strict"], key=lambda bar: bar.chance)}


def risks_of(chances: Floats, right: Marks, weights: Floats | None = None) -> tuple[RiskBar, ...]:
    """The bars for every share of wrong answers that a user may allow, never rising from one to the next."""
    found: list[RiskBar] = []
    for risk in RISKS:
        bar = bar_at(chances, right, risk, weights)
        if bar.answers and (not found or bar.chance <= found[-1].chance):
            found.append(RiskBar(risk=risk, **bar.model_dump()))
    return tuple(found)


def bar_at(chances: Floats, right: Marks, allowed: float, weights: Floats | None = None) -> Bar:
    """The lowest bar at which no more than `allowed` of the answers are wrong, each by its weight."""
    found = None
    counts = np.ones(len(chances)) if weights is None else weights
    for bar in np.unique(chances)[::-1]:
        given = chances >= bar
        wrong = given & ~right
        if counts[wrong].sum() <= allowed * counts[given].sum() and given.sum() >= _LEAST_ANSWERS:
            found = _bar(float(bar), int(given.sum()), int(wrong.sum()))
    return found or _bar(1.0, 0, 0)


def kept(chances: Floats, right: Marks, at: float) -> Bar:
    """A bar at a chance, with how many answers it lets through and how many of them are wrong."""
    given = chances >= at
    return _bar(at, int(given.sum()), int((given & ~right).sum()))


def paranoid(chances: Floats, right: Marks) -> Bar:
    """The bar above which no row is wrong."""
    return kept(chances, right, min(1.0, float(chances[~right].max(initial=0.0)) + 0.01))


def silence(held: Floats, present: Marks, risk: float = NOT_FOUND_RISK) -> Bar:
    """The highest bar below which no more than such a share of the documents hold the answer after all."""
    found = _bar(0.0, 0, 0)
    for bar in np.unique(held):
        said = held < bar
        wrong = int((said & present).sum())
        if said.sum() >= _LEAST_ANSWERS and wrong / said.sum() <= risk:
            found = _bar(float(bar), int(said.sum()), wrong)
    return found


def believed(chances: Floats, right: Marks) -> Bar:
    """The bar below which only so few right claims lie; counted are the right ones, wrong those below."""
    own = np.sort(chances[right])
    at = float(own[int(_DISBELIEVED * len(own))]) if len(own) else 0.0
    return _bar(at, len(own), int((own < at).sum()))


def told(rows: Rows, found: Outcome) -> dict[str, Any]:
    """Risk and coverage on documents left out in turn."""
    known = found.best >= 0
    first, right = found.chances[found.best[known]], rows.right[found.best[known]]
    present = max(1, int(rows.present.sum()))
    said: dict[str, Any] = {
        "questions": len(rows.present),
        "best candidate right, of present": round(float(right.sum() / present), 3),
        "calibration error": round(calibration_error(first, right), 3),
        "bars": {level: bar.model_dump() for level, bar in found.judging.bars.items()},
        "silent": found.judging.silent.model_dump(),
        "believed": found.judging.believed.model_dump() if found.judging.believed else None,
    }
    for level in ALLOWED:
        given = first >= found.judging.bars[level].chance
        said[f"{level}: right of present"] = round(float((given & right).sum() / present), 3)
        said[f"{level}: risk"] = round(float((given & ~right).sum() / max(1, given.sum())), 3)
    return said


def calibration_error(chances: Floats, right: Marks) -> float:
    """How far chances lie from what came true, in ten bins."""
    bins = np.minimum((chances * 10).astype(int), 9)
    return float(np.abs(np.bincount(bins, chances - right)).sum() / max(1, len(right)))


@dataclass(frozen=True, slots=True)
class Linear:
    """Logistic regression: what a user's few hundred rows can carry."""

    weights: Floats
    """The intercept first; of features as they are."""

    @classmethod
    def fit(cls, table: Floats, right: Marks) -> Linear:
        mean, spread = table.mean(0), np.maximum(table.std(0), 1e-6)
        scaled = _logistic((table - mean) / spread, right, _PENALTY)
        own = scaled[1:] / spread
        return cls(np.concatenate([[scaled[0] - float(own @ mean)], own]))

    def logits(self, table: Floats) -> Floats:
        found: Floats = self.weights[0] + table @ self.weights[1:]
        return found

    def model(self, names: Sequence[str], slope: float, intercept: float) -> Model:
        return Model(
            names=tuple(names),
            base=float(self.weights[0]),
            trees=(),
            linear=tuple(float(weight) for weight in self.weights[1:]),
            slope=slope,
            intercept=intercept,
        )


def _logistic(table: Floats, right: Marks, penalty: float) -> Floats:
    """By Newton's steps, the intercept first; a small penalty keeps it finite where a line parts all rows."""
    full = np.column_stack([np.ones(len(table)), table])
    weights = np.zeros(full.shape[1])
    keep = np.full(len(weights), penalty)
    keep[0] = 1e-9
    for _ in range(_STEPS):
        given = 1 / (1 + np.exp(-np.clip(full @ weights, -30, 30)))
        slope = full.T @ (given - right) + keep * weights
        bend = (full * (given * (1 - given))[:, None]).T @ full + np.diag(keep + 1e-9)
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def _bar(at: float, answers: int, wrong: int) -> Bar:
    upper = wilson(wrong / answers, answers)[1] if answers else 1.0
    return Bar(chance=round(at, 2), answers=answers, wrong=wrong, upper=round(upper, 4))
