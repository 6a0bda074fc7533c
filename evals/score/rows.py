"""The figures of single questions, by which two runs are compared pair by pair; no word of any document.

A score of a run that is an average is the average of its rows here, over those that have it.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from evals.score.evaluation import Evaluation, RowFigures
from evals.score.marking import Mark
from pincite.errors import InputError
from pincite.quality.scoring import Floats, drawn

KEPT = frozenset(
    {"right", "wrong", "risk", "answered", "led", "silent", "quiet_on_absent", "not_found_risk", "failed"}
    | {"probable_right", "probable_wrong", "completeness", "recall_at_5", "recall_at_10", "oracle_quiet"}
    | {"oracle_believed", "oracle_shown", "proved_share", "liar_believed", "forger_believed"}
    | {"calls_per_question"}
)
"""The scores that are compared question by question."""
_DRAWS = 2_000
_ENDS = (0.05, 0.95)


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RunFigures(_Record):
    """One run of one set in one mode."""

    set: str
    mode: str
    split: str
    fold: str
    sample: int | None
    n: int
    machine: str
    """Figures of two kinds of processors differ a little: models round otherwise."""
    fingerprint: str
    scores: dict[str, float]
    left_out: dict[str, int] = {}
    rows: dict[str, RowFigures]

    def to_json(self) -> str:
        """A line for each row, so that a change of one shows as one."""
        head = self.model_dump_json(exclude={"rows"}, indent=1)[:-2]
        rows = ",\n".join(f"  {_said(name)}: {_said(_plain(row))}" for name, row in self.rows.items())
        return f'{head},\n "rows": {{\n{rows}\n }}\n}}\n'


def row_figures(marks: Sequence[Mark], columns: Mapping[str, Floats]) -> dict[str, RowFigures]:
    """By row its figures, rounded: a file of them is read by people."""
    found = {}
    for at, mark in enumerate(marks):
        scores = {name: round(float(column[at]), 4) for name, column in columns.items() if name in KEPT}
        own = {name: score for name, score in scores.items() if not np.isnan(score)}
        found[mark.row] = RowFigures(document=mark.document, scores=own | {"invented": float(mark.invented)})
    return found


def run_figures(evaluation: Evaluation, left_out: Mapping[str, int]) -> RunFigures:
    """What is kept of a run."""
    return RunFigures(
        set=evaluation.set,
        mode=str(evaluation.settings.get("mode", "")),
        split=evaluation.split,
        fold=evaluation.fold,
        sample=evaluation.sample,
        n=evaluation.n,
        machine=platform.machine(),
        fingerprint=str(evaluation.settings.get("fingerprint", "")),
        scores={name: round(score, 4) for name, score in evaluation.scores.items()},
        left_out=dict(left_out),
        rows=evaluation.rows,
    )


def read_runs(folder: Path) -> dict[str, RunFigures]:
    """The runs that a folder holds, by the names of their files."""
    try:
        return {
            path.stem: RunFigures.model_validate_json(path.read_text("utf-8"))
            for path in sorted(folder.glob("*.json"))
        }
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise InputError(
            f"{folder} does not hold runs: {error}",
            hint="Name a folder that `python -m evals.gates run` wrote.",
        ) from error


class Change(_Record):
    """A score in two runs over the rows that both have, and the 90 % interval of its change."""

    before: float
    after: float
    low: float
    high: float
    rows: int

    @property
    def difference(self) -> float:
        return self.after - self.before


def change(score: str, pairs: Iterable[tuple[RunFigures, RunFigures]]) -> Change | None:
    """How a score changed over all rows of all pairs of runs; None where no row of a side has it.

    Documents are drawn, each with all of its rows, and both runs are scored on the same draw.
    """
    documents: list[str] = []
    sides: tuple[list[float], list[float]] = [], []
    for before, after in pairs:
        for name in before.rows.keys() & after.rows.keys():
            documents.append(f"{before.set} {before.rows[name].document}")
            for side, run in zip(sides, (before, after), strict=True):
                side.append(run.rows[name].scores.get(score, np.nan))
    columns = [np.array(side, float) for side in sides]
    if not documents or any(np.isnan(column).all() for column in columns):
        return None
    names, member = np.unique(np.array(documents), return_inverse=True)
    times = drawn(len(names), _DRAWS, 0)
    means = [_means(column, member, times) for column in columns]
    both = ~np.isnan(means[0]) & ~np.isnan(means[1])
    low, high = np.quantile((means[1] - means[0])[both], _ENDS) if both.any() else (-1.0, 1.0)
    old, new = (float(np.nanmean(column)) for column in columns)
    return Change(before=old, after=new, low=float(low), high=float(high), rows=len(documents))


def _means(column: Floats, member: Floats, times: Floats) -> Floats:
    """The mean of a column in each draw of the documents; NaN where a draw has no row with the score."""
    applies = ~np.isnan(column)
    total = times @ np.bincount(member, np.where(applies, column, 0.0), times.shape[1])
    count = times @ np.bincount(member, applies.astype(float), times.shape[1])
    mean: Floats = np.divide(total, count, out=np.full(len(times), np.nan), where=count > 0)
    return mean


def _said(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _plain(row: RowFigures) -> dict[str, object]:
    """Most figures are 0 or 1."""
    scores = {name: int(score) if score == int(score) else score for name, score in row.scores.items()}
    return {"document": row.document, "scores": scores}
