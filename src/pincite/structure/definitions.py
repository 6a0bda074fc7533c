"""Find the terms that a document defines, and where it refers to one of its own parts.

“Fees” means …; "Fees" shall mean …; EUR 900 (the “Fee”); Fees: … in a section or table of definitions.
The text is read once for each document and the last few are kept, never more.

A part is a section by its title, or a numbered paragraph with the items below it. A number that no part,
or more than one, bears leads nowhere: the reader would be sent to a place that the text does not mean.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from pincite.patterns import pattern
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


_KINDS = (
    "section|sect|clause|article|art|paragraph|para|schedule|annex|annexure|appendix|exhibit|attachment|part"
    "|chapter"
)
_POINTER = pattern(
    rf"(?:\b(?P<kind>{_KINDS})s?\.?\s*|(?P<sign>§)\s*)"
    r"(?P<number>\d+(?:\.\d+)*|[IVXLC]+\b|[A-Z]\b(?:[-.]\d+)?)(?P<items>(?:\s?\([a-z0-9]{1,4}\))*)(?![\w])",
    re.IGNORECASE,
)
_TITLED = pattern(
    rf"(?:(?P<kind>{_KINDS})\.?\s+|§\s*)?(?P<number>\d+(?:\.\d+)*|[IVXLC]+|[A-Z](?:[-.]\d+)?)(?=[\s.:)–—-]|$)",
    re.IGNORECASE,
)
_BODY_KINDS = frozenset({"section", "sect", "clause", "article", "art", "paragraph", "para", "§", ""})
_ITEM = pattern(r"\(([a-z0-9]{1,4})\)", re.IGNORECASE)
# What of another document is no part of this one: "Article 6 of the Directive".
_ELSEWHERE = pattern(
    r"\s*,?\s*(?:of|in|to|under)\s+(?:the\s+)?(?!(?:this|these|that|present|Agreement\b|Contract\b|Schedule|Annex|Policy\b"
    r"|Terms\b|Lease\b))[A-Z]\w*"
)


@dataclass(frozen=True, slots=True)
class Pointer:
    """A reference as it stands in a text."""

    kind: str
    number: str
    items: tuple[str, ...]
    start: int
    end: int


def pointers(text: str) -> Iterator[Pointer]:
    """The references in a text that may point to a part of the same document, in order."""
    for found in _POINTER.finditer(text):
        if found["number"].isalpha() and not found["number"].isupper():
            continue
        if not _ELSEWHERE.match(text, found.end()):
            kind = (found["kind"] or found["sign"]).lower()
            items = tuple(_ITEM.findall(found["items"]))
            yield Pointer(kind, found["number"].lower(), items, found.start(), found.end())


def target_of(document: Document, pointer: Pointer) -> Span | None:
    """The part of the document that a reference points to; None when that is not certain."""
    parts = [s.span for s in document.sections if _is(pointer, s.title)] or _paragraphs(document, pointer)
    if len(parts) != 1:
        return None
    part = parts[0]
    for item in pointer.items:
        inside = _item(document, part, item)
        if inside is None:
            return None
        part = inside
    return part


def _is(pointer: Pointer, title: str) -> bool:
    found = _TITLED.match(title.strip())
    if not found or found["number"].lower() != pointer.number:
        return False
    named = (found["kind"] or "").lower()
    return named == pointer.kind or (named in _BODY_KINDS and pointer.kind in _BODY_KINDS)


def _paragraphs(document: Document, pointer: Pointer) -> list[Span]:
    """The paragraphs that begin with the number, each with what is numbered below it."""
    if pointer.kind not in _BODY_KINDS or not pointer.number[0].isdigit():
        return []
    starts = [block for block in document.blocks if _numbered(document, block) == pointer.number]
    return [_paragraph(document, block, f"{pointer.number}.") for block in starts]


def _paragraph(document: Document, first: Block, below: str) -> Span:
    last = first
    for block in document.blocks[first.number :]:
        number = _numbered(document, block)
        if block.section != first.section or (number and not number.startswith(below)):
            break
        last = block
    return Span(first.span.start, last.span.end)


def _numbered(document: Document, block: Block) -> str:
    found = re.match(r"\s*(\d+(?:\.\d+)*)\.?\s", block.span.of(document.text)[:24])
    return found[1] if found else ""


def _item(document: Document, part: Span, item: str) -> Span | None:
    """The list item that begins with "(a)" or "a)" inside a part."""
    starts = [
        block
        for block in document.blocks_of(part)
        if re.match(
            rf"\s*(?:\d+(?:\.\d+)*\.?\s*)?\(?{re.escape(item)}[).]\s",
            block.span.of(document.text),
            re.IGNORECASE,
        )
    ]
    return starts[0].span if len(starts) == 1 else None
