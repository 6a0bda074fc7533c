"""Mark one answered row against its gold: what was said, whether it is right, and where it was cited.

A row is right when every item that was given is right: it says what a gold answer says, cites a place of
that same gold answer where the gold knows one, and its own proof holds. So a list that leaves something
out is right as far as it goes, also when it says so itself (`complete` tells how far), and a list with one
false item is wrong: who reads it cannot tell which one. Of a conflict, the side that prevails by the
document's own rule is the answer; without such a rule nothing is answered, and what is shown is wrong
where no side is right. What is only probable is not answered, and is marked apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.answers import Outcome
from pincite.quality.likeness import ALIKE, Likeness, likeness
from pincite.quality.observing import Observation, ObservedItem, leads_to, on_page, stands_right
from pincite.quality.questions import GoldAnswer, GoldRow, Strata

_SHOWN: tuple[Outcome, ...] = ("answered", "conflict", "incomplete")
_MOST_LEADS = 5


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
    probable_right: bool | None
    """Of what is probable, whether it is right; None elsewhere, and where nobody can tell."""
    led: bool | None
    """Whether the answer or one of its leads is at the right place; None where no place is known."""
    leads: int
    value_right: bool | None
    page_right: bool | None
    complete: float | None
    """The share of the gold answers that were given; None unless several were asked for."""
    invented: int
    seconds: float

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
        """Whether it ended without an answer; a failure is no silence."""
        return not self.shown and not self.failed

    @property
    def probable(self) -> bool:
        return self.outcome == "probable"

    @property
    def conflict(self) -> bool:
        return self.outcome == "conflict"

    @property
    def failed(self) -> bool:
        return self.outcome == "failed"


def mark(row: GoldRow, observation: Observation) -> Mark:
    """What one observation is worth."""
    items = answer_of(observation)
    values, hits = compared(row, items)
    right = bool(items) and all(any(hit) for hit in hits)
    valued = any(has_value(gold) for gold in row.answers)
    tells = can_tell(row)
    return Mark(
        row=row.id,
        document=row.document,
        strata=row.strata,
        present=not row.absent,
        outcome=observation.outcome,
        answered=observation.outcome == "answered" or (observation.outcome == "conflict" and bool(items)),
        right=right if row.answers and tells else None,
        side_right=_side_right(row, observation) if tells else None,
        probable_right=_probable_right(row, observation) if tells else None,
        led=_led(row, observation),
        leads=len(observation.leads),
        value_right=every(values, ALIKE) if valued else None,
        page_right=_page_right(row.answers, items),
        complete=_complete(row, hits),
        invented=sum(not item.proved for item in observation.items),
        seconds=observation.seconds,
    )


def answer_of(observation: Observation) -> tuple[ObservedItem, ...]:
    """The items that count as the answer: all of them, or the prevailing side of a settled conflict."""
    if observation.outcome in ("answered", "incomplete"):
        return observation.items
    if observation.outcome == "conflict" and observation.settled:
        return tuple(item for item in observation.items if item.side == 0)
    return ()


def _probable_right(row: GoldRow, observation: Observation) -> bool | None:
    if observation.outcome != "probable":
        return None
    return all(is_right(row, item) for item in observation.items)


def _side_right(row: GoldRow, observation: Observation) -> bool | None:
    if observation.outcome != "conflict" or observation.settled:
        return None
    sides: dict[int, list[bool]] = {}
    for item in observation.items:
        sides.setdefault(item.side, []).append(is_right(row, item))
    return any(all(side) for side in sides.values())


def _led(row: GoldRow, observation: Observation) -> bool | None:
    spans = [span for gold in row.answers for span in gold.spans or ()] + list(observation.located)
    if not spans:
        return None
    shown = observation.items if observation.outcome in (*_SHOWN, "probable") else ()
    places = [place for item in shown for place in item.places] + list(observation.leads[:_MOST_LEADS])
    return any(leads_to(place, span) for place in places for span in spans)


def compared(row: GoldRow, items: Sequence[ObservedItem]) -> tuple[list[list[Likeness]], list[list[bool]]]:
    """By item how it compares with each gold answer, and of which of them it is one."""
    values = [[likeness(row.answer_type, gold, item) for gold in row.answers] for item in items]
    return values, [_hits(row, item, said) for item, said in zip(items, values, strict=True)]


def is_right(row: GoldRow, item: ObservedItem) -> bool:
    """Whether an item is one of the gold answers."""
    return any(_hits(row, item, [likeness(row.answer_type, gold, item) for gold in row.answers]))


def _hits(row: GoldRow, item: ObservedItem, said: Sequence[Likeness]) -> list[bool]:
    """Of which gold answers the item is one: the value and the place must be those of the same one."""
    return [
        item.proved and like in ALIKE and stands_right(item, gold)
        for gold, like in zip(row.answers, said, strict=True)
    ]


def can_tell(row: GoldRow) -> bool:
    """Whether the gold can tell a right answer from a wrong one; a page alone cannot."""
    return all(has_value(gold) or bool(gold.spans) for gold in row.answers)


def has_value(gold: GoldAnswer) -> bool:
    """Whether the gold says more than where the answer stands."""
    return gold.value is not None or bool(gold.text or gold.quote)


def every(values: Sequence[Sequence[Likeness]], wanted: tuple[Likeness, ...]) -> bool:
    """Whether every item compares so with one of the gold answers."""
    return bool(values) and all(any(said in wanted for said in item) for item in values)


def _page_right(answers: Sequence[GoldAnswer], items: Sequence[ObservedItem]) -> bool | None:
    paged = [gold for gold in answers if gold.page is not None]
    if not paged:
        return None
    return bool(items) and all(
        any(on_page(place, gold) for place in item.places for gold in paged) for item in items
    )


def several(row: GoldRow) -> bool:
    """Whether a list was asked for."""
    return row.answer_shape != "single" and (row.answer_shape is not None or len(row.answers) > 1)


def _complete(row: GoldRow, hits: Sequence[Sequence[bool]]) -> float | None:
    """The share of what the gold asks for; gold answers of one value at several places are one."""
    if row.absent or not several(row):
        return None
    wanted: dict[str, bool] = {}
    for number, gold in enumerate(row.answers):
        name = repr(sorted(gold.value.items())) if gold.value else f"#{number}"
        wanted[name] = wanted.get(name, False) or any(hit[number] for hit in hits)
    return sum(wanted.values()) / len(wanted)
