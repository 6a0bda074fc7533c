"""Turn what came back for a gold question into an observation."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pincite.answer.answers import Answer, Evidence, Item, Lead, type_of
from pincite.quality.gold import GoldAnswer
from pincite.quality.observation import Observation, ObservedItem, Place
from pincite.quality.proving import proved_again
from pincite.verify.quote import locate

_LONGEST_SNIPPET = 600
_LONGEST_LEAD = 600


def observed(row: str, answer: Answer, text: Callable[[str], str]) -> Observation:
    """An answer, as far as it is marked; `text` is the canonical text of a document by its name."""
    sides: dict[str, int] = {}
    if answer.conflict:
        sides = {item: number for number, side in enumerate(answer.conflict.sides) for item in side}
    return Observation(
        row=row,
        outcome=answer.outcome,
        items=tuple(item_observed(item, sides.get(item.id, 0), text) for item in answer.items),
        leads=tuple(lead_place(lead) for lead in answer.leads),
        settled=bool(answer.conflict and answer.conflict.rule),
        error=answer.error.message if answer.error else "",
        seconds=answer.seconds,
    )


def located(answers: Iterable[GoldAnswer], text: str) -> tuple[tuple[int, int], ...]:
    """Where the quotes of gold answers are in a text, of those whose places the gold does not give."""
    quotes = dict.fromkeys(gold.quote for gold in answers if gold.quote and not gold.spans)
    return tuple((match.start, match.end) for quote in quotes for match in locate(quote, text))


def lead_place(lead: Lead) -> Place:
    """A lead is one place: its neighbouring passages as far as they are short, or else the first."""
    first, last = lead.evidence[0], lead.evidence[-1]
    near = first.name == last.name and first.start < last.end <= first.start + _LONGEST_LEAD
    place = place_of(first)
    return place.model_copy(update={"end": last.end}) if near else place


def item_observed(item: Item, side: int, text: Callable[[str], str]) -> ObservedItem:
    """An item as it is marked, with whether its proof holds when it is repeated."""
    texts = {evidence.name: text(evidence.name) for evidence in item.evidence}
    return ObservedItem(
        answer_type=type_of(item.value),
        value=item.value.model_dump(mode="json"),
        original=item.original,
        confidence=item.rank,
        proved=len(texts) == 1 and proved_again(item, *texts.values()),
        places=tuple(place_of(evidence) for evidence in item.evidence),
        side=side,
    )


def place_of(evidence: Evidence) -> Place:
    """Where a piece of evidence stands."""
    snippet = evidence.snippet[:_LONGEST_SNIPPET]
    return Place(start=evidence.start, end=evidence.end, page=evidence.page, snippet=snippet)
