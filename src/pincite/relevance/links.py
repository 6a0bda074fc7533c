"""Prove that one block leads to another: it has a defined term or a reference where its value should stand.

"The liability cap equals the Annual Fee" leads to the definition of the Annual Fee, "the fee is set out in
Schedule 1" to that schedule. The term must stand in the value's place and unchanged: twice the Annual Fee,
or the Annual Fee paid in the year before, is another amount. Generators follow the links, and the checks
follow them again from the first block, so a claim is believed only where both arrive at the same place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.language.leading import (
    BREAK,
    CHANGED,
    HELD,
    MEANING,
    OPENING,
    WORKED_OUT,
    leads_to_value,
    said_in,
    saying_nothing,
)
from pincite.language.vocabulary import stems, telling, words
from pincite.records.document import FURNITURE, Block, Document
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.relevance.bearing import bearing, surroundings
from pincite.structure.cells import values_in
from pincite.structure.definitions import (
    Definition,
    Pointer,
    definitions,
    definitions_of,
    pointers,
    target_of,
)
from pincite.structure.lead_ins import numbering_of, title_stems
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS
from pincite.values.types import same

MOST_HOPS = 2

_SUBJECT_CHARS = 80
_PUNCTUATION = " (:,|\t–—-"
_ADJACENT_CHARS = 40
# From here on a block speaks for itself, as in the relevance check.
_BEARS = 0.66


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a block that stands where a value should: a term, or a reference."""

    block: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Chain:
    """The blocks from the one that carries the question to the one that gives the value, and why."""

    blocks: tuple[Block, ...]
    places: tuple[Place, ...]
    """In each block but the last, what leads on."""
    reading: Reading[BaseModel]


def chains(question: Question, document: Document, block: Block, answer_type: str) -> tuple[Chain, ...]:
    """The ways from a block that has no value of the asked kind to the one value that its words lead to.

    Empty when there is none, and when they lead to different values: then nobody can tell which is meant.
    """
    kinds = [kind for kind in question.generation.answer_types if kind not in OF_WHOLE_BLOCKS]
    if answer_type not in kinds or block.kind == "heading" or block.kind in FURNITURE:
        return ()
    if any(values_in(kind, document, block) for kind in kinds):
        return ()
    walk = _Walk(question, document, answer_type)
    found = tuple(walk.on(Place(block, block.span), (block,), ()))
    if any(not same(one.reading.value, found[0].reading.value) for one in found):
        return ()
    return found


def chain_of(
    question: Question, document: Document, blocks: Sequence[Block], answer_type: str
) -> Chain | None:
    """The chain through just these blocks, in this order; None when they are not linked."""
    if len(blocks) < 2:
        return None
    found = chains(question, document, blocks[0], answer_type)
    return next((chain for chain in found if chain.blocks == tuple(blocks)), None)


@dataclass(frozen=True, slots=True)
class _Walk:
    """One search for the value that a block leads to."""

    question: Question
    document: Document
    answer_type: str

    def on(
        self, body: Place, blocks: tuple[Block, ...], places: tuple[Place, ...], named: bool = True
    ) -> Iterator[Chain]:
        """The chains that lead on from a stretch of a block; `named`: it must itself name what was asked."""
        if len(places) == MOST_HOPS:
            return
        for place, definition in self._terms(body, named):
            if definition.block not in blocks:
                yield from self._through_term(definition, (*blocks, definition.block), (*places, place))
        for place, target in self._references(body, named):
            yield from self._through_reference(target, blocks, (*places, place))

    def _through_term(
        self, definition: Definition, blocks: tuple[Block, ...], places: tuple[Place, ...]
    ) -> Iterator[Chain]:
        readings = _defined(self.document, definition, self.answer_type)
        if len(readings) == 1:
            yield Chain(blocks, places, readings[0])
        elif not readings and definition.kind == "meaning":
            yield from self.on(Place(definition.block, definition.body), blocks, places, named=False)

    def _through_reference(
        self, target: Span, blocks: tuple[Block, ...], places: tuple[Place, ...]
    ) -> Iterator[Chain]:
        inside = [
            block
            for block in self.document.blocks_of(target)
            if block not in blocks and block.kind != "heading" and block.kind not in FURNITURE
        ]
        values = [(b, r) for b in inside for r in values_in(self.answer_type, self.document, b)]
        about = [(b, r) for b, r in values if self._is_about(b, r, places[-1], len(values) == 1)]
        if len(values) == len(inside) == 1 and MEANING.search(places[-1].block.span.of(self.document.text)):
            about = values
        if len(about) == 1:
            yield Chain((*blocks, about[0][0]), places, about[0][1])
        if not values:
            for block in inside:
                yield from self.on(Place(block, block.span), (*blocks, block), places)

    def _terms(self, body: Place, named: bool) -> Iterator[tuple[Place, Definition]]:
        """The defined terms that stand in the value's place."""
        text, at = body.block.span.of(self.document.text), body.block.span.start
        first, last = body.span.start - at, body.span.end - at
        lead = leads_to_value(self.answer_type)
        terms = dict.fromkeys(d.term for d in definitions(self.document) if d.term in text)
        for term in terms:
            word = re.compile(rf"(?<![\w“\"]){re.escape(term)}s?(?![\w”\"])")
            for found in word.finditer(text, first, last):
                before = text[first : found.start()]
                placed = lead.search(before) or (None if named else OPENING.search(before))
                if not placed or CHANGED.match(text, found.end()):
                    continue
                if named and not self._names(before, placed.start(), placed.end()):
                    continue
                for definition in self._clear(term):
                    yield Place(body.block, Span(at + found.start(), at + found.end())), definition

    def _clear(self, term: str) -> tuple[Definition, ...]:
        """The definitions of a term; none where one of them leaves open which value it gives."""
        found = definitions_of(self.document, term)
        unclear = any(len(_defined(self.document, each, self.answer_type)) > 1 for each in found)
        return () if unclear else found

    def _references(self, body: Place, named: bool) -> Iterator[tuple[Place, Span]]:
        """The parts of the document that are named as where the value stands."""
        text, at = body.block.span.of(self.document.text), body.block.span.start
        wording = said_in(self.answer_type)
        for pointer in pointers(text):
            before = wording.search(text[: pointer.start])
            if not before or at + pointer.start < body.span.start or self._goes_on(text, pointer):
                continue
            if named and not self._names_with(text, before["link"], before.start("said")):
                continue
            target = target_of(self.document, pointer)
            if target is not None and not target.covers(body.block.span):
                yield Place(body.block, Span(at + pointer.start, at + pointer.end)), target

    def _goes_on(self, text: str, pointer: Pointer) -> bool:
        """Whether several parts are named, so that no one of them is meant."""
        return re.match(r"\s*(?:,|and|or|to|-|–)\s*(?:\d|[IVX]+\b|[A-Z]\b)", text[pointer.end :]) is not None

    def _names(self, text: str, lead: int, place: int) -> bool:
        """Whether what was asked for by name stands before a value's place, and nothing else between.

        The words that lead to the place may say it themselves: "we pay" answers what is paid.
        """
        end = self._named_until(text[:place])
        between = text[end:lead] if end is not None else ""
        held = HELD.search(text[:lead]) is None and not BREAK.search(between)
        return end is not None and len(between) <= _SUBJECT_CHARS and held

    def _names_with(self, text: str, link: str, said: int) -> bool:
        """The same before a reference, with a `link` in between ("is", "the amount"), or at once."""
        end = self._named_until(text[:said])
        if end is None or HELD.search(text[: said - len(link)]):
            return False
        between = text[end : max(end, said - len(link))]
        return not between.strip() or (bool(link.strip(_PUNCTUATION)) and not BREAK.search(between))

    def _named_until(self, text: str) -> int | None:
        """Where the last word of what was asked for by name ends; None when some of it is not there."""
        found = _places_of(self.question, text)
        terms = self.question.retrieval.terms
        required = [places for term, (_, places) in zip(terms, found, strict=True) if term.required]
        wanted = required or [places for _, places in found if places]
        if not wanted or not all(wanted):
            return None
        return max(end for places in wanted for _, end in places)

    def _is_about(self, block: Block, reading: Reading[BaseModel], place: Place, alone: bool) -> bool:
        """Whether a value in a part that was referred to is the one that the reference at `place` is for.

        The part names the same thing as the sentence that refers to it, or says nothing else of the value.
        """
        text, at = self.document.text, place.block.span.start
        spoken = telling(stems(text[at + numbering_of(place.block.span.of(text)) : place.span.start]))
        around = {stem for words, _ in surroundings(self.document, block) for stem in words}
        if (
            bearing(self.question, self.document, block).score >= _BEARS
            and spoken - saying_nothing() <= around
        ):
            return True
        titles = [title_stems(section) for section in self.document.section_path(block.section)]
        said = telling(stems(block.span.of(text)[numbering_of(block.span.of(text)) : reading.start]))
        return said <= spoken.union(saying_nothing(), *titles) and (alone or bool(said & spoken))


def _places_of(question: Question, text: str) -> list[tuple[float, list[tuple[int, int]]]]:
    """For every term of the question its weight and where words of it stand in the text."""
    stemmed = [(stem[0], start, end) for word, start, end in words(text) if (stem := stems(word))]
    found = []
    for term in question.retrieval.terms:
        known = telling(stem for wording in term.wordings for stem in wording)
        found.append((term.weight, [(start, end) for stem, start, end in stemmed if stem in known]))
    return found


def _defined(document: Document, definition: Definition, answer_type: str) -> list[Reading[BaseModel]]:
    """The value that a definition gives its term; several when it cannot be told which."""
    at, body = definition.block.span.start, definition.body
    every = values_in(answer_type, document, definition.block)
    inside = [r for r in every if body.start <= at + r.start and at + r.end <= body.end]
    if not inside:
        return []
    if WORKED_OUT.search(body.of(document.text)):
        return inside * 2
    if definition.kind == "meaning":
        return inside if len({r.value.model_dump_json() for r in inside}) > 1 else inside[:1]
    gap = document.text[at + inside[-1].end : body.end]
    near = len(gap) <= _ADJACENT_CHARS and not re.search(r"[;,.]", gap)
    return inside[-1:] if near or len(inside) == 1 else inside
