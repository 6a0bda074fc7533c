"""Before anything says "not found", every block has been read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import AGREEMENT, held, question, write

import pincite
from pincite.retrieve.paths import ByScan

QUESTIONS = ("What is the monthly fee?", "Who bears the loss of profit?", "What colour is the zebra?")
ABSENT = (
    "What is the zebra allowance?",
    "Who is the auditor of the harbour?",
    "When was the lighthouse built?",
)


@pytest.mark.parametrize("asked", QUESTIONS)
def test_scan_visits_every_block_of_the_document(asked):
    source = held()
    hits = ByScan(least=0.0).find(question(asked, source), source)
    assert sorted(hit.block for hit in hits) == [block.number for block in source.document.blocks]


@given(st.lists(st.text(alphabet="abc de.\n", min_size=1, max_size=60), min_size=1, max_size=8))
def test_scan_visits_every_block_of_any_document(parts):
    text = "\n\n".join(parts)
    if not text.strip():
        return
    source = held(text)
    hits = ByScan(least=0.0).find(question("What is abc de?", source), source)
    assert sorted(hit.block for hit in hits) == [block.number for block in source.document.blocks]


def test_scan_of_a_long_document_is_never_cut_short():
    source = held("".join(f"Clause {number} speaks of the monthly fee.\n\n" for number in range(1, 301)))
    hits = ByScan().find(question("What is the monthly fee?", source), source)
    assert len(hits) == len(source.document.blocks) == 300


def test_passages_that_are_proposed_cover_every_block(tmp_path):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path))
        spans = [found.span for found in library.retrieve("What is the monthly fee?", "agreement.txt")]
        blocks = library.read("agreement.txt").document.blocks
    assert all(any(span.covers(block.span) for span in spans) for block in blocks)


@pytest.mark.parametrize("asked", ABSENT)
def test_every_not_found_has_read_every_block(asked, tmp_path):
    with pincite.open(tmp_path / "library") as library:
        library.add(write(tmp_path, text=AGREEMENT))
        answer = library.ask(asked)
        blocks = len(library.read("agreement.txt").document.blocks)
    assert answer.outcome == "not_found"
    assert answer.coverage.spans_read == answer.coverage.spans_total == blocks
    assert "scan" in {path.name for path in answer.coverage.paths}
