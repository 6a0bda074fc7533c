from __future__ import annotations

import sys
from collections import Counter

import pytest

from evals.run.pool import work_off

ECHO = """
import sys
for line in sys.stdin:
    word = line.strip()
    if word == "die":
        sys.exit(3)
    for number in range(int(word)):
        print(f"{word}-{number}", flush=True)
    print(flush=True)
"""


def worked_off(units, workers=2):
    return list(work_off((sys.executable, "-c", ECHO), units, workers))


def test_every_reply_to_every_unit_comes_back():
    replies = worked_off(["2", "0", "3"])
    assert Counter(reply.unit for reply in replies) == {0: 2, 2: 3}
    assert sorted(reply.line for reply in replies if reply.unit == 0) == ["2-0\n", "2-1\n"]


def test_a_process_that_ends_in_a_unit_loses_that_unit_only():
    replies = worked_off(["1", "die", "1", "1"], workers=1)
    assert [(reply.unit, reply.line) for reply in replies] == [
        (0, "1-0\n"),
        (1, None),
        (2, "1-0\n"),
        (3, "1-0\n"),
    ]


def test_whoever_stops_reading_ends_the_processes():
    replies = work_off((sys.executable, "-c", ECHO), ["1"] * 50, 2)
    next(replies)
    replies.close()
    assert list(replies) == []


def test_no_units_need_no_process():
    assert list(work_off(("no-such-command",), [], 2)) == []


def test_a_command_that_cannot_run_is_an_error_and_not_silence():
    with pytest.raises(OSError, match="no-such-command"):
        list(work_off(("no-such-command",), ["1"], 2))
