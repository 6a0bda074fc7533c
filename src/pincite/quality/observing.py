"""What came of asking a question: its items, whether each is proved again from the text, and what it cites.

A place cites a gold place when they share at least half of the shorter one: a sentence cites the figure
in it, and the figure cites the sentence. It must also be a citation at all: a place of more than 1,000
characters that is more than four times as long as the gold's points at nothing, or the whole document
would prove everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pincite.answer.answers import Answer, Evidence, Item, Lead, Outcome, type_of
from pincite.prove.against import Ground, contradiction
from pincite.prove.item import prove_item
from pincite.prove.quote import locate
from pincite.quality.questions import GoldAnswer, Record
from pincite.records.document import Document


class Place(Record):
    """A place in the document that an item cites, or that was offered to read."""

    start: int
    end: int
    page: int | None = None
    snippet: str = ""


class ObservedItem(Record):
    """An item that was returned. `proved` is false when its own proof does not hold: it is invented."""

    answer_type: str
    value: dict[str, Any]
    original: str
    confidence: float
    proved: bool
    places: tuple[Place, ...]
    side: int = 0
    """Of a conflict, on which side it stands; 0 is the one that prevails by the document's own rule."""


class Observation(Record):
    """One row as it was answered."""

    row: str
    outcome: Outcome
    items: tuple[ObservedItem, ...] = ()
    settled: bool = False
    """Of a conflict: the document's own rule says which side prevails."""
    leads: tuple[Place, ...] = ()
    """The places that were offered to read instead of an answer, likeliest first."""
    located: tuple[tuple[int, int], ...] = ()
    """Where the quotes of the gold are in the text, of answers whose places the gold does not give."""
    error: str = ""
    seconds: float = 0.0


_LONGEST_SNIPPET = 600
_LONGEST_LEAD = 600


def observed(row: str, answer: Answer, read: Callable[[str], Document]) -> Observation:
    """An answer, as far as it is marked; `read` gives a document by its name."""
    sides: dict[str, int] = {}
    if answer.conflict:
        sides = {item: number for number, side in enumerate(answer.conflict.sides) for item in side}
    return Observation(
        row=row,
        outcome=answer.outcome,
        items=tuple(item_observed(item, sides.get(item.id, 0), read) for item in answer.items),
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


def item_observed(item: Item, side: int, read: Callable[[str], Document]) -> ObservedItem:
    """An item as it is marked, with whether the prover that let it out still contradicts nothing of it."""
    operands = item.derivation.operands if item.derivation else []
    cited = [*item.evidence, *(operand.evidence for operand in operands)]
    grounds = {(place.name, place.version): Ground.of(read(place.name)) for place in cited}
    return ObservedItem(
        answer_type=type_of(item.value),
        value=item.value.model_dump(mode="json"),
        original=item.original,
        confidence=item.rank,
        proved=contradiction(prove_item(item, grounds)) is None,
        places=tuple(place_of(evidence) for evidence in item.evidence),
        side=side,
    )


def place_of(evidence: Evidence) -> Place:
    """Where a piece of evidence stands."""
    snippet = evidence.snippet[:_LONGEST_SNIPPET]
    return Place(start=evidence.start, end=evidence.end, page=evidence.page, snippet=snippet)


Range = tuple[int, int]

_LONG = 1_000
_TIMES = 4
# No passage that a lead may be is longer.
_LEAD = 2_000
# A full page of small print; what is longer stands on no one page.
_PAGE = 6_000
_TELLING = 40


def shared(one: Range, other: Range) -> int:
    """How many characters two ranges have in common."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def is_oversized(cited: int, gold: int) -> bool:
    """Whether so many characters are too many to be a citation of so few."""
    return cited > _LONG and cited > _TIMES * gold


def cites(place: Place, span: Range) -> bool:
    """Whether a place is a citation of a gold place."""
    cited, gold = place.end - place.start, span[1] - span[0]
    common = shared((place.start, place.end), span)
    return common > 0 and 2 * common >= min(cited, gold) and not is_oversized(cited, gold)


def cites_as_answer(place: Place, span: Range) -> bool:
    """Whether a place answers by itself: it cites the gold place, and not just a word or two of it."""
    common = shared((place.start, place.end), span)
    return cites(place, span) and 2 * common >= min(2 * _TELLING, span[1] - span[0])


def leads_to(place: Place, span: Range) -> bool:
    """Whether whoever reads a place comes upon the gold place: they touch, and it is one passage."""
    length = place.end - place.start
    return length <= _LEAD and shared((place.start, place.end), span) > 0


def on_page(place: Place, gold: GoldAnswer) -> bool:
    """Whether a place stands on the gold's page, and is no longer than a page."""
    length = place.end - place.start
    if length > _PAGE or (gold.quote and is_oversized(length, len(gold.quote))):
        return False
    return place.page is not None and place.page == gold.page


def stands_right(item: ObservedItem, gold: GoldAnswer) -> bool:
    """Whether an item cites a place of the gold answer: by characters where they are known, else by page.

    Where the gold knows neither, a place must at least be one: no longer than a page.
    """
    if gold.spans:
        return any(cites(place, span) for place in item.places for span in gold.spans)
    if gold.page is not None:
        return any(on_page(place, gold) for place in item.places)
    return any(place.end - place.start <= _PAGE for place in item.places)
