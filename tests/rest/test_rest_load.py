"""Many callers at once: none gets an error, and looking something up does not wait behind questions."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from tests.rest.servers import AGREEMENT, Server

CALLERS, SAMPLE = 50, 10


@pytest.mark.sampled
def test_many_callers_at_once_all_get_their_answer(folder: Path, in_full: bool):
    callers = CALLERS if in_full else SAMPLE
    with Server(folder) as server:
        (folder / "agreement.txt").write_text(AGREEMENT, "utf-8")
        server.client.add(folder / "agreement.txt")
        outcomes: list[str] = []
        together = threading.Barrier(callers + 1)

        def ask(number: int) -> None:
            together.wait()
            answer = server.client.ask(f"What is the monthly fee of contract {number}?", strictness="lenient")
            outcomes.append(answer.outcome)

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(callers)]
        for each in threads:
            each.start()
        together.wait()
        began = time.monotonic()
        assert server.client.health()["status"] == "ok"
        healthy_after = time.monotonic() - began
        for each in threads:
            each.join()
        took = time.monotonic() - began

    assert len(outcomes) == callers
    assert "failed" not in outcomes
    assert healthy_after < max(5.0, took / 2)
