"""The gold set written by hand, and systems of known honesty that answer it, as sets are observed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evals.score.observation import Observation, ObservedItem
from pincite.quality.questions import GoldRow, GoldSet
from tests.quality import hand_made
from tests.quality.hand_made import System, gold_set, item, text_of

__all__ = ["asked", "empty", "gold_set", "item", "observed", "perfect", "shuffled", "text_of"]


def observed(row: GoldRow, items: Sequence[ObservedItem] = (), **changed: Any) -> Observation:
    fields = dict(hand_made.observed(row, items)) | {"key": "", "presence": 0.9 if items else 0.1}
    return Observation(**{**fields, **changed})


def perfect(row: GoldRow) -> Observation:
    return observed(row, [item(row, gold) for gold in row.answers])


def empty(row: GoldRow) -> Observation:
    return observed(row, presence=0.0)


def asked(system: System, gold: GoldSet | None = None) -> list[Observation]:
    return [system(row) for row in (gold or gold_set()).rows]


def shuffled() -> list[Observation]:
    """What the perfect system says, each answer given to another question."""
    rows = gold_set().rows
    return [
        perfect(rows[(n + 12) % len(rows)]).model_copy(update={"row": row.id}) for n, row in enumerate(rows)
    ]
