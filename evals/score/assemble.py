"""Put together what a run of a gold set comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evals.modes.mode import Mode
from evals.score.calibration import calibration, operating_point, risk_coverage
from evals.score.evaluation import Evaluation
from evals.score.examples import error_of, examples, retrieval_error_of
from evals.score.gold_set import FoldChoice
from evals.score.intervals import statistic_intervals
from evals.score.marking import Mark, mark
from evals.score.observation import Observation
from evals.score.ranking import Judged, values_of, verifier_statistics
from evals.score.rows import row_figures
from evals.score.scores import columns, scores, statistics
from evals.score.strata import strata
from pincite.errors import InputError
from pincite.quality.questions import GoldRow, GoldSet
from pincite.quality.scoring import Stratum, came_to, mean_intervals, worst


@dataclass(frozen=True, slots=True)
class About:
    """What the figures alone do not tell of a run."""

    fold: FoldChoice
    limit: int | None = None
    sample: int | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    mode: Mode = "ask"
    target_risk: float = 0.01
    seed: int = 0


def evaluate(gold: GoldSet, observations: Iterable[Observation], about: About) -> Evaluation:
    """The evaluation of a run that asked every row of the set; a row that was not asked is an error."""
    seen = _in_order(gold.rows, observations)
    if about.mode == "support":
        return _of_support(gold, seen, about)
    return _of_answers(gold, seen, about)


def _in_order(rows: Sequence[GoldRow], observations: Iterable[Observation]) -> list[Observation]:
    by_row = {observation.row: observation for observation in observations}
    open_rows = [row.id for row in rows if row.id not in by_row]
    if open_rows:
        raise InputError(
            f"{len(open_rows)} of {len(rows)} questions have not been asked, {open_rows[0]!r} among them.",
            hint="Run the same command again: what is finished is not asked twice.",
        )
    return [by_row[row.id] for row in rows]


def _of_answers(gold: GoldSet, seen: Sequence[Observation], about: About) -> Evaluation:
    marks = [mark(row, observation) for row, observation in zip(gold.rows, seen, strict=True)]
    documents = [m.document for m in marks]
    corners = strata(marks, about.mode)
    error = retrieval_error_of if about.mode == "retrieval" else error_of
    return Evaluation(
        **_shared(gold, about),
        scores=scores(marks, about.mode),
        intervals=mean_intervals(columns(marks, about.mode), documents, about.seed)
        | statistic_intervals(statistics(marks, about.mode), documents, about.seed),
        strata=corners,
        worst=worst(corners),
        rows=row_figures(marks, columns(marks, about.mode)),
        examples=examples(zip(gold.rows, seen, strict=True), map(error, marks)),
        **({} if about.mode == "retrieval" else _of_outcomes(marks, seen)),
        **(_of_confidence(marks, about) if about.mode == "ask" else {}),
    )


def _of_confidence(marks: Sequence[Mark], about: About) -> dict[str, Any]:
    """What only our own answers have: how their confidence fits."""
    return {
        "calibration": calibration(marks),
        "risk_coverage": risk_coverage(marks),
        "operating_point": operating_point(marks, about.target_risk),
    }


def _of_outcomes(marks: Sequence[Mark], seen: Sequence[Observation]) -> dict[str, Any]:
    """What whatever was asked has: outcomes, and the paths that found the answers."""
    return {
        "outcomes": dict(Counter(observation.outcome for observation in seen).most_common()),
        "came_to": dict(Counter(came_to(m) for m in marks).most_common()),
        "paths": dict(Counter(path for observation in seen for path in observation.paths).most_common()),
    }


def _of_support(gold: GoldSet, seen: Sequence[Observation], about: About) -> Evaluation:
    """Of statements: how well the score of each tells the supported ones, dataset by dataset."""
    judged = [_judged(row, observation) for row, observation in zip(gold.rows, seen, strict=True)]
    measures = verifier_statistics(judged)
    found = values_of(measures, np.ones(len(judged)))
    documents = [row.document for row in gold.rows]
    sizes = Counter(dataset for dataset, _, _ in judged)
    corners = tuple(
        Stratum(doc_type="statements", field=name, position="none", n=n, scores={"verifier_auroc": value})
        for name, n in sizes.items()
        if (value := found.get(f"verifier_auroc/{name}")) is not None
    )
    ranked = tuple(sorted(corners, key=lambda corner: (corner.scores["verifier_auroc"], corner.field)))
    return Evaluation(
        **_shared(gold, about),
        scores=found,
        intervals=statistic_intervals(measures, documents, about.seed),
        strata=ranked,
        worst=worst(ranked),
    )


def _judged(row: GoldRow, observation: Observation) -> Judged:
    (answer,) = row.answers
    return row.strata.field, observation.presence, bool((answer.value or {}).get("value"))


def _shared(gold: GoldSet, about: About) -> dict[str, Any]:
    return {
        "set": gold.name,
        "split": gold.split,
        "fold": about.fold,
        "limit": about.limit,
        "sample": about.sample,
        "n": len(gold.rows),
        "settings": about.settings,
        "seconds": about.seconds,
    }
