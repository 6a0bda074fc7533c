"""Fit the decision for a reader or embedder of the user's own, on questions of the user's own.

A chance that was measured with our reader says nothing of another one. So another one only ranks until its
candidates for questions with known answers have shown how often which of them is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pincite.errors import InputError
from pincite.local_models import chosen
from pincite.quality.collecting import collected
from pincite.quality.fitting import Linear, Outcome, Rows, decided, told
from pincite.quality.gold import GoldSet
from pincite.quality.measuring import Progress, library_of
from pincite.registry import build
from pincite.relevance.chance import Judging, Variant, Weights
from pincite.settings import Settings

LEAST = 60
"""Fewer questions carry no bar."""
_VECTORS = ("cosine", "cosine_lead", "cosine_rank", "no_vectors")


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What was fitted, and how it does on documents, or questions, left out in turn."""

    weights: Weights
    told: Mapping[str, Any]


def calibrated(
    gold: GoldSet, settings: Settings, progress: Progress = lambda done, total: None
) -> Calibrated:
    """Every question put to its document; an InputError where there are too few, or all are of one kind."""
    asked = _collected(gold, settings.model_copy(update={"decision": None}), progress)
    rows = Rows.of(asked)
    if len(rows.present) < LEAST:
        raise InputError(
            f"{gold.name} has {len(rows.present)} questions for one answer; at least {LEAST} are needed.",
            hint="Write more questions, or decide about more cells with pincite review; "
            "a third of them should be about what the documents do not say.",
        )
    if rows.right.all() or not rows.right.any():
        raise InputError(
            f"Of the candidates for {gold.name} {'all' if rows.right.all() else 'none'} are right.",
            hint="You need both right and wrong candidates: add other questions.",
        )
    outcomes: dict[Variant, Outcome] = {"no_vectors": decided(rows.without(_VECTORS), Linear.fit)}
    if not rows.table[:, rows.names.index("no_vectors")].any():
        outcomes["full"] = decided(rows, Linear.fit)
    variants: dict[Variant, Judging] = {name: each.judging for name, each in outcomes.items()}
    weights = Weights(
        version=1,
        made_on=f"{len(rows.present)} questions of {gold.name}",
        files=_fitted_with(settings),
        variants=variants,
    )
    return Calibrated(weights, told(rows, outcomes.get("full", outcomes["no_vectors"])))


def _collected(gold: GoldSet, settings: Settings, progress: Progress) -> list[dict[str, Any]]:
    found = []
    with library_of(gold, settings) as (library, faults):
        if faults:
            name, fault = next(iter(faults.items()))
            raise InputError(f"{name} cannot be read: {fault}", hint="Leave out its questions.")
        for done, row in enumerate(gold.rows, start=1):
            found.append(collected(library, row.document, row))
            progress(done, len(gold.rows))
    return found


def _fitted_with(settings: Settings) -> dict[str, str]:
    """By which names the reader and the embedder are known again."""
    models = chosen(settings)
    reader = build("reader", models.reader.name, models.reader.options) if models.reader else None
    return {
        "reader": f"{reader.name}/{reader.version}" if reader else "none",
        "embedder": models.embedder.name if models.embedder else "",
    }
