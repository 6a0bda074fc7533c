"""Tell by what figures are multiplied, in a table or under a note, and in which currency they are.

What a column's head or a row's name says holds for that column or row. What is said of the whole table holds
for the rest: in its head or corner, its caption, the sentence over it, its title, the head of its page.
Where two places next to a table disagree, nobody can tell.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel

from pincite.language.vocabulary import stems, telling
from pincite.patterns import pattern
from pincite.records.document import Block, Cell, Document, Table
from pincite.records.span import Span
from pincite.structure.lead_ins import is_row
from pincite.structure.table_layout import Layout
from pincite.values.currencies import find_marks
from pincite.values.readings import Reading
from pincite.values.registered import find
from pincite.values.scale_notes import ScaleNote, scale_notes

# What is said of a table is short; a long text speaks of many things.
_LONGEST = 500
_LONGEST_BEHIND = 200
_NEAR, _FAR, _FURTHER, _BEHIND = 1, 4, 30, 4
_SAID_OF_ALL = "note notes all figures amounts numbers values data above table tables shown stated expressed"
_ANNOUNCES = pattern(
    r"\b(?:below|following|as follows|tables?|tabular|expressed|notes to|statements?)\b|[:)]\s*\Z",
    re.IGNORECASE,
)
_FURNITURE = ("header",)


@dataclass(frozen=True, slots=True)
class Stated:
    """A note of a scale with its place in the document."""

    note: ScaleNote
    span: Span
    names: frozenset[str] = frozenset()
    """The stems of what it is said of; empty where it is said of all figures."""

    @property
    def factor(self) -> int:
        return self.note.factor


@dataclass(frozen=True, slots=True)
class TableScale:
    """What is said of all figures of a table."""

    stated: Stated | None = None
    """None where nothing is said: figures are what they are."""
    other: Stated | None = None
    """What another place says instead; None where none does."""
    currency: str | None = None
    currency_at: Span | None = None
    far: Stated | None = None
    """Where nothing near says so, what a place further up says, which may hold here as well."""


def scale_of_table(document: Document, layout: Layout) -> TableScale:
    """What stands over a table and holds for all of its figures; the nearest places are asked first."""
    table = layout.table
    currency = _currency_around(document, layout)
    for spans in _around(document, layout):
        everything = [each for span in spans for each in stated_in(document, span)]
        # "(shares in thousands)" says nothing of the rest.
        found = [each for each in everything if not each.note.of] or everything
        if found:
            behind = _stated_behind(document, table)
            found += [behind] if behind and not behind.names else []
            other = next((each for each in found if each.factor != found[0].factor), None)
            named = (found[0].note.currency, found[0].span) if found[0].note.currency else currency
            return TableScale(found[0], other, *named)
    behind = _stated_behind(document, table)
    return TableScale(behind, None, *currency, None if behind else _stated_far(document, table))


def stated_in(document: Document, span: Span) -> list[Stated]:
    """The notes of a scale that stand in a place."""
    text = span.of(document.text)
    return [Stated(note, _with_brackets(text, note, span.start)) for note in scale_notes(text)]


def _with_brackets(text: str, note: ScaleNote, at: int) -> Span:
    """Where a note stands, with the brackets that it fills."""
    start, end = note.start, note.end
    opened = text[start : start + 1] in "([" or (start > 0 and text[start - 1] in "([")
    if opened and text[end : end + 1] in tuple(")]"):
        start, end = start - (text[start] not in "(["), end + 1
    return Span(at + start, at + end)


def nearest(document: Document, cells: Iterable[Cell]) -> Stated | None:
    """What the innermost of some cells that says anything says of the scale."""
    found = None
    for cell in cells:
        for each in stated_in(document, cell.span):
            found = each
    return found


def currency_in(document: Document, cells: Sequence[Cell]) -> tuple[str, Span] | None:
    """The one currency that some cells name, with its place; the innermost that names one decides."""
    found = None
    for cell in cells:
        marks = [mark for mark in find_marks(_padded(cell.span.of(document.text))) if mark.code]
        if len({mark.code for mark in marks}) == 1 and marks[0].code:
            found = marks[0].code, cell.span
    return found


def _around(document: Document, layout: Layout) -> Iterable[list[Span]]:
    """The places that may speak for a table, nearest first; those in one list are equally near."""
    table = layout.table
    heads = [cell.span for cell in layout.common_heads]
    caption = [table.caption] if table.caption else []
    before = _before(document, table)
    near = [block.span for block in before[:_NEAR]]
    yield [*heads, *caption, *near]
    yield [block.span for block in before[_NEAR:_FAR]]
    first = document.blocks_of(table.span)[0]
    # Of titles only the text that stands in the document can be cited.
    titles = [document.blocks_of(section.span)[0] for section in document.section_path(first.section)]
    yield from ([block.span] for block in reversed(titles) if _length(block) <= _LONGEST)
    yield _announced(document, table)
    yield _page_heads(document, table)


def _before(document: Document, table: Table) -> list[Block]:
    """The blocks before a table in its section, nearest first, up to another table."""
    first = document.blocks_of(table.span)[0]
    found = []
    for block in reversed(document.blocks[max(0, first.number - 1 - _FAR) : first.number - 1]):
        if block.section != first.section and block.kind != "heading":
            break
        if block.kind == "table_row" and document.table_of(block.span) is not None:
            break
        if _length(block) <= _LONGEST:
            found.append(block)
    return found


def _announced(document: Document, table: Table) -> list[Span]:
    """The nearest block further up that states a scale and points down, or is set over what follows."""
    first = document.blocks_of(table.span)[0].number
    for block in reversed(document.blocks[max(0, first - 1 - _FURTHER) : first - 1]):
        if block.kind == "table_row" and document.table_of(block.span) is not None:
            return []
        if stated_in(document, block.span) and _ANNOUNCES.search(block.span.of(document.text)):
            return [block.span]
    return []


def _stated_behind(document: Document, table: Table) -> Stated | None:
    """A note below a table; it holds for what it names: "Order intake and backlog in thousands of euros"."""
    for block in _behind(document, table):
        for each in stated_in(document, block.span):
            named = document.text[block.span.start : each.span.start]
            return replace(each, names=frozenset(telling(stems(named)) - set(stems(_SAID_OF_ALL))))
    return None


def _stated_far(document: Document, table: Table) -> Stated | None:
    """The last note of a scale over a table, however far up: "Item 7 (amounts in millions)"."""
    places = _places(document.seen_text)
    for at in reversed(places[: bisect_left(places, table.span.start)]):
        for block in document.blocks_of(Span(at, at + 1)):
            if _length(block) > _LONGEST or document.table_of(block.span) is not None:
                continue
            if said := next((each for each in stated_in(document, block.span) if not each.note.of), None):
                return said
    return None


def _behind(document: Document, table: Table) -> list[Block]:
    """The short blocks right behind a table, up to the next one: its notes."""
    last = document.blocks_of(table.span)[-1]
    found = []
    for block in document.blocks[last.number : last.number + _BEHIND]:
        if block.section != last.section or block.kind == "table_row" or _length(block) > _LONGEST_BEHIND:
            break
        found.append(block)
    return found


def _page_heads(document: Document, table: Table) -> list[Span]:
    page = document.page_of(table.span.start)
    if page is None:
        return []
    return [block.span for block in document.blocks if block.kind in _FURNITURE and block.page == page.number]


def _currency_around(document: Document, layout: Layout) -> tuple[str | None, Span | None]:
    """The currency that is named over or under a table without an amount: "Budget 2026, USD", "in £"."""
    for cell in layout.common_heads:
        if named := currency_in(document, [cell]):
            return named
    table = layout.table
    before = [block.span for block in _before(document, table)[:_NEAR]]
    behind = [block.span for block in _behind(document, table)]
    for span in [*([table.caption] if table.caption else []), *before, *behind]:
        text = span.of(document.text)
        marks = [mark for mark in find_marks(_padded(text)) if mark.code]
        if (
            len(text) <= _LONGEST_BEHIND
            and len({mark.code for mark in marks}) == 1
            and not find("amount", text)
        ):
            return marks[0].code, span
    return None, None


def _padded(text: str) -> str:
    """With room around: a sign that fills a cell is found as one that stands before a number."""
    return f" {text} "


def _length(block: Block) -> int:
    return block.span.end - block.span.start


_CURRENCY = r"(?:[$€£]|\b(?:USD|EUR|GBP|CHF|JPY|CAD|AUD|euros?|dollars?|pounds?|francs?|yen)\b)"
_MANY = r"(?:thousands|millions|billions)"
# "(in thousands, except per share data)", "Amounts are in millions", "EUR thousand", "€'000", "TEUR".
_MULTIPLE = pattern(
    rf"\bin\s+(?:\S+\s+){{0,2}}?{_MANY}\b|\b{_MANY}\s+of\s+(?:US\s+|U\.S\.\s+)?{_CURRENCY}|[(\[]{_MANY}[)\]]"
    rf"|{_CURRENCY}\s?(?:in\s+)?(?:thousand|million|billion|mn|bn|['’]?000)s?\b|[(\[]['’]?000['’]?s?[)\]]"
    r"|\b[Tk](?:EUR|USD|GBP|CHF)\b",
    re.IGNORECASE,
)
_OWN = pattern(r"thousand|million|billion|\d\s?(?:m|mn|bn|k)\b", re.IGNORECASE)
_LONGEST_NOTE = 300
# How far back the start of a list is looked for, and what is read over it.
_LONGEST_LIST = 1_000
_OVER = 2


def states_multiple(document: Document, span: Span) -> bool:
    """Whether a title, head or short sentence says so; a long text speaks of many things."""
    short = span.end - span.start < _LONGEST_NOTE
    return short and _MULTIPLE.search(span.of(document.text)) is not None


def says_its_own(text: str, reading: Reading[BaseModel]) -> bool:
    """Whether a value says itself how it is multiplied, so that nothing over it has to."""
    return _OWN.search(reading.original(text)) is not None


def multiplied(document: Document, block: Block, reading: Reading[BaseModel]) -> bool:
    """Whether a title over a block, or what introduces its list, multiplies a value that does not say so."""
    if says_its_own(block.span.of(document.text), reading):
        return False
    titles = [section.title for section in document.section_path(block.section)]
    if any(_MULTIPLE.search(title) for title in titles):
        return True
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is not None:
        return any(states_multiple(document, span) for span in _over_table(document, table))
    if not _stated_before(document, block):  # to look for the start of a list takes longer
        return False
    return any(states_multiple(document, over.span) for over in _over_list(document, block))


def _over_table(document: Document, table: Table) -> list[Span]:
    """What stands over the rows of a table: its heads, its caption and the blocks right before it."""
    first = document.blocks_of(table.cells[0].span)[0].number
    last = bisect_left(table.cells, max(table.header_rows, 1), key=lambda cell: cell.row)
    above = [before.span for before in document.blocks[max(first - 3, 0) : first - 1]]
    heads = [cell.span for cell in table.cells[:last]]
    return [*heads, *above, *([table.caption] if table.caption else [])]


def _stated_before(document: Document, block: Block) -> bool:
    """Whether the section says anything of the kind before the block."""
    places = _places(document.seen_text)
    section = 0 if block.section is None else document.sections[block.section].span.start
    last = bisect_left(places, block.span.end)
    return last > 0 and places[last - 1] >= section - _LONGEST_NOTE


@functools.lru_cache(maxsize=1)
def _places(text: str) -> tuple[int, ...]:
    return tuple(found.start() for found in _MULTIPLE.finditer(text))


def _over_list(document: Document, block: Block) -> tuple[Block, ...]:
    """What stands right over the list of bullets or typed rows that a block is part of."""
    if block.kind != "bullet" and not (block.kind != "table_row" and is_row(document, block)):
        return ()
    first = block.number - 1
    while first > max(0, block.number - _LONGEST_LIST) and _goes_with(document, first - 1, block):
        first -= 1
    # The first of typed rows may be the one that names the columns.
    last = first if block.kind == "bullet" else first + 1
    over = document.blocks[max(first - _OVER, 0) : last]
    return tuple(each for each in over if each.section == block.section)


def _goes_with(document: Document, at: int, block: Block) -> bool:
    other = document.blocks[at]
    if other.section != block.section:
        return False
    return other.kind == block.kind and (block.kind == "bullet" or is_row(document, other))
