"""Write numbers for a reader: 4.2 %, 1,200 questions, 35–45 %, and never 0 % for what is not nothing."""

from __future__ import annotations

from evals.report.score_names import Form

NOT_KNOWN = "–"


def percent(share: float) -> str:
    """A share in percent, finer near its ends, where a tenth of a percent matters."""
    return f"{_hundredths(share)} %"


def percent_range(low: float, high: float) -> str:
    """An interval: 35–45 %."""
    return f"{_hundredths(low)}–{_hundredths(high)} %"


def figure(value: float | None, form: Form) -> str:
    """A score as its kind is written; a score that is not there is not zero."""
    if value is None:
        return NOT_KNOWN
    match form:
        case "share":
            return percent(value)
        case "index":
            return f"{value:.3f}"
        case "count":
            return f"{value:,.0f}"
        case "milliseconds":
            return f"{value:,.0f} ms" if value >= 10 else f"{value:.1f} ms"
        case "number":
            return f"{value:,.4g}"


def figure_range(low: float, high: float, form: Form) -> str:
    """An interval as the kind of its score is written."""
    if form == "share":
        return percent_range(low, high)
    first, last = figure(low, form), figure(high, form)
    return f"{first.removesuffix(' ms')}–{last}"


def _hundredths(share: float) -> str:
    value = 100 * share
    if 0 < value < 0.05:
        return "under 0.1"
    if 99.95 < value < 100:
        return "over 99.9"
    fine = value < 9.95 or value > 90
    return f"{value:.1f}".removesuffix(".0") if fine else f"{value:.0f}"
