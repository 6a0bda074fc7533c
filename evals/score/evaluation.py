"""The result of an evaluation: scores with their intervals, strata, curves and examples of each error."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from evals.score.observation import Observation
from pincite.quality.questions import GoldRow
from pincite.quality.scoring import Scored

ErrorKind = Literal["wrong", "missed", "invented", "not_absent", "withheld", "failed", "incomplete"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


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


class RowFigures(_Record):
    """One question: its document, and every score that applies to it."""

    document: str
    scores: dict[str, float]


class Evaluation(Scored):
    """Everything that a run of a set comes to; `to_json` gives the published form."""

    split: str
    fold: str
    limit: int | None
    sample: int | None = None
    calibration: tuple[CalibrationBin, ...] = ()
    risk_coverage: tuple[CurvePoint, ...] = ()
    operating_point: OperatingPoint | None = None
    outcomes: dict[str, int] = Field(default_factory=dict)
    paths: dict[str, int] = Field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    rows: dict[str, RowFigures] = Field(default_factory=dict, exclude=True)
    """By row what two runs are compared by; not part of the published form."""
