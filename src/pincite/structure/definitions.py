"""Find the terms that a document defines, and what it says each of them is.

“Fees” means …; "Fees" shall mean …; EUR 900 (the “Fee”); Fees: … in a section or table of definitions.
The text is read once for each document and the last few are kept, never more.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from pincite.records.document import FURNITURE, Block, Cell, Document
from pincite.records.recent import Same
from pincite.records.span import Span
from pincite.structure.lead_ins import names_columns, numbering_of

_KEPT_DOCUMENTS = 4
_QUOTED = r"[*_]{0,3}(?:[“\"„](?P<%s>[^“”\"„\n]{1,80})[”\"“]|[‘'](?P<%s>[A-Z][^‘’'\n]{0,60})[’'])[*_]{0,3}"
_VERB = (
    r"(?:(?:shall|will)\s+)?(?:means?|refers?\s+to|(?:has|have)\s+the\s+(?:same\s+)?meaning|(?:is|are)\s+defined\s+(?:as|in)"
    r"|denotes?|includes?|designates?)(?!\w)[:,]?"
)
# Between the term and the verb: other names for it, or what it is used in relation to.
_ASIDE = r"(?:\s*(?:,|or|and)\s*[“\"][^“”\"\n]{1,80}[”\"])*(?:\s*,[^,;.“”\"]{1,80},|\s*\([^()“”\"]{1,60}\))?"
_MEANS = re.compile(rf"{_QUOTED % ('a', 'b')}{_ASIDE}\s*{_VERB}", re.IGNORECASE)
_ALIAS = re.compile(
    r"\((?P<lead>[^()“”\"„]{0,60})" + _QUOTED % ("a", "b") + r"[^()]{0,80}\)"
    r"|\b(?:hereinafter|hereafter)\s+(?:(?:referred\s+to\s+as|called)\s+)?(?:the\s+)?" + _QUOTED % ("c", "d")
)
_PLAIN_TERM = r"(?P<term>[A-Z][\w’'&/-]*(?:\s+(?:of|and|the|for|[A-Z][\w’'&/-]*)){0,5})"
_PLAIN_MEANS = re.compile(rf"[*_]{{0,3}}{_PLAIN_TERM}[*_]{{0,3}}\s+{_VERB.replace('|includes?', '')}")
_LISTED = re.compile(
    rf"[-•*]?\s*[*_]{{0,3}}{_PLAIN_TERM}[*_]{{0,3}}\s*(?::|\s[–—-]\s|\t|\|)[*_]{{0,3}}\s*(?=\S)"
)
_GLOSSARY = re.compile(
    r"\b(?:definitions?|defined terms|interpretation|glossary|(?:terms|words) used)\b", re.IGNORECASE
)
# What every definition outside a list of definitions has: most sentences have none of it.
_HINT = re.compile(r"[“\"„‘]|'[A-Z]|\bmean|\b(?:refers?\s+to|defined|denotes?|designates?)\b")
_TERM_COLUMN = re.compile(r"\s*(?:defined\s+)?(?:term|expression|word)s?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Definition:
    """A term, the block that defines it, and the stretch of the document that says what it is.

    A meaning is said behind the term, as in “Fee” means EUR 900; an alias names what stands before it,
    as in EUR 900 (the “Fee”).
    """

    term: str = field(repr=False)
    block: Block
    body: Span
    kind: Literal["meaning", "alias"]


def definitions(document: Document) -> tuple[Definition, ...]:
    """All definitions in the order of the text; a term may have several."""
    return _found(Same(document))


def definitions_of(document: Document, term: str) -> tuple[Definition, ...]:
    """The definitions of one term, as it is written; "Annual Fees" is defined where "Annual Fee" is."""
    wanted = _singular(term)
    return tuple(found for found in definitions(document) if _singular(found.term) == wanted)


def _singular(term: str) -> str:
    words = " ".join(term.split())
    return words[:-1] if words.endswith("s") and not words.endswith("ss") else words


@functools.lru_cache(maxsize=_KEPT_DOCUMENTS)
def _found(read: Same[Document]) -> tuple[Definition, ...]:
    document = read.it
    glossaries = [s.span for s in document.sections if _GLOSSARY.search(s.title)]
    found: list[Definition] = []
    for block in document.blocks:
        if block.kind == "heading" or block.kind in FURNITURE:
            continue
        listed = any(span.covers(block.span) for span in glossaries)
        found += _of_row(document, block, listed) if block.kind == "table_row" else ()
        found += _of_sentence(document, block, listed)
    return tuple(dict.fromkeys(found))


def _of_sentence(document: Document, block: Block, listed: bool) -> Iterator[Definition]:
    text, at = block.span.of(document.text), block.span.start
    if not (listed or _HINT.search(text)):
        return
    begin = numbering_of(text)
    meanings = list(_MEANS.finditer(text))
    if not meanings and (plain := _PLAIN_MEANS.match(text, begin)):
        yield from _definition(block, plain["term"], at + plain.end(), block.span.end, "meaning")
    elif not meanings and listed and block.kind != "table_row" and (entry := _LISTED.match(text, begin)):
        yield from _definition(block, entry["term"], at + entry.end(), block.span.end, "meaning")
    for number, found in enumerate(meanings):
        last = number + 1 == len(meanings)
        end = block.span.end if last else at + meanings[number + 1].start()
        yield from _definition(block, found["a"] or found["b"], at + found.end(), end, "meaning")
    start = begin
    for alias in _ALIAS.finditer(text):
        term = alias["a"] or alias["b"] or alias["c"] or alias["d"]
        if not re.search(_VERB, alias["lead"] or ""):
            yield from _definition(block, term, at + start, at + alias.start(), "alias")
        start = alias.end()


def _of_row(document: Document, block: Block, listed: bool) -> Iterator[Definition]:
    """A row of a table of definitions: the term in its first cell, what it is in the others."""
    table = document.table_of(block.span)
    if table is None or names_columns(document, block):
        return
    first = bisect_left(table.cells, block.span.start, key=lambda cell: cell.span.start)
    cells = table.cells[first : bisect_right(table.cells, block.span.end, key=lambda cell: cell.span.end)]
    if len(cells) < 2 or not (listed or _heads_terms(document, table.headers_of(cells[0]))):
        return
    term = cells[0].span.of(document.text).strip("“”\"'*_ ")
    yield from _definition(block, term, cells[1].span.start, cells[-1].span.end, "meaning")


def _heads_terms(document: Document, heads: tuple[Cell, ...]) -> bool:
    return any(_TERM_COLUMN.fullmatch(head.span.of(document.text)) for head in heads)


def _definition(
    block: Block, term: str, start: int, end: int, kind: Literal["meaning", "alias"]
) -> Iterator[Definition]:
    named = " ".join(term.strip(" ,.").split())
    # Between two quoted words there may be a blank in quotes, which would be found everywhere.
    if start < end and any(character.isalnum() for character in named):
        yield Definition(named, block, Span(start, end), kind)
