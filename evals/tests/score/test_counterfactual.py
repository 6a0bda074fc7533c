"""The evidence of an answer is changed or deleted, and the new truth is known."""

from __future__ import annotations

import re

import pytest

from evals.modes.changes.number import spelled
from evals.modes.counterfactual import counterfactuals
from evals.modes.variants import LeftOut, reasons
from evals.score.gold_set import fold_of
from evals.score.observation import Observation
from evals.tests.score.asking_fakes import reads, remembers
from evals.tests.score.changed_documents import (
    ASSIGNMENT,
    CONTRACT,
    COURTS,
    EFFECTIVE,
    EXCESS,
    LAW,
    NOTICE,
    NOTIFIED,
    PAYMENT,
    POLICY_END,
    PRICE,
    ROWS,
    SELLER,
    SHELF,
    SIGNED,
    TEXTS,
    THEFT,
    gold_set,
)
from pincite.values.registered import derive, value_type
from pincite.verify.quote import locate


def cases_of(*rows, texts=TEXTS):
    observations = {row.id: reads(row, texts[row.document]) for row in rows}
    return counterfactuals(gold_set(*rows), observations, texts.__getitem__)


def change_of(row):
    (case,) = [case for case in cases_of(row).cases if case.expected == "follows"]
    return case


CHANGED = [row for row in ROWS if row is not COURTS]


@pytest.mark.parametrize("row", CHANGED, ids=lambda row: row.id)
def test_the_new_value_is_read_from_the_new_place(row):
    case = change_of(row)
    (answer,) = case.row.answers
    value = value_type(row.answer_type).model.model_validate(answer.value)
    sentence = case.source.text[slice(*answer.spans[0])]
    assert derive(row.answer_type, sentence, value)
    assert answer.value != row.answers[0].value


@pytest.mark.parametrize("row", CHANGED, ids=lambda row: row.id)
def test_the_old_quote_is_gone_and_the_new_one_is_there(row):
    case = change_of(row)
    (answer,) = case.row.answers
    assert not locate(row.answers[0].quote, case.source.text)
    assert locate(answer.quote, case.source.text)
    assert locate(answer.text, case.source.text) or row.answer_type == "boolean"


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        (PRICE, "number"),
        (EFFECTIVE, "date"),
        (PAYMENT, "duration"),
        (SELLER, "party"),
        (LAW, "place"),
        (ASSIGNMENT, "negation"),
        (THEFT, "negation"),
    ],
    ids=lambda each: getattr(each, "id", each),
)
def test_kinds_of_change(row, kind):
    assert change_of(row).kind == kind


def test_a_restated_amount_changes_in_both_places():
    case = change_of(PRICE)
    assert "4,500" not in case.source.text
    assert case.source.text.count(case.now) == 2


def test_words_and_figures_change_together():
    case = change_of(PAYMENT)
    assert "thirty" not in case.source.text
    assert "(30)" not in case.source.text


def test_an_amount_in_words_keeps_its_figures_in_step():
    now = re.fullmatch(r"(\w+ hundred) dollars \(\$(\d+)\)", change_of(EXCESS).now)
    assert now
    assert spelled(int(now[2])) == now[1]


def test_a_line_break_inside_the_evidence_stays():
    assert "\ndays" in change_of(NOTICE).now


def test_evidence_at_the_end_is_changed():
    assert change_of(SIGNED).source.text.endswith(change_of(SIGNED).now)


def test_a_party_is_renamed_everywhere_and_the_other_keeps_its_name():
    case = change_of(SELLER)
    assert "Tellwick" not in case.source.text
    assert case.source.text.count(case.now) == 2
    assert case.source.text.count("Ostrand Mills GmbH") == 2


def test_a_denial_is_turned_into_a_permission():
    assert "The Seller may assign this Agreement." in change_of(ASSIGNMENT).source.text


def test_a_statement_is_turned_into_a_denial():
    assert "Theft from a locked building is not covered." in change_of(THEFT).source.text


def test_a_length_inside_of_a_text_changes_there():
    case = change_of(NOTIFIED)
    assert "14 days" not in case.source.text
    assert case.row.answers[0].value["text"] != NOTIFIED.answers[0].text


def test_a_name_inside_of_a_text_changes_everywhere():
    case = change_of(SELLER.model_copy(update={"answer_type": "text"}))
    assert case.kind == "party"
    assert "Tellwick" not in case.source.text
    assert case.now in case.row.answers[0].value["text"]


def test_a_text_with_nothing_to_change_is_only_deleted():
    made = cases_of(COURTS)
    assert [case.kind for case in made.cases] == ["deletion"]
    assert made.left_out == (LeftOut("courts", "no_form"),)


@pytest.mark.parametrize("row", [r for r in ROWS if r is not SELLER], ids=lambda row: row.id)
def test_a_deletion_takes_the_evidence_away(row):
    (case,) = [case for case in cases_of(row).cases if case.kind == "deletion"]
    assert case.row.absent
    assert case.expected == "vanishes"
    assert not locate(row.answers[0].quote, case.source.text)


def test_what_is_not_changed_stays_word_for_word():
    case = change_of(EFFECTIVE)
    assert case.source.text.split("PARTIES")[1] == CONTRACT.split("PARTIES")[1]


def test_copies_stay_in_the_fold_and_have_names_of_their_own():
    made = cases_of(*ROWS)
    gold = made.gold(gold_set(*ROWS))
    keys = {source.key for source in gold_set(*ROWS).sources}
    assert {source.key for source in gold.sources} == keys
    assert {fold_of(source.key) for source in gold.sources} == {fold_of(key) for key in keys}
    assert len({source.name for source in gold.sources}) == len(gold.rows) == len(made.cases)


def test_the_same_changes_are_made_every_time():
    assert cases_of(*ROWS) == cases_of(*ROWS)


def test_rows_without_one_answer_are_left_out():
    twice = remembers(PRICE, PRICE)
    observations = {
        "price": twice.model_copy(update={"items": twice.items * 2}),
        "shelf": Observation(key="", row="shelf", outcome="not_found"),
    }
    made = counterfactuals(gold_set(PRICE, SHELF), observations, TEXTS.__getitem__)
    assert reasons(made.left_out) == {"several_items": 1, "not_answered": 1}


def test_an_answer_that_cites_another_sentence_than_the_gold_is_left_out():
    elsewhere = {"price": remembers(PRICE, PAYMENT)}
    made = counterfactuals(gold_set(PRICE), elsewhere, TEXTS.__getitem__)
    assert made.left_out == (LeftOut("price", "cited_elsewhere"),)


def test_a_value_that_the_question_names_is_not_changed():
    asked = POLICY_END.model_copy(update={"question": "Does the policy end on December 31, 2025?"})
    made = cases_of(asked)
    assert made.left_out == (LeftOut("policy-end", "in_question"),)


def test_a_party_that_the_question_names_is_not_renamed():
    asked = SELLER.model_copy(update={"question": "Where does Tellwick Grain have its seat?"})
    assert LeftOut("seller", "in_question") in cases_of(asked).left_out


def test_a_value_said_again_in_a_form_that_cannot_be_changed_is_left_out():
    text = CONTRACT.replace("EUR 4,500 for each silo ends", "EUR 4½ thousand for each silo ends")
    made = cases_of(PRICE, texts=TEXTS | {"contract.txt": text})
    assert LeftOut("price", "no_form") in made.left_out


def test_a_sentence_that_stands_twice_is_not_turned_around_in_one_place():
    text = CONTRACT + ".\n\nThe Seller may not assign this Agreement."
    made = cases_of(ASSIGNMENT, texts=TEXTS | {"contract.txt": text})
    assert LeftOut("assignment", "said_elsewhere") in made.left_out
