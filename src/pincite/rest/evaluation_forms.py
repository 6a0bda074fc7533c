"""Evaluations and what the levels of strictness rest on, as the server writes them: figures and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pincite.ask.measured_levels import Answered, MeasuredBar, MeasuredLevels
from pincite.evaluate.evaluation import (
    CalibrationBin,
    CurvePoint,
    Evaluation,
    Example,
    OperatingPoint,
    Stratum,
)
from pincite.evaluate.report.examples import value_in_words
from pincite.evaluate.report.figures import figure, figure_range, percent
from pincite.evaluate.report.score_names import ERRORS, OUTCOMES, in_order, score_name, spelled
from pincite.evaluate.report.strata import columns_of, corners, doc_types, fields, name_of
from pincite.evaluate.report.words import headline, operating_point_sentence, worst_sentence
from pincite.measure.saved import KeptEvaluation
from pincite.records.levels import Strictness
from pincite.rest.document_forms import Form

_MOST_POINTS, _MOST_STRATA, _EXAMPLES_EACH, _LONGEST = 200, 20, 3, 400


class EvaluationSummary(Form):
    """One line of the list of evaluations."""

    evaluation: str
    kept_at: str
    set: str
    fold: str
    questions: int
    strictness: str
    headline: str


class EvaluationList(Form):
    """What was evaluated and kept, the newest first."""

    evaluations: list[EvaluationSummary]


class ScoreForm(Form):
    """A score with its interval, in figures and as a reader wants it written."""

    name: str
    label: str
    meaning: str
    better: Literal["up", "down", "neither"]
    is_share: bool
    value: float
    said: str
    interval: tuple[float, float] | None
    interval_said: str


class CountForm(Form):
    """How many questions came to this."""

    label: str
    tone: str
    """What kind of end it is: right, absent, partial, withheld, wrong and so on."""
    count: int
    share: str


class StratumForm(Form):
    """A corner of the set."""

    name: str
    questions: int
    scores: list[str]


class StrataForm(Form):
    """Corners of one kind, the weakest first."""

    title: str
    columns: list[str]
    strata: list[StratumForm]
    left_out: int


class ExampleForm(Form):
    """One error: what was asked, what was expected, and what came."""

    kind: str
    meaning: str
    question: str
    document: str
    expected: list[str]
    came: list[str]


class EvaluationDetail(EvaluationSummary):
    """All of an evaluation that a page shows."""

    sentences: list[str]
    came_to: list[CountForm]
    scores: list[ScoreForm]
    calibration: list[CalibrationBin]
    risk_coverage: list[CurvePoint]
    operating_point: OperatingPoint | None
    strata: list[StrataForm]
    examples: list[ExampleForm]
    fingerprint: str
    seconds: float


class BarForm(Form):
    """A chance from which on answers are given, and what was counted there."""

    chance: float
    answers: int
    wrong: int
    upper: float
    """The upper end of the 95 % interval of the share that is wrong."""


class LevelForm(BarForm):
    """The bar of one level."""

    strictness: Strictness


class LevelsForm(Form):
    """The levels for one kind of answer, and the bars of other shares that may be wrong."""

    of: Answered
    levels: list[LevelForm]
    risks: list[BarForm]


class LevelList(Form):
    """What the levels of strictness rest on; empty where nothing was measured for the reader in use."""

    measured: list[LevelsForm]


def summary_form(kept: KeptEvaluation) -> EvaluationSummary:
    found = kept.evaluation
    return EvaluationSummary(
        evaluation=kept.id,
        kept_at=kept.kept_at,
        set=found.set,
        fold=found.fold,
        questions=found.n,
        strictness=str(found.settings.get("strictness", "")),
        headline=headline(found),
    )


def detail_form(kept: KeptEvaluation) -> EvaluationDetail:
    found = kept.evaluation
    sentences = [operating_point_sentence(found), worst_sentence(found)]
    return EvaluationDetail(
        **dict(summary_form(kept)),
        sentences=[each for each in sentences if each],
        came_to=_counts(found),
        scores=[_score(found, name) for name in in_order(found.scores)],
        calibration=[each for each in found.calibration if each.n],
        risk_coverage=_thinned(sorted(found.risk_coverage, key=lambda each: each.coverage)),
        operating_point=found.operating_point,
        strata=[each for each in _strata(found) if each.strata],
        examples=_examples(found.examples),
        fingerprint=str(found.settings.get("fingerprint", "")),
        seconds=found.seconds,
    )


def levels_form(measured: MeasuredLevels) -> LevelsForm:
    levels = [LevelForm(strictness=level, **dict(_bar(bar))) for level, bar in measured.levels.items()]
    return LevelsForm(of=measured.of, levels=levels, risks=[_bar(bar) for bar in measured.risks])


def _counts(evaluation: Evaluation) -> list[CountForm]:
    counted = evaluation.came_to or evaluation.outcomes
    total = sum(counted.values())
    known = [name for name in OUTCOMES if counted.get(name)]
    names = [*known, *sorted(name for name in counted if name not in OUTCOMES and counted[name])]
    forms = []
    for name in names:
        label, tone = OUTCOMES.get(name, (spelled(name), "other"))
        share = percent(counted[name] / total)
        forms.append(CountForm(label=label, tone=tone, count=counted[name], share=share))
    return forms


def _score(evaluation: Evaluation, name: str) -> ScoreForm:
    score, value, interval = score_name(name), evaluation.scores[name], evaluation.intervals.get(name)
    return ScoreForm(
        name=name,
        label=score.label,
        meaning=score.meaning,
        better=score.better,
        is_share=score.form in ("share", "index"),
        value=value,
        said=figure(value, score.form),
        interval=interval,
        interval_said=figure_range(*interval, score.form) if interval else "",
    )


def _thinned(points: Sequence[CurvePoint]) -> list[CurvePoint]:
    """No more points than a drawing can show, the last always among them."""
    if len(points) <= _MOST_POINTS:
        return list(points)
    step = (len(points) - 1) / (_MOST_POINTS - 1)
    return [points[round(at * step)] for at in range(_MOST_POINTS)]


def _strata(evaluation: Evaluation) -> list[StrataForm]:
    """From coarse to fine; one field or one document type alone is no stratum of its own."""
    pools = {"Fields": fields(evaluation), "Document types": doc_types(evaluation)}
    coarse = {title: found for title, found in pools.items() if len(found) > 1}
    return [_pool(title, found) for title, found in {**coarse, "Corners": corners(evaluation)}.items()]


def _pool(title: str, found: Sequence[Stratum]) -> StrataForm:
    columns = columns_of(found)
    return StrataForm(
        title=title,
        columns=[each.heading for each in columns],
        strata=[
            StratumForm(name=name_of(each), questions=each.n, scores=[one.written(each) for one in columns])
            for each in found[:_MOST_STRATA]
        ],
        left_out=max(0, len(found) - _MOST_STRATA),
    )


def _examples(examples: Sequence[Example]) -> list[ExampleForm]:
    """A few errors of each kind, the gravest kinds first."""
    shown = []
    for kind, (title, meaning) in ERRORS.items():
        of_kind = [each for each in examples if each.kind == kind][:_EXAMPLES_EACH]
        shown += [_example(each, title, meaning) for each in of_kind]
    return shown


def _example(example: Example, title: str, meaning: str) -> ExampleForm:
    row, seen = example.row, example.observation
    expected = [each.quote or each.text or value_in_words(each.value) for each in row.answers]
    came = [f"{each.original} ({each.confidence:.2f})" for each in seen.items]
    came = came or ([seen.error] if seen.error else [each.snippet for each in seen.nearest[:1]])
    return ExampleForm(
        kind=title,
        meaning=meaning,
        question=row.question,
        document=row.document,
        expected=[_short(each) for each in expected if each],
        came=[_short(each) for each in came if each],
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[:_LONGEST].rsplit(" ", 1)[0] + " …"


def _bar(bar: MeasuredBar) -> BarForm:
    return BarForm(chance=bar.chance, answers=bar.answers, wrong=bar.wrong, upper=bar.upper)
