"""A document that shows no words holds no answer, and nobody is asked where to look in it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import pincite
from pincite.ingest.layout import Piece, Pieces, assemble
from pincite.records.document import Document, Line, Parse
from pincite.records.span import Span


@dataclass(frozen=True, slots=True)
class Hiding:
    """Shows nothing of a file."""

    @property
    def parse(self) -> Parse:
        return Parse(parser="hiding", version="1")

    def read(self, content: bytes, name: str) -> Document:
        text = content.decode().strip()
        whole = Span(0, len(text))
        pieces = [Piece("hidden", whole)]
        return assemble(Pieces(text, [Line(1, None, whole)], pieces), "markdown", self.parse)


@pytest.mark.parametrize(
    ("asked", "outcome", "because"),
    [
        ("What is the rent?", "not_found", "it has no visible words"),
        (
            "What is the rent on page 3?",
            "needs_clarification",
            "it has none of the pages or sections you named",
        ),
    ],
)
def test_document_without_words_that_can_be_seen_is_silent(tmp_path, asked, outcome, because):
    (tmp_path / "lease.md").write_text("The rent is EUR 5,000.\n", "utf-8")
    settings = {"isolated": False, "parsers": {"markdown": {"name": f"{__name__}:Hiding"}}}
    with pincite.open(tmp_path / "library", settings=settings) as library:
        library.add(tmp_path / "lease.md")
        answer = library.ask(asked)
    assert (answer.outcome, answer.items, answer.leads) == (outcome, [], [])
    assert answer.caveats == [
        "1 hidden line of lease.md was left out.",
        f"Nothing was read in lease.md: {because}.",
    ]
