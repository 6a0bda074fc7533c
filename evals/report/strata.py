"""Name the corners of a set for a reader, and choose which of them to show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evals.report.figures import figure
from evals.report.score_names import score_name
from evals.score.evaluation import Evaluation
from pincite.quality.scoring import ALL, LEAST, Stratum

_POSITIONS = {
    "front": "first third",
    "middle": "middle third",
    "back": "last third",
    "none": "no place known",
}


def corners(evaluation: Evaluation) -> list[Stratum]:
    """Strata of one document type, one field and one third each, in the order given: worst first."""
    return [stratum for stratum in evaluation.strata if ALL not in stratum.name]


def fields(evaluation: Evaluation) -> list[Stratum]:
    """Every field in all documents, worst first."""
    return [s for s in evaluation.strata if s.doc_type == s.position == ALL != s.field]


def doc_types(evaluation: Evaluation) -> list[Stratum]:
    """Every document type with all its fields, worst first."""
    return [s for s in evaluation.strata if s.field == s.position == ALL != s.doc_type]


def worst_strata(evaluation: Evaluation, most: int) -> list[Stratum]:
    """The worst strata that are large enough to tell; where none is, the worst at all."""
    large = [stratum for stratum in evaluation.strata if stratum.n >= LEAST]
    return (large or list(evaluation.strata))[:most]


def name_of(stratum: Stratum) -> str:
    """Document type, field and third, as far as they are known."""
    position = _POSITIONS.get(stratum.position, stratum.position)
    named = (stratum.doc_type, stratum.field, position if stratum.position else "")
    return " · ".join(part for part in named if part and part != ALL) or "everything"


def described(stratum: Stratum) -> str:
    """The same, each part with what it is: by itself "no place known" does not say of what."""
    place = "unknown" if stratum.position == "none" else _POSITIONS.get(stratum.position, stratum.position)
    named = {"type": stratum.doc_type, "field": stratum.field, "place": place}
    return " · ".join(f"{what}: {part}" for what, part in named.items() if part and part != ALL) or "all"


@dataclass(frozen=True, slots=True)
class Column:
    """A score that is told of strata: its heading, the same in short, and the colour of its bar."""

    score: str
    heading: str
    short: str
    colour: str

    def written(self, stratum: Stratum) -> str:
        return figure(stratum.scores.get(self.score), score_name(self.score).form)


_COLUMNS = (
    Column("right", "right", "right", "right"),
    Column("wrong", "wrong", "wrong", "wrong"),
    Column("not_found_on_absent", "not found, rightly", "not found", "absent"),
    Column("oracle_believed", "truth believed", "believed", "right"),
    Column("liar_believed", "lies believed", "believed", "wrong"),
    Column("recall_at_10", "found in the first 10", "first 10", "right"),
    Column("verifier_auroc", "support ranked first", "support", "right"),
)


def columns_of(strata: Iterable[Stratum]) -> list[Column]:
    """The scores that at least one of the strata has."""
    known = {name for stratum in strata for name in stratum.scores}
    return [column for column in _COLUMNS if column.score in known]
