"""Propose the items of the list that bears most on a question, each at its place among the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.answer.claims import Claim
from pincite.generate.lists import items_of, lists_of
from pincite.generate.pointed import cite
from pincite.records.document import FURNITURE, Block, Document
from pincite.records.evidence import CONTINUED, Found
from pincite.records.library import Identity
from pincite.records.question import Question
from pincite.relevance.bearing import bearing
from pincite.structure.lead_ins import lead_in
from pincite.structure.list_runs import tree_places, whole
from pincite.values.types import Text

# What a list that the block introduces adds to its rank.
_INTRODUCES_A_LIST = 0.05
_IS_TITLE = 0.001
# Lists that differ by no more than this in their bearing are as likely meant as each other.
_AS_LIKELY = 0.05


@dataclass(frozen=True, slots=True)
class Listed:
    """The items of one list, and what speaks for them: what introduces them, or the first of them."""

    identity: Identity
    document: Document
    introduction: Block
    items: tuple[Block, ...]
    score: float


def list_claims(
    question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
) -> list[Claim]:
    """A claim for each item of the best list, in order; none when nothing that was found is one."""
    if not found:
        return []
    if all(CONTINUED in place.paths for place in found):
        return _claims(_continued(question, found, documents))
    lists = _lists(question, found, documents)
    best = max(lists, key=lambda listed: listed.score, default=None)
    if best is None or (question.generation.answer_shape == "tree" and len(best.items) < 2):
        return []
    twins = [listed for listed in lists if _is_twin(best, listed)]
    return _claims(best) if len(twins) < 2 else _by_section(twins)


def _lists(
    question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
) -> list[Listed]:
    """What introduces a list speaks for it; that one of its items has the asked words does not."""
    lists: list[Listed] = []
    seen: set[tuple[Identity, int]] = set()
    for place in found:
        document = documents[place.identity]
        block = document.blocks[place.block - 1]
        if block.kind in FURNITURE:
            continue
        introduction = lead_in(document, block) or block
        if (place.identity, introduction.number) in seen:
            continue
        seen.add((place.identity, introduction.number))
        titled = introduction.kind == "heading"
        items = _of_section(question, document, introduction) if titled else items_of(document, introduction)
        if items:
            score = bearing(question, document, introduction).score
            score += _INTRODUCES_A_LIST if len(items) > 1 else 0.0
            # Of a title and a sentence that says as much, the sentence is about the list alone.
            score -= _IS_TITLE if titled else 0.0
            lists.append(Listed(place.identity, document, introduction, tuple(items), score))
    return lists


def _is_twin(best: Listed, other: Listed) -> bool:
    """Whether another list is introduced in the same words under another heading, and is as likely meant."""
    words = [listed.introduction.span.of(listed.document.text).split() for listed in (best, other)]
    near = abs(best.score - other.score) <= _AS_LIKELY and other.introduction.kind != "heading"
    apart = other is best or other.introduction.section != best.introduction.section
    return near and apart and other.identity == best.identity and words[0] == words[1]


def _by_section(twins: Sequence[Listed]) -> list[Claim]:
    """The items of several lists, each under the heading of its own: one of them would pass for all."""
    found: list[Claim] = []
    for number, listed in enumerate(sorted(twins, key=lambda each: each.introduction.number), start=1):
        document, section = listed.document, listed.introduction.section
        heading = document.blocks_of(document.sections[section].span)[0] if section is not None else None
        if heading is None or heading.kind != "heading":
            return _claims(max(twins, key=lambda each: each.score))
        # The heading may say nothing of the question; what introduces the list under it does.
        cited = [cite(listed.identity, document, block.span) for block in (heading, listed.introduction)]
        title = heading.span.of(document.text)
        found.append(
            Claim(
                answer_type="text",
                value=Text(text=title),
                original=title,
                citations=tuple(cited),
                score=twins[0].score,
                place=(number,),
            )
        )
        for at, claim in enumerate(_claims(listed), start=1):
            place = (number, *(claim.place or (at,)))
            found.append(claim.model_copy(update={"place": place, "score": twins[0].score}))
    return found


def _of_section(question: Question, document: Document, heading: Block) -> list[Block]:
    """The list of a section; of several the one whose own introduction says most, or all under theirs."""
    lists = lists_of(document, heading)
    if len(lists) < 2:
        return lists[0] if lists else []
    leads = [lead_in(document, items[0]) for items in lists]
    said = [bearing(question, document, lead).score if lead else 0.0 for lead in leads]
    best = max(said)
    if said.count(best) == 1:
        return lists[said.index(best)]
    found: list[Block] = []
    for lead, items in zip(leads, lists, strict=True):
        found += [*([lead] if lead and lead.number > heading.number else []), *whole(document, items)]
    return found


def _continued(question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]) -> Listed:
    """All items that were read on for, in the order of the text."""
    identity = found[0].identity
    document = documents[identity]
    items = tuple(document.blocks[number - 1] for number in sorted(place.block for place in found))
    introduction = lead_in(document, items[0]) or items[0]
    if items[0].kind == "sentence" and items[0].span.of(document.text).endswith(":"):
        introduction, items = items[0], items[1:]
    score = bearing(question, document, introduction).score + _INTRODUCES_A_LIST
    return Listed(identity, document, introduction, items, score)


def _claims(listed: Listed) -> list[Claim]:
    where = tree_places(listed.document, listed.items)
    nested = any(len(place) > 1 for place in where)
    return [
        Claim(
            answer_type="text",
            value=Text(text=item.span.of(listed.document.text)),
            original=item.span.of(listed.document.text),
            citations=tuple(
                cite(listed.identity, listed.document, block.span) for block in _cited(listed, item)
            ),
            score=listed.score,
            place=place if nested else (),
        )
        for item, place in zip(listed.items, where, strict=True)
    ]


def _cited(listed: Listed, item: Block) -> list[Block]:
    """The item, and what shows whose item it is where the text right before it does not."""
    introduced = lead_in(listed.document, item) == listed.introduction
    if introduced or item == listed.introduction or listed.introduction.kind == "heading":
        return [item]
    return [item, listed.introduction]
