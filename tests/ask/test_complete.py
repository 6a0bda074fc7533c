"""A list that a page break cuts is found to be cut and read to its end; one that has ended is left alone."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pincite.answer.view_and_form import Reading, ReadItem
from tests.cut_lists import Case, bounded, cut
from tests.form_filling import Reads
from tests.readers import Agreeing
from tests.shapes import ask_file
from tests.stages import judged_by

BAR = 20
MORE = range(BAR, 200)


def outcome(case: Case) -> tuple[str, list[str], bool]:
    answer, decisions = ask_file(case.name, case.content, case.asked, judged=judged_by(Agreeing()))
    truncated = any(decision.startswith("truncated") for decision in decisions)
    return answer.outcome, [" ".join(item.original.split()) for item in answer.items], truncated


@pytest.mark.parametrize("seed", range(BAR))
def test_list_cut_in_two_is_found_to_be_cut_and_completed(seed):
    case = cut(seed)
    assert outcome(case) == ("answered", list(case.items), True), case.what


@pytest.mark.parametrize("seed", range(3))
def test_what_a_cut_list_goes_on_with_is_judged_with_its_start(seed):
    case = cut(seed)
    answer, _ = ask_file(case.name, case.content, case.asked, judged=judged_by(Agreeing()))
    assert len({item.judgement.chance for item in answer.items}) == 1


@pytest.mark.parametrize("seed", range(BAR))
def test_list_that_has_ended_is_left_alone(seed):
    case = bounded(seed)
    assert outcome(case) == ("answered", list(case.items), False), case.what


@pytest.mark.long
def test_many_more_lists_are_told_apart():
    wrong = [
        (kind, seed, make(seed).what)
        for kind, make, truncated in (("cut", cut, True), ("bounded", bounded, False))
        for seed in MORE
        if outcome(case := make(seed)) != ("answered", list(case.items), truncated)
    ]
    assert wrong == []


ITEMS = "(a) fire;\n(b) flood;\n(c) storm; and\n(d) theft.\n"
LIST = f"2. Exclusions\n\nWe do not pay for loss caused by:\n\n{ITEMS}"


@dataclass
class Sees(Reads):
    """A reader that gives the first items only, and calls them all."""

    most: int = 99

    def read(self, asked, view):
        self.views.append(view)
        items = [ReadItem((line.number,)) for line in view.lines if line.kind == "bullet"]
        return [Reading(kind="list", items=tuple(items[: self.most]), whole_list=True) for _ in asked]


def test_list_that_a_reader_leaves_unfinished_is_incomplete():
    sees = Sees(most=2)
    answer, _ = ask_file("a.txt", LIST, "What are the exclusions?", by=sees)
    assert answer.outcome == "incomplete"
    assert [item.original for item in answer.items][:2] == ["(a) fire;", "(b) flood;"]
    assert len(sees.views) == 2, "the rest of it was shown"


def test_list_that_is_read_on_is_whole():
    answer, _ = ask_file("a.txt", LIST, "What are the exclusions?", by=Sees())
    assert (answer.outcome, len(answer.items)) == ("answered", 4)


def test_what_follows_a_list_that_has_ended_is_never_shown_to_the_reader():
    sees = Sees()
    behind = f"{LIST}\n3. Fair\n\nA bystander sold ice cream.\n"
    ask_file("a.txt", behind, "What are the exclusions?", by=sees)
    assert "(d) theft." in sees.views[0].text
    assert "A bystander sold ice cream." not in sees.views[0].text


def cut_often(times: int) -> str:
    cuts = [f"({'abcdefgh'[n]}) a thing of number {n};\n\n\fHarbour Mutual {n}\n\n" for n in range(times)]
    return f"2. Cover\n\nThe exclusions are these:\n\n{''.join(cuts)}({'abcdefgh'[times]}) war.\n"


def test_list_in_four_parts_is_read_to_its_end():
    answer, decisions = ask_file("a.txt", cut_often(3), "What are the exclusions?")
    assert (answer.outcome, len(answer.items)) == ("answered", 4)
    assert sum(decision.startswith("truncated") for decision in decisions) == 3


def test_list_behind_the_page_on_which_it_is_announced_is_found():
    text = (
        "2. Cover\n\nThe exclusions are these:\n\fHarbour Mutual\n\n- war;\n- rust.\n\nAll else is insured.\n"
    )
    answer, _ = ask_file("a.txt", text, "What are the exclusions?")
    assert (answer.outcome, [item.original for item in answer.items]) == ("answered", ["- war;", "- rust."])


def test_sentence_that_announces_a_list_which_is_not_there_is_no_answer():
    answer, _ = ask_file("a.txt", "2. Cover\n\nThe exclusions are these:\n", "What are the exclusions?")
    assert answer.outcome == "incomplete"


def test_list_cut_more_often_than_it_is_followed_is_incomplete():
    answer, _ = ask_file("a.txt", cut_often(7), "What are the exclusions?")
    assert answer.outcome == "incomplete"
    assert not answer.signals.complete


@pytest.mark.parametrize(
    ("items", "reason"),
    [
        ("(a) fire;\n(b) flood;\n(d) theft.\n", "something is missing between '(b)' and '(d)'"),
        ("(c) fire;\n(d) flood.\n", "everything before '(c)' is missing"),
        ("(a) fire;\n(b) flood and:\n(c) theft.\n", "what '(b) flood and:' announces is not in the list"),
        ("(a) fire;\n(b) flood; and\n", "the last item announces another one"),
        (
            "(a) fire\n(b) flood\n\fClaims are paid\n",
            "'(b) flood Claims are paid' crosses a page break and may",
        ),
    ],
)
def test_list_with_a_gap_is_incomplete_and_says_which(items, reason):
    answer, decisions = ask_file(
        "a.txt", f"2. Exclusions\n\nWe do not pay for loss caused by:\n\n{items}", "What are the exclusions?"
    )
    assert answer.outcome == "incomplete"
    assert any(reason in decision for decision in decisions)
