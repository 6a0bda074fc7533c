"""What stands around a block or a table's row and speaks for it: introduction, title, head, notes.

"The daily rates are stated below" speaks for every row that follows, and the 1 under "Priority" is
priority 1. Neither tells one row or column from the next: that is left to the row itself and to the heads.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection

from pincite.language.vocabulary import occurs as occurs
from pincite.language.vocabulary import stems, telling
from pincite.records.document import Block, Cell, Document, Section, Table

_NUMBERING = re.compile(
    r"\s*(?:\(?(?:\d{1,3}|[ivxlcIVXLC]{1,5}|[a-zA-Z])[.)]|\d+(?:\.\d+)+\.?|[a-zA-Z](?:\.\d+)+|\d{1,2}(?=\s+[A-Z]))\s+"
)
_ROW_CHARS = 160
# How far back the start of a list or table is looked for.
_LONGEST_LIST = 1_000
# What everybody knows of the day in the header of a message.
_SAID_BY_DATE = " e-mail email sent"
_ENDINGS = frozenset('.;:!?,”"’…')


def lead_in(document: Document, block: Block) -> Block | None:
    """What introduces the list or table that a block stands in; None for what stands by itself."""
    if table := _table(document, block):
        return _head(document, table, block)
    if is_row(document, block):
        return _header(document, block)
    if block.kind != "bullet":
        return None
    for number in range(block.number - 2, max(-1, block.number - _LONGEST_LIST), -1):
        before = document.blocks[number]
        if before.section != block.section:
            return None
        if before.kind != "bullet":
            return before if _introduces(document, before) else None
    return None


def lead_ins(document: Document) -> list[Block | None]:
    """What introduces each block, as `lead_in` says, in one pass: tables have thousands of rows."""
    found: list[Block | None] = []
    head: Block | None = None
    for block in document.blocks:
        before = document.blocks[block.number - 2] if block.number > 1 else None
        if table := _table(document, block):
            found.append(_head(document, table, block))
            head = None
            continue
        row = is_row(document, block)
        if not row:
            head = None
        elif head is None or before is None or before.section != block.section:
            head = block
        far = head is not None and block.number - head.number >= _LONGEST_LIST
        if row:
            found.append(head if head is not block and not far else None)
        else:
            found.append(lead_in(document, block) if block.kind == "bullet" else None)
    return found


def _table(document: Document, block: Block) -> Table | None:
    """The table whose cells are known that a block is a row of."""
    return document.table_of(block.span) if block.kind == "table_row" else None


def _head(document: Document, table: Table, block: Block) -> Block | None:
    """The last row that names the columns, or else the first row; None for that row and those above it."""
    row = max(table.header_rows - 1, 0)
    cell = next((cell for cell in table.cells if cell.row >= row), None)
    heads = document.blocks_of(cell.span) if cell is not None else ()
    return heads[0] if heads and heads[0].number < block.number else None


def _first_cell(table: Table, block: Block) -> Cell | None:
    """The first cell of a row; its block may begin with a rule before it."""
    at = bisect_left(table.cells, block.span.start, key=lambda cell: cell.span.start)
    return table.cells[at] if at < len(table.cells) and block.span.covers(table.cells[at].span) else None


def names_columns(document: Document, block: Block) -> bool:
    """Whether a block is a row that names the columns of its table, and so says nothing itself."""
    table = _table(document, block)
    cell = _first_cell(table, block) if table is not None else None
    if table is None or cell is None or not table.header_rows:
        return False
    return cell.row < table.header_rows or _repeats_head(document, table, block)


def _repeats_head(document: Document, table: Table, block: Block) -> bool:
    """Whether a row below the head says the names of the columns once more, as on another page."""
    head = document.blocks_of(table.cells[0].span)
    return bool(head) and block.span.of(document.text).split() == head[0].span.of(document.text).split()


def name_above(document: Document, block: Block) -> Block | None:
    """For a row that names columns the row of names above it, as "2024" above "Plan"; None elsewhere."""
    table = _table(document, block)
    cell = _first_cell(table, block) if table is not None else None
    if table is None or cell is None or not 0 < cell.row < table.header_rows:
        return None
    above = [other for other in table.cells if other.row < cell.row]
    return document.blocks_of(above[-1].span)[0] if above else None


def _introduces(document: Document, block: Block) -> bool:
    """Whether a sentence goes on in what follows it: one that ends with a full stop does not."""
    return block.span.of(document.text)[-1] not in ".!?"


def is_row(document: Document, block: Block) -> bool:
    """Whether a block is a row of a table, or reads like one: short, and no sentence."""
    if block.kind == "table_row":
        return True
    text = block.span.of(document.text)
    short = block.kind == "sentence" and len(text) <= _ROW_CHARS and text[-1] not in _ENDINGS
    return short and not _is_mail_header(document, block)


def _is_mail_header(document: Document, block: Block) -> bool:
    """Each stands by itself: who sent a message from claims@ says nothing of the day in the next line."""
    return document.format == "eml" and block.anchor.startswith(("header ", "attachment "))


def _header(document: Document, block: Block) -> Block | None:
    """The first of the rows that follow each other down to this one; None where it is too far away."""
    first = block
    for number in range(block.number - 2, -1, -1):
        before = document.blocks[number]
        if before.section != block.section or not is_row(document, before) or _table(document, before):
            break
        first = before
        if block.number - first.number >= _LONGEST_LIST:
            return None
    return first if first is not block else None


def neighbour(document: Document, block: Block) -> Block | None:
    """The sentence before, when both stand in one paragraph: "It" and "such sum" refer to it."""
    if block.number < 2:
        return None
    before = document.blocks[block.number - 2]
    between = document.text[before.span.end : block.span.start]
    same = before.section == block.section and "\n\n" not in between.replace("\r", "")
    same = same and not _is_mail_header(document, before)
    return before if same and before.kind == block.kind == "sentence" else None


def numbering_of(text: str) -> int:
    """How many characters of a block or title are the number it is listed under."""
    numbering = _NUMBERING.match(text)
    return numbering.end() if numbering else 0


def stems_of(document: Document, block: Block) -> list[str]:
    """The stems of a block without the number it is listed under: clause 2 is not "Study 2"."""
    text = block.span.of(document.text)
    unsaid = _SAID_BY_DATE if block.anchor == "header Date" and document.format == "eml" else ""
    return stems(text[numbering_of(text) :] + unsaid)


def title_stems(section: Section) -> list[str]:
    """The stems of a title without its number; "Schedule 2" is a name and keeps it."""
    return stems(section.title[numbering_of(section.title) :])


_ANNOUNCES = re.compile(r"\b(?:below|following|as follows|this table|table \d+)\b|:\s*\Z", re.IGNORECASE)
# What announces a table is a sentence or two.
_LONGEST = 400


def said_of_row(document: Document, block: Block) -> list[str]:
    """What announces the table of a row, and the row's name with what names its column; else nothing."""
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is None or not table.header_rows:
        return []
    return [text for text in (announcement_of(document, block), _named(document, table, block)) if text]


def unasked_name(document: Document, block: Block, asked: Collection[str]) -> str:
    """The name of a row where it holds a telling word that is not among the stems asked; else empty.

    Of many rows under one head "Test analyst" does not answer for a business analyst because the sentence
    above them speaks of analysts' rates.
    """
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is None or table.rows <= table.header_rows + 1 or not table.header_rows:
        return ""
    name = _name(document, table, block)
    return name if telling(stems(name)) - set(asked) else ""


def announcement_of(document: Document, block: Block) -> str:
    """The sentence before the table of a row that points down to it; empty where there is none."""
    table = document.table_of(block.span) if block.kind == "table_row" else None
    if table is None or not table.header_rows:
        return ""
    first = document.blocks_of(table.cells[0].span)[0]
    if first.number < 2:
        return ""
    before = document.blocks[first.number - 2]
    text = before.span.of(document.text)
    fits = before.section == first.section and before.kind in ("sentence", "bullet") and len(text) <= _LONGEST
    return text if fits and _ANNOUNCES.search(text) else ""


def _named(document: Document, table: Table, block: Block) -> str:
    """ "Priority 1" for the row that has a 1 in its first column, under "Priority"."""
    own, name = _first(table, block), _name(document, table, block)
    heads = table.headers_of(own) if own and name else ()
    return (
        " ".join([*(" ".join(head.span.of(document.text).split()) for head in heads), name]) if heads else ""
    )


def _name(document: Document, table: Table, block: Block) -> str:
    own = _first(table, block)
    if own is None or own.column or own.row < table.header_rows:
        return ""
    return " ".join(own.span.of(document.text).split())


def _first(table: Table, block: Block) -> Cell | None:
    at = bisect_left(table.cells, block.span.start, key=lambda cell: cell.span.start)
    return table.cells[at] if at < len(table.cells) else None
