"""Whatever document can be built comes back from the store equal in every range."""

from __future__ import annotations

import hashlib
from array import array
from dataclasses import asdict, replace
from itertools import pairwise
from typing import get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.effort import examples

from pincite.records.document import (
    Block,
    BlockKind,
    Box,
    Cell,
    Chunk,
    Document,
    Figure,
    Line,
    Page,
    Paragraph,
    Parse,
    Passage,
    Section,
    Table,
    Words,
)
from pincite.records.library import Entry, identify
from pincite.records.limits import Format
from pincite.records.reading import DocumentType, PageQuality, PageSource, Profile, Subject, unread
from pincite.records.span import Span
from pincite.stores.library_store import LibraryStore
from pincite.stores.seal import pack, unpack

characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufffe\uffff")
numbers = st.none() | st.integers(0, 9)
narrow_floats = st.floats(width=32, allow_nan=False)
boxes = st.builds(Box, st.integers(1, 9), *(st.floats(allow_nan=False) for _ in range(4)))
word_rows = st.tuples(*(st.integers(0, 2**32 - 1),) * 3, st.integers(0, 255), *(narrow_floats,) * 4)
words = st.builds(
    lambda rows, recognised: Words(
        array("I", (row[0] for row in rows)),
        array("I", (row[1] for row in rows)),
        array("I", (row[2] for row in rows)),
        array("f", (edge for row in rows for edge in row[4:])),
        array("B", (row[3] for row in rows) if recognised else ()),
    ),
    st.lists(word_rows, max_size=9),
    st.booleans(),
)
shares = st.floats(0, 1)
page_qualities = st.builds(
    PageQuality,
    st.integers(1, 9),
    st.sampled_from(get_args(PageSource)),
    st.integers(0, 9_999),
    shares,
    st.none() | shares,
)


@st.composite
def spans(draw: st.DrawFn, length: int) -> list[Span]:
    """Spans in order inside a text of that length."""
    cuts = sorted(draw(st.sets(st.integers(0, length), max_size=12)))
    return [Span(start, end) for start, end in pairwise(cuts) if draw(st.booleans())]


@st.composite
def tables(draw: st.DrawFn, length: int) -> tuple[Table, ...]:
    """Tables of one row each, apart from each other, with cells in some of their columns."""
    ranges = spans(length)
    return tuple(
        Table(
            number=number,
            span=span,
            rows=draw(st.integers(4, 9)),
            columns=draw(st.integers(20, 30)),
            header_rows=draw(st.integers(0, 2)),
            cells=tuple(
                Cell(
                    1,
                    column,
                    Span(span.start + inner.start, span.start + inner.end),
                    draw(st.integers(1, 3)),
                    draw(st.integers(1, 3)),
                    draw(st.text(characters, max_size=6)),
                    draw(st.sampled_from([1, 1000, 1_000_000])),
                )
                for column, inner in enumerate(draw(spans(span.end - span.start)))
            ),
            found_by=draw(st.text(characters, max_size=6)),
            caption=draw(st.none() | st.sampled_from([span])),
        )
        for number, span in enumerate(draw(ranges), start=draw(st.integers(1, 3)))
    )


@st.composite
def profiles(draw: st.DrawFn, length: int) -> Profile:
    counts = st.tuples(st.text(characters, max_size=5), st.integers(0, 99))
    return Profile(
        type=draw(st.sampled_from(get_args(DocumentType))),
        language=draw(st.sampled_from(["", "en", "de"])),
        pages=tuple(draw(st.lists(page_qualities, max_size=3))),
        sections_found_by=tuple(draw(st.lists(counts, max_size=3))),
        subjects=tuple(
            Subject(
                draw(st.sampled_from(["party", "product", "organisation", "title"])),
                draw(st.text(characters)),
                tuple(draw(st.lists(st.text(characters), max_size=2))),
                span,
            )
            for span in draw(spans(length))
        ),
    )


@st.composite
def documents(draw: st.DrawFn) -> Document:
    text = draw(st.text(characters, max_size=60))
    ranges = spans(len(text))
    return Document(
        text=text,
        format=draw(st.sampled_from(get_args(Format))),
        parse=Parse("parser", draw(st.text(characters, max_size=5)), draw(st.text(characters, max_size=5))),
        pages=tuple(
            Page(number, draw(st.text(characters, max_size=4)), span.start, span.end, tuple(draw(ranges)))
            for number, span in enumerate(draw(ranges), start=1)
        ),
        lines=tuple(
            Line(number, draw(numbers), span, draw(st.none() | boxes))
            for number, span in enumerate(draw(ranges), start=draw(st.integers(1, 5)))
        ),
        sections=tuple(
            Section(number, draw(st.text(characters)), 1, span, draw(numbers), draw(numbers), "hypothesis")
            for number, span in enumerate(draw(ranges))
        ),
        paragraphs=tuple(Paragraph(n, span, draw(numbers)) for n, span in enumerate(draw(ranges), start=1)),
        blocks=tuple(
            Block(
                n,
                draw(st.sampled_from(get_args(BlockKind))),
                span,
                draw(numbers),
                draw(numbers),
                draw(st.booleans()),
                draw(st.text(characters, max_size=6)),
            )
            for n, span in enumerate(draw(ranges), start=1)
        ),
        words=draw(words),
        caveats=tuple(draw(st.lists(st.text(characters), max_size=2))),
        tables=draw(tables(len(text))),
        figures=tuple(
            Figure(number, draw(boxes), span, draw(st.none() | st.just(span)), draw(st.text(characters)))
            for number, span in enumerate([None, *draw(ranges)], start=draw(st.integers(1, 3)))
        ),
        profile=draw(st.builds(unread) | profiles(len(text))),
    )


@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(document=documents(), content=st.binary(max_size=40), name=st.text(characters, min_size=1))
def test_loaded_document_equals_the_added_one(
    store: LibraryStore, document: Document, content: bytes, name: str
):
    # The same bytes and parse stand for the same text, so each text gets bytes of its own.
    content += hashlib.sha256(repr(asdict(document)).encode()).digest()
    passages = tuple(Passage(block.number, block.span, block.section, "hash") for block in document.blocks)
    chunks = tuple(Chunk(block.number, block.span, "hash") for block in document.blocks)
    entry = Entry(
        identify("default", name, content, document.parse), content, document, passages, chunks, content
    )

    store.add([entry])

    held = store.load(entry.identity)
    assert held.document == document
    assert held.postings == content
    assert store.content(entry.identity) == content
    assert store.current("default", name) == entry.identity


@given(words=words)
def test_word_boxes_come_back_bit_for_bit(words: Words):
    again = replace(unpack(pack(words)), confidences=words.confidences)

    assert again == words
    assert again.edges.tobytes() == words.edges.tobytes()
