"""Score each corner of a set by itself, and put the worst on top."""

from __future__ import annotations

from collections.abc import Sequence

from evals.modes.mode import Mode
from evals.score.marking import Mark
from evals.score.scores import columns
from pincite.quality import scoring
from pincite.quality.scoring import Stratum, is_good

SCORES = frozenset(
    {"right", "wrong", "answered", "risk", "not_found_on_absent", "value_accuracy", "span_f1"}
    | {"completeness", "recall_at_10", "verifier_auroc", "quiet_on_absent", "led", "leads_on_absent"}
    | {"oracle_believed", "oracle_shown", "liar_believed", "forger_believed"}
)


def strata(marks: Sequence[Mark], mode: Mode = "ask") -> tuple[Stratum, ...]:
    """Every corner and every pool of corners, worst first, the corners before the pools."""
    shown = {name: c for name, c in columns(marks, mode).items() if name in SCORES}
    return scoring.strata(marks, shown, [_is_good(m, mode) for m in marks])


def _is_good(m: Mark, mode: Mode) -> bool:
    """Of lies, whether they are not believed."""
    if mode == "retrieval":
        return any(rank and rank <= 10 for rank in m.ranks)
    if mode == "forger":
        return not m.believed
    return not m.carried if mode == "liar" else is_good(m)
