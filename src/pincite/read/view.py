"""Show a reader the best places of documents as numbered lines, and mark all that is left out.

A list item never stands without what introduces it, nor a row without the heads of its columns. What a place
refers to, a defined term or another section, is fetched by title and term. Hidden and struck words are in no
block, so no line can hold them. What follows a list is no part of its place: it is evidence for whether the
list has ended, and a reader must not see it.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pincite.answer.view_and_form import View, ViewLine
from pincite.records.document import FURNITURE, Block, Document, Table
from pincite.records.evidence import Found
from pincite.records.library import Identity
from pincite.records.span import Span
from pincite.structure.cell_facts import CellFact, facts_of, path_words
from pincite.structure.definitions import definitions, pointers, target_of
from pincite.structure.lead_ins import lead_in, name_above
from pincite.structure.list_runs import run_of, tree_places
from pincite.values.gaps import one_line

VERSION = "view/1"
MOST_CHARS = 24_000
# A line that is longer is shown in parts: one number for a whole page says too little.
_LONGEST_LINE = 4_000
_LONGEST_HEAD = 120
# A section that is longer is not shown as one: of it, what stands around the place is.
_LONGEST_SECTION = 6_000
_AROUND = 3
# Of the best places so many are looked through for what they refer to, and so much of that is fetched.
_REFERRING, _MOST_FETCHED, _MOST_TERMS = 12, 4_000, 6
# What a number, a gap and a page in between take beside the words.
_BESIDE_LINE, _BESIDE_GROUP = 7, 60
DECORATION = re.compile(r"\[(?:part )?\d+ of \d+\]\s*")
_HYPHENATED = re.compile(r"(?<=[a-zà-ÿ])-\n(?=[a-zà-ÿ])")


@dataclass(frozen=True, slots=True)
class Source:
    """A document with the places that may answer, best first."""

    identity: Identity
    document: Document
    places: Sequence[Found] = ()
    shown: Collection[int] = frozenset()
    """Blocks that an earlier view had: no place is shown for them again."""
    fills: bool = False
    """Whether what no place holds is shown as well, as far as there is room."""
    inside: Collection[int] | None = None
    """The blocks in which the user wants to have looked; None where that is everywhere."""


def view_of(sources: Sequence[Source], most_chars: int = MOST_CHARS) -> View:
    """One view of the best places of all documents; together never more than so many characters."""
    documents = {source.identity: source.document for source in sources}
    groups: list[tuple[Identity, list[int]]] = []
    room = most_chars
    for number, source in enumerate(sources):
        share = room // (len(sources) - number)
        header = len(_header(source.identity, source.document, 0, "A"))
        lines = _Lines(source.identity, source.document)
        chosen = _Choice(lines, share - header - _BESIDE_GROUP, source.inside)
        chosen.fill(source)
        groups += [(source.identity, group) for group in chosen.groups]
        room -= share - chosen.room if chosen.groups else 0
    while True:
        view = _laid_out(groups, documents)
        if len(view.text) <= most_chars or len(groups) < 2:
            return view
        groups.pop()


def next_view(view: View, source: Source, most_chars: int = MOST_CHARS) -> View | None:
    """A view of places that the one before did not have; None where everything was shown."""
    shown = {*source.shown, *view.blocks_of(source.identity)}
    following = view_of([replace(source, shown=shown, fills=True)], most_chars)
    return following if following.blocks_of(source.identity) - shown else None


def view_of_blocks(identity: Identity, document: Document, blocks: Iterable[int]) -> View:
    """These blocks, all of them and nothing else: for one part of a document that is read part by part."""
    return _laid_out([(identity, list(blocks))], {identity: document})


def narrowed(view: View, numbers: Collection[int]) -> View:
    """Some lines of a view under the numbers that they have there."""
    kept = tuple(line for line in view.lines if line.number in numbers)
    return View(kept, _written(kept, view.documents), view.documents, view.version)


@dataclass(slots=True)
class _Choice:
    """Which blocks of a document are shown, in groups: the last group is the first to be left out again."""

    lines: _Lines
    room: int
    inside: Collection[int] | None
    groups: list[list[int]] = field(default_factory=list)
    _taken: set[int] = field(default_factory=set)

    @property
    def document(self) -> Document:
        return self.lines.document

    def fill(self, source: Source) -> None:
        document = self.document
        places = [place for place in source.places if place.block not in source.shown]
        for place in places:
            block = document.blocks[place.block - 1]
            self._take(document.blocks_of(place.context)) or self._take([block])
        for place in places[:_REFERRING]:
            self._fetch(document.blocks[place.block - 1])
        for place in places:
            self._take(_section_around(document, document.blocks[place.block - 1]))
        if source.fills or not places:
            for block in document.blocks:
                if block.number not in source.shown and block.kind not in FURNITURE:
                    self._take([block])

    def _take(self, blocks: Iterable[Block]) -> bool:
        """Whether these are shown, with the titles over them and what introduces them."""
        meant = [block for block in blocks if self.inside is None or block.number in self.inside]
        wanted = {each.number for block in meant for each in _with_it(self.document, block)}
        new = sorted(wanted - self._taken)
        cost = sum(_BESIDE_LINE + self.lines.length(self.document.blocks[number - 1]) for number in new)
        # What goes on behind a line that is shown needs no gap before it.
        cost += _BESIDE_GROUP * sum(number - 1 not in self._taken | wanted for number in new)
        if not new or cost > self.room:
            return not new
        self.room -= cost
        self._taken.update(new)
        self.groups.append(new)
        return True

    def _fetch(self, block: Block) -> None:
        """Show what a sentence refers to: the terms that it uses and the parts that it names."""
        document, text = self.document, block.span.of(self.document.text)
        for pointer in pointers(text):
            target = target_of(document, pointer)
            if target and target.end - target.start <= _MOST_FETCHED:
                self._take(document.blocks_of(target))
        used = (each for each in definitions(document) if len(each.term) > 2 and each.term in text)
        for each in itertools.islice(used, _MOST_TERMS):
            if each.block.number != block.number:
                self._take([each.block])


def _with_it(document: Document, block: Block) -> Iterator[Block]:
    """A block, what introduces it, and the titles over it."""
    yield block
    if (stem := lead_in(document, block)) is not None:
        yield stem
        if (above := name_above(document, stem)) is not None:
            yield above
    for section in document.section_path(block.section):
        first = document.blocks_of(Span(section.span.start, section.span.start + 1))
        if first and first[0].kind == "heading":
            yield first[0]


def _section_around(document: Document, block: Block) -> Sequence[Block]:
    """The section that a block stands in; where that is too long, the blocks next to it."""
    if block.section is not None:
        span = document.sections[block.section].span
        if span.end - span.start <= _LONGEST_SECTION:
            return document.blocks_of(span)
    near = document.blocks[max(0, block.number - 1 - _AROUND) : block.number + _AROUND]
    return [each for each in near if each.section == block.section and each.kind not in FURNITURE]


def _laid_out(
    groups: Sequence[tuple[Identity, Sequence[int]]], documents: Mapping[Identity, Document]
) -> View:
    """The blocks in the order of their documents, numbered through."""
    by_document: dict[Identity, set[int]] = {}
    for identity, blocks in groups:
        by_document.setdefault(identity, set()).update(blocks)
    numbers = itertools.count(1)
    lines: list[ViewLine] = []
    for identity in documents:
        laid = _Lines(identity, documents[identity])
        for block in sorted(by_document.get(identity, ())):
            lines += laid.of(documents[identity].blocks[block - 1], numbers)
    return View(tuple(lines), _written(lines, documents), documents, VERSION)


@dataclass(slots=True)
class _Lines:
    """Makes the lines of one document; what a list or a table needs is worked out once."""

    identity: Identity
    document: Document
    _parts: dict[int, tuple[int, int]] = field(default_factory=dict)
    _facts: dict[int, dict[int, CellFact]] = field(default_factory=dict)

    def length(self, block: Block) -> int:
        """How many characters a block takes, a row with the names of its columns."""
        return len(self._row(block)) if block.kind == "table_row" else block.span.end - block.span.start

    def of(self, block: Block, numbers: Iterator[int]) -> Iterator[ViewLine]:
        document = self.document
        stem = lead_in(document, block)
        section = " › ".join(each.title for each in document.section_path(block.section))
        pieces = list(_pieces(document, block))
        for at, span in enumerate(pieces, start=1):
            text = self._row(block) if block.kind == "table_row" else _plain(span.of(document.seen_text))
            if len(pieces) > 1:
                text = f"[part {at} of {len(pieces)}] {_plain(span.of(document.seen_text))}"
            elif place := self._place(block):
                text = f"[{place[0]} of {place[1]}] {text}"
            yield ViewLine(
                *(next(numbers), self.identity, block.number, span, block.kind, text, section, block.page),
                stem=stem.number if stem else None,
                is_part=len(pieces) > 1,
            )

    def _place(self, block: Block) -> tuple[int, int] | None:
        """Which of how many items of its list a block is; None for what is no item."""
        if block.kind != "bullet":
            return None
        if block.number not in self._parts:
            run = run_of(self.document, block)
            where = tree_places(self.document, run)
            most: dict[tuple[int, ...], int] = {}
            for place in where:
                most[place[:-1]] = max(most.get(place[:-1], 0), place[-1])
            self._parts |= {
                item.number: (place[-1], most[place[:-1]]) for item, place in zip(run, where, strict=True)
            }
        found = self._parts.get(block.number)
        return found if found and found[1] > 1 else None

    def _row(self, block: Block) -> str:
        """The row with each cell under the name of its column."""
        table = self.document.table_of(block.span)
        if table is None:
            return _plain(block.span.of(self.document.seen_text).replace("\t", " · "))
        if table.number not in self._facts:
            self._facts[table.number] = _by_start(self.document, table)
        cells = _cells(self.document, table, block.span, self._facts[table.number])
        said = [f"{cell.head}: {cell.text}" if cell.head else cell.text for cell in cells]
        return " · ".join(said) or _plain(block.span.of(self.document.seen_text))


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell of a row as its line shows it."""

    span: Span
    head: str
    """What names its column; empty where nothing does."""
    text: str


def cells_of_row(document: Document, line: ViewLine) -> list[ShownCell]:
    """The cells of a line that is a row; none where its table has no cells."""
    table = document.table_of(line.span) if line.kind == "table_row" and not line.is_part else None
    return _cells(document, table, line.span, _by_start(document, table)) if table else []


def bare_text(line: ViewLine) -> str:
    """The words of a line without what is said of its place in a list or block."""
    shown = DECORATION.match(line.text)
    return line.text[shown.end() :] if shown else line.text


def _cells(document: Document, table: Table, row: Span, facts: Mapping[int, CellFact]) -> list[ShownCell]:
    found = []
    for cell in table.cells:
        if row.covers(cell.span):
            fact = facts.get(cell.span.start)
            head = path_words(document, fact.column_path)[:_LONGEST_HEAD] if fact else ""
            found.append(ShownCell(cell.span, head, one_line(cell.span.of(document.seen_text))))
    # A head that several cells of a row share names none of them.
    named = Counter(cell.head for cell in found)
    return [cell if named[cell.head] == 1 else replace(cell, head="") for cell in found]


def _by_start(document: Document, table: Table) -> dict[int, CellFact]:
    return {fact.cell.span.start: fact for fact in facts_of(document, table)}


def _pieces(document: Document, block: Block) -> Iterator[Span]:
    """The block, or the parts of one that is too long for a line, each ending between two words."""
    start, end = block.span.start, block.span.end
    while end - start > _LONGEST_LINE:
        cut = document.text.rfind(" ", start + _LONGEST_LINE // 2, start + _LONGEST_LINE)
        cut = cut if cut > 0 else start + _LONGEST_LINE
        yield Span(start, cut)
        start = cut
    yield Span(start, end)


def _plain(text: str) -> str:
    """On one line; a word that a line break parts is whole again."""
    return " ".join(_HYPHENATED.sub("", text).split())


def _written(lines: Sequence[ViewLine], documents: Mapping[Identity, Document]) -> str:
    """The lines under their numbers, with documents, pages, tables and gaps between them."""
    letters = dict(zip(documents, _letters(), strict=False))
    written: list[str] = []
    for identity, own in itertools.groupby(lines, key=lambda line: line.identity):
        shown = list(own)
        document = documents[identity]
        written.append(_header(identity, document, len({each.block for each in shown}), letters[identity]))
        written += _of_document(shown, document)
    return "\n".join(written)


def _of_document(lines: Sequence[ViewLine], document: Document) -> Iterator[str]:
    before, page, table = 0, None, None
    titled: str | None = None
    for line in lines:
        if gap := _left_out(document, before, line.block):
            yield gap
        if line.page != page and line.page is not None:
            page = line.page
            yield f"(page {page})"
        # Where a title is a line of its own, that stands above and can be named.
        if line.section not in ("", titled) and not _has_title_line(document, line):
            yield f"§ {line.section}"
        titled = line.section
        of = document.table_of(line.span) if line.kind == "table_row" else None
        if of is not None and of is not table and (told := _told_of_table(document, of)):
            yield told
        table = of
        yield f"{line.number}: {line.text}"
        before = line.block
    if gap := _left_out(document, before, len(document.blocks) + 1):
        yield gap


def _has_title_line(document: Document, line: ViewLine) -> bool:
    block = document.blocks[line.block - 1]
    path = document.section_path(block.section)
    first = document.blocks_of(Span(path[-1].span.start, path[-1].span.start + 1)) if path else ()
    return bool(first) and first[0].kind == "heading"


def _told_of_table(document: Document, table: Table) -> str:
    """What a table is called and in what its figures are; empty where nobody says."""
    caption = one_line(table.caption.of(document.seen_text)) if table.caption else ""
    scales = (fact.scale for fact in facts_of(document, table) if fact.scale)
    scale = next((one_line(each.span.of(document.seen_text)) for each in scales), "")
    return f"Table · {' · '.join(part for part in (caption, scale) if part)}" if caption or scale else ""


def _left_out(document: Document, before: int, following: int) -> str:
    """How many sentences stand between two blocks that are shown; empty where none does."""
    between = document.blocks[before : following - 1]
    count = sum(block.kind not in FURNITURE for block in between)
    if not count:
        return ""
    return f"… {count} sentence{'' if count == 1 else 's'} left out …"


def _header(identity: Identity, document: Document, shown: int, letter: str) -> str:
    total = sum(block.kind not in FURNITURE for block in document.blocks)
    pages = f" · {len(document.pages)} pages" if len(document.pages) > 1 else ""
    return f"Document {letter}: {one_line(identity.name)}{pages} · {shown} of {total} sentences shown"


def _letters() -> Iterator[str]:
    for length in itertools.count(1):
        for each in itertools.product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=length):
            yield "".join(each)
