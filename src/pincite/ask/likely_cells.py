"""Find the cells of a document's tables that may answer, with all that speaks for and against each.

Rows are chosen by their names and by what the paths found, and of a short document all of them are. Told as
sentences they are compared with the question by vectors, and the best are read by the reader, which also
points at a cell; the cells of these rows are the candidates.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pincite.protocols import PassageReader
from pincite.question.put_to_rows import owner_named, put_to_rows
from pincite.records.document import Document
from pincite.records.evidence import Excerpt, Extract, ReadPassage
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.records.span import Span
from pincite.relevance.cell_features import (
    Asked,
    Features,
    RowMatch,
    RowReading,
    cell_features,
    matches,
    unclear_columns,
)
from pincite.retrieve.read import read_each
from pincite.retrieve.vectors import ByVectors
from pincite.structure.cell_facts import CellFact
from pincite.structure.table_rows import TableRow, ToldRow, table_rows, told

_TITLE = 0.3


@dataclass(frozen=True, slots=True)
class LikelyCell:
    """A cell that may answer."""

    fact: CellFact
    row: TableRow
    features: Features
    read: ReadPassage | None = None
    """What the reader makes of its row."""
    unclear: tuple[str, ...] = ()
    """The columns, its own among them, of which any may be of the year that is asked for."""


@dataclass(frozen=True, slots=True)
class LikelyCells:
    """Who compares and reads rows, and how many of them."""

    reader: PassageReader | None = None
    meaning: ByVectors | None = None
    most_named: int = 32
    most_compared: int = 128
    most_read: int = 12

    def of(self, question: Question, held: Held, found: Collection[int]) -> list[LikelyCell]:
        """The cells of the likeliest rows; `found`: the numbers of the blocks that the paths found."""
        document = held.document
        part = question.retrieval.scope.part
        rows = [row for row in table_rows(document) if part is None or part.covers(row.block.span)]
        if not rows:
            return []
        owner = owner_named(question, document)
        asked, put = Asked.of(question, frozenset(owner.values())), put_to_rows(question, owner)
        chosen = self._chosen(matches(asked, rows), found)
        compared = self._compared(put, document, chosen)[: self.most_read]
        read = self._read(put, document, [match.row for match, _ in compared])
        known = [
            (match, replace(reading, raw=told.raw) if told else reading)
            for (match, reading), told in zip(compared, read, strict=True)
        ]
        by_block = {
            match.row.block.number: told for (match, _), told in zip(known, read, strict=True) if told
        }
        return [
            LikelyCell(fact, row, features, by_block.get(row.block.number), _unclear(asked, row, fact))
            for fact, row, features in cell_features(asked, known, len(rows))
        ]

    def _chosen(self, matched: Sequence[RowMatch], found: Collection[int]) -> list[RowMatch]:
        """The rows that the question's words name, then those that the paths found, then others in order.

        A question in everyday words names no row, so that all rows of a short document are compared.
        """
        ranked = sorted(matched, key=lambda each: -_worth(each))
        named = [each for each in ranked if each.said or each.title][: self.most_named]
        first = {id(each) for each in named}
        others = sorted(
            (each for each in ranked if id(each) not in first),
            key=lambda each: each.row.block.number not in found,
        )
        return [*named, *others][: self.most_compared]

    def _compared(
        self, question: Question, document: Document, rows: Sequence[RowMatch]
    ) -> list[tuple[RowMatch, RowReading]]:
        """The rows with how near each is to the question, likeliest first."""
        if self.meaning is None or not rows:
            return [(each, RowReading()) for each in rows]
        near = self.meaning.near(question, [told(document, each.row).whole for each in rows])
        pairs = [(each, RowReading(cosine)) for each, cosine in zip(rows, near, strict=True)]
        return sorted(pairs, key=lambda pair: -(_worth(pair[0]) + (pair[1].cosine or 0.0)))

    def _read(
        self, question: Question, document: Document, rows: Sequence[TableRow]
    ) -> list[ReadPassage | None]:
        """What the reader makes of each row, told as a sentence; None for all where there is no reader."""
        if self.reader is None:
            return [None] * len(rows)
        sentences = [told(document, row) for row in rows]
        excerpts = [Excerpt(each.text, each.title, Span(0, len(each.text))) for each in sentences]
        extracts = read_each(question, excerpts, self.reader)
        return [
            _placed(row, sentence, extract)
            for row, sentence, extract in zip(rows, sentences, extracts, strict=True)
        ]


def _placed(row: TableRow, sentence: ToldRow, extract: Extract) -> ReadPassage:
    """What a reader said of a row that it was told, of the row in the document: it points at a cell."""
    raw = extract.raw
    at = sentence.pointed(raw.short if raw else extract.span)
    cell = None if at is None else row.facts[at].cell.span
    if raw is not None:
        raw = replace(raw, short=cell, long=cell)
    return ReadPassage(row.block.span, extract.score, cell, raw)


def _unclear(asked: Asked, row: TableRow, fact: CellFact) -> tuple[str, ...]:
    columns = unclear_columns(asked, row)
    return tuple(row.heads[at].words for at in columns) if row.facts.index(fact) in columns else ()


def _worth(match: RowMatch) -> float:
    return match.worth + _TITLE * match.title
