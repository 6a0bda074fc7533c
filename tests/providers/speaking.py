"""Language models behind the four wire formats: they say what they are told to, and fail as told to."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from pincite.protocols import LanguageModel
from pincite.providers.anthropic import AnthropicModel
from pincite.providers.faults import Calls
from pincite.providers.gemini import GeminiModel
from pincite.providers.openai import OpenAiModel
from pincite.providers.served_model import ServedModel
from tests.providers.parts import required
from tests.providers.servers import KEY, Answer, Body, Service

for module in ("anthropic", "openai", "google.genai"):
    required(module, "pip install 'pincite[anthropic,openai,gemini]'")

QUICK = Calls(timeout_seconds=10, first_wait_seconds=0.01, attempts=3)
VARIABLES = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OWN_API_KEY")
PROSE = "The monthly fee is EUR 4,500.00, as line 3 says."
MADE: dict[str, Callable[[str], LanguageModel]] = {
    "anthropic": lambda url: AnthropicModel("m", f"{url}/anthropic", calls=QUICK),
    "openai": lambda url: OpenAiModel("m", f"{url}/openai/v1", calls=QUICK),
    "gemini": lambda url: GeminiModel("m", f"{url}/gemini", calls=QUICK),
    "served": lambda url: ServedModel(f"{url}/own/v1", "m", "OWN_API_KEY", calls=QUICK),
}


@dataclass
class Speaker:
    """One model. Of the rungs it keeps to those in `keeps`, and declines those in `declines` with a 400.

    Asked which sentences give the answer that it proposed, it chooses those that hold its words.
    """

    text: str = '{"items": []}'
    stop: str = "end"
    keeps: frozenset[str] = frozenset({"structured", "tool", "grammar", "json", "prompt"})
    declines: dict[str, str] = field(default_factory=dict)
    declines_quiet: str = ""
    """What it says to whoever tells it not to think; empty when it takes that."""
    most_lines: int = 10**9
    """Of how many lines it can give a whole reply; about more of them its reply breaks off."""
    models: tuple[str, ...] = ("m",)
    heard: list[tuple[str, Body]] = field(default_factory=list)

    def __call__(self, path: str, body: Body, headers: dict[str, str]) -> Answer:
        if path == "/own/v1/models":
            return _json(
                {"object": "list", "data": [{"id": name, "object": "model"} for name in self.models]}
            )
        wire = path.split("/")[1]
        if wire not in _WIRES:
            return _json({"error": {"message": "nothing is here"}}, 404)
        if wire != "open" and _key(wire, headers) != KEY:
            return _json(_refusal(wire, 401, f"invalid x-api-key: {_key(wire, headers)}"), 401)
        return self._answer(_WIRES[wire], path, body)

    def _answer(self, wire: _Wire, path: str, body: Body) -> Answer:
        rung, model = wire.rung(body), wire.model(path, body)
        self.heard.append((rung, body))
        if model not in self.models:
            said = f"The model `{model}` does not exist"
            return _json(_refusal(wire.name, 404, said), 404)
        if self.declines_quiet and wire.is_quiet(body):
            return _json(_refusal(wire.name, 400, self.declines_quiet), 400)
        if rung in self.declines:
            return _json(_refusal(wire.name, 400, self.declines[rung]), 400)
        told = json.dumps(body)
        cut = len(re.findall(r"(?:\\n|\")\d+: ", told)) > self.most_lines
        return _json(wire.said(replace(self, stop="length") if cut else self, rung))


@dataclass(frozen=True)
class _Wire:
    name: str
    rung: Callable[[Body], str]
    model: Callable[[str, Body], str]
    is_quiet: Callable[[Body], bool]
    said: Callable[[Speaker, str], object]


def speak(service: Service, **behaviour: Any) -> Speaker:
    """The service speaks for a model from now on."""
    speaker = Speaker(**behaviour)
    service.right = speaker
    return speaker


def _json(body: object, status: int = 200) -> Answer:
    return Answer(status, json.dumps(body).encode())


def _key(wire: str, headers: dict[str, str]) -> str:
    lower = {name.lower(): value for name, value in headers.items()}
    name = {"gemini": "x-goog-api-key"}.get(wire, "authorization")
    return lower.get(name, "").removeprefix("Bearer ")


def _refusal(wire: str, status: int, said: str) -> object:
    kinds = {400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error"}
    if wire == "anthropic":
        return {"type": "error", "error": {"type": kinds[status], "message": said}, "request_id": "req_1"}
    if wire == "gemini":
        names = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 404: "NOT_FOUND"}
        return {"error": {"code": status, "message": said, "status": names[status]}}
    return {"error": {"message": said, "type": kinds[status], "code": None, "param": None}}


def _words(speaker: Speaker, rung: str) -> str:
    if speaker.stop == "refusal":
        return "I cannot help with that."
    return speaker.text if rung in speaker.keeps else PROSE


def _anthropic(speaker: Speaker, rung: str) -> object:
    words = _words(speaker, rung)
    if rung == "tool" and "tool" in speaker.keeps and speaker.stop == "end":
        content = [{"type": "tool_use", "id": "toolu_1", "name": "reply", "input": json.loads(words)}]
        reason = "tool_use"
    else:
        content = [{"type": "text", "text": words}]
        reason = {"end": "end_turn", "length": "max_tokens", "refusal": "refusal"}[speaker.stop]
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "s"}
    usage = {
        "input_tokens": 80,
        "cache_read_input_tokens": 15,
        "cache_creation_input_tokens": 5,
        "output_tokens": 7,
    }
    return {
        **{"id": "msg_1", "type": "message", "role": "assistant", "model": "m"},
        **{"content": [thought, *content], "stop_reason": reason, "stop_sequence": None, "usage": usage},
    }


def _openai(speaker: Speaker, rung: str) -> object:
    words = _words(speaker, rung)
    part = {"type": "output_text", "text": words, "annotations": []}
    if speaker.stop == "refusal":
        part = {"type": "refusal", "refusal": words}
    cut = speaker.stop == "length"
    message = {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [part],
    }
    usage = {
        **{"input_tokens": 100, "output_tokens": 7, "total_tokens": 107},
        **{"input_tokens_details": {"cached_tokens": 15, "cache_write_tokens": 0}},
        **{"output_tokens_details": {"reasoning_tokens": 0}},
    }
    return {
        **{"id": "resp_1", "object": "response", "created_at": 1, "model": "m", "parallel_tool_calls": False},
        **{"tool_choice": "auto", "tools": [], "error": None, "usage": usage},
        **{"output": [{"type": "reasoning", "id": "rs_1", "summary": []}, message]},
        **{"status": "incomplete" if cut else "completed"},
        **{"incomplete_details": {"reason": "max_output_tokens"} if cut else None},
    }


def _gemini(speaker: Speaker, rung: str) -> object:
    usage = {"promptTokenCount": 100, "cachedContentTokenCount": 15, "candidatesTokenCount": 7}
    if speaker.stop == "refusal":
        return {"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": usage}
    parts = [{"text": "Hm.", "thought": True}, {"text": _words(speaker, rung)}]
    reason = {"end": "STOP", "length": "MAX_TOKENS"}[speaker.stop]
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": reason, "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m", "responseId": "1"}


def _served(speaker: Speaker, rung: str) -> object:
    refused = speaker.stop == "refusal"
    message = {"role": "assistant", "content": None if refused else _words(speaker, rung)}
    if refused:
        message["refusal"] = _words(speaker, rung)
    reason = {"end": "stop", "length": "length", "refusal": "stop"}[speaker.stop]
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}
    return {
        **{"id": "chat_1", "object": "chat.completion", "created": 1, "model": "m"},
        **{"choices": [{"index": 0, "message": message, "finish_reason": reason}]},
        **{"usage": usage | {"prompt_tokens_details": {"cached_tokens": 15}}},
    }


def _rung_of_served(body: Body) -> str:
    kind = body.get("response_format", {}).get("type", "")
    own = "grammar" if "json_schema" in body else "prompt"
    return {"json_schema": "structured", "json_object": "json"}.get(kind, own)


def _rung_of_openai(body: Body) -> str:
    kind = body.get("text", {}).get("format", {}).get("type", "")
    return {"json_schema": "structured", "json_object": "json"}.get(kind, "prompt")


def _rung_of_gemini(body: Body) -> str:
    config = body.get("generationConfig", {})
    if "responseJsonSchema" in config:
        return "structured"
    return "json" if config.get("responseMimeType") == "application/json" else "prompt"


def _rung_of_anthropic(body: Body) -> str:
    if "output_config" in body:
        return "structured"
    return "tool" if "tools" in body else "prompt"


def _named(path: str, body: Body) -> str:
    return str(body["model"])


_WIRES = {
    "anthropic": _Wire(
        "anthropic",
        _rung_of_anthropic,
        _named,
        lambda body: body.get("thinking") == {"type": "disabled"},
        _anthropic,
    ),
    "openai": _Wire(
        "openai", _rung_of_openai, _named, lambda body: body.get("reasoning") == {"effort": "none"}, _openai
    ),
    "gemini": _Wire(
        "gemini",
        _rung_of_gemini,
        lambda path, body: path.rpartition("/")[2].partition(":")[0],
        lambda body: "thinkingConfig" in body["generationConfig"],
        _gemini,
    ),
    "own": _Wire("own", _rung_of_served, _named, lambda body: "chat_template_kwargs" in body, _served),
}
# A server without a key, such as one's own machine has.
_WIRES["open"] = _WIRES["own"]
