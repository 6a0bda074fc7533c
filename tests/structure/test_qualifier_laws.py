"""Laws of limits: each is made of whole words, beside its value and never over it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import document
from tests.gold_shapes import limits_documents, terms_documents

from pincite.records.span import Span
from pincite.structure.cells import values_in
from pincite.structure.qualifiers import limits_of

KINDS = ("amount", "date", "duration", "percentage", "number")
WRITTEN = (
    limits_documents.POLICY,
    limits_documents.LABEL,
    limits_documents.PRICES,
    terms_documents.SERVICES,
    terms_documents.LEASE,
    terms_documents.POLICY,
)
PIECES = st.sampled_from(
    "up to; EUR 500; and; or; , ;for a room;between;to;EUR 900 per month;if;the order exceeds;unless;30 days;"
    "after;receipt;(;);in adults;20 mg;every 8 hours;subject to Section 7;.;The fee is;of which;5%;"
    "of the price;For loss;1 May 2025;until;provided that;per claim;in any year;shall not exceed;;".split(";")
)


def is_whole_words(span: Span, text: str) -> bool:
    inside = span.of(text)
    cut_before = text[max(0, span.start - 1) : span.start].isalnum() and inside[0].isalnum()
    cut_after = inside[-1].isalnum() and text[span.end : span.end + 1].isalnum()
    return inside == inside.strip() and not cut_before and not cut_after


def check(text: str) -> int:
    parsed, found = document(text), 0
    for block in parsed.blocks:
        for kind in KINDS:
            readings = values_in(kind, parsed, block)
            for reading in readings:
                value = Span(block.span.start + reading.start, block.span.start + reading.end)
                for limit in limits_of(parsed, block, readings, reading):
                    found += 1
                    assert is_whole_words(limit, parsed.text)
                    apart = limit.end <= value.start or limit.start >= value.end
                    assert apart or (kind == "duration" and value.covers(limit))
    return found


@pytest.mark.parametrize("text", WRITTEN, ids=lambda text: text.split("\n")[0])
def test_limits_of_a_written_document_stand_beside_their_values(text):
    assert check(text) > 0


@given(st.lists(PIECES, min_size=1, max_size=14))
def test_limits_of_whatever_is_written_stand_beside_their_values(pieces):
    text = " ".join(pieces).strip()
    if text:
        check(f"{text}\n")
