"""Contracts that contradict themselves show both sides, and cite their own rule where they have one."""

from __future__ import annotations

from typing import Any

import pytest

import pincite
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
GENERATED = [pytest.param(made, id=f"{made.name} {seed}") for seed in SEEDS for made in contracts(seed)]


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


@pytest.mark.parametrize("made", [p for p in GENERATED if p.values[0].kind])
def test_rule_of_the_document_is_cited_at_the_block_that_states_it(made: Contract):
    answer = answer_to(made.asked, made.files)

    assert answer.conflict.rule.kind == made.kind
    assert in_one_line(made.rule) in in_one_line(answer.conflict.rule.evidence.snippet)
    assert made.prevails in originals(answer)[0]


@pytest.mark.parametrize("made", [p for p in GENERATED if not p.values[0].kind])
def test_without_a_rule_no_side_is_preferred(made: Contract):
    answer = answer_to(made.asked, made.files)

    assert answer.conflict.rule is None
    places = [(e.name, e.start) for item in answer.items for e in item.evidence[:1]]
    assert places == sorted(places)


def test_rules_are_of_six_kinds_and_every_seed_has_contracts_without_one():
    made = contracts(0)
    assert len({c.kind for c in made if c.kind}) >= 5
    assert (len(SETTLED), sum(c.kind is None for c in made)) == (13, len(OPEN))
    assert len(SEEDS) * len(made) >= 20
    assert len(OPEN) >= 5


def test_words_that_are_replaced_twice_are_followed_to_the_last():
    text = (
        "2. Rent\n\nThe rent is GBP 900 per month.\n\n"
        'First Amendment\n\nSection 2 is amended by replacing "GBP 900" with "GBP 990".\n\n'
        'Second Amendment\n\nIn Section 2, "GBP 990" is replaced by "GBP 1,050".\n'
    )

    answer = answer_to("What is the rent?", (text,))

    assert originals(answer) == ["GBP 1,050", "GBP 990", "GBP 900 per month"]
    assert answer.conflict.rule.evidence.snippet.startswith("In Section 2,")


def test_value_that_is_put_in_place_of_another_prevails_where_the_reader_points_at_it():
    text = (
        "1. Interest\n\nLate payments bear interest at a rate of 4%.\n\n"
        'First Amendment\n\nIn Section 1 the words "4%" are deleted and replaced by "8%".\n'
    )

    answer = answer_to("What is the interest rate on late payments?", (text,), judged=told("8%", "4%"))

    assert originals(answer) == ["8%", "4%"]


def test_clause_that_an_amendment_changes_is_not_answered_as_it_was_where_the_reader_sees_only_the_clause():
    text = (
        "1. Fees\n\nThe Monthly Service Fee is EUR 48,500.\n\nAmendment No. 1\n\n"
        "With effect from 1 January 2026 the Monthly Service Fee of clause 1 is increased to EUR 51,750.\n"
    )
    judged = told("The Monthly Service Fee is EUR 48,500.")

    answer = answer_to("What is the Monthly Service Fee?", (text,), judged=judged)

    assert originals(answer) == ["EUR 51,750", "EUR 48,500"]
    assert answer.conflict.rule.kind == "amendment"


LEASE = "LEASE AGREEMENT\n\nbetween Arden Homes Ltd and Mr Cole\n\n"


def test_amendments_that_are_files_of_their_own_prevail_by_their_number():
    rent = "The rent is increased to GBP {} per month.\n"
    files = (
        f"{LEASE}2. Rent\n\nThe rent is GBP 900 per month.\n",
        f"SECOND AMENDMENT TO {LEASE}{rent.format('1,050')}",
        f"FIRST AMENDMENT TO {LEASE}{rent.format('990')}",
    )

    answer = answer_to("What is the rent?", files)

    assert [item.evidence[0].name for item in answer.items] == ["file-2.txt", "file-3.txt", "file-1.txt"]
    assert answer.conflict.rule.evidence.name == "file-2.txt"


def test_words_replaced_by_a_file_of_its_own_are_not_answered_as_they_were():
    files = (
        f"{LEASE}2. Rent\n\nThe rent is GBP 900 per month.\n",
        f'FIRST AMENDMENT TO {LEASE}Section 2 is amended by replacing "GBP 900" with "GBP 990".\n',
    )
    assert answer_to("What is the rent?", files).outcome == "conflict"
    assert answer_to("What is the rent?", files, one=False).conflict is None


def test_contract_may_rank_before_its_own_order_form():
    text = (
        "1. Fees\n\nThe monthly fee is EUR 500.\n\n9. Precedence\n\nThe terms of this Agreement shall "
        "prevail over any Order Form in case of conflict.\n\nORDER FORM\n\nMonthly fee: EUR 650\n"
    )

    answer = answer_to("What is the monthly fee?", (text,))

    assert originals(answer) == ["EUR 500", "EUR 650"]
    assert answer.conflict.rule.kind == "order_of_precedence"


def test_amended_clause_does_not_beat_a_schedule_that_ranks_before_it():
    text = (
        "1. Fees\n\n1.1 The monthly fee is EUR 500.\n\n1.2 The Schedules prevail over this Agreement.\n\n"
        "Schedule 1\n\nThe monthly fee is EUR 650.\n\n"
        "Amendment No. 1\n\nSection 1.1 is hereby amended to read: The monthly fee is EUR 700.\n"
    )

    answer = answer_to("What is the monthly fee?", (text,))

    assert originals(answer) == ["EUR 500", "EUR 650", "EUR 700"]
    assert answer.conflict.rule is None


def test_date_of_the_amendment_is_not_taken_for_what_it_amends():
    text = (
        "1. Services\n\n1.1 The services start on 15 April 2026.\n\nSummary of Terms\n\n"
        "As amended on 2 July 2025: The start date of the services is 1 June 2026.\n"
    )

    answer = answer_to("When do the services start?", (text,))

    assert originals(answer) == ["1 June 2026", "15 April 2026"]
    assert answer.conflict.rule.kind == "as_amended"


@pytest.mark.parametrize(("name", "asked", "files"), ALIKE, ids=[name for name, _, _ in ALIKE])
def test_what_only_looks_like_a_contradiction_is_none_whatever_the_reader_takes_for_an_answer(
    name, asked, files
):
    answer = answer_to(asked, files, one=False, judged=judged_by(Agreeing()))

    assert answer.outcome != "conflict"
    assert answer.conflict is None


@pytest.mark.long
def test_three_hundred_contracts_more_show_both_sides_and_the_right_rule():
    wrong = []
    for seed in range(100, 116):
        for made in contracts(seed):
            answer = answer_to(made.asked, made.files, judged=told(made.prevails, made.yields))
            rule = answer.conflict.rule.kind if answer.conflict and answer.conflict.rule else None
            # A figure may be shown with what bounds it: "shall not exceed USD 500,000".
            sides = originals(answer)
            shown = all(any(value in side for side in sides) for value in (made.prevails, made.yields))
            if not shown or rule != made.kind or (rule and made.prevails not in sides[0]):
                wrong.append((seed, made.name, answer.outcome, rule))
    assert wrong == []


# What another person's contracts ask for and is not met, each with the reason.
UNMET = {
    "conflict-franchise-start": "nothing tells that an effective date and what takes effect are the same",
}
# The question asks for the very case that the overriding clause makes an exception for.
ONE_VALUE = "conflict-words-and-figures"
EXCEPTIONS = {"conflict-subscription-royalty": "2.5%"}
APART = {*EXCEPTIONS, ONE_VALUE}


def marked(gold: Gold) -> Any:
    reason = UNMET.get(gold.id)
    return pytest.param(
        gold, id=gold.id, marks=pytest.mark.xfail(reason=reason, strict=True) if reason else ()
    )


@pytest.mark.parametrize(
    "gold", [marked(gold) for gold in CONFLICTS if gold.id not in {*EXCEPTIONS, ONE_VALUE}]
)
def test_contract_of_another_hand_shows_both_sides_and_its_rule(gold: Gold):
    answer = answer_to(gold.question, (gold.text,), judged=told(*(side.quote for side in gold.sides)))

    assert answer.outcome == "conflict"
    shown = [
        (item.value.model_dump(mode="json"), in_one_line(item.evidence[0].snippet)) for item in answer.items
    ]
    for side in gold.sides:
        assert any(_gives(value, side.value) and side.quote in snippet for value, snippet in shown)
    rule = answer.conflict.rule
    assert (rule.kind if rule else None) == gold.rule_kind
    if rule:
        assert gold.rule in in_one_line(rule.evidence.snippet)
        assert _gives(shown[0][0], gold.sides[gold.prevails].value)


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


def test_side_that_code_found_has_met_the_same_checks_as_every_other(tmp_path):
    """What an amendment replaces is found by code, and was never claimed by a generator."""
    made = next(made for made in contracts(0) if made.name.startswith("words replaced"))
    with pincite.open(tmp_path / "library") as library:
        for number, text in enumerate(made.files):
            (tmp_path / f"{number}.txt").write_text(text, "utf-8")
            library.add(tmp_path / f"{number}.txt")
        answer = library.ask(made.asked)

    assert answer.outcome == "conflict"
    for item in answer.items:
        assert {check.check for check in item.proof if check.state == "proved"} >= {"quote", "value", "place"}
