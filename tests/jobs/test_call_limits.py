"""Calls to a provider: never more at once than allowed, whoever makes them, and none lost with a process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

import pytest
from call_process import CALLS, LEASE_SECONDS, MOST
from tests.places import opened

import pincite
from pincite.generate.model import FromModel
from pincite.jobs.call_limits import CallLimits, CallTurns, LimitedModel, limited
from pincite.records.completion import Completion, Prompt, Rung, Usage

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@dataclass(frozen=True)
class Model:
    """A language model of which only the key matters."""

    key_variable: str = "SOME_API_KEY"
    provider: str = "some"
    name: str = "some/model"
    rungs: Sequence[Rung] = ("prompt",)

    def complete(self, prompt: Prompt) -> Completion:
        return Completion("said", "end", Usage(calls=1))


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    in_folder = request.param == "sqlite"
    place = str(tmp_path / "library") if in_folder else str(request.getfixturevalue("postgres_url"))
    opened(place).close()
    return place


def started(place: str, log: Path, seconds: float) -> subprocess.Popen[bytes]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), str(HERE)])
    command = [sys.executable, str(HERE / "call_process.py"), place, str(log), str(seconds)]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path})


def test_processes_together_make_no_more_calls_at_once_than_allowed(place: str, tmp_path: Path):
    log = tmp_path / "log"
    processes = [started(place, log, 0.03) for _ in range(4)]
    assert [each.wait(timeout=120) for each in processes] == [0] * 4

    at_once = list(accumulate(1 if line == "begin" else -1 for line in log.read_text().split()))
    assert len(at_once) == 2 * CALLS * 4
    assert max(at_once) == MOST
    with opened(place) as store:
        assert store.call_slots().taken("provider key") == []


def test_call_of_a_killed_process_is_free_after_its_lease(place: str, tmp_path: Path):
    log = tmp_path / "log"
    killed = [started(place, log, 600) for _ in range(MOST)]
    give_up = time.monotonic() + 60
    while (not log.exists() or log.read_text().count("begin") < MOST) and time.monotonic() < give_up:
        time.sleep(0.05)
    for each in killed:
        each.kill()
        each.wait()
    began = time.monotonic()
    with opened(place) as store:
        turns = CallTurns(store.call_slots(), "provider key", MOST, LEASE_SECONDS)
        with turns.one():
            waited = time.monotonic() - began
        assert LEASE_SECONDS <= waited < 20
        assert store.call_slots().taken("provider key") == []


def test_long_call_keeps_its_turn(place: str):
    with opened(place) as store:
        turns = CallTurns(store.call_slots(), "k", 1, lease_seconds=0.3)
        with turns.one():
            time.sleep(0.5)
            (slot,) = store.call_slots().taken("k")
            assert slot.beat > 0
            store.call_slots().lapse(replace(slot, beat=slot.beat - 1))
            assert store.call_slots().taken("k") != []


def test_each_key_of_a_provider_has_its_own_limit(place: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_API_KEY", "one")
    monkeypatch.setenv("OTHER_API_KEY", "two")
    monkeypatch.setenv("SAME_API_KEY", "one")
    with opened(place) as store:
        limits = CallLimits(store.call_slots(), {"some": 3})
        keys = [
            limits.through(Model(variable)) for variable in ("SOME_API_KEY", "OTHER_API_KEY", "SAME_API_KEY")
        ]
        first, other, same = (each.turns.key for each in keys if isinstance(each, LimitedModel))

    assert first == same != other
    assert "one" not in first


def test_model_without_a_limit_is_called_as_it_is(place: str):
    with opened(place) as store:
        model = Model()
        assert CallLimits(store.call_slots(), {"other": 1}).through(model) is model
        assert limited(store.call_slots, {}, None) is None


def test_model_with_a_limit_says_the_same(place: str):
    with opened(place) as store:
        model = CallLimits(store.call_slots(), {"some": 1}).through(Model())
        assert (model.name, model.rungs) == ("some/model", ("prompt",))
        assert model.complete(Prompt("", "", "", {})).text == "said"


def test_language_models_of_a_library_wait_for_their_turn(tmp_path: Path):
    settings = {"language_model": "http://127.0.0.1:9#model", "model_calls_at_once": {"served": 1}}
    with pincite.open(tmp_path / "library", settings=settings) as library:
        generator = library.pipeline().generator
        assert isinstance(generator, FromModel)
        assert isinstance(generator.model, LimitedModel)
