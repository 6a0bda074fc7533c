"""Mark one answered row of a set: as the package does, and by what only sets are measured by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from evals.score.observation import Observation, ObservedItem
from evals.score.places import Cited, cited, first_page_ranks, first_ranks
from pincite.quality import marking
from pincite.quality.marking import answer_of, can_tell, compared, every, has_value, is_right, several
from pincite.quality.observing import leads_to
from pincite.quality.questions import GoldAnswer, GoldRow

_SHOWN = ("answered", "conflict", "incomplete")


@dataclass(frozen=True, slots=True)
class Best:
    """The best candidate of a row, shown or not: the chance that it was given, and whether it is right."""

    chance: float
    right: bool


@dataclass(frozen=True, slots=True)
class ItemCounts:
    """Of a list that was asked for: how many items were given and right, how many are wanted and found."""

    given: int
    right: int
    wanted: int
    found: int


@dataclass(frozen=True, slots=True)
class Mark(marking.Mark):
    """One row, marked. None stands for what this row cannot tell, and is left out of every average."""

    best: Best | None
    """None: no candidate is known, or the gold cannot tell whether it is right."""
    carried: bool | None
    """Whether an item was shown at a place that a proposer of known honesty pointed at; None without one."""
    value_exact: bool | None
    cited: Cited
    precision_of_list: float | None
    items: ItemCounts | None
    """Of a list; None unless several were asked for."""
    presence: float
    ranks: tuple[int | None, ...]
    page_ranks: tuple[int | None, ...]
    """Of each gold page its place among the pages that retrieval proposed, each page once."""
    cost: float
    calls: int | None
    identical: int
    whole: bool | None
    """Of an oracle: whether one view showed all that it pointed at."""
    values_proved: float | None
    """Of the typed values that an oracle proposed, the share that code proves; None without any."""
    believed: bool | None
    """Whether all that an oracle proposed is answered, or what a forger forged left; None without either."""
    disagreements: int | None
    """Items of which the prover and the watchman say different things; None where he did not watch."""
    unread: int
    """Items of which the watchman can read nothing."""
    given: int
    """How many items were given."""


def mark(row: GoldRow, observation: Observation) -> Mark:
    """What one observation is worth."""
    plain = marking.mark(row, observation)
    items = answer_of(observation)
    values, hits = compared(row, items)
    right = bool(items) and all(any(hit) for hit in hits)
    return Mark(
        **{each.name: getattr(plain, each.name) for each in fields(plain)}
        | {"invented": len(_invented(observation))},
        best=_best(row, observation, right) if can_tell(row) else None,
        carried=_carried(observation),
        value_exact=every(values, ("exact",)) if any(map(has_value, row.answers)) else None,
        cited=_cited(row, items, hits),
        precision_of_list=sum(map(any, hits)) / len(hits) if hits and several(row) else None,
        items=_counts(row, hits) if several(row) else None,
        presence=observation.presence,
        ranks=first_ranks(observation.passages, row.answers),
        page_ranks=first_page_ranks(observation.passages, row.answers),
        cost=observation.cost,
        calls=observation.calls,
        identical=observation.identical,
        whole=observation.whole,
        values_proved=_share(observation.values),
        believed=observation.believed if observation.forged or observation.whole else None,
        disagreements=_disagreements(observation),
        unread=observation.watched.count("unread"),
        given=len(observation.items),
    )


def _invented(observation: Observation) -> list[ObservedItem]:
    """Items that the prover or the watchman refuses."""
    watched = [*observation.watched, *["holds"] * len(observation.items)]
    return [
        item
        for item, said in zip(observation.items, watched, strict=False)
        if not item.proved or said == "refused"
    ]


def _disagreements(observation: Observation) -> int | None:
    if observation.items and not observation.watched:
        return None
    said = zip(observation.items, observation.watched, strict=True)
    return sum((word == "refused") == item.proved for item, word in said if word != "unread")


def _share(states: Sequence[str]) -> float | None:
    return states.count("proved") / len(states) if states else None


def _best(row: GoldRow, observation: Observation, right: bool) -> Best | None:
    """An answer is as likely as its least sure item; of what was not answered the candidate counts."""
    if items := answer_of(observation):
        return Best(min(item.confidence for item in items), right)
    candidate = observation.candidate
    return Best(candidate.confidence, is_right(row, candidate)) if candidate else None


def _carried(observation: Observation) -> bool | None:
    if not observation.proposed:
        return None
    shown = observation.items if observation.outcome in _SHOWN else ()
    return any(
        leads_to(place, (proposed.start, proposed.end))
        for item in shown
        for place in item.places
        for proposed in observation.proposed
    )


def _cited(row: GoldRow, items: Sequence[ObservedItem], hits: Sequence[Sequence[bool]]) -> Cited:
    """How well places were cited, as far as the gold knows them.

    An item that is one of those whose place the gold does not know is left out. Where any one gold answer
    would do, the one counts that was cited best.
    """
    judged = [item for item, hit in zip(items, hits, strict=True) if not _only_placeless(row.answers, hit)]
    if row.answer_shape != "single" or len(row.answers) < 2:
        return cited(judged, row.answers)
    each = (cited(judged, [gold]) for gold in row.answers)
    return max(each, key=lambda c: (c.span_f1 or 0.0, c.citation_recall or 0.0, c.page_recall or 0.0))


def _only_placeless(answers: Sequence[GoldAnswer], hit: Sequence[bool]) -> bool:
    met = [gold for gold, is_hit in zip(answers, hit, strict=True) if is_hit]
    return bool(met) and not any(gold.spans or gold.page is not None for gold in met)


def _counts(row: GoldRow, hits: Sequence[Sequence[bool]]) -> ItemCounts:
    found = [any(hit[number] for hit in hits) for number in range(len(row.answers))]
    return ItemCounts(len(hits), sum(map(any, hits)), len(row.answers), sum(found))
