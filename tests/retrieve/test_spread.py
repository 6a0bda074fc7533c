"""Evidence from several sections."""

from __future__ import annotations

from tests.factories import AGREEMENT, held, question

from pincite.retrieve.paths import BySpread


def test_best_block_of_each_section_is_proposed():
    source = held(AGREEMENT)
    asked = question("What are the obligations, fees, notice and liability of the Supplier?", source)
    blocks = [source.document.blocks[hit.block - 1] for hit in BySpread().find(asked, source)]
    assert len({block.section for block in blocks}) == len(blocks) >= 3


def test_question_for_one_thing_is_not_spread():
    source = held(AGREEMENT)
    assert not BySpread().find(question("What is the fee?", source), source)
