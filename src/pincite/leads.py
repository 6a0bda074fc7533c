"""The likeliest places of a document, for a question that nothing in it answers surely enough.

A lead is no answer: nobody proved it. So it carries no value, only the place, the chance that a reading
model gives it, and the words of the question that it does not say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pincite.contract.answers import MOST_LEADS, Lead
from pincite.contract.relevance import bearing
from pincite.contract.scope import within
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.excerpt import ReadPassage
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.verify.recover import recover

_LONGEST = 600
# A place that has so small a chance is no help to anybody; the likeliest is shown whatever it has.
_FAINT = 0.05
_MOST_LACKING = 4


@dataclass(frozen=True, slots=True)
class Likeliness:
    """A place with the chance that it answers, and what of the question it says otherwise."""

    span: Span
    chance: float
    differing: tuple[str, ...] = ()


def leads_of(
    question: Question, held: Held, read: Iterable[ReadPassage], least: float
) -> tuple[float | None, tuple[Lead, ...]]:
    """The best chance of all passages that may answer, and the best places whose chance is not below `least`.

    None where no passage that the question allows was read. No place is given twice.
    """
    allowed = list(_allowed(question, held.document, read))
    if not allowed:
        return None, ()
    chosen: list[Lead] = []
    taken: set[int] = set()
    for score, blocks in sorted(allowed, key=lambda each: (-each[0], each[1][0].number)):
        numbers = {block.number for block in blocks}
        if score < least or len(chosen) == MOST_LEADS:
            break
        if taken.isdisjoint(numbers):
            taken |= numbers
            chosen.append(_lead(question, held, score, blocks))
    return max(score for score, _ in allowed), tuple(chosen)


def leads_at(held: Held, places: Sequence[Likeliness]) -> tuple[Lead, ...]:
    """Leads to sentences that were judged, likeliest first."""
    chosen = [each for at, each in enumerate(places) if not at or each.chance >= _FAINT][:MOST_LEADS]
    return tuple(
        Lead(
            evidence=[recover(Proof(held.identity, held.document, each.span, "exact"))],
            chance=each.chance,
            lacks=list(each.differing),
        )
        for each in chosen
    )


def best_leads(by_document: Iterable[Sequence[Lead]]) -> list[Lead]:
    """The leads of all documents, best first."""
    every = [lead for leads in by_document for lead in leads]
    return sorted(every, key=lambda lead: -1.0 if lead.chance is None else lead.chance, reverse=True)


def _allowed(
    question: Question, document: Document, read: Iterable[ReadPassage]
) -> Iterator[tuple[float, list[Block]]]:
    """Each passage that was read as its score and the blocks that it points at, within the scope."""
    inside = within(question.retrieval.scope, document)
    for passage in read:
        if blocks := [block for block in _pointed(question, document, passage) if inside(block)]:
            yield passage.score, blocks


def _pointed(question: Question, document: Document, passage: ReadPassage) -> list[Block]:
    """The block that a model points at, with its neighbours as far as it points and the length allows."""
    whole = document.blocks_of(passage.span)
    pointed = document.blocks_of(passage.pointed) if passage.pointed else ()
    if not pointed:
        # A model that points at nothing means the passage: of that what says most of the question.
        return [max(whole, key=lambda block: bearing(question, document, block).score)] if whole else []
    following = [block for block in whole if block.number > pointed[-1].number]
    kept = [pointed[0]]
    for block in (*pointed[1:], *following):
        # A heading alone says nothing: the sentence after it belongs to the lead.
        wanted = block in pointed or kept[-1].kind == "heading"
        if not wanted or block.span.end - kept[0].span.start > _LONGEST:
            break
        kept.append(block)
    return kept


def _lead(question: Question, held: Held, score: float, blocks: Sequence[Block]) -> Lead:
    span = Span(blocks[0].span.start, blocks[-1].span.end)
    missing = [bearing(question, held.document, block).missing for block in blocks]
    lacks = [word for word in missing[0] if all(word in each for each in missing)]
    place = recover(Proof(held.identity, held.document, span, "exact"))
    return Lead(evidence=[place], chance=score, lacks=lacks[:_MOST_LACKING])
