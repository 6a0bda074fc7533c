"""Our own stages keep the promises that we ask of plug-ins, and the contract tests can fail."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pincite import testing
from pincite.answer.claims import Claim
from pincite.generate.verbatim import Verbatim
from pincite.ingest.markdown import MarkdownParser
from pincite.ingest.pdf.reader import PdfParser
from pincite.ingest.text import TextParser
from pincite.records.evidence import Hit
from pincite.retrieve.by_passage import ByPassages
from pincite.retrieve.lookup import ByAttribute, ByOpening
from pincite.retrieve.paths import ByScan, ByWords
from pincite.retrieve.search import search
from pincite.retrieve.spread import BySpread
from pincite.retrieve.titles import ByExactTitle, ByFuzzyTitle, BySectionTitle
from tests.factories import AGREEMENT, held, question
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


def claims() -> list[Claim]:
    source = held(LIST)
    asked = question(EXCLUSIONS, source)
    found = search(asked, source, (ByWords(),), 10).found
    return testing.generator_keeps_its_promise(Verbatim(), asked, found, source)


def test_verbatim_generator():
    assert [claim.original for claim in claims()] == ["(a) fire;", "(b) flood."]


@dataclass(frozen=True)
class Invents:
    name: str = "invents"

    def find(self, question, held):
        return [Hit(10_000, 1.0)]


def test_path_that_invents_blocks_is_caught():
    source = held()
    with pytest.raises(AssertionError, match="does not exist"):
        testing.path_keeps_its_promise(Invents(), question(FEE, source), source)
