"""Where a side of a conflict stands: its block, its clause, its part of the document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.contract.relevance import lead_in
from pincite.contract.verdicts import Judged
from pincite.records.document import Block, Document, Section
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.span import Span

# What is attached to a contract, and so may rank before or behind its body.
ATTACHED = (
    r"schedule|annex|annexure|appendix|exhibit|attachment|amendment|addendum|rider|endorsement|order form"
    r"|purchase order|statement of work|sow|work order|side letter|letter|quotation|quote|offer|price list"
    r"|fee schedule|rate card|special (?:terms|conditions|provisions)|particular conditions"
    r"|supplementary (?:terms|conditions)|data processing agreement|specifications?"
    r"|cover (?:page|sheet)|declarations|key terms|summary of terms|general (?:terms|conditions)"
)
_ORDINAL = r"(?:(?:first|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th)|[a-z]+ (?=amendment))\s+)?"
_ATTACHED = re.compile(
    rf"\s*(?:(?:the|revised|updated|new|this)\s+)?{_ORDINAL}(?:{ATTACHED})\b", re.IGNORECASE
)
_BODY = re.compile(
    r"[^.\d]*\b(?:agreement|contract|lease|deed|(?:terms and|general) conditions|policy)\s*$", re.IGNORECASE
)
_NUMBERED = re.compile(
    r"[\s“\"'(]*(?:(?:section|clause|article|paragraph)\s+|§\s*)?(?P<number>\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}(?=[.\s]))"
    r"(?:\([a-z0-9]{1,3}\))?[.):]?(?=\s)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A block of a document."""

    identity: Identity
    document: Document
    block: Block

    @property
    def text(self) -> str:
        return self.block.span.of(self.document.text)

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles that it stands under, outermost first."""
        return tuple(section.title for section in self.document.section_path(self.block.section))

    @property
    def proof(self) -> Proof:
        """The block as a proof that is exact because nothing was searched for."""
        return Proof(self.identity, self.document, self.block.span, "exact")

    def at(self, block: Block) -> Place:
        """Another block of the same document."""
        return Place(self.identity, self.document, block)


def place_of(judged: Judged) -> Place:
    """The block that a claim rests on: of a list item and what introduces it, the item."""
    proof = judged.proofs[-1]
    return Place(proof.identity, proof.document, proof.document.blocks_of(proof.span)[0])


def part_of(place: Place) -> Section | None:
    """The heading of the schedule, order form, amendment or body that a place stands in.

    A heading in capitals and the numbered clauses under it are often of one level, so a part goes on up
    to the next one. None where no heading names a part.
    """
    document = place.document
    path = document.section_path(place.block.section)
    for section in reversed(path):
        if is_attached(section.title):
            return section
    top = path[0].level if path else 1
    start = place.block.span.start
    before = [s for s in document.sections if s.span.start <= start and s.level <= top and _is_part(s.title)]
    # A title that comes again later was a line of the contents.
    later = {
        _plain(s.title) for s in document.sections if s.span.start > (before[-1].span.start if before else 0)
    }
    return next((s for s in reversed(before) if _plain(s.title) not in later), None)


def is_attached(title: str) -> bool:
    """Whether a title is that of something attached to a contract; "12. Amendment" is one of its clauses."""
    return _ATTACHED.match(title) is not None


def same_part(a: Place, b: Place) -> bool:
    return a.identity == b.identity and part_of(a) == part_of(b)


def heading_of(place: Place, section: Section) -> Place | None:
    """The block of a section's heading; None where the title is not a block of its own."""
    blocks = place.document.blocks_of(Span(section.span.start, section.span.start + 1))
    return place.at(blocks[0]) if blocks else None


def blocks_of_part(place: Place) -> list[Place]:
    """All blocks of the part that a place stands in."""
    document = place.document
    part = part_of(place)
    start = part.span.start if part else 0
    first = bisect_right(document.blocks, start, key=lambda block: block.span.start) - 1
    found = []
    for block in document.blocks[max(first, 0) :]:
        heads = (
            block.kind == "heading" and block.span.start > start and _is_part(block.span.of(document.text))
        )
        if heads and part_of(place.at(block)) != part:
            break
        found.append(place.at(block))
    return found


def blocks_saying(pattern: re.Pattern[str], *places: Place) -> Iterator[Place]:
    """The blocks, in the documents of these places, that hold a match; one pass over each text."""
    for source in {place.identity: place for place in places}.values():
        seen = set()
        for found in pattern.finditer(source.document.text):
            for block in source.document.blocks_of(Span(found.start(), found.end())):
                if block.number not in seen and block.kind != "heading":
                    seen.add(block.number)
                    yield source.at(block)


def clauses_of(place: Place) -> frozenset[str]:
    """The numbers that a place is listed under, of its paragraph and of the titles above it."""
    document = place.document
    texts = [section.title for section in document.section_path(place.block.section)]
    texts += [place.text]
    at = bisect_right(document.paragraphs, place.block.span.start, key=lambda p: p.span.start) - 1
    if at >= 0:
        texts.append(document.paragraphs[at].span.of(document.text))
    if introduction := lead_in(document, place.block):
        texts.append(introduction.span.of(document.text))
    return frozenset(match["number"].upper() for text in texts if (match := _NUMBERED.match(text)))


def _is_part(title: str) -> bool:
    return is_attached(title) or _BODY.fullmatch(title.strip()) is not None


def _plain(title: str) -> str:
    return " ".join(title.casefold().split())
