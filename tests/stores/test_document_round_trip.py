"""Whatever document can be built comes back from the store equal in every range."""

from __future__ import annotations

import hashlib
from array import array
from itertools import pairwise
from typing import get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.records.document import (
    Block,
    BlockKind,
    Box,
    Chunk,
    Document,
    Format,
    Line,
    Page,
    Paragraph,
    Parse,
    Passage,
    Section,
    Words,
)
from pincite.records.library import Entry, identify
from pincite.records.span import Span
from pincite.stores.packing import pack, unpack
from pincite.stores.sqlite import SqliteStore

characters = st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufffe\uffff")
numbers = st.none() | st.integers(0, 9)
narrow_floats = st.floats(width=32, allow_nan=False)
boxes = st.builds(Box, st.integers(1, 9), *(st.floats(allow_nan=False) for _ in range(4)))
word_rows = st.tuples(*(st.integers(0, 2**32 - 1),) * 3, *(narrow_floats,) * 4)
words = st.lists(word_rows, max_size=9).map(
    lambda rows: Words(
        array("I", (row[0] for row in rows)),
        array("I", (row[1] for row in rows)),
        array("I", (row[2] for row in rows)),
        array("f", (edge for row in rows for edge in row[3:])),
    )
)


@st.composite
def spans(draw: st.DrawFn, length: int) -> list[Span]:
    """Spans in order inside a text of that length."""
    cuts = sorted(draw(st.sets(st.integers(0, length), max_size=12)))
    return [Span(start, end) for start, end in pairwise(cuts) if draw(st.booleans())]


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
            )
            for n, span in enumerate(draw(ranges), start=1)
        ),
        words=draw(words),
        caveats=tuple(draw(st.lists(st.text(characters), max_size=2))),
    )


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(document=documents(), content=st.binary(max_size=40), name=st.text(characters, min_size=1))
def test_loaded_document_equals_the_added_one(
    store: SqliteStore, document: Document, content: bytes, name: str
):
    # The same bytes and parse stand for the same text, so each text gets bytes of its own.
    content += hashlib.sha256(repr(document).encode()).digest()
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
    again = unpack(pack(words))

    assert again == words
    assert again.edges.tobytes() == words.edges.tobytes()
