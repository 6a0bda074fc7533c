"""How often a reader of the user's choice is asked, what it is shown next, and who must agree with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import pytest

from pincite.answer.answers import Answer
from pincite.answer.view_and_form import Reading, ReadItem
from pincite.ask.reading_list import ReadingList
from pincite.errors import InputError
from pincite.records.run import Run
from pincite.values.types import Amount, Number
from tests.factories import held
from tests.form_filling import NOWHERE, Finds, Reads, says
from tests.judging import judging
from tests.readers import Pointing
from tests.stages import Consenting, judged_by, pipeline
from tests.test_pipeline import FEE, QUOTE, ask, claim

NONE = Reading()
RIGHT = Reading(kind="words", items=(ReadItem((2,), "EUR 4,500.00"),), confidence="sure", found=True)
WRONG = Reading(kind="words", items=(ReadItem((2,), "EUR 9,500.00"),), found=True)
PAGES = "1. Fees\n\nThe monthly fee is EUR 4,500.00.\n\fThe fee for storage is set out in Annex 1.\n"


def read(by: Reads, asked: str = FEE, text: str = "", **stages: object) -> tuple[Answer, list[str]]:
    source, run = held(text) if text else held(), Run("run")
    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source)
    return pipeline(by=by, **stages).ask(asked, reading_list, run), run.decisions


def test_answer_that_is_proved_takes_one_call():
    by = Reads((RIGHT,))
    answer, _ = read(by)
    assert (answer.outcome, [item.original for item in answer.items]) == ("answered", ["EUR 4,500.00"])
    assert len(by.views) == 1


def test_answer_is_incomplete_where_a_reply_about_other_lines_broke_off():
    answer, _ = read(Reads((replace(RIGHT, unread=(3, 4)),)))
    assert answer.outcome == "incomplete"
    assert any("broke off" in caveat for caveat in answer.caveats)


def test_place_that_does_not_say_it_is_told_of_in_the_second_and_last_call():
    by = Reads((WRONG, RIGHT))
    answer, decisions = read(by)
    assert answer.outcome == "answered"
    assert "does not have the words 'EUR 9,500.00'" in by.asked[1].refused[0]
    assert any(each.startswith("repair: ") for each in decisions)


def test_claim_that_stays_refused_is_a_lead_with_its_reason():
    by = Reads((Reading(kind="words", items=(ReadItem((2,), "EUR 4,500.00", amount("1"), "amount"),)),))
    answer, _ = read(by)
    assert (answer.outcome, answer.items, len(by.views)) == ("unverified", [], 2)
    assert "do not state the number 1" in answer.leads[0].reason


def test_nothing_found_is_looked_for_once_more_in_what_was_not_shown():
    by = Reads((NONE,))
    answer, decisions = read(by)
    assert (answer.outcome, len(by.views)) == ("not_found", 2)
    shown = [view.blocks_of(view.lines[0].identity) for view in by.views]
    assert shown[1] - shown[0]
    assert answer.coverage.spans_read == answer.coverage.spans_total
    assert "next view: nothing was found in the first" in decisions


def test_words_that_a_reader_suggests_find_the_next_view():
    far = "".join(
        f"{n}. Matter {n}\n\n" + "The parties meet in good faith. " * 60 + "\n\n" for n in range(3, 60)
    )
    text = f"1. Fees\n\nThe monthly fee is called otherwise.\n\n{far}99. Levies\n\nThe levy is EUR 70.\n"
    by = Reads((replace(NONE, new_keywords=("levy",)),))
    _, decisions = read(by, text=text)
    assert "The levy is EUR 70." not in by.views[0].text
    assert "The levy is EUR 70." in by.views[1].text
    assert any("levy" in each for each in decisions if each.startswith("widen"))


def test_reader_that_asks_back_is_not_asked_again():
    by = Reads((Reading(kind="ask_back", suggested_clarification="Which fee?"),))
    answer, _ = read(by)
    assert (answer.outcome, answer.clarification, len(by.views)) == ("needs_clarification", "Which fee?", 1)


def test_garbled_page_is_read_again_and_shown_again():
    old, new = held(PAGES.replace("monthly fee is", "m0nthIy f€€ ls")), held(PAGES)
    sources, pages = {each.identity: each for each in (old, new)}, []

    def read_again(identity, asked_for):
        pages.append(asked_for)
        return new.identity

    reading_list = ReadingList((old.identity,), (old.identity,), sources.__getitem__, read_again)
    by = Reads((replace(NONE, context_structured=False), RIGHT))
    answer = pipeline(by=by).ask("What is the fee?", reading_list, Run("run"))
    assert (answer.outcome, len(by.views), len(pages)) == ("answered", 2, 1)
    assert answer.coverage.documents == 1


def test_page_that_cannot_be_read_again_is_noted_and_the_question_goes_on():
    source, run = held(PAGES), Run("run")

    def read_again(identity, pages):
        raise InputError("It has no pages to read again.")

    reading_list = ReadingList((source.identity,), (source.identity,), lambda identity: source, read_again)
    answer = pipeline(by=Reads((replace(NONE, context_structured=False),))).ask(FEE, reading_list, run)
    assert answer.outcome == "not_found"
    assert "reread: It has no pages to read again." in run.decisions
    assert "The text of agreement.txt is garbled: the answer may be there." in answer.caveats


def test_what_the_local_reader_thinks_is_told_and_decides_nothing():
    doubting = judged_by(Pointing({"EUR 2,000,000": 5.0}), fitted=judging())
    answer, _ = read(Reads((RIGHT,)), judged=doubting)
    assert answer.outcome == "answered"
    assert [voice.reader for voice in answer.items[0].judgement.by][:2] == [
        "own/large",
        "pointing/pointing-1",
    ]
    assert answer.items[0].chance is None


def test_model_that_finds_nothing_leaves_what_the_local_reader_points_at_as_leads():
    answer, _ = read(Reads((NONE,)), judged=judged_by(Pointing({"EUR 4,500.00": 5.0})))
    assert (answer.outcome, answer.items) == ("unverified", [])
    assert answer.leads[0].evidence[0].snippet == QUOTE


@pytest.mark.parametrize("level", ["lenient", "balanced", "strict", "paranoid"])
def test_guess_is_only_probable(level: str):
    guess = replace(RIGHT, confidence="guess")
    judged = judged_by(None, level, verifiers=(Consenting(), Consenting()))
    assert read(Reads((guess,)), judged=judged)[0].outcome == "probable"


@pytest.mark.parametrize("level", ["strict", "paranoid"])
@pytest.mark.parametrize(
    ("second", "outcome"),
    [(None, "probable"), (RIGHT, "answered"), (NONE, "unverified"), ("elsewhere", "unverified")],
)
def test_strict_needs_another_reader_that_reads_the_same_without_knowing(level, second, outcome):
    elsewhere = Reading(kind="words", items=(ReadItem((3,), "thirty (30) days"),))
    reading = elsewhere if second == "elsewhere" else second
    other = Reads((reading,), name="other/large") if reading else None
    by = Reads((RIGHT,))
    answer, _ = read(by, judged=judged_by(None, level), second=other)
    assert answer.outcome == outcome
    if other is not None:
        assert other.views == by.views
        assert other.asked[0].refused == ()


def test_second_reader_is_not_asked_at_balanced_nor_about_what_code_refuses():
    other = Reads((RIGHT,), name="other/large")
    read(Reads((RIGHT,)), second=other)
    read(Reads((WRONG,)), judged=judged_by(None, "strict"), second=other)
    assert other.views == []


def test_several_values_that_cannot_both_be_true_are_sides_of_a_conflict():
    text = "The monthly fee is EUR 5.\n\nThe monthly fee is EUR 7.\n\nSection 9 prevails.\n"
    items = (ReadItem((1,), "EUR 5"), ReadItem((2,), "EUR 7"))
    answer, _ = read(Reads((Reading(kind="words", items=items),)), text=text)
    assert (answer.outcome, answer.conflict.rule) == ("conflict", None)
    ruled = Reading(kind="words", items=items, conflicting_evidence=True, rule_lines=(3,))
    by = Reads((ruled,))
    answer, _ = read(by, text=text)
    assert len(by.views[0].lines) > 2
    assert answer.conflict.rule.evidence.snippet == "Section 9 prevails."


def test_formula_is_worked_out_by_code_from_proved_operands():
    text = "The setup fee is EUR 490.10.\n\nThe support fee is EUR 50.25.\n"
    items = (
        ReadItem((1,), "EUR 490.10", label="setup fee"),
        ReadItem((2,), "EUR 50.25", label="support fee"),
    )
    summed = Reading(kind="compute", items=items, formula="setup fee + support fee")
    answer, _ = read(Reads((summed,)), "Both the setup fee and the support fee, please: how much?", text)
    assert (answer.outcome, answer.method) == ("answered", "computed")
    assert answer.items[0].value == amount("540.35")
    assert len(answer.items[0].derivation.operands) == 2
    odd, _ = read(Reads((replace(summed, formula="eval(1)"),)), "How much is the setup fee?", text)
    assert (odd.outcome, len(odd.items)) == ("incomplete", 2)


def test_formula_counts_passages_too():
    text = "The conditions are:\n\n- the consent of the regulator\n\n- the payment of the deposit\n"
    items = (
        ReadItem((2,), "the consent of the regulator", label="consent"),
        ReadItem((3,), "the payment of the deposit", label="payment"),
    )
    counted = Reading(kind="compute", items=items, formula="count(consent, payment)")
    answer, _ = read(Reads((counted,)), "How many conditions are there?", text)
    assert (answer.outcome, answer.method) == ("answered", "computed")
    assert answer.items[0].value == Number(value=Decimal(2), unit=None)


def test_reading_that_names_no_line_that_was_shown_is_refused():
    answer, _ = read(Reads((Reading(kind="words", items=(ReadItem((NOWHERE,), "EUR 4,500.00"),)),)))
    assert (answer.outcome, answer.items) == ("unverified", [])


def test_no_prompt_of_a_question_is_sent_twice():
    model = Finds(words="nothing of it")
    ask(by=model)
    contexts = [(prompt.context, prompt.question) for prompt in model.prompts]
    assert len(contexts) == len(set(contexts)) == 2


def test_reader_that_gives_no_reading_is_a_fault_of_it():
    @dataclass
    class Empty(Reads):
        def read(self, asked, view):
            return []

    with pytest.raises(Exception, match="one reading for each question"):
        read(Empty())


def test_lie_that_everybody_agrees_with_is_still_withheld():
    lie = claim(value=amount("9500"))
    judged = judged_by(None, "strict", verifiers=(Consenting(), Consenting()))
    assert read(says(lie), judged=judged, second=says(lie))[0].items == []


def amount(value: str) -> Amount:
    return Amount(value=value, currency="EUR", unit=None)
