"""Set two evaluations side by side: what changed, and whether the change is more than chance.

A change is `clear` when each of the two scores lies outside the interval of the other. Two runs of
different questions cannot be compared row by row; the warnings say in what the runs differ.
"""

from __future__ import annotations

from dataclasses import dataclass

from evals.score.evaluation import Evaluation, Stratum
from evals.score.strata import LEAST

_NAMED = ("set", "split", "fold", "limit", "n")
_LEADING = ("right", "not_found_on_absent", "recall_at_10", "verifier_auroc")


@dataclass(frozen=True, slots=True)
class Difference:
    """One score in both runs. `clear` is None where a run has no interval for it."""

    score: str
    before: float | None
    after: float | None
    clear: bool | None = None

    @property
    def difference(self) -> float | None:
        """None when one of the runs did not measure it."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True, slots=True)
class StratumChange:
    """One corner in both runs, by its leading score."""

    before: Stratum
    after: Stratum
    score: str

    @property
    def difference(self) -> float:
        return self.after.scores[self.score] - self.before.scores[self.score]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that changed from one run to another."""

    differences: tuple[Difference, ...]
    gains: tuple[StratumChange, ...]
    losses: tuple[StratumChange, ...]
    warnings: tuple[str, ...]


def compare(before: Evaluation, after: Evaluation, most: int = 10) -> Comparison:
    """The scores of both, and at most so many of the strata that gained and that lost."""
    changes = _changes(before, after)
    gains = sorted((c for c in changes if c.difference > 0), key=lambda c: (-_weight(c), c.after.name))
    losses = sorted((c for c in changes if c.difference < 0), key=lambda c: (-_weight(c), c.after.name))
    names = dict.fromkeys([*before.scores, *after.scores])
    return Comparison(
        differences=tuple(_difference(name, before, after) for name in names),
        gains=tuple(gains[:most]),
        losses=tuple(losses[:most]),
        warnings=_warnings(before, after),
    )


def _difference(name: str, before: Evaluation, after: Evaluation) -> Difference:
    old, new = before.scores.get(name), after.scores.get(name)
    if old is None or new is None or name not in before.intervals or name not in after.intervals:
        return Difference(name, old, new)
    (low, high), (new_low, new_high) = before.intervals[name], after.intervals[name]
    return Difference(name, old, new, not low <= new <= high and not new_low <= old <= new_high)


def _changes(before: Evaluation, after: Evaluation) -> list[StratumChange]:
    """Every stratum of enough rows that both runs have."""
    earlier = {stratum.name: stratum for stratum in before.strata}
    found = []
    for stratum in after.strata:
        old = earlier.get(stratum.name)
        if old is None or min(old.n, stratum.n) < LEAST:
            continue
        score = next((s for s in _LEADING if s in old.scores and s in stratum.scores), None)
        if score:
            found.append(StratumChange(old, stratum, score))
    return found


def _weight(change: StratumChange) -> float:
    return abs(change.difference)


def _warnings(before: Evaluation, after: Evaluation) -> tuple[str, ...]:
    return tuple(
        f"The runs differ in {name}: {getattr(before, name)} and {getattr(after, name)}."
        for name in _NAMED
        if getattr(before, name) != getattr(after, name)
    )
