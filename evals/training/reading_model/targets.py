"""Say which reply is right for a view: the lines that hold the answer, and its words as they stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.training.cells import CellQuestion, answers_with
from evals.training.sources.teach import spaced
from pincite.answer.view_and_form import View, ViewLine
from pincite.read.reply import Reply, ReplyItem
from pincite.read.view import bare_text, cells_of_row
from pincite.records.document import Document
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact, facts_of

_MOST_ALTERNATIVES, _MOST_LINES, _MOST_ITEMS, _LONGEST_WORDS = 6, 4, 12, 240
_LEAST_SHARED, _MOST_CELL_WORDS = 5, 5
# Words that are so much of a line are all of it.
_WHOLE = 0.85


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an item stands: its words if they were found, and the other places that it needs."""

    span: Span
    others: tuple[Span, ...] = ()
    words: str = ""
    column: str = ""


@dataclass(frozen=True, slots=True)
class Meant:
    """What answers a question in a document; for each item the places at which it stands."""

    document: Document
    items: tuple[tuple[_Place, ...], ...]
    says: bool | None
    unless: tuple[Span, ...]

    @property
    def blocks(self) -> set[int]:
        """The blocks that hold an answer, wherever it stands."""
        spans = [place.span for item in self.items for place in item]
        return {block.number for span in spans for block in self.document.blocks_of(span)}

    def reply(self, view: View) -> Reply | None:
        """The right reply; None where words that answer stand in lines of which nobody says that they do."""
        items = [found for item in self.items if (found := _shown(self.document, item, view))]
        if not items:
            words = [place.words for item in self.items for place in item if len(place.words) > 2]
            if any(spaced(each).search(view.text) for each in words):
                return None
            return Reply()
        if self.says is None:
            return Reply(tuple(dict.fromkeys(items))[:_MOST_ITEMS])
        conditions = (_lines_at(view, span) for span in self.unless)
        unless = next((found[0].number for found in conditions if found), None)
        return Reply((ReplyItem(items[0].lines),), self.says, unless)


class Targets:
    """Finds the answers of rows in one document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._facts: list[CellFact] | None = None

    def of(self, row: Mapping[str, Any]) -> Meant | None:
        """What answers a row; None where its words are not found, or not in one place alone."""
        items = []
        for answer in row["answers"]:
            places = tuple(self._places(answer, is_yes_no=row["says"] is not None))
            if not places:
                return None
            items.append(places)
        unless = tuple(_spans(self.document.text, row["unless"], -1)) if row["unless"] else ()
        return Meant(self.document, tuple(items), row["says"], unless)

    def _places(self, answer: Mapping[str, Any], *, is_yes_no: bool) -> Iterator[_Place]:
        text, words = self.document.text, " ".join(answer["words"].split())
        if not answer["quotes"]:
            yield from self._of_words(words, answer["names"])
            return
        # The place that has the words of the answer is named first.
        ordered = sorted(answer["quotes"], key=lambda quote: not (words and spaced(words).search(quote)))
        first, *others = ordered
        beside = [spans[0] for quote in others if (spans := _spans(text, quote, answer["near"]))]
        for quoted in _spans(text, first, answer["near"]):
            found = spaced(words).search(text, quoted.start, quoted.end) if words and not is_yes_no else None
            span = Span(*found.span()) if found else quoted
            yield _Place(span, tuple(beside), words if found else "", answer["column"])

    def _of_words(self, words: str, names: Sequence[str]) -> Iterator[_Place]:
        """The cell that is named, or the one place that has the words."""
        if self._facts is None:
            tables = self.document.tables
            self._facts = [fact for table in tables for fact in facts_of(self.document, table)]
        asked = CellQuestion("", "", (words,), names=tuple(names))
        cells = [fact.cell.span for fact in self._facts if answers_with(self.document, fact, asked)]
        # A figure in a long answer is not the answer.
        if not names and len(words.split()) > _MOST_CELL_WORDS:
            cells = []
        if cells:
            found = cells
        elif names:
            return
        else:
            found = _spans(self.document.text, words, -1)
        if len(set(found)) == 1:
            yield _Place(found[0], (), words)


def _spans(text: str, words: str, near: int) -> list[Span]:
    """Where words stand, the place that is meant first."""
    if not words.strip():
        return []
    found = [Span(*each.span()) for each in spaced(words).finditer(text)][
        : 40 if near >= 0 else _MOST_ALTERNATIVES
    ]
    return sorted(found, key=lambda each: abs(each.start - near)) if near >= 0 else found


def _shown(document: Document, item: Sequence[_Place], view: View) -> ReplyItem | None:
    """An item by the lines that a view shows of it; None where it shows none."""
    for place in item:
        lines = _lines_at(view, place.span)
        if lines:
            column, words = _words_in(document, place, lines)
            more = [line for span in place.others for line in _lines_at(view, span)[:2]]
            numbers = dict.fromkeys(each.number for each in (*lines[:_MOST_LINES], *more))
            return ReplyItem(tuple(numbers)[: _MOST_LINES + 1], column, words)
    return None


def _lines_at(view: View, span: Span) -> list[ViewLine]:
    needed = min(_LEAST_SHARED, span.end - span.start)
    return [
        line
        for line in view.lines
        if min(line.span.end, span.end) - max(line.span.start, span.start)
        >= min(needed, line.span.end - line.span.start)
    ]


def _words_in(document: Document, place: _Place, lines: Sequence[ViewLine]) -> tuple[str, str]:
    """The column of a cell, and the words as the first line has them; empty for all of the line."""
    line = lines[0]
    if not place.words or len(lines) > 1:
        return "", ""
    wanted = spaced(place.words)
    if line.kind == "table_row":
        cells = [cell for cell in cells_of_row(document, line) if cell.head and wanted.search(cell.text)]
        named = [cell for cell in cells if place.column and _is_named(cell.head, place.column)]
        there = [
            cell for cell in cells if cell.span.start < place.span.end and place.span.start < cell.span.end
        ]
        for cell in (*named, *there):
            found = wanted.search(cell.text)
            return (cell.head, found[0]) if found else ("", "")
    text = bare_text(line)
    found = wanted.search(text)
    if not found or len(found[0]) >= _WHOLE * len(text) or len(found[0]) > _LONGEST_WORDS:
        return "", ""
    return "", found[0]


def _is_named(head: str, column: str) -> bool:
    words = re.findall(r"\w+", column.casefold())
    return bool(words) and all(word in head.casefold() for word in words)
