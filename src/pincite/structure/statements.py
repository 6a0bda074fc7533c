"""Find the financial statements among the tables of a document.

A table is taken for a statement by its rows: summaries bear the same titles, and parsers lose titles more
often than rows. Titles only tell the statement itself from its look-alikes: those of segments, of a parent
company, of single quarters, and what sums it up.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.records.document import Document, Table
from pincite.records.recent import Same
from pincite.structure.lines import (
    STATEMENTS,
    Names,
    Statement,
    groups,
    labels,
    line_names,
    names,
    plain_words,
    statement_with,
)

_KEPT_DOCUMENTS = 8
# How many different rows of it a statement must have, and how many of them that hardly another table has.
_FEWEST_ROWS = 5
_FEWEST_UNDER_TITLE = 3
_FEWEST_ANCHORS: Mapping[Statement, int] = {
    "income_statement": 2,
    "balance_sheet": 2,
    "cash_flow": 1,
    "comprehensive_income": 1,
    "equity": 2,
}
# A later part of a statement that is cut by a page has at least so many.
_FEWEST_OF_PART = 3
# What stands between two parts: a footer, a header, the title again.
_LONGEST_CUT = 500
# A title is among the last lines before the table, and is no sentence.
_TITLE_LINES = 5
_LONGEST_TITLE = 16


@dataclass(frozen=True, slots=True)
class Found:
    """A table that is a statement, and what says so."""

    statement: Statement
    table: Table
    rows: frozenset[str]
    """The different rows it has that are usual there."""
    titled: bool
    alike: bool
    """Whether the words about it are those of a look-alike."""


def statement_of(document: Document, table: Table) -> Statement | None:
    """Which financial statement a table is, or a part or look-alike of; None for every other table."""
    found = _found(Same(document))
    return next((each.statement for each in found if each.table.number == table.number), None)


def statements(document: Document) -> Mapping[Statement, tuple[Table, ...]]:
    """The tables of each statement in the document: all parts of the best in order, then look-alikes."""
    found = _found(Same(document))
    ranked = {}
    for statement in STATEMENTS:
        if own := [each for each in found if each.statement == statement]:
            ranked[statement] = tuple(each.table for each in _best_first(document, own))
    return ranked


def statements_named(words: str) -> tuple[Statement, ...]:
    """Every statement that words name, in their order: "Using only the balance sheet, …" names one."""
    by_title = _by_title()
    found = _titles().findall(plain_words(words))
    return tuple(dict.fromkeys(by_title[title] for title in found))


@functools.cache
def _by_title() -> dict[str, Statement]:
    return {title: statement for statement in STATEMENTS for title in _kinds()[statement].titles}


@functools.cache
def _titles() -> re.Pattern[str]:
    longest_first = sorted(_by_title(), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


@dataclass(frozen=True, slots=True)
class _Kind:
    """What one statement is known by."""

    anchors: frozenset[str]
    rows: Names
    titles: tuple[str, ...]


@functools.cache
def _kinds() -> Mapping[Statement, _Kind]:
    read = groups("statements.yaml")
    kinds: dict[Statement, _Kind] = {}
    for statement in STATEMENTS:
        own = read[statement]
        listed = {name: [name] for name in (*own["anchors"], *own["rows"])}
        called = tuple(plain_words(title.removesuffix(" *")) for title in own["titles"])
        kinds[statement] = _Kind(frozenset(own["anchors"]), names(listed), called)
    return kinds


@functools.cache
def _look_alikes() -> tuple[str, ...]:
    return tuple(f" {plain_words(words)} " for words in groups("statements.yaml")["look_alikes"]["words"])


@functools.lru_cache(maxsize=_KEPT_DOCUMENTS)
def _found(read: Same[Document]) -> tuple[Found, ...]:
    document = read.it
    rows = [_rows(document, table) for table in document.tables]
    found = [_judged(document, number, own) for number, own in enumerate(rows)]
    for at in range(1, len(found)):
        if found[at] is None:
            found[at] = _later_part(document, found[at - 1], at, rows[at])
    for at in range(len(found) - 2, -1, -1):
        if found[at] is None:
            found[at] = _earlier_part(document, found[at + 1], at, rows[at])
    return tuple(each for each in found if each is not None)


def _rows(document: Document, table: Table) -> Mapping[Statement, frozenset[str]]:
    """The different rows of a table that each statement usually has."""
    usual: dict[Statement, set[str]] = {statement: set() for statement in STATEMENTS}
    for _, label in labels(document, table):
        concepts = line_names(label)
        for statement, kind in _kinds().items():
            own = {concept for concept in concepts if statement_with(concept) == statement}
            usual[statement] |= own | (concepts & kind.anchors) | kind.rows.of(label)
    return {statement: frozenset(own) for statement, own in usual.items()}


def _judged(document: Document, at: int, rows: Mapping[Statement, frozenset[str]]) -> Found | None:
    """The statement that a table shares most rows with, where those are enough."""
    likely = [
        _as(statement, document, at, own)
        for statement, own in rows.items()
        if len(own) >= _FEWEST_UNDER_TITLE
        and len(own & _kinds()[statement].anchors) >= _FEWEST_ANCHORS[statement]
    ]
    enough = [each for each in likely if each.titled or len(each.rows) >= _FEWEST_ROWS]
    return max(enough, key=lambda each: len(each.rows), default=None)


def _as(statement: Statement, document: Document, at: int, rows: frozenset[str]) -> Found:
    about = [*_words_over(document, at)]
    titled = any(called in words for words in about for called in _kinds()[statement].titles)
    alike = any(each in f" {words} " for words in about for each in _look_alikes())
    return Found(statement, document.tables[at], rows, titled, alike)


def _later_part(
    document: Document, before: Found | None, at: int, rows: Mapping[Statement, frozenset[str]]
) -> Found | None:
    """A table as the part that follows on a statement; None where it is none."""
    if before is None or not _is_part(document, at - 1, rows, before.statement):
        return None
    return _as(before.statement, document, at, rows[before.statement])


def _earlier_part(
    document: Document, after: Found | None, at: int, rows: Mapping[Statement, frozenset[str]]
) -> Found | None:
    if after is None or not _is_part(document, at, rows, after.statement):
        return None
    return _as(after.statement, document, at, rows[after.statement])


def _is_part(
    document: Document, first: int, rows: Mapping[Statement, frozenset[str]], statement: Statement
) -> bool:
    """Whether hardly anything stands between a table and the next, and the one that is asked about fits."""
    most = max(len(own) for own in rows.values())
    cut = document.tables[first + 1].span.start - document.tables[first].span.end
    return cut <= _LONGEST_CUT and _FEWEST_OF_PART <= len(rows[statement]) == most


def _words_over(document: Document, at: int) -> Iterator[str]:
    """What may be the title of a table: the section, the caption, the lines right before it and its heads."""
    table = document.tables[at]
    block = document.blocks_of(table.cells[0].span)[0]
    path = document.section_path(block.section)
    yield from (plain_words(section.title) for section in path[-1:])
    if table.caption is not None:
        yield plain_words(table.caption.of(document.text))
    heads = [cell.span.of(document.text) for cell in table.cells if cell.row < table.header_rows]
    yield plain_words(" ".join(heads))
    start = document.tables[at - 1].span.end if at else 0
    lines = [line for line in document.text[start : table.span.start].split("\n") if line.strip()]
    for line in lines[-_TITLE_LINES:]:
        words = plain_words(line)
        if len(words.split()) <= _LONGEST_TITLE and not line.rstrip().endswith((".", ";")):
            yield words


def _best_first(document: Document, found: Sequence[Found]) -> list[Found]:
    """Tables of one statement, given in the order of the text: the best with all its parts goes first."""
    wholes: list[list[Found]] = []
    for each in found:
        if wholes and _goes_on(document, wholes[-1], each):
            wholes[-1].append(each)
        else:
            wholes.append([each])
    return [each for whole in sorted(wholes, key=_standing, reverse=True) for each in whole]


def _goes_on(document: Document, whole: Sequence[Found], part: Found) -> bool:
    """Whether a table is the rest of a statement and not the same statement again, of another period."""
    cut = document.text[whole[-1].table.span.end : part.table.span.start]
    had = frozenset[str]().union(*(each.rows for each in whole))
    return len(cut) <= _LONGEST_CUT and 2 * len(had & part.rows) <= len(part.rows)


def _standing(whole: Sequence[Found]) -> tuple[int, int]:
    titled = any(each.titled for each in whole)
    alike = any(each.alike for each in whole)
    return titled + (not alike), len(frozenset[str]().union(*(each.rows for each in whole)))
