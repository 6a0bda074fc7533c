"""The plots of a report: outcomes, calibration, risk against coverage, and the path that answered."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from evals.report.figures import percent
from evals.report.score_names import OUTCOMES, spelled
from evals.report.svg import Frame, bar, dot, drawing, label, line, path_through
from evals.score.evaluation import CalibrationBin, CurvePoint, OperatingPoint
from pincite.language.how_many import how_many
from pincite.markup import Markup, element

_LEAST_RISK_SHOWN = 0.05
_LEAST_COVERAGE = 0.02


def outcomes_bar(outcomes: Mapping[str, int]) -> Markup:
    """All questions as one bar, with a key that says how many came to what."""
    total = sum(outcomes.values())
    known = [name for name in OUTCOMES if outcomes.get(name)]
    names = [*known, *sorted(name for name in outcomes if name not in OUTCOMES and outcomes[name])]
    parts, keys, left = [], [], 0.0
    for name in names:
        words, kind = OUTCOMES.get(name, (spelled(name), "other"))
        width = 720 * outcomes[name] / total
        share = f"{words}: {outcomes[name]:,} ({percent(outcomes[name] / total)})"
        parts.append(bar(left, 0, width, 34, kind, share))
        if left:
            parts.append(line(left, 0, left, 34, "cut"))
        keys.append(_key(words, kind, outcomes[name], total))
        left += width
    said = "; ".join(f"{OUTCOMES.get(n, (spelled(n), ''))[0]} {outcomes[n]:,}" for n in names)
    figure = drawing(720, 34, f"What came of {how_many(total, 'question')}: {said}.", *parts)
    return element("div", {"class": "outcomes"}, figure, element("ul", {"class": "key"}, *keys))


def _key(words: str, kind: str, number: int, total: int) -> Markup:
    swatch = element("span", {"class": f"swatch {kind}"})
    return element(
        "li",
        {},
        swatch,
        f"{words} ",
        element("b", {}, f"{number:,}"),
        f" · {percent(number / total)}".replace(" %", "\u00a0%"),
    )


def calibration_plot(bins: Sequence[CalibrationBin]) -> Markup:
    """How sure answers were against how often they were right; a dot is as large as its bin."""
    frame = Frame("confidence", "answers that are right")
    most = max(b.n for b in bins)
    drawn = [*frame.axes(), line(frame.x(0), frame.y(0), frame.x(1), frame.y(1), "ideal")]
    shown = sorted((b for b in bins if b.n), key=lambda b: b.confidence)
    drawn.append(path_through(((frame.x(b.confidence), frame.y(b.accuracy)) for b in shown), "curve"))
    for b in shown:
        said = f"{how_many(b.n, 'answer')} of confidence {b.confidence:.2f}: {percent(b.accuracy)} right"
        radius = 3 + 7 * math.sqrt(b.n / most)
        drawn.append(dot(frame.x(b.confidence), frame.y(b.accuracy), radius, "bin", said))
    return drawing(380, 266, _calibration_title(shown), *drawn)


def _calibration_title(bins: Sequence[CalibrationBin]) -> str:
    said = "; ".join(f"at {b.confidence:.2f} {percent(b.accuracy)} right of {b.n:,}" for b in bins)
    return f"Calibration: {said}."


def risk_coverage_plot(curve: Sequence[CurvePoint], point: OperatingPoint | None) -> Markup:
    """How many answers are wrong as more questions are answered, with the operating point."""
    # The first few answers may all be wrong by chance; the scale is not theirs.
    settled = [p.risk for p in curve if p.coverage >= _LEAST_COVERAGE] or [p.risk for p in curve]
    most = max([_LEAST_RISK_SHOWN, *settled, point.target if point else 0.0])
    frame = Frame("questions answered", "answers that are wrong", y_most=min(1.0, 1.1 * most))
    ordered = sorted(curve, key=lambda p: p.coverage)
    drawn = frame.axes()
    title = f"Risk against coverage: from {_at(ordered[0])} to {_at(ordered[-1])}."
    drawn.append(path_through(((frame.x(p.coverage), frame.y(p.risk)) for p in ordered), "curve"))
    # Answers of one confidence are one point, and no line.
    drawn.append(dot(frame.x(ordered[-1].coverage), frame.y(ordered[-1].risk), 4, "bin", _at(ordered[-1])))
    if point:
        title += f" Operating point: {_at(point)}, from confidence {point.confidence:.2f} on."
        drawn += _operating_point(frame, point)
    return drawing(380, 266, title, *drawn)


def _operating_point(frame: Frame, point: OperatingPoint) -> list[Markup]:
    x, y = frame.x(point.coverage), frame.y(point.risk)
    # A label must not leave the drawing, nor stand on the edge that it is nearest to.
    right = point.coverage < 0.5
    said = f"at most {percent(point.target)} wrong: answers {percent(point.coverage)}"
    return [
        line(frame.x(0), frame.y(point.target), frame.x(1), frame.y(point.target), "target"),
        line(x, frame.y(0), x, y, "target"),
        dot(x, y, 6, "point", f"Operating point: {said}"),
        label(frame.x(0) + 6 if right else frame.x(1), frame.top + 8, said, "start" if right else "end"),
    ]


def _at(point: CurvePoint | OperatingPoint) -> str:
    return f"{percent(point.risk)} wrong at {percent(point.coverage)} answered"


def paths_plot(paths: Mapping[str, int]) -> Markup:
    """How many of the cited places each retrieval path had found."""
    ordered = sorted(((n, name) for name, n in paths.items() if n), key=lambda pair: (-pair[0], pair[1]))
    most, row = ordered[0][0], 30
    drawn = []
    for number, (n, name) in enumerate(ordered):
        top = number * row
        drawn.append(label(0, top + 12, spelled(name)))
        drawn.append(bar(0, top + 17, 290 * n / most, 9, "curve-fill", f"{spelled(name)}: {n:,}"))
        drawn.append(label(296 * n / most + 4, top + 26, f"{n:,}"))
    said = ", ".join(f"{spelled(name)} {n:,}" for n, name in ordered)
    return drawing(
        360, row * len(ordered), f"Retrieval paths that had found the cited place: {said}.", *drawn
    )
