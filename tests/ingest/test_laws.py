"""Laws that hold for every document of every format."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from printed import HEIGHT, WIDTH, Drawn, lines, pdf
from tests.effort import examples

from pincite.errors import InputError
from pincite.ingest.chunk import MAX_CHUNK_CHARS, chunks
from pincite.ingest.markdown import MarkdownParser
from pincite.ingest.numbering import is_ruling
from pincite.ingest.pdf.reader import PdfParser
from pincite.ingest.sentences import MAX_BLOCK_CHARS
from pincite.ingest.text import TextParser
from pincite.records.document import FURNITURE, Document
from pincite.structure.excerpts import MAX_PASSAGE_CHARS, passages

WORDS = re.split(
    " ",
    "fee Fees the AGREEMENT 7.2 1. (a) • - shall pay. pay; and, “quoted” e.g. No. 5 € 4,500 termi- nation "
    "ARTICLE IV Section 3 Schedule A. é x: ? # ## | | --- === > ``` * _ ffi 10²",
)
GAPS = (" ", " ", " ", " ", "\n", "\n", "\n\n", "\r\n", "   ", "\t", "\f", "\n  ")
texts = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(GAPS)), min_size=1, max_size=120).map(
    lambda pairs: "".join(word + gap for word, gap in pairs)
)
wild = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="\0\ufffe\uffff"), max_size=300
)
words = st.text(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,;*†[]()%", min_size=1, max_size=12
)
printed_lines = st.lists(
    # What reaches over the edge of the page is not read.
    st.lists(words, min_size=1, max_size=7).map(" ".join).filter(lambda text: Drawn(text, 0).end < WIDTH),
    min_size=1,
    max_size=12,
)
quick = settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
slow = settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check_ranges(document: Document) -> None:
    """In bounds, in order, without overlap, trimmed, and inside what they belong to."""
    text = document.text
    for ranges in (document.lines, document.paragraphs, document.blocks):
        assert all(left.span.end <= right.span.start for left, right in pairwise(ranges))
        assert all(item.span.end <= len(text) for item in ranges)
    for block in document.blocks:
        assert block.span.of(text) == block.span.of(text).strip() != ""
        assert len(block.span.of(text)) <= MAX_BLOCK_CHARS
        if block.section is not None:
            assert document.sections[block.section].span.covers(block.span)
        else:
            assert not any(section.span.covers(block.span) for section in document.sections)
    for section in document.sections:
        assert section == document.sections[section.id]
        assert not any(block.kind in FURNITURE for block in document.blocks_of(section.span))


def check_pieces(document: Document) -> None:
    found = passages(document)
    assert all(passage.span.end - passage.span.start <= MAX_PASSAGE_CHARS for passage in found)
    assert all(chunk.span.end - chunk.span.start <= MAX_CHUNK_CHARS for chunk in chunks(document))
    for pieces in (found, chunks(document)):
        assert all(any(piece.span.covers(block.span) for piece in pieces) for block in document.blocks)


def uncovered(document: Document) -> str:
    """What stands in no block."""
    covered = [block.span for block in document.blocks]
    edges = [0, *(edge for span in covered for edge in (span.start, span.end)), len(document.text)]
    return "\n".join(document.text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2))


@quick
@given(texts | wild)
def test_text_file_is_covered_by_blocks_and_lines(text):
    try:
        document = TextParser().read(text.encode(), "a.txt")
    except InputError:
        return
    check_ranges(document)
    check_pieces(document)
    assert all(is_ruling(line) for line in uncovered(document).splitlines())
    outside = set(range(len(text))) - {
        i for line in document.lines for i in range(line.span.start, line.span.end)
    }
    assert not "".join(document.text[i] for i in outside if i < len(document.text)).strip()


@quick
@given(texts | wild)
def test_markdown_file_keeps_every_word_within_reach(text):
    try:
        document = MarkdownParser().read(text.encode(), "a.md")
    except InputError:
        return
    check_ranges(document)
    check_pieces(document)
    left = [
        line for line in re.split("[\r\n]", uncovered(document)) if not re.match(r"[\s>]*(```|~~~)", line)
    ]
    assert document.blocks
    assert not any(character.isalnum() for line in left for character in line)


@slow
@given(st.lists(printed_lines, min_size=1, max_size=4), st.booleans())
def test_pdf_holds_every_word_that_was_drawn_in_order(pages, furnished):
    around = [Drawn("Running header", 30), Drawn("Draft of today", HEIGHT - 30)] if furnished else []
    document = PdfParser().read(pdf(*([*around, *lines(*page)] for page in pages)), "a.pdf")
    check_ranges(document)
    check_pieces(document)
    assert not uncovered(document).strip()
    drawn = [word for page in pages for line in page for word in line.split()]
    shown = [word for line in around for word in line.text.split()] * len(pages)
    assert sorted(document.text.split()) == sorted([*drawn, *shown])
    if not around:
        body = [block.span.of(document.text) for block in document.blocks if block.kind not in FURNITURE]
        rest = iter(drawn)
        assert all(word in rest for text in body for word in text.split())


@slow
@given(st.lists(printed_lines, min_size=1, max_size=3))
def test_pdf_words_lie_on_their_page_and_in_their_line(pages):
    document = PdfParser().read(pdf(*(lines(*page) for page in pages)), "a.pdf")
    for span, box in document.words:
        (line,) = document.lines_of(span)
        assert line.box is not None
        assert line.page == box.page
        assert line.box.x0 - 0.1 <= box.x0 < box.x1 <= line.box.x1 + 0.1
        assert line.box.y0 - 0.1 <= box.y0 < box.y1 <= line.box.y1 + 0.1
    assert [span.of(document.text) for span, _ in document.words] == document.text.split()
