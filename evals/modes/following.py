"""Tell whether an answer followed the changed evidence, and score how often answers do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ValidationError

from evals.modes.counterfactual import Counterfactual
from evals.score.observation import Observation, ObservedItem
from pincite.values.registered import value_type
from pincite.values.types import Boolean, Clause, Text, same
from pincite.verify.quote import locate

Mark = Literal["followed", "stale", "vanished", "other", "withheld"]


@dataclass(frozen=True, slots=True)
class Following:
    """The scores by name, and the marks of each kind of change."""

    scores: Mapping[str, float]
    counts: Mapping[str, Mapping[Mark, int]]


def followed(case: Counterfactual, observation: Observation) -> Mark:
    """What became of the answer once its evidence was changed.

    stale: the old answer is given, which the document does not carry any more. other: a wrong answer.
    withheld: no answer where there is one, which is a miss and no falsehood; so is a conflict between the
    new value and one that stands elsewhere.
    """
    given = _given(observation)
    if any(_is_stale(case, item) for item in observation.items):
        return "stale"
    if case.expected == "vanishes":
        if observation.outcome == "not_found":
            return "vanished"
        return "other" if given else "withheld"
    if not given:
        return "withheld"
    return "followed" if any(_is_new(case, item) for item in given) else "other"


def score(marked: Iterable[tuple[Counterfactual, Mark]]) -> Following:
    """How often changed evidence was followed, how often the old answer stayed, and how often it vanished."""
    counts: dict[str, Counter[Mark]] = defaultdict(Counter)
    for case, mark in marked:
        counts[case.kind][mark] += 1
    changes = sum((counts[kind] for kind in counts if kind != "deletion"), Counter[Mark]())
    deletions = counts.get("deletion", Counter())
    shares = {
        "counterfactual_followed": _share(changes, "followed"),
        "counterfactual_stale": _share(changes + deletions, "stale"),
        "deletion_vanished": _share(deletions, "vanished"),
    }
    return Following(
        {name: share for name, share in shares.items() if share is not None},
        {kind: dict(counts[kind]) for kind in sorted(counts)},
    )


def _share(marks: Counter[Mark], mark: Mark) -> float | None:
    return marks[mark] / marks.total() if marks.total() else None


def _given(observation: Observation) -> tuple[ObservedItem, ...]:
    """The items that are the answer: of a conflict those that prevail, if the document says which."""
    if observation.outcome != "conflict":
        return observation.items
    return tuple(item for item in observation.items if observation.settled and item.side == 0)


def _is_stale(case: Counterfactual, item: ObservedItem) -> bool:
    value = _value(item)
    if isinstance(case.old, Text | Clause):
        return _repeats(case, case.old.text, item)
    if value is None or not same(value, case.old):
        return False
    # Yes or no may be said of something else in another sentence, which nobody changed: a wrong answer
    # then, and not an old one.
    return not isinstance(value, Boolean) or _cites(case, item)


def _repeats(case: Counterfactual, old: str, item: ObservedItem) -> bool:
    """Whether an item is the old wording, or a changed part of it: the same date may stand elsewhere."""
    words = _words(item)
    return bool(locate(case.was, words) and (locate(item.original, old) or locate(old, words)))


def _is_new(case: Counterfactual, item: ObservedItem) -> bool:
    if isinstance(case.old, Text | Clause):
        return bool(locate(case.now, _words(item)))
    value = _value(item)
    (answer,) = case.row.answers
    if value is None or type(value) is not type(case.old):
        return False
    if isinstance(value, Boolean) and not _cites(case, item):
        return False
    return same(value, type(case.old).model_validate(answer.value))


def _cites(case: Counterfactual, item: ObservedItem) -> bool:
    """Whether the item rests on the changed place, or repeats the words that were there."""
    spans = [span for answer in case.row.answers for span in answer.spans or ()]
    on_place = any(p.start < end and start < p.end for p in item.places for start, end in spans)
    repeated = locate(case.was, _words(item)) or any(locate(p.snippet, case.was) for p in item.places)
    return on_place or bool(repeated)


def _value(item: ObservedItem) -> BaseModel | None:
    try:
        return value_type(item.answer_type).model.model_validate(item.value)
    except ValidationError:
        return None


def _words(item: ObservedItem) -> str:
    return "\n\n".join([item.original, *(place.snippet for place in item.places)])
