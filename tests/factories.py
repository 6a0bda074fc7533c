"""Small documents, questions and libraries for tests; each shows only what matters."""

from __future__ import annotations

from pathlib import Path

from pincite.ingest.chunk import chunks
from pincite.ingest.text import TextParser
from pincite.question.dictionary.entries import starters
from pincite.question.parse import RuleParser
from pincite.records.document import Document
from pincite.records.library import Entry, Held, identify
from pincite.records.question import Question
from pincite.retrieve.index import build, load
from pincite.retrieve.query import weigh
from pincite.structure.excerpts import passages

AGREEMENT = """\
1. Fees

The Customer shall pay the Supplier a monthly fee of EUR 4,500.00 for the Services. Each invoice is \
payable within thirty (30) days after its receipt.

2. Term

This Agreement takes effect on 1 March 2024 and expires on 28 February 2027. Either party may terminate \
it by giving sixty (60) days' written notice.

3. Liability

The Supplier's total liability in any year shall not exceed EUR 2,000,000. The Supplier shall not be \
liable for loss of profit.
"""


def document(text: str = AGREEMENT) -> Document:
    return TextParser().read(text.encode(), "agreement.txt")


def held(text: str = AGREEMENT, name: str = "agreement.txt") -> Held:
    parsed = document(text)
    return Held(identify("default", name, text.encode(), parsed.parse), parsed, build(parsed))


def entry(text: str = AGREEMENT, name: str = "agreement.txt") -> Entry:
    source = held(text, name)
    return Entry(
        source.identity,
        text.encode(),
        source.document,
        passages(source.document),
        chunks(source.document),
        source.postings,
    )


def question(asked: str, about: Held | None = None) -> Question:
    """The question's briefs; with a document, weighed by it."""
    read = RuleParser(starters()).read(asked)
    return weigh(read, [load(about.postings)]) if about else read


def write(folder: Path, name: str = "agreement.txt", text: str = AGREEMENT) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path
