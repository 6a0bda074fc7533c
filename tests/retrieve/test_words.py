"""The word index of one document."""

from __future__ import annotations

import numpy as np
from tests.factories import AGREEMENT, document, held, question

from pincite.language.vocabulary import occurs, stems, wording
from pincite.relevance.bearing import bearing
from pincite.retrieve.index import build, load
from pincite.retrieve.paths import ByScan
from pincite.structure.lead_ins import lead_in, lead_ins, stems_of


def test_index_holds_the_stems_of_every_block_in_order():
    parsed = document()
    index = load(build(parsed))
    assert [[index.stems[n] for n in index.blocks[i]] for i in range(len(index.blocks))] == [
        stems_of(parsed, block) for block in parsed.blocks
    ]


def test_blocks_with_a_wording_are_those_whose_text_has_it():
    parsed = document()
    index = load(build(parsed))
    for phrase in ("monthly fee", "notice", "loss of profit", "not exceed", "monthly notice"):
        expected = [
            occurs(wording(phrase), text := stems_of(parsed, block), set(text)) for block in parsed.blocks
        ]
        assert index.blocks_with(wording(phrase)).tolist() == expected


def test_rarer_words_score_higher():
    index = load(build(document()))
    assert index.bm25({"profit": 1.0}).max() > index.bm25({"supplier": 1.0}).max()


def test_block_without_any_of_the_words_scores_nothing():
    index = load(build(document()))
    scores = index.bm25({"profit": 1.0})
    assert np.count_nonzero(scores) == 1


def test_scan_measures_how_far_a_block_bears_on_the_question():
    source = held()
    asked = question("Who bears the loss of profit and liability?", source)
    total = sum(term.weight for term in asked.retrieval.terms)
    scores = {hit.block: hit.score / total for hit in ByScan(least=0.0).find(asked, source)}
    for block in source.document.blocks:
        assert abs(scores.get(block.number, 0.0) - bearing(asked, source.document, block).score) < 1e-9


def test_word_broken_at_a_line_end_is_one_word():
    broken = AGREEMENT.replace("liability in", "liabil-\nity in")
    assert stems(broken) == stems(AGREEMENT)


def test_document_of_stop_words_is_indexed():
    index = load(build(document("It is as it was.")))
    assert len(index.blocks) == 1
    assert not index.bm25({"fee": 1.0}).any()


def test_what_introduces_a_block_is_the_same_in_one_pass_as_one_by_one():
    rows = "\n".join(f"Unit {n}   EUR {n},500" for n in range(1, 40))
    parsed = document(f"{AGREEMENT}\n4. Rents\n\nUnit   Rent\n{rows}\n\nWe pay for:\n\n- fire;\n- theft.\n")
    assert lead_ins(parsed) == [lead_in(parsed, block) for block in parsed.blocks]
    assert any(lead_ins(parsed))
