"""Select and type what the document says, word for word, with no language model.

Every claim quotes one whole block; its value is read from that block by the same parsers that the
value check uses to read it again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.contract.cells import values_in
from pincite.contract.claims import Claim, Proposal
from pincite.contract.contrary import contrary
from pincite.contract.fitness import misfit, says, tempers
from pincite.contract.registry import find
from pincite.contract.relevance import bearing, lead_in, names_columns
from pincite.contract.values.reading import Reading
from pincite.contract.values.types import Boolean, Text
from pincite.contract.vocabulary import stems, telling
from pincite.generate.citing import cite
from pincite.generate.closeness import closest
from pincite.generate.shapes import several
from pincite.records.document import FURNITURE, Block, Document
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.question import Question

_TELLING_WORDS = 2
_WHO_IS = re.compile(r"\s*who (?:is|are) (?:the )?(?P<name>\w+(?: \w+)?)\s*\??$", re.IGNORECASE)
# "1.5% per month" is not "1.5%".
_PER = re.compile(
    r"\s+(per\s+[a-z]+(?:\s+(?:month|year|claim|site|person|day))?|each\s+[a-z]+)\b", re.IGNORECASE
)
# What each step down the kinds of value that would answer takes from a claim's rank.
_SECOND_CHOICE = 0.15


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Claims from the blocks that bear most on the question, at most one value per block."""

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        places = [_Place(f.identity, d := documents[f.identity], d.blocks[f.block - 1]) for f in found]
        if question.generation.answer_shape != "single":
            return Proposal(claims=tuple(several(question, found, documents)))
        claims = [claim for place in places if (claim := _single(question, place))]
        claims.sort(key=lambda claim: -claim.score)
        return Proposal(claims=tuple(claims))


@dataclass(frozen=True, slots=True)
class _Place:
    identity: Identity
    document: Document
    block: Block

    @property
    def text(self) -> str:
        return self.block.span.of(self.document.text)

    def bearing(self, question: Question) -> float:
        return bearing(question, self.document, self.block).score


@dataclass(frozen=True, slots=True)
class _Value:
    value: BaseModel
    original: str
    introduction: Block | None = None
    """The sentence that affirms or denies for a list item; it is then cited before the item."""
    qualifiers: tuple[str, ...] = ()
    """What limits the value, in the document's own words."""
    misfit: bool = False


def _single(question: Question, place: _Place) -> Claim | None:
    withheld: Claim | None = None
    for rank, answer_type in enumerate(question.generation.answer_types):
        if value := _value(question, answer_type, place):
            score, near = value
            rank_worth = score + _brevity(place.text) - rank * _SECOND_CHOICE
            claim = _claim(answer_type, place, near, place.bearing(question) + rank_worth)
            if not near.misfit:
                return claim
            # Handed in all the same: the value check refuses it and says why, and "not found" is not said
            # of a place that is about what was asked.
            withheld = withheld or claim
    return withheld


def _brevity(text: str) -> float:
    """Of two equally relevant blocks the shorter says less that was not asked: fewer conditions."""
    return 0.03 / (1 + len(text) / 100)


def _value(question: Question, answer_type: str, place: _Place) -> tuple[float, _Value] | None:
    """The value of this kind that stands closest to what was asked, and how close that is."""
    text = place.text
    if answer_type == "text":
        fits = _says_more(question, place) and _names_who(question, text)
        return (0.0, _Value(Text(text=text), text)) if fits else None
    introduction = lead_in(place.document, place.block) if answer_type == "boolean" else None
    if introduction and introduction.span.of(place.document.text).endswith(":"):
        return _said_of_item(question, place, introduction)
    every = values_in(answer_type, place.document, place.block)
    if not every or (answer_type == "boolean" and len(every) > 1):
        return None
    readings = [
        reading
        for reading in every
        if not misfit(question, place.document, place.block, every, reading)
        and not contrary(question, text, reading)
    ]
    if not readings:
        return _misfitting(question, every, text)
    nearest = closest(question, text, readings)
    if nearest is None:
        return None
    closeness, reading = nearest
    if isinstance(reading.value, Boolean):
        return closeness, _Value(_yes_or_no(question, reading.value), text)
    per = _PER.match(text, reading.end)
    return closeness, _Value(reading.value, reading.original(text), qualifiers=(per[1],) if per else ())


def _misfitting(
    question: Question, readings: Sequence[Reading[BaseModel]], text: str
) -> tuple[float, _Value] | None:
    """The first value that only looks like an answer; none where the question itself says it."""
    for reading in readings:
        if isinstance(reading.value, Boolean):
            return 0.0, _Value(_yes_or_no(question, reading.value), text, misfit=True)
        if not says(question.generation.asked, reading.original(text)):
            return 0.0, _Value(reading.value, reading.original(text), misfit=True)
    return None


def _names_who(question: Question, text: str) -> bool:
    """Where "who is the Supplier?" is asked, whether the text introduces the Supplier.

    It does by the word in quotation marks, or by a row that starts with it.
    """
    wanted = _WHO_IS.match(question.generation.asked)
    if not wanted or len(question.retrieval.terms) != 1 or len(question.retrieval.terms[0].own) > 1:
        return True
    name = re.escape(wanted["name"])
    quoted, row = rf"[“\"']{name}[”\"']", rf"^(?:\w+ )?{name}\b(?! (?:shall|may|must|will|has|is|are)\b)"
    return bool(re.search(f"{quoted}|{row}", text, re.IGNORECASE))


def _says_more(question: Question, place: _Place) -> bool:
    """Whether a block holds more than the words of the question, unlike a title or a line of contents."""
    if place.block.kind == "heading" or place.block.kind in FURNITURE:
        return False
    if names_columns(place.document, place.block):
        return False
    asked = {stem for term in question.retrieval.terms for wording in term.wordings for stem in wording}
    said = telling(stems(place.text))
    if _is_one_of_many(place) and said.isdisjoint(asked):
        return False
    return sum(not stem.isdigit() for stem in said - asked) >= _TELLING_WORDS


def _is_one_of_many(place: _Place) -> bool:
    """Whether a block is one of several rows under one head, which speaks for none of them in particular."""
    table = place.document.table_of(place.block.span) if place.block.kind == "table_row" else None
    return table is not None and table.header_rows > 0 and table.rows > table.header_rows + 1


def _said_of_item(question: Question, place: _Place, introduction: Block) -> tuple[float, _Value] | None:
    """Whether the sentence before a list affirms or denies; an item by itself does neither."""
    text = introduction.span.of(place.document.text)
    readings = find("boolean", text)
    if len(readings) != 1 or not isinstance(readings[0].value, Boolean) or tempers(place.text):
        return None
    said = _yes_or_no(question, readings[0].value)
    return 0.0, _Value(said, text, introduction)


def _yes_or_no(question: Question, said: Boolean) -> Boolean:
    return Boolean(value=said.value is not question.generation.denies)


def _claim(answer_type: str, place: _Place, value: _Value, score: float) -> Claim:
    cited = [value.introduction, place.block] if value.introduction else [place.block]
    return Claim(
        answer_type=answer_type,
        value=value.value,
        original=value.original,
        citations=tuple(cite(place.identity, place.document, block.span) for block in cited),
        qualifiers=value.qualifiers,
        score=score,
    )
