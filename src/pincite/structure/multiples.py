"""Tell whether what stands over a value says that figures are to be multiplied: "(in thousands)"."""

from __future__ import annotations

import functools
import re
from bisect import bisect_left

from pydantic import BaseModel

from pincite.patterns import pattern
from pincite.records.document import Block, Document, Table
from pincite.records.span import Span
from pincite.structure.lead_ins import is_row
from pincite.values.readings import Reading

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
