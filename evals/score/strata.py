"""Score each corner of a set by itself, and put the worst on top.

A row is good when it is right or, where the document is silent, not found; of lies, when they are not
believed. Strata stand in the order of
the upper end of the 95 % interval (Wilson) of their share of good rows: a stratum that is surely bad
comes before one that may only look bad because it is small. Corners (document type x field x position)
come first; after them the same rows pooled, with "all" for what is not told apart. Only a stratum of at
least five rows is `worst`.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from evals.modes.mode import Mode
from evals.score.evaluation import Stratum
from evals.score.marking import Mark
from evals.score.ranking import Floats
from evals.score.scores import columns
from pincite.records.wilson import wilson

ALL = "all"
LEAST = 5
SCORES = frozenset(
    {"right", "wrong", "answered", "risk", "not_found_on_absent", "value_accuracy", "span_f1"}
    | {"completeness", "recall_at_10", "verifier_auroc", "quiet_on_absent", "led", "leads_on_absent"}
    | {"oracle_believed", "liar_believed"}
)
_Name = tuple[str, str, str]
_POOLS = sorted(itertools.product((True, False), repeat=3), key=lambda kept: -sum(kept))[:-1]


def strata(marks: Sequence[Mark], mode: Mode = "ask") -> tuple[Stratum, ...]:
    """Every corner and every pool of corners, worst first, the corners before the pools."""
    shown = {name: c for name, c in columns(marks, mode).items() if name in SCORES}
    good = np.array([_is_good(m, mode) for m in marks], float)
    found: list[Stratum] = []
    for kept in _POOLS:
        names = [_named(m, kept) for m in marks]
        ranked = sorted(_scored(names, shown, good), key=_badness)
        found += [stratum for stratum, _ in ranked]
    return tuple(found)


def worst(found: Sequence[Stratum]) -> Stratum | None:
    """The first stratum with enough rows; None when there is none."""
    return next((stratum for stratum in found if stratum.n >= LEAST), None)


def _is_good(m: Mark, mode: Mode) -> bool:
    if mode == "retrieval":
        return any(rank and rank <= 10 for rank in m.ranks)
    if mode == "liar":
        return not m.carried
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


def _scored(names: Sequence[_Name], shown: dict[str, Floats], good: Floats) -> list[tuple[Stratum, float]]:
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
