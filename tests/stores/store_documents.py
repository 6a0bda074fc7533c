"""Documents made directly from records, for tests of stores: a line of text is a line and a block."""

from __future__ import annotations

import hashlib
import random
from array import array

from pincite.records.document import (
    Block,
    Box,
    Chunk,
    Document,
    Line,
    Page,
    Paragraph,
    Parse,
    Passage,
    Section,
    Words,
)
from pincite.records.library import DEFAULT_COLLECTION, Entry, identify
from pincite.records.span import Span

PARSE = Parse("factory", "1")
LINES_PER_PAGE = 50


def make_entry(
    text: str,
    name: str = "lease.pdf",
    collection: str = DEFAULT_COLLECTION,
    parse: Parse = PARSE,
    content: bytes | None = None,
) -> Entry:
    """An entry whose bytes are its text, unless told otherwise."""
    content = text.encode() if content is None else content
    document = make_document(text, parse)
    whole = Span(0, len(text))
    content_hash = hashlib.sha256(text.encode()).hexdigest()
    return Entry(
        identify(collection, name, content, parse),
        content,
        document,
        (Passage(1, whole, None, content_hash),),
        (Chunk(1, whole, content_hash),),
        b"postings of " + content[:20],
    )


def make_document(text: str, parse: Parse = PARSE) -> Document:
    spans = _line_spans(text)
    pages = tuple(
        Page(number, str(number), part[0].start, part[-1].end, (Span(part[0].start, part[0].start + 1),))
        for number, part in enumerate(_pages(spans), start=1)
    )
    return Document(
        text=text,
        format="pdf",
        parse=parse,
        pages=pages,
        lines=tuple(
            Line(n, page := 1 + (n - 1) // LINES_PER_PAGE, s, Box(page, 72.1, 10.3 * n, 500.7, 10.3 * n + 9))
            for n, s in enumerate(spans, start=1)
        ),
        sections=(Section(0, "Whole", 1, Span(0, len(text)), 1, len(pages), "factory"),),
        paragraphs=tuple(Paragraph(n, s, 0) for n, s in enumerate(spans, start=1)),
        blocks=tuple(
            Block(n, "sentence", s, 0, 1 + (n - 1) // LINES_PER_PAGE) for n, s in enumerate(spans, start=1)
        ),
        words=_words(text),
        caveats=("made by a test",),
    )


def filing_text(pages: int, seed: int = 0) -> str:
    """Prose with as many lines and words per page as a filing has."""
    draw = random.Random(seed)
    vocabulary = [
        "".join(draw.choices("abcdefghijklmnoprstuvw", k=draw.randint(2, 11))) for _ in range(8_000)
    ]
    return "\n".join(" ".join(draw.choices(vocabulary, k=10)) + "." for _ in range(pages * LINES_PER_PAGE))


def _line_spans(text: str) -> list[Span]:
    spans, start = [], 0
    for line in text.split("\n"):
        if line:
            spans.append(Span(start, start + len(line)))
        start += len(line) + 1
    return spans


def _pages(spans: list[Span]) -> list[list[Span]]:
    return [spans[first : first + LINES_PER_PAGE] for first in range(0, len(spans), LINES_PER_PAGE)]


def _words(text: str) -> Words:
    starts, ends, start = array("I"), array("I"), 0
    for word in text.replace("\n", " ").split(" "):
        if word:
            starts.append(start)
            ends.append(start + len(word))
        start += len(word) + 1
    edges = array("f")
    for number in range(len(starts)):
        x, y = 72 + number % 10 * 43.7, 72 + number // 10 % LINES_PER_PAGE * 12.4
        edges.extend((x, y, x + 38.9, y + 9.1))
    return Words(starts, ends, array("I", (1 + n // 500 for n in range(len(starts)))), edges)
