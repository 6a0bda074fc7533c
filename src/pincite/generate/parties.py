"""Propose the parties of a contract as names, from the sentence that introduces them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from pincite.contract.cells import values_in
from pincite.contract.claims import Claim
from pincite.contract.matters.stated import states
from pincite.contract.relevance import bearing
from pincite.contract.values.reading import Reading
from pincite.contract.values.types import Text
from pincite.generate.citing import cite
from pincite.records.document import Block, Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.profile import Subject
from pincite.records.question import Question

_KINDS = ("organisation", "person")
_FEWEST = 2
_BETWEEN = re.compile(r"\b(?:between|among|amongst)\b", re.IGNORECASE)
# What stands right before the name of a party, and not before the state where it is registered.
_JOINS = re.compile(
    r"(?:\b(?:between|among|amongst|and)\b\s*:?|[”\"]\s*\)\s*[,;])[\s_-]*(?:\(?\w{1,3}[.)]\s*)?(?:the\s+)?$",
    re.IGNORECASE,
)
# (“Supplier”), (the "Customer"), (hereinafter “Parent”): each party is given such a name, and only one.
_CALLED = re.compile(r"\(\s*(?:[\w,]+\s+){0,4}[“\"](?P<called>[^”\"]{1,60})[”\"]")
_NO_PARTY = re.compile(
    r"\b(?:agreement|contract|lease|deed|date|part(?:y|ies)|affiliates?|trust)\b", re.IGNORECASE
)


def party_claims(
    question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
) -> list[Claim]:
    """A claim for each party of the first document that introduces some; else the sentence as it stands.

    Names that cannot all be read leave the sentence to the reader: a list without one of them misleads.
    """
    for identity, document in documents.items():
        block = _introduction(document, {f.block for f in found if f.identity == identity})
        if block is None:
            continue
        score = bearing(question, document, block).score
        text, citation = block.span.of(document.text), cite(identity, document, block.span)
        if named := _named(document, block):
            return [
                Claim(
                    answer_type=kind,
                    value=reading.value,
                    original=reading.original(text),
                    citations=(citation,),
                    score=score,
                )
                for kind, reading in named
            ]
        return [
            Claim(
                answer_type="text", value=Text(text=text), original=text, citations=(citation,), score=score
            )
        ]
    return []


def _introduction(document: Document, numbers: set[int]) -> Block | None:
    """The first of these blocks that says between whom the contract is made."""
    for number in sorted(numbers):
        block = document.blocks[number - 1]
        titles = [section.title for section in document.section_path(block.section)]
        if block.kind != "heading" and states("parties", block.span.of(document.text), titles):
            return block
    return None


def _named(document: Document, block: Block) -> list[tuple[str, Reading[BaseModel]]]:
    """The names of all parties that the sentence introduces; none where one of them cannot be read."""
    parties = [subject for subject in document.profile.subjects if subject.kind == "party"]
    if len(parties) < _FEWEST or not all(block.span.covers(party.span) for party in parties):
        return _joined(document, block)
    read = [_reading(document, block, party) for party in parties]
    named = [each for each in read if each is not None]
    return named if len(named) == len(parties) else _joined(document, block)


def _joined(document: Document, block: Block) -> list[tuple[str, Reading[BaseModel]]]:
    """The names that "between" and "and" join; none where the sentence has words for more parties."""
    text = block.span.of(document.text)
    between = _BETWEEN.search(text)
    if between is None:
        return []
    read = [
        (kind, each) for kind in _KINDS for each in values_in(kind, document, block) if not each.ambiguous
    ]
    named = [
        (kind, each)
        for kind, each in read
        if each.start >= between.end() and _JOINS.search(text[: each.start])
    ]
    called = [each for each in _CALLED.finditer(text, between.end()) if not _NO_PARTY.search(each["called"])]
    enough = len(named) >= max(_FEWEST, len(called))
    return sorted(named, key=lambda each: each[1].start) if enough else []


def _reading(document: Document, block: Block, party: Subject) -> tuple[str, Reading[BaseModel]] | None:
    at = party.span.start - block.span.start
    for kind in _KINDS:
        for reading in values_in(kind, document, block):
            if reading.start <= at < reading.end and not reading.ambiguous:
                return kind, reading
    return None
