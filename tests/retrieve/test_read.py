"""A model reads the best passages: each once, in a better order, with the blocks that it points at."""

from __future__ import annotations

from tests.factories import held, question
from tests.readers import Scripted

from pincite.records.evidence import Fused, Hit
from pincite.retrieve.read import READER, Readings, kind_of, starts_of
from pincite.structure.excerpts import Cut

ASKED = "Which party pays the fee in which term?"
NOTICE = "sixty (60) days' written notice"


def cut() -> Cut:
    return Cut.of(held().document)


def block_of(words: str) -> int:
    document = held().document
    start = document.text.index(words)
    return next(b.number for b in document.blocks if b.span.start <= start < b.span.end)


def readings(reader: Scripted, starts: list[int], known=None) -> Readings:
    return Readings(cut(), known or {}).with_more(question(ASKED, held()), starts, reader)


def test_model_is_shown_the_title_of_the_section():
    passage = cut().at(held().document.text.index(NOTICE))
    (excerpt,) = cut().excerpts([passage])
    assert excerpt.heading == "2. Term"
    assert NOTICE in excerpt.text


def test_passage_that_was_read_is_not_read_again():
    reader = Scripted()
    first = readings(reader, [0])
    assert readings(reader, [0], first.known).known == first.known
    assert len(reader.seen) == 1


def test_blocks_of_the_best_passage_come_first_and_unread_ones_last():
    fees, term, liability = (block_of(words) for words in ("monthly fee", "takes effect", "total liability"))
    starts = [held().document.blocks[number - 1].span.start for number in (fees, term)]
    read = readings(Scripted({"takes effect": 0.9}), starts)
    found = [Fused(number, 1.0, ("words",)) for number in (liability, fees, term)]
    assert [each.block for each in read.ordered(found)] == [term, fees, liability]


def test_block_that_the_model_points_at_is_added_or_marked():
    start = held().document.text.index(NOTICE)
    read = readings(Scripted({NOTICE: 0.9}), [start])
    assert read.ordered([]) == [Fused(block_of(NOTICE), 0.0, (READER,))]
    found = [Fused(block_of(NOTICE), 1.0, ("words",))]
    assert read.ordered(found) == [Fused(block_of(NOTICE), 1.0, ("words", READER))]


def test_passages_with_hits_are_read_before_others_and_no_more_than_may_be():
    hit = Fused(block_of("total liability"), 1.0, ("words",))
    starts = starts_of(cut(), [hit, hit], most=2)
    assert starts == [cut().at(held().document.text.index("total liability")).span.start, 0]


def test_what_vectors_find_and_what_all_paths_find_are_read_in_turn():
    fees, term, liability = (block_of(words) for words in ("monthly fee", "takes effect", "total liability"))
    found = [Fused(number, 1.0, ("words",)) for number in (fees, term)]
    starts = starts_of(cut(), found, 3, [Hit(liability, 1.0), Hit(fees, 0.5)])
    assert starts == [cut().at_block(number).span.start for number in (liability, fees, term)]


def test_kind_of_answer_that_is_looked_for_goes_by_its_type():
    kinds = [kind_of(question(asked)) for asked in ("What is the fee?", "Is smoking allowed?")]
    assert kinds == ["value", "default"]
    assert kind_of(question("Quote the clause on liability.")) == "clause"
