"""Judges of known honesty, and a proposer that is sometimes right and in every run for the same rows."""

from __future__ import annotations

from collections import Counter

import pytest
from pincite.ask.model_claims import Judges

from evals.modes.choosers import Agreeing, Knowing, judges_for
from evals.modes.liar import Liar
from evals.modes.mixed import Mixed
from evals.modes.oracle import Oracle
from evals.tests.score.test_proposers import FEE, SENTENCE, row
from pincite.ask.support import told_of
from pincite.quality.questions import GoldAnswer, GoldRow
from pincite.retrieve.paths import ByScan
from pincite.retrieve.search import search
from tests.factories import held, question

SOURCE = held()
SENTENCES = [told_of(SOURCE.document, block) for block in SOURCE.document.blocks]
PROFIT = GoldAnswer(value={"value": False}, quote="The Supplier shall not be liable for loss of profit.")
ASKED = "What is the monthly fee?"


def chosen(of: GoldRow, answer: str) -> list[str]:
    return [SENTENCES[at] for at in Knowing(of, SOURCE).choose(of.question, answer, SENTENCES)]


def test_knowing_judge_chooses_the_sentence_of_the_gold_and_no_other():
    (sentence,) = chosen(row(ASKED, FEE), "EUR 4,500.00")
    assert sentence.endswith(SENTENCE)


def test_knowing_judge_chooses_nothing_where_the_document_is_silent():
    assert chosen(row("What is the monthly rent?"), "EUR 4,500.00") == []


@pytest.mark.parametrize(("said", "right"), [("No.", True), ("Yes.", False)])
def test_knowing_judge_chooses_the_sentence_of_a_yes_or_no_only_for_the_right_one(said, right):
    asked = row("Is the Supplier liable for loss of profit?", PROFIT, answer_type="boolean")
    assert bool(chosen(asked, said)) is right


def test_agreeing_judge_chooses_what_was_proposed_and_nothing_else():
    oracle = Oracle(row(ASKED, FEE), SOURCE)
    (quote,) = claimed(oracle)
    (at,) = Agreeing(oracle, SOURCE).choose(ASKED, "EUR 9,500.00", SENTENCES)
    assert SENTENCES[at].endswith(quote)


@pytest.mark.parametrize(
    ("by", "lies", "kinds"),
    [
        ("itself", False, (Knowing, type(None))),
        ("itself", True, (Agreeing, type(None))),
        ("honest", True, (Agreeing, Knowing)),
        ("agreeing", False, (Knowing, Agreeing)),
    ],
)
def test_whoever_lies_agrees_with_itself_and_another_judge_is_as_it_was_named(by, lies, kinds):
    judges = judges_for(by, row(ASKED, FEE), SOURCE, Liar(row(ASKED, FEE), SOURCE), lies=lies)
    assert (type(judges.own[0]), type(judges.other)) == kinds


def test_nobody_judges_where_nobody_is_named():
    liar = Liar(row(ASKED, FEE), SOURCE)
    assert judges_for("nobody", row(ASKED, FEE), SOURCE, liar, lies=True) == Judges()


def mixed(number: int) -> Mixed:
    return Mixed(row(ASKED, FEE).model_copy(update={"id": f"row {number}"}), SOURCE)


def claimed(by: Oracle | Liar | Mixed) -> list[str]:
    asked = question(ASKED, SOURCE)
    found = search(asked, SOURCE, [ByScan(least=0.0)], None).found
    return [c.citations[0].quote for c in by.propose(asked, found, {SOURCE.identity: SOURCE.document}).claims]


def test_mixed_proposer_is_the_same_for_a_row_in_every_run():
    assert [claimed(mixed(n)) for n in range(20)] == [claimed(mixed(n)) for n in range(20)]
    # Settled by the id alone: these rows were lied to in the first run, and are in every one.
    assert [n for n in range(40) if mixed(n).lies] == [19, 30, 33]


def test_mixed_proposer_is_right_for_seven_rows_of_ten_and_silent_for_half_of_the_others():
    said = Counter()
    for n in range(400):
        proposer = mixed(n)
        quotes = claimed(proposer)
        said["lies" if proposer.lies else "right" if quotes else "silent"] += 1
        assert proposer.lies or quotes in ([], [SENTENCE])
        assert not proposer.lies or SENTENCE not in quotes
    assert 0.64 < said["right"] / 400 < 0.76
    assert 0.10 < said["silent"] / 400 < 0.20
    assert 0.10 < said["lies"] / 400 < 0.20


def test_place_that_a_mixed_proposer_points_at_is_known_once_it_has_proposed():
    right = next(each for n in range(50) if not (each := mixed(n)).lies and claimed(each))
    assert right.proposed
