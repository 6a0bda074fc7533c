"""The tables of a report: every score with its interval as a small bar, and the strata, worst first."""

from __future__ import annotations

from collections.abc import Sequence

from evals.report.figures import figure, figure_range
from evals.report.score_names import ScoreName, in_order, score_name
from evals.report.strata import Column, columns_of, name_of
from evals.report.svg import bar, drawing
from evals.score.evaluation import Evaluation
from pincite.markup import Markup, element, joined
from pincite.quality.scoring import Stratum

_BETTER = {"up": "↑ higher", "down": "↓ lower", "neither": ""}
_WIDTH, _HEIGHT = 176, 22


def scores_table(evaluation: Evaluation) -> Markup:
    """One row for each score that was measured; one that was not is left out."""
    rows = [_score_row(evaluation, name) for name in in_order(evaluation.scores)]
    head = _head(
        ("Score", ""), ("", "number"), ("95 % interval", "number"), ("better", "wide"), ("0 to 100 %", "bar")
    )
    return element("table", {"class": "scores"}, head, element("tbody", {}, *rows))


def _score_row(evaluation: Evaluation, name: str) -> Markup:
    score, value, interval = score_name(name), evaluation.scores[name], evaluation.intervals.get(name)
    label = element("th", {"scope": "row"}, score.label, element("span", {"class": "meaning"}, score.meaning))
    between = figure_range(*interval, score.form) if interval else ""
    scale = _interval_bar(score, value, interval) if score.form in {"share", "index"} else ""
    written = _number(element("b", {}, figure(value, score.form)))
    better = element("td", {"class": "soft wide"}, _BETTER[score.better])
    return element("tr", {}, label, written, _number(between), better, element("td", {"class": "bar"}, scale))


def _interval_bar(score: ScoreName, value: float, interval: tuple[float, float] | None) -> Markup:
    drawn = [bar(0, 8, _WIDTH, 6, "track")]
    title = f"{score.label}: {figure(value, score.form)}"
    if interval:
        low, high = (_within(end) for end in interval)
        drawn.append(bar(_WIDTH * low, 6, _WIDTH * (high - low), 10, "interval"))
        title += f", 95 % interval {figure_range(*interval, score.form)}"
    drawn.append(bar(max(0.0, _WIDTH * _within(value) - 1.5), 2, 3, 18, "value"))
    return drawing(_WIDTH, _HEIGHT, title, *drawn)


def strata_table(strata: Sequence[Stratum], limit: int) -> Markup:
    """The first strata of those given, which come worst first, and how many more there are."""
    columns = columns_of(strata)
    rows = [_stratum_row(stratum, columns) for stratum in strata[:limit]]
    figures = [(column.heading, "number") for column in columns]
    head = _head(("Stratum", ""), ("n", "number"), *figures, ("0 to 100 %", "bar wide"))
    table = element("table", {}, head, element("tbody", {}, *rows))
    return joined([_bar_key(columns), table, *_left_out(len(strata) - limit)])


def _left_out(more: int) -> list[Markup]:
    if more <= 0:
        return []
    left = (
        "1 more stratum is not shown: it is" if more == 1 else f"{more:,} more strata are not shown: none is"
    )
    surely = "not weaker" if more == 1 else "weaker"
    return [element("p", {"class": "soft more"}, f"{left} {surely} than these.")]


def _stratum_row(stratum: Stratum, columns: Sequence[Column]) -> Markup:
    name = element("th", {"scope": "row", "class": "stratum"}, name_of(stratum))
    cells = [_number(f"{stratum.n:,}"), *(_number(column.written(stratum)) for column in columns)]
    bars = element("td", {"class": "bar wide"}, _stratum_bars(stratum, columns))
    return element("tr", {}, name, *cells, bars)


def _stratum_bars(stratum: Stratum, columns: Sequence[Column]) -> Markup:
    """A bar for each score, one under the other: shares of different questions do not add up."""
    known = [column for column in columns if column.score in stratum.scores]
    if not known:
        return Markup("")
    drawn, top = [], (_HEIGHT - 7 * len(known)) / 2
    for number, column in enumerate(known):
        drawn.append(bar(0, top + 7 * number, _WIDTH, 5, "track"))
        if share := _within(stratum.scores[column.score]):
            drawn.append(bar(0, top + 7 * number, _WIDTH * share, 5, column.colour))
    title = ", ".join(f"{column.heading} {column.written(stratum)}" for column in known)
    return drawing(_WIDTH, _HEIGHT, title, *drawn)


def _bar_key(columns: Sequence[Column]) -> Markup:
    swatches = [(element("span", {"class": f"swatch {column.colour}"}), column.heading) for column in columns]
    return element("ul", {"class": "key wide"}, *(element("li", {}, *swatch) for swatch in swatches))


def _head(*columns: tuple[str, str]) -> Markup:
    cells = (
        element("th", {"scope": "col", "class": kind} if kind else {"scope": "col"}, name)
        for name, kind in columns
    )
    return element("thead", {}, element("tr", {}, *cells))


def _number(written: str) -> Markup:
    return element("td", {"class": "number"}, written)


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))
