"""Make claims of the places that the local reader points at: words, values, clauses, cells.

The kind of value is the one that the question asks for. Where the question leaves it open, the words that
the model points at decide: if they are a value, it is that value.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pydantic import BaseModel

from pincite.answer.claims import LONGEST_QUOTE, LONGEST_TABLE, Citation, Claim, Role
from pincite.language.vocabulary import STOP_WORDS
from pincite.records.document import Block, Document, Table
from pincite.records.evidence import RawScores, ReadPassage
from pincite.records.library import Identity
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.relevance.features import column_stand
from pincite.relevance.links import Chain, chains
from pincite.structure.cell_facts import CellFact
from pincite.structure.cells import reading_of, values_in
from pincite.structure.lead_ins import lead_in
from pincite.values.polarity import DENIAL
from pincite.values.readings import Reading
from pincite.values.registered import OF_WHOLE_BLOCKS, find
from pincite.values.table import table_value
from pincite.values.types import Boolean, Clause, Text, same

# The kinds that words can be known by without a question, the surest first.
_TOLD_BY_WORDS = ("amount", "percentage", "duration", "date", "person", "organisation", "number")
_MOST_OF_IT = 0.3
# Longer words say more than a value.
_LONGEST_VALUE = 60


def claim_at(
    question: Question, identity: Identity, document: Document, block: Block, read: ReadPassage
) -> Claim:
    """What the sentence answers: a value of a kind that was asked for, else what the model points at."""
    for answer_type in question.generation.answer_types:
        if answer_type == "boolean" and read.raw is not None:
            return _yes_or_no(identity, document, block, read.raw)
        table = document.table_of(block.span) if answer_type == "table" else None
        if table and (claim := whole_table(identity, document, table)):
            return claim
        if answer_type in OF_WHOLE_BLOCKS:
            continue
        if readings := _asked_for(question, answer_type, document, block):
            asked = question.generation.plain
            meant = min(
                readings,
                key=lambda each: (-column_stand(asked, document, block, each), *_distance(each, block, read)),
            )
            return _of_value(answer_type, meant, identity, document, block)
        if led_to := next(iter(chains(question, document, block, answer_type)), None):
            return _along(answer_type, led_to, identity, document)
    if pointed := _pointed_value(identity, document, block, read):
        return pointed
    if "clause" in question.generation.answer_types:
        return _in_own_words("clause", identity, document, block)
    return _pointed_name(identity, document, block, read) or _in_own_words("text", identity, document, block)


def _asked_for(
    question: Question, answer_type: str, document: Document, block: Block
) -> list[Reading[BaseModel]]:
    """The values of the kind, without those that the question says itself."""
    text, asked = block.span.of(document.text), f" {question.generation.plain} "
    readings = values_in(answer_type, document, block)
    return [each for each in readings if each.original(text) not in asked] or readings


def _yes_or_no(identity: Identity, document: Document, block: Block, said: RawScores) -> Claim:
    """A yes or no, with the whole sentence; an item of a list says neither without what introduces it."""
    introduction = lead_in(document, block) if block.kind == "bullet" else None
    if introduction and not introduction.span.of(document.text).endswith(":"):
        introduction = None
    spans = [introduction.span, block.span] if introduction else [block.span]
    words = " ".join(span.of(document.text) for span in spans)
    return Claim(
        answer_type="boolean",
        value=Boolean(value=said.yes >= said.no),
        original=words,
        citations=tuple(cite(identity, document, span) for span in spans),
    )


def _along(answer_type: str, chain: Chain, identity: Identity, document: Document) -> Claim:
    """The value that a defined term or a reference leads to, with every place on the way."""
    return Claim(
        answer_type=answer_type,
        value=chain.reading.value,
        original=chain.reading.original(chain.blocks[-1].span.of(document.text)),
        citations=tuple(cite(identity, document, block.span) for block in chain.blocks),
    )


def whole_table(identity: Identity, document: Document, table: Table) -> Claim | None:
    """A table as it stands; None where it has no rows, or is too long to be quoted whole."""
    value = table_value(document, table)
    if value is None or table.span.end - table.span.start > LONGEST_TABLE:
        return None
    return _claim("table", value, table.span.of(document.text), identity, document, table.span)


def _in_own_words(answer_type: str, identity: Identity, document: Document, block: Block) -> Claim:
    if answer_type == "text":
        text = block.span.of(document.text)
        return _claim("text", Text(text=text), text, identity, document, block.span)
    span = clause_at(document, block)
    words = span.of(document.text)
    return _claim("clause", Clause(text=words), words, identity, document, span)


def _pointed_value(identity: Identity, document: Document, block: Block, read: ReadPassage) -> Claim | None:
    """The value that the model's words are, where they hold one of the first kind that they hold any of."""
    pointed = read.raw.short if read.raw else None
    if pointed is None or pointed.end - pointed.start > _LONGEST_VALUE:
        return None
    for answer_type in _TOLD_BY_WORDS:
        readings = values_in(answer_type, document, block)
        # The 1 of "1 September" is no number that anybody asks for.
        least = _MOST_OF_IT if answer_type == "number" else 0.0
        inside = [each for each in readings if _overlap(each.within_text(block.span.start), pointed) > least]
        if inside:
            meant = max(inside, key=lambda each: _overlap(each.within_text(block.span.start), pointed))
            alone = all(same(each.value, meant.value) for each in inside)
            return _of_value(answer_type, meant, identity, document, block) if alone else None
    return None


def _pointed_name(identity: Identity, document: Document, block: Block, read: ReadPassage) -> Claim | None:
    """The name that the model points at, in a sentence that is cited whole; None where it is no name.

    Only a name is taken out of its sentence: any other part may leave out what turns it round.
    """
    pointed = read.raw.short if read.raw else None
    if pointed is None or not block.span.covers(pointed) or block.kind in ("table_row", "heading"):
        return None
    words = pointed.of(document.text)
    if words == block.span.of(document.text) or not stands_for(document.text, block.span, pointed):
        return None
    return _claim("text", Text(text=words), words, identity, document, block.span)


def _overlap(own: Span, pointed: Span) -> float:
    """The share of the pointed words that a value makes up; 0 where it is less than half inside them."""
    common = min(own.end, pointed.end) - max(own.start, pointed.start)
    return common / (pointed.end - pointed.start) if 2 * common >= own.end - own.start else 0.0


def _of_value(
    answer_type: str, reading: Reading[BaseModel], identity: Identity, document: Document, block: Block
) -> Claim:
    original = reading.original(block.span.of(document.text))
    return _claim(answer_type, reading.value, original, identity, document, block.span)


def _claim(
    answer_type: str, value: BaseModel, original: str, identity: Identity, document: Document, span: Span
) -> Claim:
    cited = (cite(identity, document, span),)
    return Claim(answer_type=answer_type, value=value, original=original, citations=cited)


def _distance(reading: Reading[BaseModel], block: Block, read: ReadPassage) -> tuple[int, int]:
    """How far a value stands from the words that the model points at; of equals the first."""
    own, pointed = reading.within_text(block.span.start), read.raw.short if read.raw else read.pointed
    if pointed is None:
        return 0, own.start
    common = min(own.end, pointed.end) - max(own.start, pointed.start)
    return -common, own.start


def claim_of_cell(
    fact: CellFact, answer_types: Sequence[str], identity: Identity, document: Document
) -> Claim:
    """What the cell says: its figure; of words a value of a kind that was asked for, else the words."""
    if fact.printed is not None:
        block = document.blocks_of(fact.cell.span)[0]
        value: BaseModel = reading_of(fact, block).value
        return _cell_claim(fact.kind, value, fact.figure_span, identity, document)
    text = fact.cell.span.of(document.text)
    for kind in answer_types:
        readings: list[Reading[BaseModel]] = [] if kind in OF_WHOLE_BLOCKS else find(kind, text)
        if len(readings) == 1:
            span = readings[0].within_text(fact.cell.span.start)
            return _cell_claim(kind, readings[0].value, span, identity, document)
    return _cell_claim("text", Text(text=text), fact.cell.span, identity, document)


def _cell_claim(kind: str, value: BaseModel, span: Span, identity: Identity, document: Document) -> Claim:
    words, cited = span.of(document.text), cite(identity, document, span)
    return Claim(answer_type=kind, value=value, original=words, citations=(cited,))


def cite(identity: Identity, document: Document, span: Span, role: Role = "answer") -> Citation:
    """The lines that hold the span, its words and where they start."""
    lines = document.lines_of(span)
    return Citation(
        version=identity.version,
        lines=(lines[0].number, lines[-1].number),
        quote=span.of(document.text),
        start=span.start,
        role=role,
    )


def cite_words(identity: Identity, document: Document, spans: Sequence[Span]) -> tuple[Citation, ...]:
    """Words that are part of their sentences, then these sentences: what is left out may turn them round."""
    blocks = {block.number: block for span in spans for block in document.blocks_of(span)}
    words = [cite(identity, document, span, "words") for span in spans]
    return (*words, *(cite(identity, document, block.span) for block in blocks.values()))


# Whoever is sent to more than this has to look for the clause in it.
_LONGEST_CLAUSE = min(1_000, LONGEST_QUOTE)


def clause_at(document: Document, block: Block) -> Span:
    """The paragraph of a sentence; the sentence itself where the paragraph is too long to point at."""
    at = bisect_right(document.paragraphs, block.span.start, key=lambda each: each.span.start)
    paragraph = document.paragraphs[at - 1].span if at else block.span
    fits = paragraph.covers(block.span) and paragraph.end - paragraph.start <= _LONGEST_CLAUSE
    return paragraph if fits else block.span


_NAME = re.compile(
    r"(?!(?:The|This|That|Each|Any|All|No|Not|Neither|It|He|She|They)\b)"
    r"[A-Z][\w&.’'-]*(?: (?:of |and |& )?[A-Z][\w&.’'-]*){0,4}"
)
_BESIDE = 60


def stands_for(text: str, sentence: Span, place: Span) -> bool:
    """Whether the words at a place are a whole name, in a sentence that denies nothing beside it."""
    if not _NAME.fullmatch(place.of(text)) or _goes_on(text, place):
        return False
    around = text[sentence.start : place.start], text[place.end : sentence.end]
    return not any(DENIAL.search(words) for words in around)


def _goes_on(text: str, place: Span) -> bool:
    """Whether a name goes on around the words: "Annual" of the Annual Fee, "Section" of Section 9."""
    before = text[max(0, place.start - _BESIDE) : place.start].split()[-1:]
    behind = text[place.end : place.end + _BESIDE]
    goes_on = behind[:1] == " " and (behind[1:2].isupper() or behind[1:2].isdigit())
    comes_from = bool(before) and before[0][:1].isupper() and before[0].casefold() not in STOP_WORDS
    return goes_on or comes_from
