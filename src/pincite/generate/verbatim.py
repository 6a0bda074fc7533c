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
from pincite.contract.claims import LONGEST_QUOTE, Claim, Proposal
from pincite.contract.contrary import contrary
from pincite.contract.definitions import asked_term
from pincite.contract.fitness import misfit, says, tempers
from pincite.contract.links import chains
from pincite.contract.matters.asked import matter_of
from pincite.contract.matters.naming import name_in
from pincite.contract.registry import find
from pincite.contract.relevance import bearing, lead_in, names_columns
from pincite.contract.scope import within
from pincite.contract.values.reading import Reading
from pincite.contract.values.table import table_value
from pincite.contract.values.types import Boolean, Clause, Text
from pincite.contract.vocabulary import stems, telling
from pincite.generate.citing import cite
from pincite.generate.clauses import clause_at
from pincite.generate.closeness import closest
from pincite.generate.parties import party_claims
from pincite.generate.pointed import pointed_value, worth
from pincite.generate.shapes import several
from pincite.records.document import FURNITURE, Block, Document
from pincite.records.evidence import Found
from pincite.records.excerpt import ReadPassage
from pincite.records.library import Identity
from pincite.records.question import Question
from pincite.records.span import Span

_TELLING_WORDS = 2
_WHO_IS = re.compile(r"\s*who (?:is|are) (?:the )?(?P<name>\w+(?: \w+)?)\s*\??$", re.IGNORECASE)
# What each step down the kinds of value that would answer takes from a claim's rank.
_SECOND_CHOICE = 0.15
# A place that says the value itself goes before one that leads to it.
_INDIRECT = 0.02
_SPEAKS_FOR_ITSELF = 0.66
# What a contract is called stands at its start; a contract annexed to it has a title too.
_FIRST = 0.1


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Claims from the blocks that bear most on the question, at most one value per block."""

    def propose(
        self, question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
    ) -> Proposal:
        places = [
            _Place(f.identity, d := documents[f.identity], d.blocks[f.block - 1], f.reading) for f in found
        ]
        if meanings := [claim for place in _one_each(places) for claim in _meanings(question, place)]:
            return Proposal(claims=tuple(meanings))
        if matter_of(question.generation.asked) == "parties":
            return Proposal(claims=tuple(party_claims(question, found, documents)))
        if question.generation.answer_shape != "single":
            return Proposal(claims=tuple(several(question, found, documents)))
        claims = [
            (claim.score + worth(place.reading, place.block), claim)
            for place in places
            if (claim := _single(question, place) or _linked(question, place))
        ]
        claims.sort(key=lambda each: -each[0])
        return Proposal(claims=tuple(claim for _, claim in claims))


@dataclass(frozen=True, slots=True)
class _Place:
    identity: Identity
    document: Document
    block: Block
    reading: ReadPassage | None = None
    """What a model made of the passage that the block stands in."""

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
    misfit: bool = False
    quoted: Span | None = None
    """What is cited in place of the block: a whole clause or table."""


def _one_each(places: Sequence[_Place]) -> list[_Place]:
    """One place for each document."""
    return list({place.identity: place for place in reversed(places)}.values())


def _meanings(question: Question, place: _Place) -> list[Claim]:
    """What a document says that a term is, where nothing but the term is asked for.

    A definition that goes on in a list is left to those who read lists.
    """
    if question.generation.answer_types != ("text",):
        return []
    document, in_scope = place.document, within(question.retrieval.scope, place.document)
    defined = [d.block for d in asked_term(document, question.generation.asked) if in_scope(d.block)]
    for block in defined[:1]:
        text = block.span.of(document.text)
        if not text.endswith(":"):
            at = _Place(place.identity, document, block)
            return [_claim("text", at, _Value(Text(text=text), text), at.bearing(question))]
    return []


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


def _linked(question: Question, place: _Place) -> Claim | None:
    """A claim that cites the way from a place which names what was asked to the place with its value."""
    relevance = place.bearing(question)
    if relevance < _SPEAKS_FOR_ITSELF:
        return None
    for answer_type in question.generation.answer_types:
        for chain in chains(question, place.document, place.block, answer_type):
            text = chain.blocks[-1].span.of(place.document.text)
            return Claim(
                answer_type=answer_type,
                value=chain.reading.value,
                original=chain.reading.original(text),
                citations=tuple(cite(place.identity, place.document, block.span) for block in chain.blocks),
                score=relevance + _brevity(place.text) - _INDIRECT * len(chain.places),
            )
    return None


def _brevity(text: str) -> float:
    """Of two equally relevant blocks the shorter says less that was not asked: fewer conditions."""
    return 0.03 / (1 + len(text) / 100)


def _value(question: Question, answer_type: str, place: _Place) -> tuple[float, _Value] | None:
    """The value of this kind that stands closest to what was asked, and how close that is."""
    text = place.text
    if answer_type == "text" and matter_of(question.generation.asked) == "title":
        return _name_of_contract(place)
    if answer_type in {"text", "clause"}:
        fits = _says_more(question, place) and _names_who(question, text)
        return (0.0, _in_own_words(answer_type, place)) if fits else None
    if answer_type == "table":
        return _whole_table(place)
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
        and not contrary(question, text, every, reading)
    ]
    if not readings:
        return _misfitting(question, every, text)
    nearest = closest(question, text, readings)
    if nearest is None:
        meant = pointed_value(place.reading, place.block, readings)
        nearest = (0.0, meant) if meant else None
    if nearest is None:
        return None
    closeness, reading = nearest
    if isinstance(reading.value, Boolean):
        return closeness, _Value(_yes_or_no(question, reading.value), text)
    return closeness, _Value(reading.value, reading.original(text))


def _in_own_words(answer_type: str, place: _Place) -> _Value:
    if answer_type == "text":
        return _Value(Text(text=place.text), place.text)
    span = clause_at(place.document, place.block)
    words = span.of(place.document.text)
    return _Value(Clause(text=words), words, quoted=span)


def _name_of_contract(place: _Place) -> tuple[float, _Value] | None:
    """What the block says that the contract is called; the first to name it speaks for the whole."""
    named = None if place.block.kind in FURNITURE else name_in(place.text)
    if named is None:
        return None
    start = place.block.span.start
    name = named.of(place.text)
    value = _Value(Text(text=name), name, quoted=Span(start + named.start, start + named.end))
    return _FIRST / place.block.number, value


def _whole_table(place: _Place) -> tuple[float, _Value] | None:
    """The table that the block is a row of; None where it is too long to be quoted whole."""
    table = place.document.table_of(place.block.span)
    value = table_value(place.document, table) if table else None
    if table is None or value is None or table.span.end - table.span.start > LONGEST_QUOTE:
        return None
    return 0.0, _Value(value, table.span.of(place.document.text), quoted=table.span)


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
    if matter_of(question.generation.asked):
        # "Governed by the law of Maine" says in one word more all that was asked, and bears on nothing else.
        return place.bearing(question) > 0
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
    quoted = value.quoted or place.block.span
    cited = [value.introduction.span, quoted] if value.introduction else [quoted]
    citations = tuple(cite(place.identity, place.document, span) for span in cited)
    if quoted != place.block.span and place.block.span.covers(quoted):
        # A part of a sentence may stand in it twice, as its name does in the opening of a contract.
        citations = (*citations[:-1], citations[-1].model_copy(update={"start": quoted.start}))
    return Claim(
        answer_type=answer_type,
        value=value.value,
        original=value.original,
        citations=citations,
        score=score,
    )
