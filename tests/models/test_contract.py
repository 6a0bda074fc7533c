"""The contract test of readers passes an honest one and catches those that break a promise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from pincite import testing
from pincite.records.evidence import Excerpt, Extract
from pincite.records.span import Span

ASKED = "fee"
ANSWERING, OTHERS = Excerpt("The fee is EUR 5."), [Excerpt("The term."), Excerpt("Notices are written.")]


@dataclass(frozen=True)
class Honest:
    """Finds the word that is asked for."""

    name: str = "honest"
    version: str = "1"

    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        return [self.one(question, excerpt) for excerpt in excerpts]

    def one(self, question: str, excerpt: Excerpt) -> Extract:
        at = excerpt.text.find(question)
        return Extract(0.9, Span(at, at + len(question))) if at >= 0 else Extract(0.1)


class PointsBeyond(Honest):
    def one(self, question: str, excerpt: Excerpt) -> Extract:
        return Extract(0.9, Span(0, len(excerpt.text) + 1))


class DependsOnCompany(Honest):
    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        return [Extract(each.score / len(excerpts)) for each in super().read(question, excerpts)]


class TooSure(Honest):
    def one(self, question: str, excerpt: Excerpt) -> Extract:
        return Extract(1.2)


class LosesOne(Honest):
    def read(self, question: str, excerpts: Sequence[Excerpt], kind: str = "default") -> list[Extract]:
        return super().read(question, excerpts)[1:]


class LikesTheWrongOne(Honest):
    def one(self, question: str, excerpt: Excerpt) -> Extract:
        return Extract(0.2 if question in excerpt.text else 0.8)


def test_honest_reader_passes():
    extracts = testing.passage_reader_keeps_its_promise(Honest(), ASKED, ANSWERING, OTHERS)
    assert [extract.score for extract in extracts] == [0.1, 0.1, 0.9]


@pytest.mark.parametrize(
    ("reader", "said"),
    [
        (PointsBeyond(), "beyond the text"),
        (DependsOnCompany(), "another score alone"),
        (TooSure(), "not from 0 to 1"),
        (LosesOne(), "one extract for each"),
        (LikesTheWrongOne(), "is not the best"),
        (Honest(name=""), "no name"),
        (Honest(version=""), "no version"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Honest) else "",
)
def test_reader_that_breaks_a_promise_is_caught(reader: Honest, said: str):
    with pytest.raises(AssertionError, match=said):
        testing.passage_reader_keeps_its_promise(reader, ASKED, ANSWERING, OTHERS)
