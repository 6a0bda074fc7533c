"""Turn the numbers and words that a reader names into claims about places of documents.

Words are looked up in the lines that were named, and nowhere else: the place that a reader names is never
swapped for another one. The claim says what the document says there, in the document's own characters. Heads,
stem, scale and currency are added by code from the layout. What cannot be located is kept with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pydantic import BaseModel

from pincite.answer.claims import LONGEST_TABLE, Citation, Claim, Role
from pincite.answer.verdicts import Cause
from pincite.answer.view_and_form import AskedQuestion, Reading, ReadItem, View, ViewLine
from pincite.language.vocabulary import stems
from pincite.prove.quote import Match, locate
from pincite.read.view import DECORATION
from pincite.records.document import Block, Document
from pincite.records.evidence import Proof
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact, fact_at, path_words
from pincite.structure.cells import values_in
from pincite.structure.definitions import definitions
from pincite.structure.lead_ins import lead_in
from pincite.values.currencies import find_marks
from pincite.values.gaps import one_line
from pincite.values.scale_notes import scale_notes
from pincite.values.types import Boolean, Clause, TableValue, Text

_STOPS = " \t\n.,;:·"
_OF_WORDS = frozenset({"text", "clause"})
_FIGURES = ("date", "duration", "percentage", "amount", "number")
_LONGEST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Located:
    """A claim, and where each of its citations stands."""

    claim: Claim
    proofs: tuple[Proof, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class NotLocated:
    """What a reader claims of a place that does not say it, and why not."""

    claim: Claim
    check: str
    reason: str = field(repr=False)
    cause: Cause


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a reading comes to."""

    located: tuple[Located, ...] = ()
    refused: tuple[NotLocated, ...] = ()
    rule: Proof | None = None
    """Where the document says which of several items prevails."""


class _Problem(Exception):
    """Why an item cannot be located."""

    def __init__(self, check: str, reason: str, cause: Cause) -> None:
        super().__init__(reason)
        self.check, self.reason, self.cause = check, reason, cause


def resolve(asked: AskedQuestion, reading: Reading, view: View) -> Resolved:
    """The claims of a reading, likeliest first."""
    if reading.kind in ("none", "ask_back"):
        return Resolved()
    items = reading.items
    if reading.kind in ("yes", "no") and items:
        named = tuple(dict.fromkeys(number for item in items for number in item.lines))
        items = (replace(items[0], lines=named),)
    if reading.kind == "table" and reading.row_lines:
        items = (ReadItem(tuple(dict.fromkeys((*reading.head_lines, *reading.row_lines)))),)
    located: list[Located] = []
    refused: list[NotLocated] = []
    places = _tree(items)
    for at, item in enumerate(items):
        score = (len(items) - at) / len(items)
        try:
            found = _Item(asked, reading, view, item).located()
        except _Problem as problem:
            refused.append(_refused(view, item, score, problem))
            continue
        claim = found.claim.model_copy(update={"score": score, "place": places[at]})
        located.append(Located(claim, found.proofs, item.label or ""))
    rule = [line for number in reading.rule_lines if (line := view.line(number))]
    return Resolved(
        tuple(located), tuple(refused), _proof(view, rule[0].identity, rule[0].span) if rule else None
    )


@dataclass(slots=True)
class _Item:
    """One item on its way from numbers to spans."""

    asked: AskedQuestion
    reading: Reading
    view: View
    item: ReadItem
    _cited: dict[tuple[Span, Role], str] = field(default_factory=dict)
    """By place and role the grade by which it was found."""

    def located(self) -> Located:
        lines = self._lines(self.item.lines)
        identity = lines[0].identity
        if any(line.identity != identity for line in lines):
            raise _Problem("structure", "the lines are of several documents", "malformed")
        document = self.view.documents[identity]
        if self.reading.kind in ("yes", "no"):
            return self._yes_or_no(document, identity, lines)
        if self.reading.kind == "table" and self.reading.row_lines:
            return self._table(document, identity, lines)
        match = self._words(document, lines)
        span = Span(match.start, match.end)
        blocks = document.blocks_of(span)
        value, answer_type, span = self._value(document, blocks, span)
        self._cite_around(document, lines, blocks, span, match.grade)
        claim = Claim(
            answer_type=answer_type,
            value=value,
            original=span.of(document.text),
            citations=self._citations(document, identity),
            qualifiers=self._limits(document, lines),
        )
        return Located(claim, self._proofs(document, identity))

    def _lines(self, numbers: Iterable[int]) -> list[ViewLine]:
        found = []
        for number in numbers:
            line = self.view.line(number)
            if line is None:
                raise _Problem("structure", f"line {number} was not shown", "not_shown")
            found.append(line)
        return found

    def _words(self, document: Document, lines: Sequence[ViewLine]) -> Match:
        """Where the words stand in the lines; all of the first line where none are given."""
        words = self.item.words
        if not words:
            line = lines[0]
            return Match(line.span.start, line.span.end, "exact")
        if not words.strip():
            raise _Problem("quote", "the words are blank", "quote_not_found")
        for wanted in _spellings(words, any(line.kind == "table_row" for line in lines)):
            matches = list(_matches(document, lines, wanted)) or list(_whole_cells(document, lines, wanted))
            if matches:
                return self._meant(document, matches)
        numbers = ", ".join(str(line.number) for line in lines)
        shown = words if len(words) <= _LONGEST_SHOWN else f"{words[: _LONGEST_SHOWN - 1]}…"
        raise _Problem("quote", f"line {numbers} does not have the words {shown!r}", "quote_not_found")

    def _meant(self, document: Document, matches: Sequence[Match]) -> Match:
        """The first match; of equal cells of a row the one under the column that was named."""
        if self.item.column and len(matches) > 1:
            wanted = set(stems(self.item.column))
            for match in matches:
                fact = fact_at(document, Span(match.start, match.end))
                if fact and wanted <= set(stems(path_words(document, fact.column_path))):
                    return match
        return matches[0]

    def _value(self, document: Document, blocks: Sequence[Block], span: Span) -> tuple[BaseModel, str, Span]:
        """The value as the reader gives it; else as code reads it from the words; else the words."""
        item = self.item
        if self.asked.demanded and item.value is not None and item.answer_type not in self.asked.types:
            reason = f"a value of type {item.answer_type} was not asked for"
            raise _Problem("structure", reason, "malformed")
        if item.value is not None and item.answer_type not in _OF_WORDS:
            return item.value, item.answer_type, span
        kinds = self.asked.types if item.value is None or self.asked.demanded else ()
        for kind in kinds:
            if kind in _OF_WORDS or kind in ("boolean", "table"):
                continue
            readings = _readings(document, blocks, kind, span)
            if len(readings) == 1 and not (item.words and _beside(document, blocks, span, readings[0][1])):
                value, place = readings[0]
                # Of a whole sentence the value's own words are meant; words that were given stay as they are.
                return value, kind, place if not item.words else span
        if item.words and self.reading.sure is not None and not self.asked.demanded:
            # Our own reader gives no types: words that are one value from end to end are that value.
            for kind in _FIGURES:
                readings = _readings(document, blocks, kind, span)
                if [place for _, place in readings] == [span]:
                    return readings[0][0], kind, span
        words = span.of(document.text)
        if self.asked.demanded and not _OF_WORDS.intersection(self.asked.types):
            raise _Problem(
                "value", f"no {self.asked.types[0]} can be read from these words", "value_not_read"
            )
        if self.asked.demanded and "text" not in self.asked.types:
            return Clause(text=words), "clause", span
        return Text(text=words), "text", span

    def _cite_around(
        self,
        document: Document,
        lines: Sequence[ViewLine],
        blocks: Sequence[Block],
        span: Span,
        grade: str,
    ) -> None:
        """Cite the sentence, the words in it, what introduces it, what names a cell, and the other lines."""
        for block in blocks:
            self._cite(block.span, "answer")
        if [span] != [block.span for block in blocks]:
            self._cite(span, "words", grade)
        for block in blocks:
            stem = lead_in(document, block) if block.kind == "bullet" else None
            if stem is not None:
                self._cite(stem.span, "stem")
        if (fact := fact_at(document, span)) is not None:
            self._cite_cell(fact)
        own = {block.number for block in blocks}
        for other in lines:
            if other.block not in own:
                self._cite(other.span, _role_of(document, other))

    def _cite_cell(self, fact: CellFact) -> None:
        for cell in (*fact.row_path, *fact.column_path):
            self._cite(cell.span, "head")
        if fact.scale:
            self._cite(fact.scale.span, "scale")
        if fact.currency_at:
            self._cite(fact.currency_at, "currency")

    def _yes_or_no(self, document: Document, identity: Identity, lines: Sequence[ViewLine]) -> Located:
        """A yes or no rests on whole sentences, with what introduces them: a part may leave out the "not"."""
        self._words(document, lines)
        for line in lines:
            block = document.blocks[line.block - 1]
            self._cite(block.span, "answer")
            stem = lead_in(document, block) if block.kind == "bullet" else None
            if stem is not None:
                self._cite(stem.span, "stem")
        conditions = [line for line in self._lines(self.reading.condition_lines) if line.identity == identity]
        for line in conditions:
            self._cite(line.span, "condition")
        claim = Claim(
            answer_type="boolean",
            value=Boolean(value=self.reading.kind == "yes"),
            original=document.blocks[lines[0].block - 1].span.of(document.text),
            citations=self._citations(document, identity),
            qualifiers=self._limits(document, [*lines, *conditions]),
        )
        return Located(claim, self._proofs(document, identity))

    def _table(self, document: Document, identity: Identity, lines: Sequence[ViewLine]) -> Located:
        """The rows that were named with the cells that the document has in them."""
        heads = set(self.reading.head_lines)
        value = _table_of(document, [line for line in lines if line.number not in heads])
        if value is None:
            raise _Problem("value", "these lines are no rows of one table", "value_not_read")
        for line in lines:
            self._cite(line.span, "head" if line.number in heads else "answer")
        rows = [line.span.of(document.text) for line in lines]
        claim = Claim(
            answer_type="table",
            value=value,
            original="\n".join(rows)[:LONGEST_TABLE],
            citations=self._citations(document, identity),
        )
        return Located(claim, self._proofs(document, identity))

    def _limits(self, document: Document, lines: Sequence[ViewLine]) -> tuple[str, ...]:
        """The words that bound the value, where the lines have them."""
        if not self.item.limit or not self.item.limit.strip():
            return ()
        return (self.item.limit,) if any(_matches(document, lines, self.item.limit)) else ()

    def _cite(self, span: Span, role: Role, grade: str = "exact") -> None:
        if all(span != known for known, _ in self._cited):
            self._cited[span, role] = grade

    def _citations(self, document: Document, identity: Identity) -> tuple[Citation, ...]:
        return tuple(
            Citation(
                version=identity.version,
                lines=_lines_of(document, span),
                quote=span.of(document.text),
                start=span.start,
                role=role,
            )
            for span, role in self._cited
        )

    def _proofs(self, document: Document, identity: Identity) -> tuple[Proof, ...]:
        return tuple(Proof(identity, document, span, grade) for (span, _), grade in self._cited.items())


def _readings(
    document: Document, blocks: Iterable[Block], kind: str, span: Span
) -> list[tuple[BaseModel, Span]]:
    """The values of a kind that our parsers read in a place, and where in the text each of them stands."""
    return [
        (reading.value, place)
        for block in blocks
        for reading in values_in(kind, document, block)
        if span.covers(place := reading.within_text(block.span.start)) and not reading.ambiguous
    ]


def _beside(document: Document, blocks: Iterable[Block], span: Span, place: Span) -> bool:
    """Whether a bare number stands beside a value in some words, as in "five and three years"."""
    return any(not place.covers(other) for _, other in _readings(document, blocks, "number", span))


def _matches(document: Document, lines: Sequence[ViewLine], words: str) -> Iterator[Match]:
    """Where words stand in these lines and in nothing else, in the order in which the lines were named."""
    found = locate(words, document.seen_text)
    named = {line.block for line in lines}
    for line in lines:
        for match in found:
            span = Span(match.start, match.end)
            if not line.span.covers(Span(match.start, match.start + 1)) or document.unseen_in(span):
                continue
            blocks = document.blocks_of(span)
            if blocks and all(block.number in named for block in blocks):
                yield match


def _whole_cells(document: Document, lines: Sequence[ViewLine], words: str) -> Iterator[Match]:
    """The cells of rows that say just these words; between commas no number is told from the next."""
    for line in lines:
        table = document.table_of(line.span) if line.kind == "table_row" and not line.is_part else None
        for cell in table.cells if table else ():
            span = cell.span
            if line.span.covers(span) and span.of(document.text) == words and not document.unseen_in(span):
                yield Match(span.start, span.end, "exact")


def _spellings(words: str, of_row: bool) -> Iterator[str]:
    """The words, then without what the view adds to a line: its place in a list, the names of columns."""
    yield words
    plain = DECORATION.sub("", words).strip(_STOPS)
    if plain and plain != words:
        yield plain
    for mark in (" · ", ": ") if of_row else ():
        last = plain.rpartition(mark)[2].strip(_STOPS)
        if last and last != plain:
            yield last


def _role_of(document: Document, line: ViewLine) -> Role:
    """What a further line is cited for."""
    text = line.span.of(document.text)
    if any(each.block.number == line.block for each in definitions(document)):
        return "definition"
    if scale_notes(text):
        return "scale"
    return "currency" if line.kind != "sentence" and find_marks(text) else "answer"


def _table_of(document: Document, rows: Sequence[ViewLine]) -> TableValue | None:
    """The cells of some rows of one table of the document."""
    tables = {id(table): table for line in rows if (table := document.table_of(line.span))}
    if len(tables) != 1 or not rows:
        return None
    (table,) = tables.values()
    heads: list[list[str]] = [[] for _ in range(table.columns)]
    for cell in table.cells:
        if cell.row < table.header_rows:
            for column in range(cell.column, cell.column + cell.columns):
                heads[column].append(one_line(cell.span.of(document.text)))
    made = []
    for line in rows:
        row = [""] * table.columns
        for cell in table.cells:
            if line.span.covers(cell.span):
                row[cell.column] = one_line(cell.span.of(document.text))
        made.append(tuple(row))
    headers = tuple(" ".join(words) for words in heads) if table.header_rows else ()
    return TableValue(headers=headers, rows=tuple(made))


def _tree(items: Sequence[ReadItem]) -> list[tuple[int, ...]]:
    """The place of each item in a list with levels; none where no item stands under another."""
    if not any(item.parent for item in items):
        return [()] * len(items)
    places: list[tuple[int, ...]] = []
    children: dict[tuple[int, ...], int] = {}
    for at, item in enumerate(items):
        above = places[item.parent - 1] if item.parent and 0 < item.parent <= at else ()
        children[above] = children.get(above, 0) + 1
        places.append((*above, children[above]))
    return places


def _refused(view: View, item: ReadItem, score: float, problem: _Problem) -> NotLocated:
    """What was claimed, as far as it can be told."""
    line = next((found for number in item.lines if (found := view.line(number))), None)
    said = item.words.strip() or (line.span.of(view.documents[line.identity].text) if line else "(nothing)")
    identity = line.identity if line else next(iter(view.documents))
    lines = _lines_of(view.documents[identity], line.span) if line else (0, 0)
    claim = Claim(
        answer_type=item.answer_type or "text",
        value=item.value or Text(text=said),
        original=said,
        citations=(Citation(version=identity.version, lines=lines, quote=said[:LONGEST_TABLE]),),
        score=score,
    )
    return NotLocated(claim, problem.check, problem.reason, problem.cause)


def _lines_of(document: Document, span: Span) -> tuple[int, int]:
    lines = document.lines_of(span)
    return lines[0].number, lines[-1].number


def _proof(view: View, identity: Identity, span: Span) -> Proof:
    return Proof(identity, view.documents[identity], span, "exact")
