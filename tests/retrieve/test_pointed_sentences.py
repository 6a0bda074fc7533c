"""Which sentences are read by themselves: those that the reader points at, and more where there are few."""

from __future__ import annotations

import pytest
from tests.factories import AGREEMENT, document, question
from tests.readers import Down, Pointing

from pincite.errors import ProviderError
from pincite.retrieve.read import pointed_blocks, read_passages, read_sentences
from pincite.structure.excerpts import Cut

FEE = question("What is the monthly fee?")
NOTICE, RECEIPT, PROFIT = "sixty (60) days", "after its receipt", "loss of profit"


def pointed(reader, text: str = AGREEMENT, most: int = 8) -> list[str]:
    """The sentences that would be read, in their order."""
    cut = Cut.of(document(text))
    read = read_passages(FEE, cut, cut.passages, reader)
    return [each.span.of(text) for each in pointed_blocks(cut, list(read.values()), most)]


def chapters(count: int) -> str:
    """Each chapter has a passage of its own with three sentences."""
    parts = (
        f"{n}. Part {n}\n\nPart {n} opens it. The answer of part {n} is here. Part {n} ends."
        for n in range(1, count + 1)
    )
    return "\n\n".join(parts) + "\n"


def test_sentences_that_the_reader_points_at_come_first_those_of_the_best_passage_before_others():
    found = pointed(Pointing({NOTICE: 3.0, RECEIPT: 1.0, PROFIT: 2.0}))
    assert [next(w for w in (NOTICE, RECEIPT, PROFIT) if w in each) for each in found[:3]] == [
        NOTICE,
        PROFIT,
        RECEIPT,
    ]


def test_sentence_is_read_once_however_often_it_is_pointed_at():
    found = pointed(Pointing({NOTICE: 3.0}))
    assert len(found) == len(set(found))


def test_headings_are_no_candidates():
    found = pointed(Pointing({"2. Term": 3.0}))
    assert found
    assert not any(each.startswith(("1.", "2.", "3.")) for each in found)


def test_short_document_is_filled_up_with_its_other_sentences():
    found = pointed(Pointing({NOTICE: 3.0}))
    assert len(found) == 6
    assert "takes effect" in found[1]


def test_sentences_nearest_to_the_one_that_is_pointed_at_are_taken_first():
    text = "1. Rooms\n\n" + " ".join(f"Room {n} is heated by gas." for n in "ABCDEFG") + "\n"
    found = pointed(Pointing({"Room C": 3.0}), text, 3)
    assert found == [f"Room {n} is heated by gas." for n in "CBD"]


def test_document_in_which_nothing_is_pointed_at_still_has_candidates():
    assert len(pointed(Pointing())) == 6


@pytest.mark.parametrize("most", [3, 5, 8])
def test_no_more_sentences_are_read_than_allowed(most: int):
    reader = Pointing({f"answer of part {n} ": float(n) for n in range(1, 13)})
    assert len(pointed(reader, chapters(12), most)) == most


def test_long_document_keeps_room_for_what_stands_beside_the_best_place():
    reader = Pointing({f"answer of part {n} ": float(n) for n in range(1, 10)})
    found = pointed(reader, chapters(9), 8)
    assert found[:6] == [f"The answer of part {n} is here." for n in range(9, 3, -1)]
    assert found[6:] == ["Part 9 opens it.", "Part 9 ends."]


def test_each_sentence_is_read_by_itself_and_what_is_said_of_it_placed_in_the_document():
    cut, reader = Cut.of(document()), Pointing({NOTICE: 3.0})
    blocks = [each for each in cut.document.blocks if each.kind == "sentence"]
    read = read_sentences(FEE, cut, blocks, reader)
    assert list(read) == [each.number for each in blocks]
    assert [each.marked.of(each.text) for each in reader.seen] == [b.span.of(AGREEMENT) for b in blocks]
    said = {number: each.raw.short.of(AGREEMENT) for number, each in read.items() if each.raw.short}
    assert list(said.values()) == [NOTICE]


def test_nothing_is_asked_of_a_reader_where_there_is_no_sentence():
    assert read_sentences(FEE, Cut.of(document()), [], Down()) == {}


def test_reader_that_fails_is_an_error_and_no_silence():
    cut = Cut.of(document())
    with pytest.raises(ProviderError, match="The reader down failed: out of memory") as caught:
        read_sentences(FEE, cut, cut.document.blocks, Down())
    assert caught.value.retryable
