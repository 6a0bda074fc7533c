"""Name the corners of a set for a reader, and choose which of them to show."""

from __future__ import annotations

from pincite.evaluate.evaluation import Evaluation, Stratum
from pincite.evaluate.strata import ALL

_POSITIONS = {
    "front": "first third",
    "middle": "middle third",
    "back": "last third",
    "none": "no place known",
}


def corners(evaluation: Evaluation) -> list[Stratum]:
    """Strata of one document type, one field and one third each, in the order given: worst first."""
    return [stratum for stratum in evaluation.strata if ALL not in _parts(stratum)]


def fields(evaluation: Evaluation) -> list[Stratum]:
    """Every field in all documents, worst first."""
    return [s for s in evaluation.strata if s.doc_type == s.position == ALL != s.field]


def doc_types(evaluation: Evaluation) -> list[Stratum]:
    """Every document type with all its fields, worst first."""
    return [s for s in evaluation.strata if s.field == s.position == ALL != s.doc_type]


def worst_corners(evaluation: Evaluation, most: int) -> list[Stratum]:
    """The worst stratum, and those that come after it."""
    ordered = corners(evaluation)
    worst = evaluation.worst
    if worst in ordered:
        ordered = ordered[ordered.index(worst) :]
    return ordered[:most]


def name_of(stratum: Stratum) -> str:
    """Document type, field and third, as far as they are told apart."""
    position = _POSITIONS.get(stratum.position, stratum.position)
    named = (stratum.doc_type, stratum.field, position if stratum.position else "")
    return " · ".join(part for part in named if part and part != ALL) or "everything"


def right_of(stratum: Stratum) -> float | None:
    return _first(stratum, "right", "value_accuracy", "recall_at_10")


def wrong_of(stratum: Stratum) -> float | None:
    return _first(stratum, "wrong")


def absent_of(stratum: Stratum) -> float | None:
    return _first(stratum, "not_found_on_absent")


def _first(stratum: Stratum, *names: str) -> float | None:
    return next((stratum.scores[name] for name in names if name in stratum.scores), None)


def _parts(stratum: Stratum) -> tuple[str, str, str]:
    return stratum.doc_type, stratum.field, stratum.position
