"""Contracts that contradict themselves show both sides, and no wording of theirs decides which prevails."""

from __future__ import annotations

from typing import Any

import pytest

from pincite.answer.answers import Answer
from pincite.ask.reading_list import ReadingList
from pincite.records.run import Run
from tests.factories import held
from tests.gold_shapes.alike_contracts import ALIKE
from tests.gold_shapes.conflicting_contracts import OPEN, SETTLED, Contract, contracts
from tests.gold_shapes.outsider.conflicts import CONFLICTS
from tests.gold_shapes.outsider.shapes import Conflict as Gold
from tests.gold_shapes.told import told
from tests.readers import Agreeing
from tests.stages import judged_by, pipeline

SEEDS = (0, 1)
# What is not met, each with the reason.
UNMET = {
    "words replaced": "a sentence that replaces words does not say what they are of; a reader connects them",
}


def marked(made: Contract, seed: int) -> Any:
    reason = UNMET.get(made.name)
    marks = pytest.mark.xfail(reason=reason, strict=True) if reason else ()
    return pytest.param(made, id=f"{made.name} {seed}", marks=marks)


GENERATED = [marked(made, seed) for seed in SEEDS for made in contracts(seed)]


def answer_to(asked: str, files: tuple[str, ...], *, one: bool = True, **stages: Any) -> Answer:
    """The answer of some files, which the user said to be one contract."""
    sources = [held(text, f"file-{number}.txt") for number, text in enumerate(files, start=1)]
    known = {source.identity: source for source in sources}
    part_of = {identity.name: "file-1.txt" for identity in list(known)[1:]} if one else {}
    reading_list = ReadingList(tuple(known), tuple(known), known.__getitem__, part_of=part_of)
    return pipeline(**stages).ask(asked, reading_list, Run("run"))


def originals(answer: Answer) -> list[str]:
    return [item.original for item in answer.items]


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("made", GENERATED)
def test_both_sides_of_a_contradiction_are_shown_with_their_evidence(made: Contract):
    answer = answer_to(made.asked, made.files)

    assert (answer.outcome, answer.exit_code) == ("conflict", 11)
    assert all(any(side in said for said in originals(answer)) for side in (made.prevails, made.yields))
    assert sorted(id for side in answer.conflict.sides for id in side) == sorted(i.id for i in answer.items)
    assert all(item.original in item.evidence[0].snippet for item in answer.items)


@pytest.mark.parametrize("made", GENERATED)
def test_no_side_is_preferred_where_no_reader_cites_a_rule(made: Contract):
    answer = answer_to(made.asked, made.files)

    assert answer.conflict.rule is None
    places = [(e.name, e.start) for item in answer.items for e in item.evidence[:1]]
    assert places == sorted(places)


def test_contracts_have_rules_of_their_own_or_none():
    made = contracts(0)
    assert (len(SETTLED), sum(c.kind is None for c in made)) == (13, len(OPEN))
    assert len(SEEDS) * len(made) >= 20
    assert len(OPEN) >= 5


def test_date_of_the_amendment_is_not_taken_for_what_it_amends():
    text = (
        "1. Services\n\n1.1 The services start on 15 April 2026.\n\nSummary of Terms\n\n"
        "As amended on 2 July 2025: The start date of the services is 1 June 2026.\n"
    )

    answer = answer_to("When do the services start?", (text,))

    assert originals(answer) == ["15 April 2026", "1 June 2026"]


LEASE = "LEASE AGREEMENT\n\nbetween Arden Homes Ltd and Mr Cole\n\n"


def test_files_of_one_contract_are_all_shown_and_those_of_several_contradict_nothing():
    rent = "The rent is increased to GBP {} per month.\n"
    files = (
        f"{LEASE}2. Rent\n\nThe rent is GBP 900 per month.\n",
        f"SECOND AMENDMENT TO {LEASE}{rent.format('1,050')}",
        f"FIRST AMENDMENT TO {LEASE}{rent.format('990')}",
    )

    answer = answer_to("What is the rent?", files)

    assert answer.outcome == "conflict"
    assert [item.evidence[0].name for item in answer.items] == ["file-1.txt", "file-2.txt", "file-3.txt"]
    assert answer_to("What is the rent?", files, one=False).conflict is None


@pytest.mark.parametrize(("name", "asked", "files"), ALIKE, ids=[name for name, _, _ in ALIKE])
def test_what_only_looks_like_a_contradiction_is_none_whatever_the_reader_takes_for_an_answer(
    name, asked, files
):
    answer = answer_to(asked, files, one=False, judged=judged_by(Agreeing()))

    assert answer.outcome != "conflict"
    assert answer.conflict is None


@pytest.mark.long
def test_three_hundred_contracts_more_show_both_sides():
    wrong = []
    for seed in range(100, 116):
        for made in (each for each in contracts(seed) if each.name not in UNMET):
            answer = answer_to(made.asked, made.files, judged=told(made.prevails, made.yields))
            # A figure may be shown with what bounds it: "shall not exceed USD 500,000".
            sides = originals(answer)
            if not all(any(value in side for side in sides) for value in (made.prevails, made.yields)):
                wrong.append((seed, made.name, answer.outcome))
    assert wrong == []


# The question asks for the very case that the overriding clause makes an exception for.
ONE_VALUE = "conflict-words-and-figures"
EXCEPTIONS = {"conflict-subscription-royalty": "2.5%"}
APART = {*EXCEPTIONS, ONE_VALUE}


@pytest.mark.parametrize(
    "gold", [gold for gold in CONFLICTS if gold.id not in APART], ids=lambda gold: gold.id
)
def test_contract_of_another_hand_shows_both_sides(gold: Gold):
    answer = answer_to(gold.question, (gold.text,), judged=told(*(side.quote for side in gold.sides)))

    assert answer.outcome == "conflict"
    shown = [
        (item.value.model_dump(mode="json"), in_one_line(item.evidence[0].snippet)) for item in answer.items
    ]
    for side in gold.sides:
        assert any(_gives(value, side.value) and side.quote in snippet for value, snippet in shown)


def test_words_and_figures_of_one_value_that_disagree_are_withheld_with_the_reason():
    """One place that reads two ways has no sides: both stand in the snippet."""
    (gold,) = (gold for gold in CONFLICTS if gold.id == ONE_VALUE)
    answer = answer_to(gold.question, (gold.text,), judged=told(*(side.quote for side in gold.sides)))

    assert (answer.outcome, answer.items) == ("unverified", [])
    nearest = answer.coverage.nearest[0]
    assert "words and figures disagree" in nearest.reason
    assert all(side.quote in in_one_line(nearest.snippet) for side in gold.sides)


def _gives(value: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a value holds what is wanted; what an amount is paid for is left open there."""
    return all(value[key] == given for key, given in wanted.items() if given is not None)


@pytest.mark.parametrize(
    "gold", [gold for gold in CONFLICTS if gold.id in EXCEPTIONS], ids=lambda gold: gold.id
)
def test_exception_that_is_asked_for_is_answered_by_its_own_clause(gold: Gold):
    answer = answer_to(gold.question, (gold.text,), judged=told(gold.sides[gold.prevails].quote))

    assert answer.outcome == "answered"
    assert [EXCEPTIONS[gold.id] in said for said in originals(answer)] == [True]
    assert gold.rule in in_one_line(answer.items[0].evidence[0].snippet)
