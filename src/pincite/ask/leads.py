"""The likeliest places of a document, for a question that nothing in it answers surely enough.

A lead is no answer: it carries no value, only the place, the chance that it answers, and why it is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pincite.answer.answers import MOST_LEADS, Lead
from pincite.language.answer_words import OTHER_YEAR
from pincite.prove.place import recover
from pincite.records.evidence import Proof
from pincite.records.library import Held
from pincite.records.span import Span

# A place that has so small a chance is no help to anybody; the likeliest is shown whatever it has.
_FAINT = 0.05


@dataclass(frozen=True, slots=True)
class Likeliness:
    """A place with the chance that it answers, and whether it names only other years than the question."""

    span: Span
    chance: float | None
    other_year: bool = False
    why: str = field(default="", repr=False)
    """Who points at it, and why that is not enough; what code could not tell of it."""


def leads_at(held: Held, places: Sequence[Likeliness]) -> tuple[Lead, ...]:
    """Leads to sentences that were judged, likeliest first."""
    once: dict[Span, Likeliness] = {}
    for each in places:
        once.setdefault(each.span, each)
    likely = [
        each
        for at, each in enumerate(once.values())
        if not at or each.why or each.chance is None or each.chance >= _FAINT
    ]
    return tuple(
        Lead(
            evidence=[recover(Proof(held.identity, held.document, each.span, "exact"))],
            chance=each.chance,
            reason="; ".join(filter(None, (OTHER_YEAR if each.other_year else "", each.why))),
        )
        for each in likely[:MOST_LEADS]
    )


def best_leads(by_document: Iterable[Sequence[Lead]]) -> list[Lead]:
    """The leads of one document as they are; of several by chance, first what nobody measured."""
    found = [leads for leads in by_document if leads]
    every = [lead for leads in found for lead in leads]
    if len(found) < 2:
        return every
    return sorted(every, key=lambda lead: -2.0 if lead.chance is None else -lead.chance)
