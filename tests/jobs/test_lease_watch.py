"""A lease is lost by the time that passes for whoever watches it, and by no other clock."""

from __future__ import annotations

from dataclasses import replace

from pincite.jobs.members import LeaseWatch
from pincite.records.job import Lease

LEASE = Lease(item=1, worker="w", attempt=1, beat=0, seconds=30)


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_lease_that_is_not_renewed_is_lost_after_its_time():
    clock = Clock()
    watch = LeaseWatch(clock)
    assert watch.lapsed([LEASE]) == []
    clock.now += 29
    assert watch.lapsed([LEASE]) == []
    clock.now += 1
    assert watch.lapsed([LEASE]) == [LEASE]


def test_lease_that_is_renewed_is_kept_for_ever():
    clock = Clock()
    watch = LeaseWatch(clock)
    for beat in range(10):
        assert watch.lapsed([replace(LEASE, beat=beat)]) == []
        clock.now += 29


def test_next_attempt_gets_the_whole_time():
    clock = Clock()
    watch = LeaseWatch(clock)
    watch.lapsed([LEASE])
    clock.now += 29
    again = replace(LEASE, worker="other", attempt=2)
    assert watch.lapsed([again]) == []
    clock.now += 29
    assert watch.lapsed([again]) == []


def test_document_that_was_given_back_meanwhile_is_forgotten():
    clock = Clock()
    watch = LeaseWatch(clock)
    watch.lapsed([LEASE])
    watch.lapsed([])
    clock.now += 40
    assert watch.lapsed([LEASE]) == []


def test_time_in_which_nobody_could_look_counts_against_nobody():
    clock = Clock()
    watch = LeaseWatch(clock)
    watch.lapsed([LEASE])
    clock.now += 100
    watch.unseen(95)
    assert watch.lapsed([LEASE]) == []
    clock.now += 25
    assert watch.lapsed([LEASE]) == [LEASE]
