"""The rows of all tables of a document, each with the words that name it, its columns and its table."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field, replace

from pincite.language.timing import Times, called_year, other_year, times_of
from pincite.language.vocabulary import stems
from pincite.records.document import Block, Cell, Document, Table
from pincite.records.recent import Same
from pincite.records.span import Span
from pincite.structure.cell_facts import MOST_CELLS, CellFact, facts_of, path_words
from pincite.structure.lead_ins import announcement_of
from pincite.values.bands import Band, bands

_KEPT_DOCUMENTS = 8
_DIGIT = re.compile(r"\d")
# More rows than the tables of a long filing have; to compare them all takes half a second.
_MOST_ROWS = 6_000
# What a model is told of a head and of a cell: more is rare, and would crowd the others out.
_TOLD_HEAD, _TOLD_CELL = 120, 300


@dataclass(frozen=True, slots=True)
class Named:
    """Words that name something, with the times and the figures that they name."""

    words: str = field(repr=False)
    stems: tuple[str, ...] = field(repr=False)
    times: Times
    present: frozenset[str] = field(repr=False)
    bands: tuple[Band, ...] = ()

    @classmethod
    def of(cls, words: str) -> Named:
        found = tuple(stems(words))
        return cls(words, found, times_of(words), frozenset(found), bands(words))


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row with its facts by column."""

    table: Table
    block: Block
    label: Named
    """What the row itself is called."""
    groups: Named
    """What it stands under."""
    title: Named
    """What its table is called: caption, announcement, corner, section."""
    facts: tuple[CellFact, ...]
    heads: tuple[Named, ...]
    """By fact what names its column."""
    digits: frozenset[int] = frozenset()
    """The numbers of the facts in words that hold a digit all the same."""


@dataclass(frozen=True, slots=True)
class ToldRow:
    """A row as one sentence, for a model: what names it, then each column's name and what it says there."""

    title: str
    text: str = field(repr=False)
    places: tuple[Span, ...] = field(repr=False)
    """Where in the text each of its facts stands."""

    @property
    def whole(self) -> str:
        return f"{self.title} · {self.text}" if self.title else self.text

    def pointed(self, span: Span | None) -> int | None:
        """The number of the fact that a place in the text lies in; None where it lies in none."""
        if span is None:
            return None
        return next((at for at, place in enumerate(self.places) if span.touches(place)), None)


def told(document: Document, row: TableRow) -> ToldRow:
    """A row told: `Theft · Bicycles: Basic limit: £200; Plus limit: £500`."""
    text = " · ".join(part for part in (row.groups.words, row.label.words) if part)
    places = []
    for at, (fact, head) in enumerate(zip(row.facts, row.heads, strict=True)):
        text += ("; " if at else ": ") + (f"{head.words[:_TOLD_HEAD]}: " if head.words else "")
        said = " ".join(fact.cell.span.of(document.text).split())[:_TOLD_CELL]
        places.append(Span(len(text), len(text) + len(said)))
        text += said
    return ToldRow(row.title.words, text, tuple(places))


def table_rows(document: Document) -> tuple[TableRow, ...]:
    """Every row of every table that holds something beside its name, in order, up to a number of rows."""
    return _rows(Same(document))


def is_listed(document: Document, table: Table) -> bool:
    """Whether the rows of a table are among them."""
    return table.number in _listed(Same(document))


@functools.lru_cache(maxsize=_KEPT_DOCUMENTS)
def _listed(read: Same[Document]) -> frozenset[int]:
    found, rows = set(), 0
    for table in read.it.tables:
        if len(table.cells) <= MOST_CELLS and rows + table.rows <= _MOST_ROWS:
            found.add(table.number)
            rows += table.rows
    return frozenset(found)


@functools.lru_cache(maxsize=_KEPT_DOCUMENTS)
def _rows(read: Same[Document]) -> tuple[TableRow, ...]:
    return tuple(
        row for table in read.it.tables if is_listed(read.it, table) for row in _of_table(read.it, table)
    )


def _of_table(document: Document, table: Table) -> list[TableRow]:
    by_row: dict[int, list[CellFact]] = {}
    for fact in facts_of(document, table):
        by_row.setdefault(fact.row.number, []).append(fact)
    heads: dict[tuple[int, ...], Named] = {}
    title: Named | None = None
    found = []
    for facts in by_row.values():
        row = facts[0].row
        blocks = document.blocks_of(facts[0].cell.span)
        if not blocks:
            continue
        if title is None:
            title = _named(_title(document, table, blocks[0]))
        for fact in facts:
            if (key := _key(fact.column_path)) not in heads:
                heads[key] = _named(path_words(document, fact.column_path))
        own = len(row.path) - row.own
        found.append(
            TableRow(
                table=table,
                block=blocks[0],
                label=_named(path_words(document, row.path[own:])),
                groups=_named(path_words(document, row.path[:own])),
                title=title,
                facts=tuple(facts),
                heads=tuple(heads[_key(fact.column_path)] for fact in facts),
                digits=frozenset(
                    at for at, fact in enumerate(facts) if _DIGIT.search(fact.cell.span.of(document.text))
                ),
            )
        )
    return found


def _named(words: str) -> Named:
    """What words name; a year that ends in January may be called by the year before, too."""
    named = Named.of(words)
    if not named.times.years:
        return named
    if called := called_year(words):
        dated = named.times.years - {called}
        return replace(named, times=replace(named.times, years=frozenset({called}), dated=dated))
    other = other_year(words)
    return replace(named, times=replace(named.times, either=frozenset({str(other)}))) if other else named


def _title(document: Document, table: Table, block: Block) -> str:
    parts = [document.sections[block.section].title] if block.section is not None else []
    if table.caption:
        parts.append(table.caption.of(document.text))
    parts.append(announcement_of(document, block))
    return " · ".join(" ".join(part.split()) for part in parts if part.strip())


def _key(cells: tuple[Cell, ...]) -> tuple[int, ...]:
    return tuple(cell.span.start for cell in cells)
