"""Where a side of a conflict stands: its block, its clause, its part of the document."""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pincite.answer.verdicts import Judged
from pincite.patterns import pattern
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.structure.lead_ins import lead_in

# What is attached to a contract, and so may rank before or behind its body. "Exhibit 10.2" heads a whole
# contract that was filed with an authority.
ATTACHED = (
    r"schedule|part [a-z0-9]{1,3}\b|annex|annexure|appendix|exhibit(?! \d+\.\d)|attachment|amendment"
    r"|addendum|rider|endorsement|order form|purchase order|statement of work|sow|work order|side letter"
    r"|letter|quotation|quote|offer|price list|fee schedule|rate card"
    r"|special (?:terms|conditions|provisions)|particular conditions|supplementary (?:terms|conditions)"
    r"|data processing agreement|specifications?|cover (?:page|sheet)|declarations|key terms"
    r"|summary of terms|general (?:terms|conditions)"
)
_ORDINAL = r"(?:(?:first|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th)|[a-z]+ (?=amendment))\s+)?"
_ATTACHED = pattern(rf"\s*(?:(?:the|revised|updated|new|this)\s+)?{_ORDINAL}(?:{ATTACHED})\b", re.IGNORECASE)
_BODY = pattern(
    r"[^.\d]*\b(?:agreement|contract|lease|deed|(?:terms and|general) conditions|policy)\s*$", re.IGNORECASE
)
# A line by itself that heads a part: its name, and at most a number, a date and what it is of.
_LINE = pattern(
    rf"(?:the\s+|revised\s+|updated\s+)?{_ORDINAL}(?:{ATTACHED})(?:\s*$|(?:\s*[-–—:,#(]|\s+(?:no\b|number\b|to\b|of\b|dated\b"
    r"|[A-Z]\b|\d))[^.;!?]*(?:no\.[^.;!?]*)?)",
    re.IGNORECASE,
)
_LONGEST_TITLE = 120
_NUMBERED = pattern(
    r"[\s“\"'(]*(?:(?:section|clause|article|paragraph)\s+|§\s*)?(?P<number>\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}(?=[.\s]))"
    r"(?:\([a-z0-9]{1,3}\))?[.):]?(?=\s)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Place:
    """A block of a document."""

    identity: Identity
    document: Document = field(compare=False)
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


def part_of(place: Place) -> Place | None:
    """The line that heads the schedule, order form, amendment or body that a place stands in.

    A part goes on up to the next one: a heading in capitals and the numbered clauses under it are often
    of one level, and a plain text has lines that head a part and are no headings. None where none does.
    """
    for head in reversed(_heads(_Source(place.identity, place.document))):
        if head.span.start <= place.block.span.start and not _has_ended(place, head):
            return place.at(head)
    return None


def title_of(place: Place) -> str:
    """The title of the part that a place stands in; empty where no line heads it."""
    part = part_of(place)
    return part.text if part else ""


def is_attached(title: str) -> bool:
    """Whether a title is that of something attached to a contract; "12. Amendment" is one of its clauses."""
    return _ATTACHED.match(title) is not None


def same_part(a: Place, b: Place) -> bool:
    return a.identity == b.identity and part_of(a) == part_of(b)


def blocks_of_part(place: Place) -> list[Place]:
    """All blocks of the part that a place stands in, with its heading."""
    heads = _heads(_Source(place.identity, place.document))
    part = part_of(place)
    start = part.block.span.start if part else 0
    end = min((h.span.start for h in heads if h.span.start > place.block.span.start), default=None)
    first = bisect_right(place.document.blocks, start, key=lambda block: block.span.start) - 1
    rest = place.document.blocks[max(first, 0) :]
    return [place.at(block) for block in rest if end is None or block.span.start < end]


def heading_of(place: Place) -> Place | None:
    """The heading of the section that a place stands in; None where it stands in none."""
    if place.block.section is None:
        return None
    start = place.document.sections[place.block.section].span.start
    blocks = place.document.blocks_of(Span(start, start + 1))
    return place.at(blocks[0]) if blocks else None


def blocks_saying(pattern: re.Pattern[str], *places: Place) -> Iterator[Place]:
    """The blocks, in the documents of these places, that hold a match; one pass over each text."""
    for source in {place.identity: place for place in places}.values():
        for block in _saying(pattern, _Source(source.identity, source.document)):
            yield source.at(block)


def blocks_holding(words: str, *places: Place) -> Iterator[Place]:
    """The blocks, in the documents of these places, that hold these very words."""
    for source in {place.identity: place for place in places}.values():
        yield from map(source.at, _blocks_at(source.document, _found(words, source.document.seen_text)))


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


@dataclass(frozen=True, slots=True)
class _Source:
    """A document by its version, which two documents never share."""

    identity: Identity
    document: Document = field(compare=False)


# Kept for the two documents at hand: every pair of claims asks for it many times.
@functools.lru_cache(maxsize=2)
def _heads(source: _Source) -> tuple[Block, ...]:
    """The lines that head a part; one that comes again later stands in the contents."""
    text = source.document.text
    found = [block for block in source.document.blocks if _heads_part(block, text)]
    last = {_plain(block.span.of(text)): block.number for block in found}
    return tuple(block for block in found if last[_plain(block.span.of(text))] == block.number)


# Every pair of claims looks for the same few rules, each of them a pass over the whole text.
@functools.lru_cache(maxsize=6)
def _saying(pattern: re.Pattern[str], source: _Source) -> tuple[Block, ...]:
    """The blocks that hold a match, but for headings, in the order of the matches."""
    matches = pattern.finditer(source.document.seen_text)
    return tuple(_blocks_at(source.document, (Span(match.start(), match.end()) for match in matches)))


def _found(words: str, text: str) -> Iterator[Span]:
    at = text.find(words)
    while at >= 0:
        yield Span(at, at + len(words))
        at = text.find(words, at + len(words))


def _blocks_at(document: Document, spans: Iterable[Span]) -> Iterator[Block]:
    """The blocks that hold these spans, each once, but for headings."""
    seen = set()
    for span in spans:
        for block in document.blocks_of(span):
            if block.number not in seen and block.kind != "heading":
                seen.add(block.number)
                yield block


def _heads_part(block: Block, text: str) -> bool:
    if block.span.end - block.span.start > _LONGEST_TITLE:
        return False
    title = block.span.of(text)
    if block.kind == "heading":
        return is_attached(title) or _BODY.fullmatch(title.strip()) is not None
    return block.kind == "sentence" and _LINE.fullmatch(title) is not None


def _has_ended(place: Place, head: Block) -> bool:
    """Whether a heading of a higher level has come between."""
    if head.kind != "heading" or head.section is None:
        return False
    section = place.document.sections[head.section]
    return section.level > 1 and not section.span.covers(place.block.span)


def _plain(title: str) -> str:
    return " ".join(title.casefold().rstrip(" .0123456789\t").split()) or title
