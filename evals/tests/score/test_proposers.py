"""Proposers of known honesty: one quotes the gold, the other what only looks like it."""

from __future__ import annotations

from typing import Any

import pytest

from evals.modes.liar import Liar
from evals.modes.oracle import Oracle
from pincite.answer.claims import Claim
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.retrieve.paths import ByScan, ByWords
from pincite.retrieve.search import search
from pincite.testing import generator_keeps_its_promise
from tests.factories import AGREEMENT, held, question

FEE = GoldAnswer(value={"value": "4500.00", "currency": "EUR"}, quote="a monthly fee of EUR 4,500.00")
SENTENCE = "The Customer shall pay the Supplier a monthly fee of EUR 4,500.00 for the Services."


def row(asked: str = "What is the monthly fee?", *answers: GoldAnswer, **changed: Any) -> GoldRow:
    fields: dict[str, Any] = {"answer_type": "amount", "answer_shape": "single", "absent": not answers}
    return GoldRow(id="1", document="agreement.txt", question=asked, answers=answers, **(fields | changed))


def proposed(by: type[Oracle] | type[Liar], of: GoldRow, text: str = AGREEMENT) -> list[Claim]:
    source = held(text)
    asked = question(of.question, source)
    found = search(asked, source, [ByScan(least=0.0)], None).found
    return list(by(of, source).propose(asked, found, {source.identity: source.document}).claims)


def test_oracle_quotes_the_block_that_holds_the_gold_and_reads_its_value():
    (claim,) = proposed(Oracle, row("What is the monthly fee?", FEE))

    assert claim.citations[0].quote == SENTENCE
    assert (claim.answer_type, claim.original, claim.method) == ("amount", "EUR 4,500.00", "verbatim")


def test_oracle_goes_to_the_characters_where_the_gold_gives_them():
    start = AGREEMENT.index("EUR 2,000,000")
    cap = GoldAnswer(value={"value": "2000000", "currency": "EUR"}, spans=((start, start + 13),))

    (claim,) = proposed(Oracle, row("What is the cap on liability?", cap))

    assert (
        claim.citations[0].quote
        == "The Supplier's total liability in any year shall not exceed EUR 2,000,000."
    )


def test_oracle_says_nothing_where_the_document_is_silent():
    assert proposed(Oracle, row("What is the monthly rent?")) == []


def test_oracle_says_nothing_where_no_passage_gives_the_value_of_the_gold():
    sum_of_two = GoldAnswer(value={"value": "54000", "currency": "EUR"}, quote=FEE.quote)

    assert proposed(Oracle, row("What is the monthly fee?", sum_of_two)) == []


def test_oracle_finds_a_value_without_a_place_in_the_passage_nearest_to_the_question():
    text = f"The deposit is EUR 4,500.00.\n{AGREEMENT}"

    (claim,) = proposed(Oracle, row("What is the monthly fee?", GoldAnswer(value=FEE.value)), text)

    assert claim.citations[0].quote == SENTENCE


def test_oracle_gives_words_where_words_are_the_answer():
    gold = GoldAnswer(text="loss of profit", quote="The Supplier shall not be liable for loss of profit.")

    (claim,) = proposed(Oracle, row("What is the Supplier not liable for?", gold, answer_type="text"))

    assert claim.value.model_dump() == {"text": claim.citations[0].quote}


def test_oracle_quotes_the_place_that_holds_most_of_the_gold_where_there_are_several():
    both = "The carrier was founded in Leeds. It delivers parcels to every island in the lake."
    gold = GoldAnswer(text="it delivers parcels to islands", spans=((0, 33), (34, len(both))))

    (claim,) = proposed(Oracle, row("What does the carrier do?", gold, answer_type="text"), both + "\n")

    assert claim.citations[0].quote == "It delivers parcels to every island in the lake."


def test_oracle_says_yes_or_no_as_the_gold_does_though_it_is_not_written():
    gold = GoldAnswer(value={"value": False}, quote="The Supplier shall not be liable for loss of profit.")

    (claim,) = proposed(
        Oracle, row("Is the Supplier liable for loss of profit?", gold, answer_type="boolean")
    )

    assert claim.value.model_dump() == {"value": False}


def test_oracle_gives_every_item_of_a_list_or_none():
    days = GoldAnswer(text="thirty (30) days", quote="Each invoice is payable within thirty (30) days")
    notice = GoldAnswer(text="sixty (60) days' written notice", quote="sixty (60) days' written notice")
    lost = GoldAnswer(text="a year", quote="within one year of the end")
    listed = {"answer_type": None, "answer_shape": "list"}
    asked = "Which periods are there? List all of them."

    both = proposed(Oracle, row(asked, days, notice, **listed))

    assert [claim.score for claim in both] == [1.0, 0.5]
    assert proposed(Oracle, row(asked, days, lost, **listed)) == []


def test_liar_quotes_the_nearest_block_that_is_not_gold():
    text = f"{AGREEMENT}\nThe monthly fee of the earlier contract was EUR 3,000.00.\n"

    (claim,) = proposed(Liar, row("What is the monthly fee?", FEE), text)

    assert claim.citations[0].quote == "The monthly fee of the earlier contract was EUR 3,000.00."
    assert claim.original == "EUR 3,000.00"


def test_liar_passes_over_a_place_that_says_the_same_as_the_gold():
    text = f"{AGREEMENT}\nThe monthly fee is EUR 4,500.00.\nA fee for late payment is EUR 20.00.\n"

    (claim,) = proposed(Liar, row("What is the monthly fee?", FEE), text)

    assert claim.original == "EUR 20.00"


def test_liar_points_at_something_where_the_document_is_silent():
    (claim,) = proposed(Liar, row("What is the monthly rent?"))

    assert claim.citations[0].quote == SENTENCE


def test_liar_gives_words_where_no_value_of_the_type_is_near():
    text = "The rent is settled by the schedule.\n"

    (claim,) = proposed(Liar, row("What is the rent?"), text)

    assert (claim.answer_type, claim.original) == ("text", "The rent is settled by the schedule.")


def test_liar_says_nothing_where_no_block_has_a_word_of_the_question():
    assert proposed(Liar, row("Who insures the aircraft?"), "Nothing else matters.\n") == []


def test_proposers_tell_where_they_pointed():
    source = held()
    oracle, asked = Oracle(row("What is the monthly fee?", FEE), source), question("What is the fee?", source)
    found = search(asked, source, [ByScan(least=0.0)], None).found
    oracle.propose(asked, found, {source.identity: source.document})

    (place,) = oracle.proposed

    assert AGREEMENT[place.start : place.end] == SENTENCE


@pytest.mark.parametrize("by", [Oracle, Liar])
def test_proposers_keep_the_promise_of_a_generator(by):
    source = held()
    asked = question("What is the monthly fee?", source)
    found = search(asked, source, [ByWords()], 5).found

    generator_keeps_its_promise(by(row(asked.generation.asked, FEE), source), asked, found, source)
