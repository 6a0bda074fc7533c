"""Pick examples of each kind of error: the surest first, and no corner twice before every corner once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import get_args

from evals.score.evaluation import ErrorKind, Example
from evals.score.marking import Mark
from evals.score.observation import Observation
from pincite.quality.questions import GoldRow

_DEEP = 10


def examples(
    asked: Iterable[tuple[GoldRow, Observation]], errors: Iterable[ErrorKind | None], each: int = 5
) -> tuple[Example, ...]:
    """Up to `each` examples of every kind of error, by kind; `errors` has one entry for each row asked."""
    found: dict[ErrorKind, list[tuple[GoldRow, Observation]]] = {}
    for pair, kind in zip(asked, errors, strict=True):
        if kind:
            found.setdefault(kind, []).append(pair)
    return tuple(
        Example(kind=kind, row=row, observation=observation)
        for kind in get_args(ErrorKind)
        for row, observation in _spread(found.get(kind, []))[:each]
    )


def error_of(marked: Mark) -> ErrorKind | None:
    """The one kind of error that a row counts as, the gravest; None when all is well."""
    if marked.failed:
        return "failed"
    if marked.invented:
        return "invented"
    if not marked.present:
        return _error_on_absent(marked)
    if marked.wrong:
        return "wrong"
    if marked.said_absent:
        return "missed"
    if marked.outcome == "incomplete" or (marked.answered and marked.complete not in (None, 1.0)):
        return "incomplete"
    return None if marked.answered else "withheld"


def retrieval_error_of(marked: Mark) -> ErrorKind | None:
    """Of a run that only retrieved: nothing of the gold among the first ten passages."""
    if marked.failed:
        return "failed"
    return "missed" if marked.ranks and not any(r and r <= _DEEP for r in marked.ranks) else None


def _error_on_absent(marked: Mark) -> ErrorKind | None:
    if marked.said_absent:
        return None
    return "not_absent" if marked.shown else "withheld"


def _spread(errors: Sequence[tuple[GoldRow, Observation]]) -> list[tuple[GoldRow, Observation]]:
    """The surest of each corner first, then the second of each, and so on."""
    surest = sorted(errors, key=lambda error: (-_sureness(error[1]), error[0].id))
    seen: Counter[tuple[str, str]] = Counter()
    turns = []
    for error in surest:
        corner = (error[0].strata.doc_type, error[0].strata.field)
        turns.append(seen[corner])
        seen[corner] += 1
    # The sort is stable: within one turn the surest stays first.
    order = sorted(range(len(surest)), key=turns.__getitem__)
    return [surest[at] for at in order]


def _sureness(observation: Observation) -> float:
    return max((item.confidence for item in observation.items), default=observation.presence)
