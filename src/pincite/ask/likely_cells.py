"""Find the cells of a document's tables that may answer, with all that speaks for and against each.

Rows are chosen by their names and by what the paths found, compared with the question by vectors, and read by
the reader; the cells of the best of them are the candidates.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.protocols import Reader
from pincite.question.instructions import relied_on
from pincite.question.put_to_rows import owner_named, put_to_rows
from pincite.question.whole_statement import statements_named
from pincite.records.document import Document
from pincite.records.excerpt import ReadPassage
from pincite.records.library import Held
from pincite.records.question import Question
from pincite.relevance.cell_features import Asked, Features, RowMatch, RowReading, cell_features, matches
from pincite.retrieve.sentences import read_sentences
from pincite.retrieve.vectors import ByVectors
from pincite.structure.cell_facts import CellFact
from pincite.structure.excerpts import Cut
from pincite.structure.statements import statement_of
from pincite.structure.table_rows import TableRow, table_rows

_TITLE, _PRIMARY = 0.3, 0.1


@dataclass(frozen=True, slots=True)
class LikelyCell:
    """A cell that may answer."""

    fact: CellFact
    row: TableRow
    features: Features
    read: ReadPassage | None = None
    """What the reader makes of its row."""


@dataclass(frozen=True, slots=True)
class LikelyCells:
    """Who compares and reads rows, and how many of them."""

    reader: Reader | None = None
    meaning: ByVectors | None = None
    most_compared: int = 32
    most_found: int = 24
    most_read: int = 8

    def of(self, question: Question, held: Held, cut: Cut, found: Collection[int]) -> list[LikelyCell]:
        """The cells of the likeliest rows; `found`: the numbers of the blocks that the paths found."""
        rows = _in_named_statement(question, held.document)
        if not rows:
            return []
        owner = owner_named(question, held.document)
        asked, put = Asked.of(question, frozenset(owner.values())), put_to_rows(question, owner)
        ranked = sorted(matches(asked, rows), key=lambda each: -_worth(each))
        named = [each for each in ranked if each.said or each.title or each.line > 0][: self.most_compared]
        known = {id(each) for each in named}
        others = [each for each in ranked if each.row.block.number in found and id(each) not in known]
        compared = self._compared(put, [*named, *others[: self.most_found]])
        chosen, read = self._read(put, cut, compared[: self.most_read])
        return [
            LikelyCell(fact, row, features, read.get(row.block.number))
            for fact, row, features in cell_features(asked, chosen, len(rows))
        ]

    def _compared(self, question: Question, rows: Sequence[RowMatch]) -> list[tuple[RowMatch, RowReading]]:
        """The rows with how near each is to the question, likeliest first."""
        if self.meaning is None or not rows:
            return [(each, RowReading()) for each in rows]
        near = self.meaning.near(question, [each.row.described for each in rows])
        pairs = [(each, RowReading(cosine)) for each, cosine in zip(rows, near, strict=True)]
        return sorted(pairs, key=lambda pair: -(_worth(pair[0]) + (pair[1].cosine or 0.0)))

    def _read(
        self, question: Question, cut: Cut, rows: Sequence[tuple[RowMatch, RowReading]]
    ) -> tuple[list[tuple[RowMatch, RowReading]], Mapping[int, ReadPassage]]:
        """The rows with what the reader makes of each, and that by the number of its block."""
        if self.reader is None or not rows:
            return list(rows), {}
        blocks = {match.row.block.number: match.row.block for match, _ in rows}
        read = read_sentences(question, cut, list(blocks.values()), self.reader)
        known = [(match, replace(reading, raw=read[match.row.block.number].raw)) for match, reading in rows]
        return known, read


def _worth(match: RowMatch) -> float:
    return match.worth + _TITLE * match.title + _PRIMARY * match.row.primary


def _in_named_statement(question: Question, document: Document) -> Sequence[TableRow]:
    """The rows of the statements that a question wants its figures from; all rows where it names none.

    Where the document has no such statement, no row of another one answers.
    """
    rows = table_rows(document)
    named = statements_named(relied_on(question.generation.asked))
    return [row for row in rows if statement_of(document, row.table) in named] if named else rows
