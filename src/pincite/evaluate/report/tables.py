"""The tables of a report: every score with its interval as a small bar, and the strata, worst first."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evaluate.evaluation import Evaluation, Stratum
from pincite.evaluate.report.figures import figure, figure_range, percent
from pincite.evaluate.report.markup import Markup, element, joined
from pincite.evaluate.report.score_names import ScoreName, in_order, score_name
from pincite.evaluate.report.strata import absent_of, name_of, right_of, wrong_of
from pincite.evaluate.report.svg import bar, drawing

_BETTER = {"up": "↑ higher", "down": "↓ lower", "neither": ""}
_BARS = {"right": "right", "absent": "silence recognised", "wrong": "wrong"}
_WIDTH, _HEIGHT = 176, 22


def scores_table(evaluation: Evaluation) -> Markup:
    """One row for each score that was measured; one that was not is left out."""
    rows = [_score_row(evaluation, name) for name in in_order(evaluation.scores)]
    head = _head(
        ("Score", ""), ("", "number"), ("95 % interval", "number"), ("better", "wide"), ("0 to 100 %", "bar")
    )
    return element("table", {}, head, element("tbody", {}, *rows))


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
    rows = [_stratum_row(stratum) for stratum in strata[:limit]]
    head = _head(
        ("Stratum", ""), ("n", "number"), ("right", "number"), ("wrong", "number"),
        ("silence recognised", "number wide"), ("0 to 100 %", "bar"),
    )  # fmt: skip
    table = element("table", {}, head, element("tbody", {}, *rows))
    more = len(strata) - limit
    if more <= 0:
        return joined([_bar_key(), table])
    left = "1 more stratum is" if more == 1 else f"{more:,} more strata are"
    return joined(
        [table, element("p", {"class": "soft more"}, f"{left} not shown: they come out better than these.")]
    )


def _stratum_row(stratum: Stratum) -> Markup:
    right, wrong, absent = (figure(of(stratum), "share") for of in (right_of, wrong_of, absent_of))
    name = element("th", {"scope": "row", "class": "stratum"}, name_of(stratum))
    cells = [_number(f"{stratum.n:,}"), _number(right), _number(wrong)]
    cells.append(element("td", {"class": "number wide"}, absent))
    return element("tr", {}, name, *cells, element("td", {"class": "bar"}, _stratum_bar(stratum)))


def _stratum_bar(stratum: Stratum) -> Markup:
    """A bar for each share, one under the other: they are shares of different questions and do not add up."""
    shares = {"right": right_of(stratum), "absent": absent_of(stratum), "wrong": wrong_of(stratum)}
    known = {kind: share for kind, share in shares.items() if share is not None}
    drawn, top = [], (_HEIGHT - 7 * len(known)) / 2
    for number, (kind, share) in enumerate(known.items()):
        drawn.append(bar(0, top + 7 * number, _WIDTH, 5, "track"))
        if share:
            drawn.append(bar(0, top + 7 * number, _WIDTH * _within(share), 5, kind))
    title = ", ".join(f"{_BARS[kind]} {percent(share)}" for kind, share in known.items())
    return drawing(_WIDTH, _HEIGHT, title, *drawn) if known else Markup("")


def _bar_key() -> Markup:
    keys = (
        element("li", {}, element("span", {"class": f"swatch {kind}"}), name) for kind, name in _BARS.items()
    )
    return element("ul", {"class": "key"}, *keys)


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
