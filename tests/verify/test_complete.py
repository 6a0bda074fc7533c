"""A list that a page break cuts is found to be cut and read to its end; one that has ended is left alone."""

from __future__ import annotations

import pytest
from tests.cut_lists import Case, bounded, cut
from tests.shapes import ask_file

BAR = 20
MORE = range(BAR, 200)


def outcome(case: Case) -> tuple[str, list[str], bool]:
    answer, decisions = ask_file(case.name, case.content, case.asked)
    truncated = any(decision.startswith("truncated") for decision in decisions)
    return answer.outcome, [" ".join(item.original.split()) for item in answer.items], truncated


@pytest.mark.parametrize("seed", range(BAR))
def test_list_cut_in_two_is_found_to_be_cut_and_completed(seed):
    case = cut(seed)
    assert outcome(case) == ("answered", list(case.items), True), case.what


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
