"""The result of an evaluation: scores with their intervals, strata, curves and examples of each error."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from evals.score.gold import GoldRow
from evals.score.observation import Observation

ErrorKind = Literal["wrong", "missed", "invented", "not_absent", "withheld", "failed", "incomplete"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Stratum(_Record):
    """One corner of the set: document type, field and third of the text."""

    doc_type: str
    field: str
    position: str
    n: int
    scores: dict[str, float]

    @property
    def name(self) -> tuple[str, str, str]:
        """The corner that it is."""
        return self.doc_type, self.field, self.position


class CurvePoint(_Record):
    """One point of a curve: of answers at least this sure, how many there are and how many are wrong."""

    confidence: float
    coverage: float
    risk: float


class CalibrationBin(_Record):
    """Answers of about one confidence, and how many of them are right."""

    confidence: float
    accuracy: float
    n: int


class OperatingPoint(_Record):
    """From which confidence on answers would be given so that at most `target` of them are wrong."""

    target: float
    confidence: float
    coverage: float
    risk: float


class Example(_Record):
    """One error, with what was expected and what came."""

    kind: ErrorKind
    row: GoldRow
    observation: Observation


class Evaluation(_Record):
    """Everything that a run of a set comes to; `to_json` gives the published form."""

    set: str
    split: str
    fold: str
    limit: int | None
    n: int
    settings: dict[str, Any]
    scores: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    strata: tuple[Stratum, ...]
    worst: Stratum | None
    seconds: float
    calibration: tuple[CalibrationBin, ...] = ()
    risk_coverage: tuple[CurvePoint, ...] = ()
    operating_point: OperatingPoint | None = None
    outcomes: dict[str, int] = {}
    came_to: dict[str, int] = {}
    """What came of the questions, right or wrong, those without an answer in their document apart."""
    paths: dict[str, int] = {}
    examples: tuple[Example, ...] = ()

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)
