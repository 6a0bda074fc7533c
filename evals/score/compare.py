"""Set two evaluations side by side: what changed, and in what the runs differ."""

from __future__ import annotations

from dataclasses import dataclass

from evals.score.evaluation import Evaluation
from pincite.quality.scoring import Difference, compared

_NAMED = ("set", "split", "fold", "limit", "sample", "n")


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that changed from one run to another. Two runs of different questions are to be told apart."""

    differences: tuple[Difference, ...]
    warnings: tuple[str, ...]


def compare(before: Evaluation, after: Evaluation) -> Comparison:
    """The scores of both, and a warning for each thing that should be the same."""
    warnings = (
        f"The runs differ in {name}: {getattr(before, name)} and {getattr(after, name)}."
        for name in _NAMED
        if getattr(before, name) != getattr(after, name)
    )
    return Comparison(tuple(compared(before, after)), tuple(warnings))
