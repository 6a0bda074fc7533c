"""No lie leaves at `balanced` or above, whatever its kind; truths told in the same way do."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.adversary.borderline import borderline
from tests.adversary.court import LEVELS, answer, passes
from tests.adversary.lies import EACH, JUDGED, KINDS, lies, true_ways_round, truths

CLOSED = LEVELS[1:]
SAMPLE = 6


def through(kind, count: int, level: str) -> list[str]:
    told = [kind(random.Random(f"{kind.__name__} {n}")) for n in range(count)]
    return [f"{lie.asked} {lie.quotes} {lie.original}" for lie in told if passes(lie, level)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_lie_of_a_sample_leaves_when_balanced(kind):
    assert through(kind, SAMPLE, "balanced") == []


@pytest.mark.long
@pytest.mark.parametrize("level", CLOSED)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_lie_of_its_kind_leaves(kind, level):
    assert through(kind, EACH, level) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_lie_of_five_hundred_more_leaves_when_balanced(kind):
    assert through(kind, 500, "balanced") == []


@pytest.mark.sampled
@pytest.mark.parametrize("level", CLOSED)
@pytest.mark.parametrize("kind", JUDGED, ids=lambda kind: kind.__name__)
def test_yes_or_no_leaves_with_its_whole_sentence_and_as_open_or_not_at_all(kind, level, in_full):
    for n in range(12 if in_full else SAMPLE):
        told = kind(random.Random(f"limited {n}"))
        (sentence,) = [line for line in told.text.split("\n") if told.quotes[0] in line]
        for item in answer(told, level).items:
            assert item.original == item.evidence[0].snippet == sentence
            assert [check.state for check in item.proof if check.check == "value"] == ["open"]


def test_there_are_more_than_six_kinds_and_every_one_is_told_in_many_ways():
    told = lies()
    assert min(Counter(lie.kind for lie in told).values()) >= 50
    assert len({lie.kind for lie in told}) >= 6
    for kind in {lie.kind for lie in told}:
        assert (
            len({(lie.text, lie.quotes, lie.original, lie.lines) for lie in told if lie.kind == kind}) >= 50
        )


def test_truths_told_in_the_same_way_leave():
    told = truths(80) + true_ways_round(20)
    refused = [f"{truth.asked} {truth.quotes}" for truth in told if not passes(truth, "balanced")]
    assert len(refused) <= 0.1 * len(told), refused


def test_a_lie_is_withheld_and_never_taken_for_silence_about_a_true_place():
    outcomes = Counter(answer(lie, "balanced").outcome for lie in lies(3) if not lie.given)
    assert set(outcomes) <= {"unverified", "not_found"}


@pytest.mark.sampled
def test_refusals_grow_from_each_level_to_the_next(in_full):
    half = 1 if in_full else 2
    told = lies(2 // half) + truths(40 // half) + true_ways_round(6 // half) + borderline(4)
    refused = [sum(not passes(claim, level) for claim in told) for level in LEVELS]
    assert refused == sorted(refused), refused
    assert refused[1] < refused[2] < refused[3], refused


def test_what_a_stricter_level_lets_pass_every_looser_one_does():
    for claim in truths(24) + borderline(3):
        passed = [passes(claim, level) for level in LEVELS]
        assert passed == sorted(passed, reverse=True), (claim.kind, claim.asked, claim.quotes, passed)
