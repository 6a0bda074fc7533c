"""Telemetry: off and not even loaded unless its variables ask for it; calls of models are spans."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.collectors import collecting
from tests.factories import write
from tests.form_filling import reply
from tests.scripted import Fault, Scripted

import pincite
from pincite import telemetry
from pincite.telemetry import is_asked_for

FEE = "What is the monthly fee?"
ENDPOINT = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}


@pytest.fixture
def collector(monkeypatch):
    with collecting() as made:
        for name, value in made.environment().items():
            monkeypatch.setenv(name, value)
        _anew()
        yield made
        provider = telemetry._provider()
        assert provider is not None
        provider.shutdown()
        monkeypatch.undo()
        _anew()


def _anew() -> None:
    telemetry._provider.cache_clear()


@pytest.mark.parametrize(
    ("environment", "asked_for"),
    [
        ({}, False),
        (ENDPOINT, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318/v1/traces"}, True),
        ({**ENDPOINT, "OTEL_SDK_DISABLED": "true"}, False),
        ({**ENDPOINT, "OTEL_TRACES_EXPORTER": "none"}, False),
        ({"OTEL_SERVICE_NAME": "pincite"}, False),
    ],
)
def test_standard_variables_say_whether_there_are_traces(environment, asked_for):
    assert is_asked_for(environment) == asked_for


def test_nothing_of_it_is_loaded_where_no_variable_asks_for_it(tmp_path):
    code = (
        "import sys, pincite, pincite.telemetry as t\n"
        "with t.span('x', run='1') as told: told.note(a=1)\n"
        "assert t.trace_ids() == {}\n"
        "print([m for m in sys.modules if m.startswith(('opentelemetry', 'google.protobuf', 'requests'))])"
    )
    without = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=without | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


def test_call_of_a_model_is_a_span_of_its_run_without_what_was_said(collector, tmp_path):
    answer = _asked(tmp_path, Scripted((reply(),)))
    telemetry.flush(10)

    calls = collector.named("model call")
    assert calls
    assert {each.attributes["gen_ai.request.model"] for each in calls} == {"scripted"}
    assert {each.attributes["pincite.run"] for each in calls} == {answer.run}
    assert b"EUR" not in b"".join(collector.bodies)


def test_failure_is_told_by_its_class_and_not_by_its_words(collector, tmp_path):
    answer = _asked(tmp_path, Scripted((Fault.TIMEOUT,)))
    telemetry.flush(10)

    (ask,) = collector.named("ask")
    assert answer.outcome == "failed"
    assert ask.failed
    assert ask.attributes["error.type"] == "ProviderError"
    assert any(each.failed for each in collector.named("model call"))
    assert b"did not answer" not in b"".join(collector.bodies)


def _asked(tmp_path, model):
    options = {"name": "language_model", "options": {"model": model}}
    with pincite.open(tmp_path / "library", settings={"isolated": False, "generator": options}) as library:
        library.add(write(tmp_path))
        return library.ask(FEE)
