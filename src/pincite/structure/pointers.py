"""Find where a document refers to one of its own parts: "see Section 7", "set out in Schedule 1".

A part is a section by its title, or a numbered paragraph with the items below it. A number that no part,
or more than one, bears leads nowhere: the reader would be sent to a place that the text does not mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.patterns import pattern
from pincite.records.document import Block, Document
from pincite.records.span import Span

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
