"""Sentences over columns and pages: each is one clean range, whatever the page looks like."""

from __future__ import annotations

import re

import pytest
from typeset import Typeset, typeset

from pincite.ingest.pdf.reader import PdfParser
from pincite.records.document import FURNITURE, Document


def read_as_printed(text: str) -> str:
    """Without the hyphens and line breaks of typesetting."""
    return " ".join(re.sub(r"(?<=\w)-\n", "", text).split())


def bodies(document: Document) -> list[str]:
    blocks = [block for block in document.blocks if block.kind not in FURNITURE]
    return [read_as_printed(block.span.of(document.text)) for block in blocks]


def missed(made: Typeset) -> list[str]:
    """The sentences that are not one block."""
    found = set(bodies(PdfParser().read(made.content, "a.pdf")))
    return [sentence for sentence in made.sentences if sentence not in found]


@pytest.mark.parametrize("seed", range(20))
def test_every_sentence_is_one_clean_range(seed):
    assert missed(typeset(seed)) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20, 200))
def test_every_sentence_of_many_documents_is_one_clean_range(seed):
    assert missed(typeset(seed)) == []


@pytest.mark.parametrize("seed", range(20))
def test_every_footnote_is_one_range_after_the_body(seed):
    made = typeset(seed)
    document = PdfParser().read(made.content, "a.pdf")
    found = [block.span.of(document.text) for block in document.blocks if block.kind == "footnote"]
    assert sorted(map(read_as_printed, found)) == sorted(made.notes)


@pytest.mark.parametrize("seed", range(20))
def test_body_holds_the_sentences_in_order_and_nothing_else(seed):
    made = typeset(seed)
    document = PdfParser().read(made.content, "a.pdf")
    assert " ".join(bodies(document)) == " ".join(made.sentences)
