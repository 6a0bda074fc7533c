"""A library that asks a language model: answers, outages, and what is written down of them."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.answer.answers import Answer
from tests.factories import write
from tests.form_filling import reply
from tests.providers.servers import KEY, Fault, Service
from tests.providers.servers import Answer as Sent
from tests.providers.speaking import MADE, speak

FEE = "What is the monthly fee?"
PLACES = {"anthropic": "/anthropic", "openai": "/openai/v1", "gemini": "/gemini", "served": "/own/v1"}
CALLS = {"first_wait_seconds": 0.01, "attempts": 2, "timeout_seconds": 5}
every_model = pytest.mark.parametrize("name", MADE)


def settings(service: Service, name: str, **options: Any) -> dict[str, Any]:
    own = {"model": "m", "base_url": f"{service.url}{PLACES[name]}", "calls": CALLS}
    if name == "served":
        own["key_variable"] = "OWN_API_KEY"
    return {"language_model": {"name": name, "options": own | options}, "isolated": False}


def asked(service: Service, name: str, folder: Path, **options: Any) -> tuple[Answer, list[str]]:
    with pincite.open(folder / "library", settings=settings(service, name, **options)) as library:
        library.add(write(folder))
        answer = library.ask(FEE)
        return answer, json.loads(library.why(answer.run).trace)["decisions"]


@every_model
def test_question_is_answered_and_the_trace_says_by_which_model_and_how(
    service: Service, name: str, tmp_path: Path
):
    speak(service, text=reply())

    answer, decisions = asked(service, name, tmp_path, prices={"input": "3", "output": "15"})

    assert (answer.outcome, answer.items[0].original) == ("answered", "EUR 4,500.00")
    (told,) = [decision for decision in decisions if "model " in decision and "calls" in decision]
    assert told.startswith("reader: model ")
    assert "form enforced by structured, 1 calls, 100 tokens in (15 of them cached) and 7 out" in told
    assert told.endswith(", cost 0.000405")


@every_model
@pytest.mark.parametrize(
    "around",
    [
        "<think>Line 3 gives the fee. {}</think>\n%s",
        "Sure, here it is:\n```json\n%s\n```\nAnything else?",
        "The reply is %s",
    ],
)
def test_reply_among_other_words_is_read(service: Service, name: str, around: str, tmp_path: Path):
    speak(service, text=around % reply())

    assert asked(service, name, tmp_path, rungs=["prompt"])[0].outcome == "answered"


@every_model
def test_service_that_ignores_the_form_is_noticed_and_asked_by_the_next_rung(
    service: Service, name: str, tmp_path: Path
):
    speaker = speak(service, text=reply(), keeps=frozenset({"prompt"}))

    answer, decisions = asked(service, name, tmp_path)

    assert answer.outcome == "answered"
    rungs = list(MADE[name]("http://h").rungs)
    assert [rung for rung, _ in speaker.heard] == rungs
    noted = [d.removeprefix("reader: ").split(":")[0] for d in decisions if "is not JSON" in d]
    assert noted == [rung for rung in rungs if rung != "prompt"]
    assert any("form enforced by prompt" in decision for decision in decisions)


def test_tool_that_is_ignored_is_noticed_and_recorded(service: Service, tmp_path: Path):
    speak(service, text=reply(), keeps=frozenset({"prompt"}))

    _, decisions = asked(service, "anthropic", tmp_path, rungs=["tool", "prompt"])

    assert any(decision.startswith("reader: tool: the tool was not called: ") for decision in decisions)


@every_model
def test_service_that_offers_no_structured_output_is_asked_by_the_next_rung(
    service: Service, name: str, tmp_path: Path
):
    speak(service, text=reply(), declines={"structured": "structured output is not supported: schema"})

    answer, decisions = asked(service, name, tmp_path)

    assert answer.outcome == "answered"
    assert any(decision.startswith("reader: structured: not offered: ") for decision in decisions)


@every_model
def test_reply_of_another_form_is_mended_once_it_was_told_the_exact_errors(
    service: Service, name: str, tmp_path: Path
):
    wrong = json.loads(reply())
    del wrong["q1"]["items"][0]["value"]["currency"]
    speaker = speak(service, text=json.dumps(wrong))

    answer, _ = asked(service, name, tmp_path, rungs=["prompt"])

    assert answer.outcome == "failed"
    assert answer.error
    assert answer.error.error_class == "UnreadableReply"
    assert len(speaker.heard) == 2
    assert "q1.items.0.value.AmountValue.currency: Field required" in json.dumps(speaker.heard[1][1])


@every_model
def test_reply_that_breaks_off_is_asked_for_again_about_fewer_lines(
    service: Service, name: str, tmp_path: Path
):
    speaker = speak(service, text=reply(), most_lines=1)

    answer, _ = asked(service, name, tmp_path)

    assert answer.outcome == "answered"
    assert len(speaker.heard) > 3


@every_model
@pytest.mark.parametrize(
    ("stop", "error_class"), [("length", "TruncatedReply"), ("refusal", "RefusedByModel")]
)
def test_truncation_that_stays_and_refusal_are_reasons_of_their_own(
    service: Service, name: str, stop: str, error_class: str, tmp_path: Path
):
    speak(service, text=reply()[:90], stop=stop)

    answer, _ = asked(service, name, tmp_path)

    assert (answer.outcome, answer.exit_code, answer.items) == ("failed", 4, [])
    assert answer.error
    assert answer.error.error_class == error_class


def echoes(status: int) -> Fault:
    """A service that repeats the key in all that it says."""
    body = {"error": {"message": f"cannot log in with {KEY}", "type": KEY, "code": KEY}, "key": KEY}
    return lambda right: Sent(status, json.dumps(body).encode(), {"X-Key": KEY, "Retry-After": "0"})


@every_model
@pytest.mark.parametrize("status", [200, 302, 400, 401, 404, 418, 429, 500])
def test_key_is_written_down_nowhere(
    service: Service,
    name: str,
    status: int,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
):
    caplog.set_level(logging.INFO)
    speak(service, text=reply())
    service.always(echoes(status))

    answer, decisions = asked(service, name, tmp_path)

    assert answer.outcome == "failed"
    assert answer.error
    assert answer.exit_code == 4
    printed = capfd.readouterr()
    assert KEY not in answer.to_json() + "".join(decisions) + caplog.text + printed.out + printed.err
    files = [file for file in (tmp_path / "library").rglob("*") if file.is_file()]
    assert files
    assert not any(KEY.encode() in file.read_bytes() for file in files)


@every_model
@pytest.mark.parametrize("status", [200, 401, 500])
def test_key_is_in_no_log_however_much_is_logged(
    service: Service, name: str, status: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    speak(service, text=reply())
    if status != 200:
        service.always(lambda right: Sent(status, b'{"error": {"message": "no"}}', {"Retry-After": "0"}))

    asked(service, name, tmp_path)

    assert "HTTP Request" in caplog.text
    assert KEY not in caplog.text


def command(tmp_path: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    run = [sys.executable, "-m", "pincite.cli.main", "--library", str(tmp_path / "library"), *arguments]
    environment = {"PYTHONPATH": ":".join(sys.path), "HOME": str(tmp_path), "PINCITE_ISOLATED": "false"}
    environment |= variables
    return subprocess.run(run, capture_output=True, text=True, env=environment)


def test_model_is_named_on_the_command_line_by_its_address(service: Service, tmp_path: Path):
    speak(service, text=reply())

    result = command(
        tmp_path, "ask", str(write(tmp_path)), FEE, "--model", f"{service.url}/open/v1#m", "--json"
    )

    assert json.loads(result.stdout)["items"][0]["original"] == "EUR 4,500.00"
    assert result.returncode == 0
    assert service.asked


def test_key_that_is_missing_is_exit_code_4_and_says_what_to_do(tmp_path: Path):
    result = command(
        tmp_path,
        "ask",
        str(write(tmp_path)),
        FEE,
        "--model",
        "anthropic/m",
        "--json",
        PINCITE_LOCAL_MODELS="false",
    )

    said = json.loads(result.stdout)
    assert (result.returncode, said["outcome"]) == (4, "failed")
    assert "ANTHROPIC_API_KEY is not set" in said["error"]["message"]
    assert "export ANTHROPIC_API_KEY" in said["error"]["hint"]


def test_doctor_says_which_models_can_be_asked_and_why_not(tmp_path: Path):
    usable = command(tmp_path, "doctor", "--json", OPENAI_API_KEY=KEY)
    chosen = command(tmp_path, "doctor", "--json", PINCITE_LANGUAGE_MODEL="gemini/m")

    (models,) = [f for f in json.loads(usable.stdout)["findings"] if f["name"] == "providers"]
    assert models["ok"]
    assert "openai (the key is in OPENAI_API_KEY)" in models["detail"]
    assert "anthropic (ANTHROPIC_API_KEY is not set)" in models["detail"]
    assert KEY not in usable.stdout + usable.stderr
    (models,) = [f for f in json.loads(chosen.stdout)["findings"] if f["name"] == "providers"]
    assert (models["ok"], chosen.returncode) == (False, 3)
    assert "GEMINI_API_KEY is not set" in models["detail"]


def test_doctor_says_which_extra_is_missing(monkeypatch: pytest.MonkeyPatch):
    from pincite.providers import usable

    monkeypatch.setattr(usable, "find_spec", lambda module: None)

    found = {service.name: service for service in usable.usable()}
    assert found["gemini"].reason == "the extra 'gemini' is not installed"
    assert found["gemini"].hint.startswith("Run: pip install 'pincite[gemini]'")


@every_model
def test_sdk_that_is_not_installed_is_named_with_its_extra(
    service: Service, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for module in ("anthropic", "openai", "google.genai"):
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delattr("google.genai", raising=False)

    answer, _ = asked(service, name, tmp_path)

    assert answer.error
    assert answer.error.error_class == "MissingExtra"
    assert "pip install 'pincite[" in answer.error.hint
    assert answer.exit_code == 3


@every_model
def test_follow_up_of_a_conversation_is_rewritten_over_every_wire(
    service: Service, name: str, tmp_path: Path
):
    with pincite.open(tmp_path / "library", settings=settings(service, name)) as library:
        library.add(write(tmp_path))
        conversation = library.conversation()
        speak(service, text=reply())
        conversation.ask(FEE)
        rewriting = json.dumps({"whole": False, "question": "When is the monthly fee due?"})
        speaker = speak(service, text=rewriting)

        turn = conversation.ask("and when is that due?")

    assert turn.question == "When is the monthly fee due?"
    assert turn.rewritten_by.endswith("/m") or turn.rewritten_by.endswith("#m")
    told = json.dumps(speaker.heard[0][1])
    assert "1 asked: What is the monthly fee?" in told
    assert "1 answer: EUR 4,500.00" in told
    assert "Customer" not in told
