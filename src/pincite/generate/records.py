"""Propose the rows of the table that bears most on a question as records: a name, and its values below it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from pincite.answer.claims import Claim
from pincite.generate.pointed import cite
from pincite.language.vocabulary import stems
from pincite.records.document import Block, Cell, Document, Table
from pincite.records.evidence import CONTINUED, Found
from pincite.records.library import Identity
from pincite.records.question import Question
from pincite.relevance.bearing import bearing
from pincite.structure.cell_facts import fact_at
from pincite.structure.cells import reading_of
from pincite.structure.list_runs import SAYS_CONTINUED
from pincite.structure.table_parts import Row, asked_columns, body_rows, heads_of, repeated_heads
from pincite.values.registered import find
from pincite.values.types import Text

_KINDS = ("amount", "date", "duration", "percentage", "number")
# Beyond this nobody reads an answer; that rows are missing is then found by the check of completeness.
_MOST_NODES = 3_000
_BESIDE_VALUE = re.compile(r"[\s.,;]*(?:(?:per|each|a)\s+\w+)?[\s.,;]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Records:
    """A table with its later parts, the column that names its rows, and the columns that were asked for."""

    identity: Identity
    document: Document
    parts: tuple[Table, ...]
    label: int
    columns: tuple[int, ...]
    score: float


def record_claims(
    question: Question, found: Sequence[Found], documents: Mapping[Identity, Document]
) -> list[Claim]:
    """A claim for each row's name and one for each asked value in it; none when no table was found."""
    tables: dict[tuple[Identity, int], list[Table]] = {}
    for place in found:
        document = documents[place.identity]
        block = document.blocks[place.block - 1]
        if block.kind == "table_row" and (table := document.table_of(block.span)):
            alike = 0 if _is_continued(found) else _first_alike(document, table)
            tables.setdefault((place.identity, alike), []).append(table)
    records = [
        _records(question, identity, documents[identity], list({t.number: t for t in parts}.values()))
        for (identity, _), parts in tables.items()
    ]
    best = max(records, key=lambda each: each.score, default=None)
    return _claims(best) if best else []


def _first_alike(document: Document, table: Table) -> int:
    """The number of the first table of a text whose columns are called the same, here or in a section beside.

    A price list that is typed in sections lists one thing.
    """
    above = _above(document, table)
    if document.format != "text":
        return table.number
    for other in document.tables[: table.number - 1]:
        if _above(document, other) == above and repeated_heads(document, other, table):
            return other.number
    return table.number


def _above(document: Document, table: Table) -> tuple[int, ...]:
    path = document.section_path(document.blocks_of(table.span)[0].section)
    return tuple(section.id for section in path[:-1])


def typed(text: str) -> tuple[str, BaseModel, str] | None:
    """The kind, the value and its words where a text is one clear value and nothing else."""
    for kind in _KINDS:
        readings = find(kind, text)
        if len(readings) != 1 or readings[0].ambiguous:
            continue
        (reading,) = readings
        if _BESIDE_VALUE.fullmatch(text[: reading.start]) and _BESIDE_VALUE.fullmatch(text[reading.end :]):
            return kind, reading.value, reading.original(text)
    return None


def _is_continued(found: Sequence[Found]) -> bool:
    return all(CONTINUED in place.paths for place in found)


def _records(question: Question, identity: Identity, document: Document, parts: list[Table]) -> _Records:
    parts.sort(key=lambda part: part.number)
    first = parts[0]
    label = _label(question, document, first)
    everything = [column for column in range(first.columns) if column != label]
    asked = [column for column in asked_columns(question, document, first) if column != label]
    columns = asked if asked and question.generation.answer_shape == "nested" else everything
    row = next(body_rows(first), None)
    blocks = document.blocks_of(row.own[0].span) if row and row.own else ()
    score = max((bearing(question, document, block).score for block in blocks), default=0.0)
    return _Records(identity, document, tuple(parts), label, tuple(columns), score)


def _label(question: Question, document: Document, table: Table) -> int:
    """The column that names the rows: the one that the question says "each" of, or else the first."""
    wanted = question.generation.each
    heads = [cell for cell in table.cells if cell.row < table.header_rows]
    for head in sorted(heads, key=lambda head: (head.column, -head.row)):
        if wanted & set(stems(head.span.of(document.text))):
            return head.column
    return min((cell.column for cell in table.cells), default=0)


def _claims(records: _Records) -> list[Claim]:
    claims: list[Claim] = []
    above: tuple[int, ...] = ()
    counts: dict[tuple[int, ...], int] = {}
    first = records.parts[0]
    for part in records.parts:
        repeated = repeated_heads(records.document, first, part)
        for row in body_rows(part, max(repeated, part.header_rows)):
            if _says_nothing(records, row):
                continue
            above = () if row.is_title else above
            counts[above] = counts.get(above, 0) + 1
            place = (*above, counts[above])
            claims += _record(records, row, place)
            if len(claims) > _MOST_NODES:
                return claims
            above = place if row.is_title else above
    return claims


def _says_nothing(records: _Records, row: Row) -> bool:
    """Whether a row is a title that the page repeats, or the names of the columns once more."""
    texts = [" ".join(cell.span.of(records.document.text).split()) for cell in row.own]
    if not texts or (len(texts) == 1 and SAYS_CONTINUED.search(texts[0])):
        return True
    first = records.parts[0]
    heads = [
        " ".join(cell.span.of(records.document.text).split())
        for cell in first.cells
        if cell.row == first.header_rows - 1
    ]
    return texts == heads


def _record(records: _Records, row: Row, place: tuple[int, ...]) -> list[Claim]:
    label = row.cells.get(records.label)
    if row.is_title:
        label = row.own[0]
    block = records.document.blocks_of(row.own[0].span)[0]
    claims = [_text_claim(records, label if label is not None else block, place)]
    if row.is_title:
        return claims
    values = [row.cells[column] for column in records.columns if column in row.cells]
    for number, cell in enumerate(values, start=1):
        claims.append(_value_claim(records, row, cell, (*place, number)))
    return claims


def _text_claim(records: _Records, cited: Cell | Block, place: tuple[int, ...]) -> Claim:
    text = cited.span.of(records.document.text)
    return Claim(
        answer_type="text",
        value=Text(text=text),
        original=text,
        citations=(cite(records.identity, records.document, cited.span),),
        score=records.score,
        place=place,
    )


def _value_claim(records: _Records, row: Row, cell: Cell, place: tuple[int, ...]) -> Claim:
    """The value of a cell, with the name of its column as what it is of."""
    text = cell.span.of(records.document.text)
    kind, value, original = _figure(records.document, cell) or typed(text) or ("text", Text(text=text), text)
    heads = heads_of(records.parts[0], row.table, cell)
    return Claim(
        answer_type=kind,
        value=value,
        original=original,
        citations=(
            cite(records.identity, records.document, cell.span),
            *(cite(records.identity, records.document, head.span, "head") for head in heads),
        ),
        qualifiers=tuple(" ".join(head.span.of(records.document.text).split()) for head in heads),
        score=records.score,
        place=place,
    )


def _figure(document: Document, cell: Cell) -> tuple[str, BaseModel, str] | None:
    """The figure of a cell in full, with the words that print it; None where it is none or unclear."""
    fact = fact_at(document, cell.span)
    if fact is None or fact.value is None:
        return None
    value = reading_of(fact, document.blocks_of(cell.span)[0]).value
    return fact.kind, value, fact.figure_span.of(document.text)
