"""Every service in every kind of trouble: what its reply is taken for, and what becomes of the question."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.form_filling import reply
from tests.providers.servers import Answer, Body, Fault, Service
from tests.providers.speaking import MADE, speak
from tests.providers.test_language_models import PROMPT, model, says
from tests.providers.test_models_in_a_library import CALLS, asked

every_model = pytest.mark.parametrize("name", MADE)
TOOL = {"name": "search", "arguments": '{"query": "fee"}'}


def changed(change: Callable[[Body], None]) -> Fault:
    """The right answer with a change to its body."""

    def fault(right: Answer) -> Answer:
        body = json.loads(right.content)
        change(body)
        return replace(right, content=json.dumps(body).encode())

    return fault


def calls_a_tool(name: str) -> Fault:
    """The model calls a tool that nobody offered, instead of replying."""
    call = {"type": "function_call", "id": "fc_1", "call_id": "c_1", "status": "completed", **TOOL}
    asked = {"id": "c_1", "type": "function", "function": TOOL}
    message = {"role": "assistant", "content": None, "tool_calls": [asked]}
    used = {"type": "tool_use", "id": "t_1", "name": "search", "input": {"query": "fee"}}
    part = {"functionCall": {"name": "search", "args": {"query": "fee"}}}
    changes: dict[str, dict[str, Any]] = {
        "anthropic": {"content": [used], "stop_reason": "tool_use"},
        "openai": {"output": [call]},
        "gemini": {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}]},
        "served": {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]},
    }
    return changed(lambda body: body.update(changes[name]))


def filtered(name: str) -> Fault:
    """What the model says is cut off by the service's own filter, in the middle and without a word of it."""
    half = reply()[:60]
    candidate = {
        "content": {"role": "model", "parts": [{"text": half}]},
        "finishReason": "PROHIBITED_CONTENT",
    }
    message = {"role": "assistant", "content": half}
    changes: dict[str, dict[str, Any]] = {
        "anthropic": {"content": [{"type": "text", "text": half}], "stop_reason": "refusal"},
        "openai": {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}},
        "gemini": {"candidates": [candidate]},
        "served": {"choices": [{"index": 0, "message": message, "finish_reason": "content_filter"}]},
    }
    return changed(lambda body: body.update(changes[name]))


def silent(name: str) -> Fault:
    """A reply without a word in it."""
    message = {"role": "assistant", "content": ""}
    changes: dict[str, dict[str, Any]] = {
        "anthropic": {"content": []},
        "openai": {"output": []},
        "gemini": {"candidates": [{"finishReason": "STOP"}]},
        "served": {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]},
    }
    return changed(lambda body: body.update(changes[name]))


SLOW: Fault = lambda right: replace(right, content=right.content + b" " * 4_000, seconds_per_byte=0.002)  # noqa: E731
BUSY = says(429, {"error": {"message": "slow down"}}, Retry_After="0")
BROKEN = says(500, {"error": {"message": "internal fault"}})
NO_JSON = says(200, b'{"choices": [{"mess', Content_Type="application/json")
TROUBLES: dict[str, tuple[Callable[[str], Fault], str]] = {
    "calls a tool nobody offered": (calls_a_tool, "UnreadableReply"),
    "is silent": (silent, "UnreadableReply"),
    "is filtered": (filtered, "RefusedByModel"),
    "is asked too often": (lambda name: BUSY, "ProviderError"),
    "is out of order": (lambda name: BROKEN, "ProviderError"),
    "breaks its JSON": (lambda name: NO_JSON, "ProviderError"),
    "trickles": (lambda name: SLOW, "ProviderError"),
}


@every_model
@pytest.mark.parametrize("trouble", TROUBLES)
def test_trouble_that_stays_is_a_failure_with_its_own_reason_and_never_silence(
    service: Service, name: str, trouble: str, tmp_path: Path
):
    speak(service, text=reply())
    fault, error_class = TROUBLES[trouble]
    service.always(fault(name))

    answer, decisions = asked(service, name, tmp_path, calls={**CALLS, "timeout_seconds": 0.4})

    assert (answer.outcome, answer.exit_code, answer.items) == ("failed", 4, [])
    assert answer.error
    assert answer.error.error_class == error_class
    assert answer.error.hint
    assert any(decision.startswith("failed: ") for decision in decisions)


@every_model
@pytest.mark.parametrize("trouble", [each for each in TROUBLES if each != "is filtered"])
def test_trouble_that_passes_leaves_the_answer_as_it_would_have_been(
    service: Service, name: str, trouble: str, tmp_path: Path
):
    speak(service, text=reply())
    fault, _ = TROUBLES[trouble]
    service.faults = [fault(name)]

    answer, _ = asked(service, name, tmp_path, calls={**CALLS, "timeout_seconds": 2.0})

    # An envelope that is no JSON is not asked for again: another kind of service may answer there.
    assert answer.outcome == ("failed" if trouble == "breaks its JSON" else "answered")


@every_model
def test_tool_that_nobody_offered_is_no_reply(service: Service, name: str):
    speak(service)
    service.always(calls_a_tool(name))

    said = model(service, name).complete(PROMPT)

    assert (said.text, said.stopped) == ("", "end")


@every_model
def test_filter_of_a_service_is_a_refusal_and_no_truncation(service: Service, name: str):
    speak(service, text=reply()[:60])
    service.always(filtered(name))

    said = model(service, name).complete(PROMPT)

    assert said.stopped == "refusal"
    assert said.text


@pytest.mark.parametrize("reason", ["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"])
def test_every_reason_of_gemini_to_stop_is_a_refusal(service: Service, reason: str):
    speak(service)
    service.always(changed(lambda body: body.update(candidates=[{"finishReason": reason}])))

    said = model(service, "gemini").complete(PROMPT)

    assert (said.stopped, said.text) == ("refusal", reason)


@pytest.mark.parametrize(("stop", "stopped"), [("max_tokens", "length"), ("refusal", "refusal")])
def test_tool_of_ours_that_is_called_by_half_is_no_reply(service: Service, stop: str, stopped: str):
    speak(service, text=reply())
    half = {"type": "tool_use", "id": "t_1", "name": "reply", "input": {"items": []}}
    service.always(changed(lambda body: body.update(content=[half], stop_reason=stop)))

    assert model(service, "anthropic").complete(replace(PROMPT, rung="tool")).stopped == stopped


def test_other_tool_than_ours_is_not_taken_for_the_reply(service: Service):
    speak(service)
    service.always(calls_a_tool("anthropic"))

    said = model(service, "anthropic").complete(replace(PROMPT, rung="tool"))

    assert (said.text, said.ignored) == ("", "the tool was not called")


def test_failure_of_openai_in_an_answer_that_arrived_is_outlived_where_it_passes(
    service: Service, tmp_path: Path
):
    speak(service, text=reply())
    failed = {"status": "failed", "output": [], "error": {"code": "server_error", "message": "overloaded"}}
    service.faults = [changed(lambda body: body.update(failed))]
    assert asked(service, "openai", tmp_path)[0].outcome == "answered"

    service.always(changed(lambda body: body.update(failed)))
    answer, _ = asked(service, "openai", tmp_path)

    assert (answer.outcome, answer.exit_code) == ("failed", 4)
    assert answer.error
    assert "overloaded" in answer.error.message
