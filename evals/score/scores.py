"""Turn the marks of a run into its scores.

Every score but a few is an average over the rows that it applies to. A present row that was not answered
counts as 0 in `right`, `value_accuracy`, `page_accuracy`, `span_f1` and the recalls, or saying nothing
would win; `risk` and the precisions look only at what was given. A score that applies to no row is
absent, never 0.

`wrong` is a share of all rows, `risk` of those that show items: answers, lists that say that they are not
complete, and conflicts, which are wrong where no side is right. `invented` is a count of items that the
prover or the watchman refuses, `disagreements` of those that one of them alone refuses.
`silent` are rows without an answer that get none, `probable_right` is a share of the rows with an answer,
`probable_wrong` of those that came out as probable.
`calibration_error` and `coverage_at_5` look at the best candidate of every row, shown or not, as far as one
is known. `coverage_at_5` is the share of all rows that could be answered by one bar on the chance with at
most 5 % of them wrong here; fewer than 8 answers tell nothing, and count as none.
`presence_precision` and `presence_recall` go by what was shown, `presence_auroc` by the presence score of
every row that did not fail. `recall_at_k` asks whether any gold place is touched by the first k passages,
`all_recall_at_k` which share is; `page_recall_at_k` whether a gold page is among the first k pages.
`item_precision` and `item_recall` count the items of all lists together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from evals.modes.mode import Mode
from evals.score.marking import ItemCounts, Mark
from evals.score.ranking import Floats, Statistic, auroc_of, values_of
from pincite.quality import scoring
from pincite.quality.scoring import means, when

BINS = 10
_RISK, _LEAST_ANSWERS = 0.05, 8
_DEPTHS = (1, 5, 10, 50)
Measure = Callable[[Mark], float | None]


_MEASURES: dict[str, Measure] = {
    "right": lambda m: m.right,
    "wrong": lambda m: m.wrong,
    "answered": lambda m: m.answered,
    "risk": lambda m: when(m.correct is not None, not m.correct),
    "probable_right": lambda m: when(m.present and m.right is not None, bool(m.probable_right)),
    "probable_wrong": lambda m: when(m.probable_right is not None, not m.probable_right),
    "value_accuracy": lambda m: m.value_right,
    "value_exact": lambda m: m.value_exact,
    "page_accuracy": lambda m: m.page_right,
    "span_f1": lambda m: m.cited.span_f1,
    "citation_precision": lambda m: m.cited.citation_precision,
    "citation_recall": lambda m: m.cited.citation_recall,
    "page_precision": lambda m: m.cited.page_precision,
    "page_recall": lambda m: m.cited.page_recall,
    "completeness": lambda m: m.complete,
    "list_precision": lambda m: m.precision_of_list,
    "presence_precision": lambda m: when(m.shown, m.present),
    "presence_recall": lambda m: when(m.present, m.shown),
    "not_found_on_absent": lambda m: when(not m.present, m.said_absent),
    "silent": lambda m: when(not m.present, m.quiet),
    "quiet_on_absent": lambda m: when(not m.present, m.quiet and not m.probable),
    "not_found_risk": lambda m: when(m.said_absent, m.present),
    "led": lambda m: m.led,
    "leads_on_absent": lambda m: when(not m.present, m.leads > 0),
    "conflicts": lambda m: m.conflict,
    "failed": lambda m: m.failed,
    "cost": lambda m: m.cost,
}
_CALLS: dict[str, Measure] = {
    "calls_per_question": lambda m: m.calls,
    "failed": lambda m: m.failed,
}


def _recall_at(depth: int) -> Measure:
    return lambda m: when(bool(m.ranks), any(rank and rank <= depth for rank in m.ranks))


def _all_recall_at(depth: int) -> Measure:
    return lambda m: when(
        bool(m.ranks), sum(bool(rank and rank <= depth) for rank in m.ranks) / max(1, len(m.ranks))
    )


def _page_recall_at(depth: int) -> Measure:
    return lambda m: when(bool(m.page_ranks), any(rank and rank <= depth for rank in m.page_ranks))


_RETRIEVAL: dict[str, Measure] = {
    **{f"recall_at_{depth}": _recall_at(depth) for depth in _DEPTHS},
    **{f"all_recall_at_{depth}": _all_recall_at(depth) for depth in _DEPTHS},
    "page_recall_at_5": _page_recall_at(5),
    "failed": _MEASURES["failed"],
}

_ORACLE: dict[str, Measure] = {
    "oracle_believed": lambda m: when(m.carried is not None, m.outcome == "answered" and bool(m.right)),
    "oracle_shown": lambda m: when(bool(m.whole), m.believed),
    "proved_share": lambda m: when(bool(m.whole), m.values_proved),
    "oracle_quiet": _MEASURES["quiet_on_absent"],
    **_CALLS,
}
_LIAR: dict[str, Measure] = {"liar_believed": lambda m: m.carried, **_CALLS}
_FORGER: dict[str, Measure] = {"forger_believed": lambda m: m.believed, **_CALLS}
_OF_MODE: dict[Mode, dict[str, Measure]] = {
    "retrieval": _RETRIEVAL,
    "oracle": _ORACLE,
    "liar": _LIAR,
    "forger": _FORGER,
}
_COUNTS = ("invented", "disagreements", "identical_calls")

NAMES = frozenset(
    {
        *_MEASURES,
        *_RETRIEVAL,
        *_ORACLE,
        *_LIAR,
        *_FORGER,
        "presence_auroc",
        "item_precision",
        "item_recall",
        "calibration_error",
        "coverage_at_5",
        *_COUNTS,
        *("most_calls", "left_out_share", "watchman_unread"),
    }
    | {"p50_ms", "p95_ms"}
    | {"verifier_auroc", "verifier_balanced_accuracy"}
)


def columns(marks: Sequence[Mark], mode: Mode = "ask") -> dict[str, Floats]:
    """One number for each row and score, NaN where the score does not apply; a score is their mean.

    Of a run that only retrieved, nothing was answered, so only what retrieval found is scored; of one with
    a proposer of known honesty, only how much of it was believed.
    """
    measures = _OF_MODE.get(mode, _MEASURES)
    found = scoring.columns(marks, measures)
    if all(m.present for m in marks):
        found.pop("presence_precision", None)
    return found


def statistics(marks: Sequence[Mark], mode: Mode = "ask") -> dict[str, Statistic]:
    """The scores that are no averages, each as a function of how often every row counts."""
    seconds = np.array([m.seconds for m in marks], float)
    found: dict[str, Statistic] = {}
    if seconds.any():
        found["p50_ms"] = lambda weights: 1_000 * _quantile(seconds, weights, 0.5)
        found["p95_ms"] = lambda weights: 1_000 * _quantile(seconds, weights, 0.95)
    if mode != "ask":
        return found
    ran = np.array([not m.failed for m in marks], float)
    presence = auroc_of(np.array([m.presence for m in marks]), np.array([m.present for m in marks], bool))
    found["presence_auroc"] = lambda weights: presence(weights * ran)
    found["item_precision"] = _pooled(marks, lambda items: (items.right, items.given))
    found["item_recall"] = _pooled(marks, lambda items: (items.found, items.wanted))
    told = np.array([m.best is not None for m in marks], float)
    sure = np.array([m.best.chance if m.best else 0.0 for m in marks], float)
    correct = np.array([bool(m.best and m.best.right) for m in marks], float)
    found["calibration_error"] = lambda weights: _calibration_error(sure, correct, weights * told)
    if told.any():
        found["coverage_at_5"] = lambda weights: _coverage(sure, correct, weights * told) / weights.sum()
    return found


def scores(marks: Sequence[Mark], mode: Mode = "ask") -> dict[str, float]:
    """Every score that applies to these rows, by its name."""
    found = means(columns(marks, mode))
    found |= values_of(statistics(marks, mode), np.ones(len(marks)))
    return found | _counts(marks, mode)


def _counts(marks: Sequence[Mark], mode: Mode) -> dict[str, float]:
    """What is counted and no share of rows: items that somebody refuses, calls that were made twice."""
    if not marks or mode == "retrieval":
        return {}
    found: dict[str, float] = {"invented": sum(m.invented for m in marks)}
    apart = [m.disagreements for m in marks if m.disagreements is not None]
    if len(apart) == len(marks):
        found["disagreements"] = sum(apart)
        if given := sum(m.given for m in marks):
            found["watchman_unread"] = sum(m.unread for m in marks) / given
    if calls := [m.calls for m in marks if m.calls is not None]:
        found |= {"most_calls": max(calls), "identical_calls": sum(m.identical for m in marks)}
    return {name: float(count) for name, count in found.items()}


def _pooled(marks: Sequence[Mark], counted: Callable[[ItemCounts], tuple[int, int]]) -> Statistic:
    """The share of all items of all lists together; None where no list has any."""
    pairs = [counted(m.items) if m.items else (0, 0) for m in marks]
    parts, wholes = (np.array([pair[at] for pair in pairs], float) for at in range(2))

    def measured(weights: Floats) -> float | None:
        whole = float((weights * wholes).sum())
        return float((weights * parts).sum()) / whole if whole else None

    return measured


def _quantile(values: Floats, weights: Floats, share: float) -> float:
    """The smallest value that this share of the rows does not exceed."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, share * reached[-1])])


def _calibration_error(sure: Floats, correct: Floats, weights: Floats) -> float | None:
    """How far confidence and share of right answers lie apart, over ten bins, each as heavy as it is full."""
    if not weights.any():
        return None
    bins = np.minimum((sure * BINS).astype(int), BINS - 1)
    apart = np.abs(np.bincount(bins, weights * (sure - correct)))
    return float(apart.sum() / weights.sum())


def _coverage(sure: Floats, correct: Floats, weights: Floats) -> float:
    """The most answers that one bar on the chance lets out with no more than the allowed risk; 0 for none."""
    order = np.argsort(-sure, kind="stable")
    given = np.cumsum(weights[order])
    wrong = np.cumsum((weights * (1 - correct))[order])
    # Answers of one chance are given together or not at all.
    apart = np.append(sure[order][1:] < sure[order][:-1], True)
    allowed = apart & (given >= _LEAST_ANSWERS) & (wrong <= _RISK * given + 1e-9)
    return float(given[allowed].max(initial=0.0))
