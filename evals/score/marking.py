"""Mark one answered row against its gold: what was said, whether it is right, and where it was cited.

A row is right when every item that was given is right: it says what a gold answer says, cites a place of
that same gold answer where the gold knows one, and its own proof holds. So a list that leaves something
out is right as far as it goes, also when it says so itself (`complete` tells how far), and a list with one
false item is wrong: who reads it cannot tell which one. Of a conflict, the side that prevails by the
document's own rule is the answer; without such a rule nothing is answered, and what is shown is wrong
where no side is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evals.score.gold import GoldAnswer, GoldRow, Strata
from evals.score.observation import Observation, ObservedItem
from evals.score.places import (
    Cited,
    cited,
    first_page_ranks,
    first_ranks,
    leads_to,
    on_page,
    stands_right,
)
from evals.score.values import ALIKE, Likeness, likeness
from pincite.answer.answers import Outcome

_SHOWN: tuple[Outcome, ...] = ("answered", "conflict", "incomplete")
_MOST_LEADS = 5


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
class Mark:
    """One row, marked. None stands for what this row cannot tell, and is left out of every average."""

    row: str
    document: str
    strata: Strata
    present: bool
    outcome: Outcome
    answered: bool
    right: bool | None
    """None: the row is absent, or the gold says no more than that there is an answer."""
    side_right: bool | None
    """Of a conflict that nothing settles, whether one of its sides is right; None elsewhere."""
    best: Best | None
    """None: no candidate is known, or the gold cannot tell whether it is right."""
    led: bool | None
    """Whether the answer or one of its leads is at the right place; None where no place is known."""
    leads: int
    carried: bool | None
    """Whether an item was shown at a place that a proposer of known honesty pointed at; None without one."""
    value_right: bool | None
    value_exact: bool | None
    page_right: bool | None
    cited: Cited
    complete: float | None
    """The share of the gold answers that were given; None unless several were asked for."""
    precision_of_list: float | None
    items: ItemCounts | None
    """Of a list; None unless several were asked for."""
    invented: int
    presence: float
    ranks: tuple[int | None, ...]
    page_ranks: tuple[int | None, ...]
    """Of each gold page its place among the pages that retrieval proposed, each page once."""
    seconds: float
    cost: float

    @property
    def correct(self) -> bool | None:
        """Of what was shown, whether it is true; None when nothing was shown or no one can tell.

        An open conflict is true where one of its sides is.
        """
        if not self.shown:
            return None
        if not self.present:
            return False
        return self.side_right if self.conflict and not self.answered else self.right

    @property
    def wrong(self) -> bool:
        return self.correct is False

    @property
    def shown(self) -> bool:
        """Whether it was said that the document carries an answer."""
        return self.outcome in _SHOWN

    @property
    def said_absent(self) -> bool:
        return self.outcome == "not_found"

    @property
    def quiet(self) -> bool:
        """Whether it ended without an item; a failure is no silence."""
        return not self.shown and not self.failed

    @property
    def conflict(self) -> bool:
        return self.outcome == "conflict"

    @property
    def failed(self) -> bool:
        return self.outcome == "failed"


def mark(row: GoldRow, observation: Observation) -> Mark:
    """What one observation is worth."""
    items = answer_of(observation)
    values = [[likeness(row.answer_type, gold, item) for gold in row.answers] for item in items]
    hits = [_hits(row, item, said) for item, said in zip(items, values, strict=True)]
    right = bool(items) and all(any(hit) for hit in hits)
    compared = any(_has_value(gold) for gold in row.answers)
    tells = row.absent or all(map(_can_tell, row.answers))
    return Mark(
        row=row.id,
        document=row.document,
        strata=row.strata,
        present=not row.absent,
        outcome=observation.outcome,
        answered=observation.outcome == "answered" or (observation.outcome == "conflict" and bool(items)),
        right=right if row.answers and tells else None,
        side_right=_side_right(row, observation) if tells else None,
        best=_best(row, observation, right) if tells else None,
        led=_led(row, observation),
        leads=len(observation.leads),
        carried=_carried(observation),
        value_right=_every(values, ALIKE) if compared else None,
        value_exact=_every(values, ("exact",)) if compared else None,
        page_right=_page_right(row.answers, items),
        cited=_cited(row, items, hits),
        complete=_complete(row, hits),
        precision_of_list=sum(map(any, hits)) / len(hits) if hits and _several(row) else None,
        items=_counts(row, hits) if _several(row) else None,
        invented=sum(not item.proved for item in observation.items),
        presence=observation.presence,
        ranks=first_ranks(observation.passages, row.answers),
        page_ranks=first_page_ranks(observation.passages, row.answers),
        seconds=observation.seconds,
        cost=observation.cost,
    )


def answer_of(observation: Observation) -> tuple[ObservedItem, ...]:
    """The items that count as the answer: all of them, or the prevailing side of a settled conflict."""
    if observation.outcome in ("answered", "incomplete"):
        return observation.items
    if observation.outcome == "conflict" and observation.settled:
        return tuple(item for item in observation.items if item.side == 0)
    return ()


def _side_right(row: GoldRow, observation: Observation) -> bool | None:
    if observation.outcome != "conflict" or observation.settled:
        return None
    sides: dict[int, list[bool]] = {}
    for item in observation.items:
        sides.setdefault(item.side, []).append(_is_right(row, item))
    return any(all(side) for side in sides.values())


def _best(row: GoldRow, observation: Observation, right: bool) -> Best | None:
    """An answer is as likely as its least sure item; of what was not answered the candidate counts."""
    if items := answer_of(observation):
        return Best(min(item.confidence for item in items), right)
    candidate = observation.candidate
    return Best(candidate.confidence, _is_right(row, candidate)) if candidate else None


def _led(row: GoldRow, observation: Observation) -> bool | None:
    spans = [span for gold in row.answers for span in gold.spans or ()] + list(observation.located)
    if not spans:
        return None
    shown = observation.items if observation.outcome in _SHOWN else ()
    places = [place for item in shown for place in item.places] + list(observation.leads[:_MOST_LEADS])
    return any(leads_to(place, span) for place in places for span in spans)


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


def _is_right(row: GoldRow, item: ObservedItem) -> bool:
    return any(_hits(row, item, [likeness(row.answer_type, gold, item) for gold in row.answers]))


def _hits(row: GoldRow, item: ObservedItem, said: Sequence[Likeness]) -> list[bool]:
    """Of which gold answers the item is one: the value and the place must be those of the same one."""
    return [
        item.proved and like in ALIKE and stands_right(item, gold)
        for gold, like in zip(row.answers, said, strict=True)
    ]


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


def _can_tell(gold: GoldAnswer) -> bool:
    """Whether the gold can tell a right answer from a wrong one; a page alone cannot."""
    return _has_value(gold) or bool(gold.spans)


def _has_value(gold: GoldAnswer) -> bool:
    return gold.value is not None or bool(gold.text or gold.quote)


def _every(values: Sequence[Sequence[Likeness]], wanted: tuple[Likeness, ...]) -> bool:
    return bool(values) and all(any(said in wanted for said in item) for item in values)


def _page_right(answers: Sequence[GoldAnswer], items: Sequence[ObservedItem]) -> bool | None:
    paged = [gold for gold in answers if gold.page is not None]
    if not paged:
        return None
    return bool(items) and all(
        any(on_page(place, gold) for place in item.places for gold in paged) for item in items
    )


def _several(row: GoldRow) -> bool:
    return row.answer_shape != "single" and (row.answer_shape is not None or len(row.answers) > 1)


def _counts(row: GoldRow, hits: Sequence[Sequence[bool]]) -> ItemCounts:
    found = [any(hit[number] for hit in hits) for number in range(len(row.answers))]
    return ItemCounts(len(hits), sum(map(any, hits)), len(row.answers), sum(found))


def _complete(row: GoldRow, hits: Sequence[Sequence[bool]]) -> float | None:
    """The share of what the gold asks for; gold answers of one value at several places are one."""
    if row.absent or not _several(row):
        return None
    wanted: dict[str, bool] = {}
    for number, gold in enumerate(row.answers):
        name = repr(sorted(gold.value.items())) if gold.value else f"#{number}"
        wanted[name] = wanted.get(name, False) or any(hit[number] for hit in hits)
    return sum(wanted.values()) / len(wanted)
