"""Turn the marks of a run into scores, with intervals, for the whole run and for each corner by itself.

Every score is an average over the rows that it applies to. A present row that was not answered counts as 0
in `right`, `value_accuracy` and `page_accuracy`, or saying nothing would win; `risk` looks only at what was
given. A score that applies to no row is absent, never 0. `wrong` is a share of all rows, `risk` of those that
show items: answers, lists that say that they are not complete, and conflicts, which are wrong where no side
is right. `invented` is a count of items. `probable_right` is a share of the rows with an answer, beside
`right`; `probable_wrong` of the rows that came out as probable.

Rows of one document are not independent of each other, so for a 95 % interval documents are drawn, each with
all of its rows; from fewer than two nothing can be told. A score of exactly 0 or 1 would come out so in every
resample: its interval is that of a share (Wilson) seen in as many tries as there are documents.

Strata stand in the order of the upper end of the interval (Wilson) of their share of good rows: one that is
surely bad comes before one that may only look bad because it is small. Corners (document type x field x
position) come first; after them the same rows pooled, with "all" for what is not told apart.

A gate file names the bars that the whole run and named strata must reach:

    set: smoke
    scores: {right: ">= 0.8", wrong: "<= 0.02", invented: "== 0"}
    strata:
      - {doc_type: contract, field: "*", scores: {right: ">= 0.5"}}
      - {field: each, rows: 5, scores: {right: "> 0"}}

In a stratum "*", or nothing, pools all values; "each" holds the bar to every value by itself, and `rows`
leaves out what has fewer. What was not measured is a miss: else a bar with a slip in it would always hold.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
import yaml
from numpy.typing import NDArray
from pydantic import Field, ValidationError

from pincite.errors import ConfigError
from pincite.quality.marking import Mark, mark
from pincite.quality.observing import Observation
from pincite.quality.questions import GoldRow, Record
from pincite.records.wilson import wilson

Floats = NDArray[np.float64]
Interval = tuple[float, float]
AnyMark = TypeVar("AnyMark", bound=Mark)

ALL = "all"
LEAST = 5
"""Fewer rows are no `worst`."""
_RESAMPLES = 1_000
_ENDS = (0.025, 0.975)
_UNBOUNDED = {"cost"}
_Name = tuple[str, str, str]
_POOLS = sorted(itertools.product((True, False), repeat=3), key=lambda kept: -sum(kept))[:-1]


def when(applies: bool, value: float | None) -> float | None:
    """A value, where the score applies."""
    return value if applies else None


MEASURES: dict[str, Callable[[Mark], float | None]] = {
    "right": lambda m: m.right,
    "wrong": lambda m: m.wrong,
    "answered": lambda m: m.answered,
    "risk": lambda m: when(m.correct is not None, not m.correct),
    "silent": lambda m: m.quiet,
    "probable_right": lambda m: when(m.present and m.right is not None, bool(m.probable_right)),
    "probable_wrong": lambda m: when(m.probable_right is not None, not m.probable_right),
    "value_accuracy": lambda m: m.value_right,
    "page_accuracy": lambda m: m.page_right,
    "completeness": lambda m: m.complete,
    "not_found_on_absent": lambda m: when(not m.present, m.said_absent),
    "quiet_on_absent": lambda m: when(not m.present, m.quiet and not m.probable),
    "not_found_risk": lambda m: when(m.said_absent, m.present),
    "led": lambda m: m.led,
    "leads_on_absent": lambda m: when(not m.present, m.leads > 0),
    "conflicts": lambda m: m.conflict,
    "failed": lambda m: m.failed,
}
NAMES = frozenset({*MEASURES, "invented"})


class Stratum(Record):
    """One corner of the set: document type, field and third of the text."""

    doc_type: str
    field: str
    position: str
    n: int
    scores: dict[str, float]

    @property
    def name(self) -> _Name:
        """The corner that it is."""
        return self.doc_type, self.field, self.position


def columns(
    marks: Sequence[AnyMark], measures: Mapping[str, Callable[[AnyMark], float | None]]
) -> dict[str, Floats]:
    """One number for each row and score, NaN where the score does not apply; a score is their mean."""
    found = {name: np.array([measure(m) for m in marks], float) for name, measure in measures.items()}
    return {name: column for name, column in found.items() if not np.isnan(column).all()}


def means(columns: Mapping[str, Floats]) -> dict[str, float]:
    """The scores."""
    return {name: float(np.nanmean(column)) for name, column in columns.items()}


def mean_intervals(
    columns: Mapping[str, Floats], documents: Sequence[str], seed: int = 0
) -> dict[str, Interval]:
    """An interval for the mean of each column; `documents` names the document of each row."""
    names, member = np.unique(np.array(documents), return_inverse=True)
    if len(names) < 2:
        return {}
    times = drawn(len(names), _RESAMPLES, seed)
    found = {}
    for name, column in columns.items():
        applies = ~np.isnan(column)
        total = np.bincount(member, np.where(applies, column, 0.0), len(names))
        count = np.bincount(member, applies.astype(float), len(names))
        score = total.sum() / count.sum()
        if score in (0.0, 1.0) and name not in _UNBOUNDED:
            found[name] = wilson(float(score), int((count > 0).sum()))
            continue
        totals, counts = times @ total, times @ count
        found[name] = interval((totals[counts > 0] / counts[counts > 0]).tolist(), float(score))
    return found


def drawn(documents: int, times: int, seed: int) -> Floats:
    """How often each document is drawn, for each resample."""
    chance = np.random.default_rng(seed)
    return chance.multinomial(documents, np.full(documents, 1 / documents), times).astype(float)


def interval(values: Sequence[float], score: float) -> Interval:
    """The middle 95 % of values, which always hold the score."""
    low, high = (float(end) for end in np.quantile(values, _ENDS))
    return min(low, score), max(high, score)


def strata(marks: Sequence[Mark], shown: Mapping[str, Floats], good: Sequence[bool]) -> tuple[Stratum, ...]:
    """Every corner and every pool of corners, worst first, the corners before the pools.

    `shown` are the columns to average, `good` says of each row whether it came out well.
    """
    found: list[Stratum] = []
    for kept in _POOLS:
        names = [_named(m, kept) for m in marks]
        ranked = sorted(_scored(names, shown, np.array(good, float)), key=_badness)
        found += [stratum for stratum, _ in ranked]
    return tuple(found)


def worst(found: Sequence[Stratum]) -> Stratum | None:
    """The first stratum with enough rows; None when there is none."""
    return next((stratum for stratum in found if stratum.n >= LEAST), None)


def is_good(m: Mark) -> bool:
    """Whether a row is right or, where the document is silent, not found."""
    if not m.present:
        return m.said_absent
    # Where no one can tell what is right, an answer is as much as there is to see.
    return m.shown if m.right is None else m.right


def _named(m: Mark, kept: Sequence[bool]) -> _Name:
    doc_type, field, position = (
        name if keep else ALL
        for name, keep in zip((m.strata.doc_type, m.strata.field, m.strata.position), kept, strict=True)
    )
    return doc_type, field, position


def _scored(names: Sequence[_Name], shown: Mapping[str, Floats], good: Floats) -> list[tuple[Stratum, float]]:
    """Each stratum with the share of its rows that are good, from sums over all strata at once."""
    unique = sorted(set(names))
    index = {name: number for number, name in enumerate(unique)}
    member = np.array([index[name] for name in names], int)
    rows = np.bincount(member, minlength=len(unique))
    goodness = np.bincount(member, good, len(unique)) / rows
    means = {name: _means(member, column, len(unique)) for name, column in shown.items()}
    found = []
    for number, (doc_type, field, position) in enumerate(unique):
        own = {name: float(mean[number]) for name, mean in means.items() if not np.isnan(mean[number])}
        stratum = Stratum(doc_type=doc_type, field=field, position=position, n=int(rows[number]), scores=own)
        found.append((stratum, float(goodness[number])))
    return found


def _means(member: Floats, column: Floats, size: int) -> Floats:
    applies = ~np.isnan(column)
    total = np.bincount(member, np.where(applies, column, 0.0), size)
    count = np.bincount(member, applies.astype(float), size)
    mean: Floats = np.divide(total, count, out=np.full(size, np.nan), where=count > 0)
    return mean


def _badness(scored: tuple[Stratum, float]) -> tuple[float, int, _Name]:
    stratum, goodness = scored
    return wilson(goodness, stratum.n)[1], -stratum.n, (stratum.doc_type, stratum.field, stratum.position)


CameTo = Literal[
    "right", "wrong", "untold", "incomplete", "conflict", "unclear", "withheld", "missed", "failed",
    "probable_right", "probable_wrong", "recognised", "not_absent", "not_recognised", "probable_not_absent",
]  # fmt: skip
_UNANSWERED: dict[str, CameTo] = {
    "not_found": "missed", "incomplete": "incomplete", "conflict": "conflict",
    "needs_clarification": "unclear", "unverified": "withheld", "probable": "withheld", "failed": "failed",
}  # fmt: skip
GOOD: tuple[CameTo, ...] = ("right", "recognised", "not_recognised", "untold")
"""What nobody has to look at: of a question without an answer, that none was given."""


class Result(Record):
    """One question: what it came to, what was expected and what was said."""

    row: GoldRow
    came_to: CameTo
    observation: Observation


class Scored(Record):
    """What every run comes to, of whatever it is."""

    set: str
    n: int
    settings: dict[str, Any]
    scores: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    strata: tuple[Stratum, ...]
    worst: Stratum | None
    seconds: float
    came_to: dict[str, int] = Field(default_factory=dict)
    """What came of the questions, right or wrong, those without an answer in their document apart."""

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


class Evaluation(Scored):
    """What the user's own questions come to."""

    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """One score in both runs. `clear` is None where a run has no interval for it."""

    score: str
    before: float | None
    after: float | None
    clear: bool | None = None

    @property
    def difference(self) -> float | None:
        """None when one of the runs did not measure it."""
        return None if self.before is None or self.after is None else self.after - self.before


def evaluated(
    name: str,
    asked: Sequence[tuple[GoldRow, Observation]],
    settings: dict[str, Any],
    seconds: float,
) -> Evaluation:
    """The evaluation of questions that were asked."""
    marks = [mark(row, observation) for row, observation in asked]
    found = columns(marks, MEASURES)
    corners = strata(marks, found, [is_good(m) for m in marks])
    results = tuple(
        Result(row=row, came_to=came_to(m), observation=seen)
        for (row, seen), m in zip(asked, marks, strict=True)
    )
    return Evaluation(
        set=name,
        n=len(marks),
        settings=settings,
        scores=means(found) | {"invented": float(sum(m.invented for m in marks))},
        intervals=mean_intervals(found, [m.document for m in marks]),
        strata=corners,
        worst=worst(corners),
        seconds=seconds,
        came_to=dict(Counter(result.came_to for result in results).most_common()),
        results=results,
    )


def came_to(marked: Mark) -> CameTo:
    """What one question came to; each of these is either of questions with an answer or of those without."""
    if not marked.present:
        if marked.said_absent:
            return "recognised"
        if marked.probable:
            return "probable_not_absent"
        return "not_absent" if marked.shown else "not_recognised"
    if marked.probable_right is not None:
        return "probable_right" if marked.probable_right else "probable_wrong"
    if marked.wrong:
        return "wrong"
    if marked.shown and marked.correct is None:
        return "untold"
    if marked.right:
        return "right"
    return _UNANSWERED[marked.outcome]


def compared(before: Scored, after: Scored) -> list[Difference]:
    """All scores of two runs. A change is `clear` when each score lies outside the interval of the other."""
    return [_difference(name, before, after) for name in dict.fromkeys([*before.scores, *after.scores])]


def _difference(name: str, before: Scored, after: Scored) -> Difference:
    old, new = before.scores.get(name), after.scores.get(name)
    if old is None or new is None or name not in before.intervals or name not in after.intervals:
        return Difference(name, old, new)
    (low, high), (new_low, new_high) = before.intervals[name], after.intervals[name]
    return Difference(name, old, new, not low <= new <= high and not new_low <= old <= new_high)


_BAR = re.compile(r"(>=|<=|==|>|<)\s*(\d+(?:\.\d+)?)")
_OPERATORS = {">=": operator.ge, "<=": operator.le, "==": operator.eq, ">": operator.gt, "<": operator.lt}
_POOLED, _EACH = "*", "each"


class StratumBars(Record):
    """The bars of one stratum, or of each that fits."""

    doc_type: str = _POOLED
    field: str = _POOLED
    position: str = _POOLED
    rows: int = 1
    scores: dict[str, str]

    @property
    def name(self) -> tuple[str, str, str]:
        return self.doc_type, self.field, self.position


class Gate(Record):
    """What an evaluation is held to. `for_set`: the set it was written for, if it is for one only."""

    for_set: str | None = Field(default=None, alias="set")
    scores: dict[str, str] = Field(default_factory=dict)
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
        if not reached(bar, scores.get(score))
    ]


def reached(bar: str, got: float | None) -> bool:
    """Whether a score reaches a bar; what was not measured reaches none."""
    parts = _BAR.fullmatch(bar.strip())
    return got is not None and parts is not None and _OPERATORS[parts[1]](got, float(parts[2]))


def _fits(bars: StratumBars, stratum: Stratum) -> bool:
    return stratum.n >= bars.rows and all(
        (value != ALL) if wanted == _EACH else value == (ALL if wanted == _POOLED else wanted)
        for wanted, value in zip(bars.name, stratum.name, strict=True)
    )
