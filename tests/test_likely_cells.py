"""Which rows of tables are compared and read, whatever words they share with the question."""

from __future__ import annotations

import numpy as np
import pytest

import pincite
from pincite.ask.likely_cells import LikelyCells
from pincite.records.evidence import Extract, RawScores
from pincite.records.span import Span
from pincite.retrieve.vectors import ByVectors

PRICES = """# Pool prices

| Swimmer | Weekday | Weekend |
|---|---|---|
| Adults | £6.00 | £8.00 |
| Over 65 | £4.00 | £7.00 |
"""


class Knowing:
    """Puts what speaks of the elderly near each other."""

    name, version, dimensions = "knowing", "1", 2

    def embed(self, texts, kind):
        return np.array([[1.0, 0.0] if "65" in text or "gran" in text else [0.0, 1.0] for text in texts])


class Pointing:
    """Points at the last figure of every row, and believes only the row of the elderly."""

    name, version = "pointing", "1"

    def __init__(self):
        self.shown = []

    def read(self, question, excerpts, kind="default"):
        self.shown += [each.text for each in excerpts]
        return [self._of(each) for each in excerpts]

    def _of(self, excerpt):
        at = excerpt.text.rindex("£")
        raw = RawScores(3.0 if "65" in excerpt.text else -3.0, -0.1, 0.0, 0.0, Span(at, at + 5), None)
        return Extract(0.9, Span(at, at + 5), raw)


@pytest.fixture
def held(tmp_path):
    (tmp_path / "pool.md").write_text(PRICES, "utf-8")
    library = pincite.open(tmp_path / "library")
    library.add(tmp_path / "pool.md")
    return library, library.read("pool.md")


def likely(held, asked):
    library, document = held
    reader = Pointing()
    cells = LikelyCells(reader, ByVectors(Knowing(), lambda held: None))
    return cells.of(library.pipeline().parser.read(asked), document, ()), reader


def test_row_that_shares_no_word_is_compared_and_read(held):
    found, reader = likely(held, "What does my gran pay on Sundays?")

    assert reader.shown[0] == "Over 65: Weekday: £4.00; Weekend: £7.00"
    assert {each.fact.printed.value for each in found} >= {4, 7}


def test_what_the_reader_points_at_in_the_sentence_is_the_cell_in_the_document(held):
    found, _ = likely(held, "What does my gran pay on Sundays?")
    _, document = held
    pointed = [each for each in found if each.features["pointed"]]

    assert [each.fact.figure_span.of(document.document.text) for each in pointed] == ["£7.00", "£8.00"]
    assert pointed[0].features["reader_rank"] == 0
    assert pointed[0].read.pointed == pointed[0].fact.cell.span
    assert all(each.features["points_elsewhere"] for each in found if each not in pointed)
