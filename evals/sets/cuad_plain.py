"""Ask CUAD in plain words: one question for each kind of clause, as a reader of a contract would put it."""

from __future__ import annotations

from pathlib import Path

from evals.sets import cuad
from pincite.errors import InputError
from pincite.extract.schema_file import load_schema
from pincite.quality.questions import GoldSet

QUESTIONS = {each.name: each.question for each in load_schema("commercial-contracts").fields}
"""By the name of the clause type: those of the starter that users get."""


def read(data: Path, split: str) -> GoldSet:
    """The same labels, asked without a type: what kind of answer is wanted has to be read from the words."""
    return cuad.read_asking(data, split, "cuad-plain", _asking)


def _asking(label: cuad.Label) -> tuple[str, None]:
    try:
        return QUESTIONS[label.clause_type], None
    except KeyError:
        raise InputError(
            f"There is no plain question for the clause type {label.clause_type!r}.",
            hint="Evaluate 'cuad', which brings its own questions.",
        ) from None
