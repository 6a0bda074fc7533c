"""Documents are made silent about one answer, and about nothing else."""

from __future__ import annotations

import pytest

from evals.modes.removal import without_answer
from evals.modes.silent import silent
from evals.modes.stating import anchored
from evals.modes.variants import LeftOut, reasons
from evals.score.gold_set import fold_of
from evals.tests.score.changed_documents import (
    ASSIGNMENT,
    CONTRACT,
    COURTS,
    DOSE,
    EFFECTIVE,
    FLOOR,
    LABEL,
    NOTICE,
    PRICE,
    ROWS,
    SELLER,
    SIGNED,
    TEXTS,
    gold_set,
)
from pincite.prove.quote import locate
from pincite.quality.questions import GoldAnswer
from pincite.values.registered import find


def without(row):
    return without_answer(row, TEXTS[row.document])


@pytest.mark.parametrize("row", [r for r in ROWS if r is not SELLER], ids=lambda row: row.id)
def test_neither_quote_nor_value_is_left(row):
    copy = without(row)
    assert not isinstance(copy, LeftOut)
    (answer,) = row.answers
    assert not locate(answer.quote, copy.text)
    if row.answer_type not in ("boolean", "text"):
        values = [reading.value.model_dump(mode="json") for reading in find(row.answer_type, copy.text)]
        assert not [value for value in values if value.items() >= answer.value.items()]


@pytest.mark.parametrize("row", [r for r in ROWS if r is not SELLER], ids=lambda row: row.id)
def test_the_sentences_of_other_answers_stay(row):
    copy = without(row)
    places = row.answers[0].spans[0]
    others = [r for r in ROWS if r.document == row.document and not _shares_sentence(r, places)]
    assert all(locate(other.answers[0].quote, copy.text) for other in others if other is not row)


def _shares_sentence(row, place) -> bool:
    text = TEXTS[row.document]
    start = text.index(row.answers[0].quote)
    return start <= place[0] < start + len(row.answers[0].quote)


def test_a_restated_amount_goes_with_its_sentence():
    copy = without(PRICE)
    assert "4,500" not in copy.text
    assert "The price includes transport." in copy.text
    assert "What was delivered before is paid for." in copy.text


def test_a_sentence_broken_over_two_lines_goes_whole():
    copy = without(NOTICE)
    assert "Either party" not in copy.text
    assert "days in writing" not in copy.text
    assert "Notice is sent by registered letter" in copy.text


def test_evidence_at_the_start_leaves_no_gap():
    assert without(EFFECTIVE).text.startswith("PARTIES\n\nTellwick")


def test_evidence_at_the_end_leaves_no_gap():
    assert without(SIGNED).text.endswith("signed two copies.")


def test_a_sentence_within_a_paragraph_leaves_one_space():
    at = LABEL.index("25 °C")
    answer = GoldAnswer(value={"value": "25", "unit": "°C"}, text="25 °C", spans=((at, at + 5),))
    copy = without(DOSE.model_copy(update={"answers": (answer,)}))
    assert "had a headache. Shelf life is 36 months." in copy.text


def test_a_clause_goes_with_its_paragraph_and_paragraphs_stay_apart():
    assert "at 4.5 % a year.\n\n2. TERM" in without(ASSIGNMENT).text


def test_of_a_long_paragraph_only_the_sentences_around_a_clause_go():
    sentences = [f"The Seller keeps list number {n} of its fields." for n in range(100)]
    clause = "The courts of Deventer decide about every dispute."
    text = " ".join([*sentences[:50], clause, *sentences[50:]])
    asked = COURTS.model_copy(update={"answers": (GoldAnswer(text=clause, quote=clause),)})
    assert without_answer(asked, text).text == " ".join([*sentences[:49], *sentences[51:]])


def test_a_row_without_a_place_is_left_out():
    lost = PRICE.model_copy(update={"answers": (GoldAnswer(text="EUR 9,999", quote="No such words."),)})
    assert without(lost) == LeftOut("price", "no_place")


def test_a_short_common_word_is_not_looked_for():
    at = CONTRACT.index(" by ") + 1
    short = COURTS.model_copy(update={"answers": (GoldAnswer(text="by", spans=((at, at + 2),)),)})
    assert without(short) == LeftOut("courts", "no_place")


def test_an_answer_that_stands_everywhere_is_left_out():
    text = "The Seller delivers grain to the mill.\n\n" * 20 + CONTRACT
    everywhere = COURTS.model_copy(update={"answers": (GoldAnswer(text="Seller", spans=((4, 10),)),)})
    assert without_answer(everywhere, text) == LeftOut("courts", "too_much")


def test_an_answer_that_replaces_an_earlier_one_is_left_out():
    sentence = "With effect from 1 May 2024 the monthly price is increased to EUR 4,900."
    text = f"{CONTRACT}\n\n{sentence}\n"
    answer = GoldAnswer(
        value={"value": "4900", "currency": "EUR", "unit": None}, text="EUR 4,900", quote=sentence
    )
    assert without_answer(PRICE.model_copy(update={"answers": (answer,)}), text) == LeftOut(
        "price", "replaces"
    )


def test_a_quote_gives_a_row_its_place():
    quoted = PRICE.model_copy(update={"answers": (PRICE.answers[0].model_copy(update={"spans": None}),)})
    (answer,) = anchored(quoted, CONTRACT).answers
    assert [CONTRACT[start:end] for start, end in answer.spans] == [answer.quote]


def test_a_value_without_any_words_gives_a_row_the_places_that_say_it():
    bare = PRICE.model_copy(update={"answers": (GoldAnswer(value=PRICE.answers[0].value),)})
    (answer,) = anchored(bare, CONTRACT).answers
    assert [CONTRACT[start:end] for start, end in answer.spans] == ["EUR 4,500", "EUR 4,500"]


def test_a_yes_is_not_looked_for_in_the_document():
    bare = ASSIGNMENT.model_copy(update={"answers": (GoldAnswer(value={"value": True}, text="Yes"),)})
    assert without_answer(bare, f"{CONTRACT}\n\nYes, that is agreed.") == LeftOut("assignment", "no_place")


def test_absent_rows_stay_with_their_document():
    made = silent(gold_set(FLOOR), TEXTS.__getitem__)
    assert made.gold.rows == (FLOOR,)
    assert [source.name for source in made.gold.sources] == ["contract.txt"]


def test_every_copy_serves_one_row_and_stays_in_the_fold_of_its_original():
    gold = gold_set(*ROWS, FLOOR)
    made = silent(gold, TEXTS.__getitem__)
    keys = {source.name: source.key for source in made.gold.sources}
    assert all(row.absent and not row.answers for row in made.gold.rows)
    assert len({row.document for row in made.gold.rows}) == len(made.gold.rows)
    assert {fold_of(key) for key in keys.values()} == {fold_of(source.key) for source in gold.sources}
    assert all(fold_of(keys[r.document]) in {fold_of(s.key) for s in gold.sources} for r in made.gold.rows)


def test_only_so_many_rows_of_a_document_get_a_copy():
    made = silent(gold_set(*ROWS), TEXTS.__getitem__, per_document=2)
    copies = [source for source in made.gold.sources if source.name.startswith("contract~silent-")]
    assert len(copies) == 2
    assert len(made.gold.rows) == 6


def test_the_same_rows_are_taken_every_time_and_others_with_another_seed():
    gold = gold_set(*ROWS)
    first, again = (silent(gold, TEXTS.__getitem__, per_document=2) for _ in range(2))
    seeds = {silent(gold, TEXTS.__getitem__, per_document=2, seed=n).gold.rows for n in range(4)}
    assert first == again
    assert len(seeds) > 1


def test_reasons_for_leaving_rows_out_are_counted():
    lost = PRICE.model_copy(update={"answers": (GoldAnswer(text="EUR 9,999", quote="No such words."),)})
    assert reasons(silent(gold_set(lost), TEXTS.__getitem__).left_out) == {"no_place": 1}
