"""How much of what a question asks for a block carries, itself or through where it stands.

It finds and ranks, and decides nothing: that a place answers is judged.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pincite.contract.rows import announcement_of, said_of_row, unasked_name
from pincite.language.vocabulary import occurs as occurs
from pincite.language.vocabulary import stems
from pincite.records.document import Block, Cell, Document, Section, Table
from pincite.records.question import Question, Term

# What a term counts for, by where it stands. A heading speaks for all that stands under it, but a
# block that says the word itself is the surer witness.
IN_BLOCK = 1.0
IN_LEAD_IN = 0.9
IN_TITLE = 0.85
IN_NEIGHBOUR = 0.6
_NUMBERING = re.compile(
    r"\s*(?:\(?(?:\d{1,3}|[ivxlcIVXLC]{1,5}|[a-zA-Z])[.)]|\d+(?:\.\d+)+\.?|[a-zA-Z](?:\.\d+)+|\d{1,2}(?=\s+[A-Z]))\s+"
)
_ROW_CHARS = 160
# How far back the start of a list or table is looked for.
_LONGEST_LIST = 1_000
# What everybody knows of the day in the header of a message.
_SAID_BY_DATE = " e-mail email sent"
_ENDINGS = frozenset('.;:!?,”"’…')


@dataclass(frozen=True, slots=True)
class Bearing:
    """The share of the question's weight that a block carries, and the words that it lacks."""

    score: float
    missing: tuple[str, ...]


def bearing(question: Question, document: Document, block: Block) -> Bearing:
    """What `block` carries of the question's terms, with its lead-in, titles and neighbour."""
    around = surroundings(document, block)
    terms = question.retrieval.terms
    total = sum(term.weight for term in terms)
    if not total:
        return Bearing(0.0, ())
    strengths = _strengths(terms, around)
    missing = tuple(term for s, term in zip(strengths, terms, strict=True) if not s)
    if any(not term.common for term in missing) and (announced := _of_another_row(question, document, block)):
        strengths = _strengths(terms, [place for place in around if place[0] != announced])
        missing = tuple(term for s, term in zip(strengths, terms, strict=True) if not s)
    score = sum(s * term.weight for s, term in zip(strengths, terms, strict=True)) / total
    return Bearing(score, tuple(term.asked for term in missing))


def _strengths(terms: Sequence[Term], around: Sequence[tuple[list[str], float]]) -> list[float]:
    """How strongly each term is said, by the best of the texts around."""
    said = [(text, set(text), worth) for text, worth in around]
    return [max(_strength(term, text, present) * worth for text, present, worth in said) for term in terms]


def _of_another_row(question: Question, document: Document, block: Block) -> list[str]:
    """What announces a table, where the row has a name of its own that the question does not say."""
    asked = {stem for term in question.retrieval.terms for wording in term.wordings for stem in wording}
    asked.update(stems(question.generation.plain))
    return stems(announcement_of(document, block)) if unasked_name(document, block, asked) else []


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
    return table is not None and cell is not None and cell.row < table.header_rows


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


def surroundings(document: Document, block: Block) -> list[tuple[list[str], float]]:
    """The stems of the block, of what introduces it, stands before and above it, and their worth."""
    found = [(stems_of(document, block), IN_BLOCK)]
    if introduction := lead_in(document, block):
        found.append((stems_of(document, introduction), IN_LEAD_IN))
        while introduction := name_above(document, introduction):
            found.append((stems_of(document, introduction), IN_LEAD_IN))
    found += [(stems(said), IN_LEAD_IN) for said in said_of_row(document, block)]
    if before := neighbour(document, block):
        found.append((stems_of(document, before), IN_NEIGHBOUR))
    titles = [stem for s in document.section_path(block.section) for stem in title_stems(s)]
    found.append((titles, IN_TITLE))
    return found


def _strength(term: Term, text: list[str], present: Collection[str]) -> float:
    return max(
        (worth for wording, worth in term.wordings.items() if occurs(wording, text, present)), default=0.0
    )
