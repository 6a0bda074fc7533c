"""Readers of known honesty fill in the form: one with the gold, one beside it, one with something forged."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from evals.modes.calls import Counted
from evals.modes.forger import Forger
from evals.modes.liar import Liar
from evals.modes.mixed import Mixed
from evals.modes.oracle import Oracle
from evals.modes.pointing import has_place, is_placed
from evals.modes.proving import value_states
from pincite.answer.view_and_form import AskedQuestion, Reading, View
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.read.resolve import Resolved, resolve
from pincite.read.view import Source, view_of
from pincite.values.types import Amount, Boolean, Percentage
from tests.factories import AGREEMENT, held

FEE = GoldAnswer(
    value={"value": "4500.00", "currency": "EUR"}, text="EUR 4,500.00", quote="a monthly fee of EUR 4,500.00"
)
SENTENCE = "The Customer shall pay the Supplier a monthly fee of EUR 4,500.00 for the Services."
PROFIT = "The Supplier shall not be liable for loss of profit."


def row(asked: str = "What is the monthly fee?", *answers: GoldAnswer, **changed: Any) -> GoldRow:
    fields: dict[str, Any] = {"answer_type": "amount", "answer_shape": "single", "absent": not answers}
    return GoldRow(id="1", document="agreement.txt", question=asked, answers=answers, **(fields | changed))


def shown(text: str = AGREEMENT) -> View:
    source = held(text)
    return view_of([Source(source.identity, source.document, fills=True)])


def read(by: Any, view: View) -> Reading:
    (reading,) = by.read([AskedQuestion(by.row.question)], view)
    return reading


def said(by: type[Any], of: GoldRow, text: str = AGREEMENT) -> tuple[Reading, Resolved]:
    view = shown(text)
    reading = read(by(of, held(text)), view)
    return reading, resolve(AskedQuestion(of.question), reading, view)


def test_oracle_names_the_line_of_the_gold_with_its_own_words_and_value():
    reading, resolved = said(Oracle, row("What is the monthly fee?", FEE))

    (item,) = reading.items
    assert (reading.kind, item.words, item.answer_type) == ("words", "EUR 4,500.00", "amount")
    assert item.value == Amount(value="4500.00", currency="EUR", unit=None)
    assert resolved.located[0].claim.citations[0].quote == SENTENCE


def test_oracle_gives_the_value_of_the_gold_also_where_no_parser_of_ours_reads_it():
    half = GoldAnswer(value={"value": "50"}, text="one half", quote="one half of the fee")
    asked = row("Which share is due?", half, answer_type="percentage")
    reading, _ = said(Oracle, asked, "On signing, one half of the fee falls due.")

    assert reading.items[0].value == Percentage(value="50")


def test_oracle_gives_the_words_at_the_characters_of_the_gold():
    start = AGREEMENT.index("loss of profit")
    gold = GoldAnswer(text="loss of profit", spans=((start, start + 14),))
    reading, resolved = said(Oracle, row("What is excluded?", gold, answer_type=None))

    assert reading.items[0].words == "loss of profit"
    assert resolved.located[0].claim.original == "loss of profit"


def test_oracle_names_the_whole_line_where_the_gold_cuts_a_word():
    start = AGREEMENT.index("loss of profit")
    gold = GoldAnswer(text="oss of prof", spans=((start + 1, start + 12),))
    reading, resolved = said(Oracle, row("What is excluded?", gold, answer_type=None))

    assert reading.items[0].words == ""
    assert resolved.located[0].claim.original == PROFIT


@pytest.mark.parametrize("truth", [True, False])
def test_oracle_says_yes_or_no_as_the_gold_does(truth):
    gold = GoldAnswer(value={"value": truth}, text="Yes" if truth else "No", quote=PROFIT)
    reading, resolved = said(Oracle, row("Is it liable for profit?", gold, answer_type="boolean"))

    assert reading.kind == ("yes" if truth else "no")
    assert resolved.located[0].claim.value == Boolean(value=truth)


def test_oracle_gives_every_item_of_a_list():
    starts = [AGREEMENT.index(words) for words in ("monthly fee", "loss of profit")]
    golds = [GoldAnswer(text=AGREEMENT[at : at + 11], spans=((at, at + 11),)) for at in starts]
    asked = row("What is named?", *golds, answer_type=None, answer_shape="list")
    reading, _ = said(Oracle, asked)

    assert (reading.kind, len(reading.items), reading.complete) == ("list", 2, True)


@pytest.mark.parametrize("answers", [(), (GoldAnswer(quote="words that no document has"),)])
def test_oracle_says_none_where_there_is_nothing_to_point_at(answers):
    reading, _ = said(Oracle, row("What is the monthly rent?", *answers))

    assert (reading.kind, reading.found) == ("none", False)


def test_oracle_says_none_of_a_view_without_the_line_and_knows_that_it_was_not_shown():
    oracle = Oracle(row("What is the monthly fee?", FEE), held())
    view = shown()
    without = View(tuple(line for line in view.lines if SENTENCE not in line.text), view.text, view.documents)

    assert read(oracle, without).kind == "none"
    assert oracle.whole is None
    assert read(oracle, view).kind == "words"
    assert oracle.whole is not None


def test_row_whose_quote_is_in_no_line_has_a_place_that_cannot_be_shown():
    nowhere = row("What is the rent?", GoldAnswer(quote="a rent of EUR 1"))

    assert has_place(nowhere)
    assert not is_placed(nowhere, held())
    assert is_placed(row("What is the fee?", FEE), held())


def test_state_of_a_proposed_value_is_what_the_prover_says():
    oracle = Oracle(row("What is the monthly fee?", FEE), held())
    read(oracle, shown())

    assert value_states(oracle) == ("proved",)


def test_liar_names_the_nearest_line_that_is_not_the_answer():
    text = f"{AGREEMENT}\nThe monthly fee is explained to the Customer by telephone.\n"
    reading, resolved = said(Liar, row("What is the monthly fee?", FEE), text)

    assert reading.kind == "words"
    assert resolved.located[0].claim.original.startswith("The monthly fee is explained")


def test_liar_does_not_tell_the_truth_from_another_place():
    text = f"{AGREEMENT}\nThe monthly fee was EUR 4,500.00.\n"
    _, resolved = said(Liar, row("What is the monthly fee?", FEE), text)

    assert all("4,500.00" not in each.claim.original for each in resolved.located)


def test_liar_says_none_where_no_line_has_a_word_of_the_question():
    assert said(Liar, row("Zzyzx?"))[0].kind == "none"


def forgery(number: int, of: GoldRow, text: str = AGREEMENT) -> tuple[Forger, Resolved]:
    view = shown(text)
    forger = Forger(of.model_copy(update={"id": f"row {number}"}), held(text))
    reading = read(forger, view)
    return forger, resolve(AskedQuestion(of.question), reading, view)


def test_forger_forges_everything_that_can_be_forged_of_an_amount():
    kinds = Counter(forgery(number, row("What is the fee?", FEE))[0].kind for number in range(80))

    assert kinds.keys() >= {"digit", "currency", "unit", "scale", "sign", "cut"}


def test_forger_forges_the_same_of_a_row_in_every_run():
    twice = [[forgery(number, row("What is the fee?", FEE))[0].kind for number in range(9)] for _ in "ab"]

    assert twice[0] == twice[1]


def test_forged_value_differs_from_the_gold_and_points_at_its_line():
    for number in range(30):
        forger, resolved = forgery(number, row("What is the fee?", FEE))
        located = [each.claim for each in resolved.located]
        assert all(each.citations[0].quote == SENTENCE for each in located)
        if forger.kind != "cut":
            assert all(each.value != Amount(value="4500.00", currency="EUR", unit=None) for each in located)


def test_quote_that_a_forger_cuts_within_a_word_is_not_located():
    made = [forgery(number, row("What is the fee?", FEE)) for number in range(80)]
    cut = [resolved for forger, resolved in made if forger.kind == "cut"]

    assert cut
    assert all(not each.located for each in cut)


LISTED = (
    "The tenant may end the lease:\n\n(a) with notice;\n\n(b) at once if it is unfit;\n\n(c) by agreement.\n"
)


def test_forger_leaves_an_item_out_of_a_list_that_it_calls_whole():
    gold = GoldAnswer(text="with notice", quote="with notice")
    asked = row("How may the lease end?", gold, answer_type="text")
    readings = [
        each.forgeries[0].reading
        for n in range(60)
        if (each := forgery(n, asked, LISTED)[0]).kind == "left_out"
    ]

    assert readings
    assert all((each.whole_list, len(each.items)) == (True, 2) for each in readings)


def mixed(number: int) -> Mixed:
    return Mixed(row("What is the monthly fee?", FEE).model_copy(update={"id": f"row {number}"}), held())


def test_mixed_reader_is_right_for_seven_rows_of_ten_and_the_same_in_every_run():
    view = shown()
    words = [[item.words for item in read(mixed(n), view).items] for n in range(100)]

    assert words == [[item.words for item in read(mixed(n), view).items] for n in range(100)]
    assert 60 <= sum("EUR 4,500.00" in each for each in words) <= 80


def test_calls_are_counted_and_the_same_call_is_told():
    counted = Counted(Oracle(row("What is the monthly fee?", FEE), held()))
    asked, view = [AskedQuestion("What is the monthly fee?")], shown()
    for question in (asked, [AskedQuestion("And now?")], asked):
        counted.read(question, view)

    assert (len(counted.calls), counted.identical) == (3, 1)
