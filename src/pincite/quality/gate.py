"""Hold an evaluation to a gate file: the bars that the whole run and named strata must reach.

    set: smoke
    scores: {right: ">= 0.8", wrong: "<= 0.02", invented: "== 0"}
    strata:
      - {doc_type: contract, field: "*", scores: {right: ">= 0.5"}}
      - {field: each, rows: 5, scores: {right: "> 0"}}

In a stratum "*", or nothing, pools all values; "each" holds the bar to every value by itself, and `rows`
leaves out what has fewer. What was not measured is a miss: else a bar with a slip in it would always hold.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pincite.errors import ConfigError
from pincite.quality.evaluation import Scored
from pincite.quality.scoring import ALL, NAMES, Stratum

_BAR = re.compile(r"(>=|<=|==|>|<)\s*(\d+(?:\.\d+)?)")
_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    **{">=": operator.ge, "<=": operator.le, "==": operator.eq, ">": operator.gt, "<": operator.lt}
}
_POOLED, _EACH = "*", "each"


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class StratumBars(_Section):
    """The bars of one stratum, or of each that fits."""

    doc_type: str = _POOLED
    field: str = _POOLED
    position: str = _POOLED
    rows: int = 1
    scores: dict[str, str]

    @property
    def name(self) -> tuple[str, str, str]:
        return self.doc_type, self.field, self.position


class Gate(_Section):
    """What an evaluation is held to. `for_set`: the set it was written for, if it is for one only."""

    for_set: str | None = Field(default=None, alias="set")
    scores: dict[str, str] = {}
    strata: tuple[StratumBars, ...] = ()


@dataclass(frozen=True, slots=True)
class Miss:
    """A bar that was not reached. `stratum` is empty for the whole run; `got` None: it was not measured."""

    stratum: str
    score: str
    wanted: str
    got: float | None

    def __str__(self) -> str:
        where = f" in {self.stratum}" if self.stratum else ""
        got = "was not measured" if self.got is None else f"is {self.got:.4g}"
        return f"{self.score}{where} {got}, but must be {self.wanted}"


def read_gate(path: Path, known: frozenset[str] = NAMES, of_strata: frozenset[str] = NAMES) -> Gate:
    """The gate in a file, with bars for scores that are known."""
    try:
        gate = Gate.model_validate(yaml.safe_load(path.read_text("utf-8")))
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}.", hint="See --gate.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path.name} is not YAML: {error}", hint="Check its indentation.") from error
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"]) or "the file"
        raise ConfigError(
            f"{path.name} is not a gate file: {where}: {fault['msg']}.",
            hint='A gate looks like this: scores: {right: ">= 0.8"}.',
        ) from error
    _check(path.name, gate.scores, known)
    for stratum in gate.strata:
        _check(path.name, stratum.scores, of_strata)
    return gate


def misses(gate: Gate, evaluation: Scored) -> list[Miss]:
    """Every bar that the evaluation does not reach."""
    if gate.for_set is not None and gate.for_set != evaluation.set:
        raise ConfigError(
            f"The gate is for the set {gate.for_set!r}, and this run is of {evaluation.set!r}.",
            hint="Name the gate file of this set with --gate.",
        )
    found = _missed("", gate.scores, evaluation.scores)
    for bars in gate.strata:
        fitting = {" / ".join(each.name): each.scores for each in evaluation.strata if _fits(bars, each)}
        for name, scores in (fitting or {" / ".join(bars.name): {}}).items():
            found += _missed(name, bars.scores, scores)
    return found


def _check(file: str, bars: Mapping[str, str], known: frozenset[str]) -> None:
    for score, bar in bars.items():
        if score.split("/")[0] not in known:
            raise ConfigError(
                f"{file} names the score {score!r}, which this run does not have.",
                hint=f"The scores are {', '.join(sorted(known))}.",
            )
        if not _BAR.fullmatch(bar.strip()):
            raise ConfigError(
                f"{file} requires {score} to be {bar!r}, which is not a comparison.",
                hint='Write one of >=, <=, ==, >, < and a number: ">= 0.8".',
            )


def _missed(stratum: str, bars: Mapping[str, str], scores: Mapping[str, float]) -> list[Miss]:
    return [
        Miss(stratum, score, bar, scores.get(score))
        for score, bar in bars.items()
        if not _reached(bar, scores.get(score))
    ]


def _reached(bar: str, got: float | None) -> bool:
    parts = _BAR.fullmatch(bar.strip())
    return got is not None and parts is not None and _OPERATORS[parts[1]](got, float(parts[2]))


def _fits(bars: StratumBars, stratum: Stratum) -> bool:
    return stratum.n >= bars.rows and all(
        (value != ALL) if wanted == _EACH else value == (ALL if wanted == _POOLED else wanted)
        for wanted, value in zip(bars.name, stratum.name, strict=True)
    )
