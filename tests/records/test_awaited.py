"""Replies that are still to come: all that do not depend on each other are asked for first."""

from __future__ import annotations

import pytest

from pincite.records.bounds import Awaited, Gathering


def test_others_are_asked_before_anyone_waits():
    asked = []
    gathering = Gathering()

    for each in ("a", "b", "c"):
        with gathering.one():
            asked.append(each)
            if each != "b":
                raise Awaited

    assert asked == ["a", "b", "c"]
    with pytest.raises(Awaited):
        gathering.finish()


def test_nothing_is_waited_for_where_all_are_there():
    gathering = Gathering()
    with gathering.one():
        pass
    gathering.finish()


def test_failure_is_no_verdict_while_another_reply_is_still_to_come():
    gathering = Gathering()
    with gathering.one():
        raise Awaited

    with pytest.raises(Awaited), gathering.one():
        raise ValueError("cut off")


def test_failure_is_told_where_nothing_is_waited_for():
    with pytest.raises(ValueError, match="cut off"), Gathering().one():
        raise ValueError("cut off")


def test_stage_cannot_take_it_for_a_fault():
    assert not issubclass(Awaited, Exception)
