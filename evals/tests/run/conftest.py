"""Questions of a set are asked in this process, except where a test is about the processes themselves."""

from __future__ import annotations

import pytest

from evals.tests.asking_here import ask_here


@pytest.fixture(autouse=True)
def in_this_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the test has the mark `processes`: to start one takes as long as asking twenty questions."""
    if not request.node.get_closest_marker("processes"):
        ask_here(monkeypatch)
