"""Our own stages keep the promises that we ask of plug-ins, and the contract tests can fail."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pincite import testing
from pincite.answer.view_and_form import AskedQuestion
from pincite.generate.verbatim import Verbatim
from pincite.ingest.markdown import MarkdownParser
from pincite.ingest.pdf.reader import PdfParser
from pincite.ingest.text import TextParser
from pincite.read.language_model import LanguageModelReader
from pincite.read.view import Source, view_of
from pincite.records.evidence import Hit
from pincite.retrieve.paths import (
    ByAttribute,
    ByExactTitle,
    ByFuzzyTitle,
    ByOpening,
    ByPassages,
    ByScan,
    BySectionTitle,
    BySpread,
    ByWords,
)
from pincite.retrieve.search import search
from tests.factories import AGREEMENT, held, question
from tests.form_filling import Finds
from tests.gold import EXAMPLES

FEE = "What is the monthly fee?"
EXCLUSIONS = "What are the exclusions?"
LIST = "2. Exclusions\n\nWe do not pay for loss caused by:\n\n(a) fire;\n(b) flood.\n"


def test_text_parser():
    testing.parser_keeps_its_promise(TextParser(), AGREEMENT.encode(), "agreement.txt")


def test_markdown_parser():
    testing.parser_keeps_its_promise(
        MarkdownParser(), b"# Fees\n\n- one\n- two\n\nThe fee is EUR 5.\n", "a.md"
    )


def test_pdf_parser():
    content = (EXAMPLES / "insurance-policy.pdf").read_bytes()
    testing.parser_keeps_its_promise(PdfParser(), content, "insurance-policy.pdf")


@pytest.mark.parametrize(
    "path",
    [
        ByExactTitle(),
        ByFuzzyTitle(),
        BySectionTitle(),
        ByAttribute(),
        ByOpening(),
        ByWords(),
        ByPassages(),
        BySpread(),
        ByScan(),
    ],
    ids=lambda p: p.name,
)
@pytest.mark.parametrize("asked", [FEE, "Who may terminate the agreement?", "xyzzy plugh"])
def test_retrieval_path(path, asked):
    source = held()
    testing.path_keeps_its_promise(path, question(asked, source), source)


def test_lists_are_found_word_for_word():
    source = held(LIST)
    asked = question(EXCLUSIONS, source)
    found = search(asked, source, (ByWords(),), 10).found
    claims = Verbatim().propose(asked, found, {source.identity: source.document}).claims
    assert [claim.original for claim in claims] == ["(a) fire;", "(b) flood."]


def test_reader_by_a_language_model():
    source = held()
    view = view_of([Source(source.identity, source.document)])
    asked = [AskedQuestion(FEE, ("amount",))]
    assert testing.reader_keeps_its_promise(LanguageModelReader(Finds()), asked, view)[0].items


@dataclass(frozen=True)
class Invents:
    name: str = "invents"

    def find(self, question, held):
        return [Hit(10_000, 1.0)]


def test_path_that_invents_blocks_is_caught():
    source = held()
    with pytest.raises(AssertionError, match="does not exist"):
        testing.path_keeps_its_promise(Invents(), question(FEE, source), source)
