"""Language models of Google, by the Gemini API."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import BaseModel, ValidationError, field_validator

from pincite.errors import MissingExtra
from pincite.providers.conversing import UNUSABLE, Line, Prices, http_client, priced
from pincite.providers.faults import Calls, checked_url
from pincite.providers.wording import GEMINI, Wording, in_dialect, worded
from pincite.records.completion import Completion, Prompt, Rung, Usage

_URL = "https://generativelanguage.googleapis.com"
_VARIABLE = "GEMINI_API_KEY"
_OTHER_VARIABLE = "GOOGLE_API_KEY"
_AT_ITS_LIMIT = frozenset({"MAX_TOKENS", "CONTINUATION"})
_REFUSED = frozenset({"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"})


class _Part(BaseModel):
    text: str | None = None
    thought: bool | None = None


class _Content(BaseModel):
    parts: list[_Part] | None = None


class _Candidate(BaseModel):
    content: _Content | None = None
    finish_reason: str | None = None

    @field_validator("finish_reason", mode="before")
    @classmethod
    def _named(cls, reason: Any) -> Any:
        """The SDK has an enumeration here, with members for the reasons that it knows."""
        return getattr(reason, "value", reason)


class _Feedback(BaseModel):
    block_reason: str | None = None

    @field_validator("block_reason", mode="before")
    @classmethod
    def _named(cls, reason: Any) -> Any:
        return getattr(reason, "value", reason)


class _Usage(BaseModel):
    prompt_token_count: int | None = None
    cached_content_token_count: int | None = None
    candidates_token_count: int | None = None
    thoughts_token_count: int | None = None


class _Response(BaseModel):
    candidates: list[_Candidate] | None = None
    prompt_feedback: _Feedback | None = None
    usage_metadata: _Usage | None = None


@dataclass(frozen=True, slots=True)
class GeminiModel:
    """A model of Google by its name: a response schema first, then the mode that writes any JSON."""

    model: str
    base_url: str = _URL
    key_variable: str = _VARIABLE
    """GOOGLE_API_KEY is looked at, too, where this is not set otherwise."""
    max_tokens: int = 8_192
    """How long a reply may be, with what the model thinks before it."""
    thinking: bool = False
    """Whether it may think before it replies; it points at lines, which seldom takes any."""
    rungs: tuple[Rung, ...] = ("structured", "json", "prompt")
    prices: Prices | None = None
    sees: bool = True
    """Whether it may be shown pictures."""
    calls: Calls = field(default_factory=lambda: Calls(timeout_seconds=120.0))
    provider: ClassVar[str] = "gemini"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    @property
    def name(self) -> str:
        return f"{self.provider}/{self.model}"

    def complete(self, prompt: Prompt) -> Completion:
        line, genai, client = self.line, _sdk(), self.client()
        said = worded(prompt, in_dialect(prompt.schema, GEMINI))
        config = self._config(prompt, said)

        def send(quietly: bool) -> Completion:
            quiet = {"thinking_config": {"thinking_budget": 0}} if quietly and not self.thinking else {}
            reply = client.models.generate_content(
                model=self.model, contents=_contents(said), config={**config, **quiet}
            )
            return self._read(line, reply)

        import httpx2

        errors = (genai.errors.APIError, httpx2.HTTPError, *UNUSABLE)
        return line.converse(prompt.rung, send, errors)

    @property
    def line(self) -> Line:
        return Line("Gemini", self.base_url, self.model, variable_of(self.key_variable), self.calls)

    def check_ready(self) -> None:
        self.client()

    def client(self) -> Any:
        """The SDK's client."""
        return _client(self.base_url, self.line.key(), self.calls.timeout_seconds)

    def _config(self, prompt: Prompt, said: Wording) -> dict[str, Any]:
        config: dict[str, Any] = {
            "system_instruction": said.system,
            "max_output_tokens": self.max_tokens,
            "candidate_count": 1,
        }
        if prompt.rung in ("structured", "json"):
            config["response_mime_type"] = "application/json"
        if prompt.rung == "structured":
            config["response_json_schema"] = in_dialect(prompt.schema, GEMINI)
        return config

    def _read(self, line: Line, reply: object) -> Completion:
        try:
            response = _Response.model_validate(reply, from_attributes=True)
        except ValidationError as error:
            raise line.not_understood(error.errors()[0]["msg"]) from None
        usage = priced(_used(response.usage_metadata), self.prices)
        if response.prompt_feedback and response.prompt_feedback.block_reason:
            return Completion(
                f"the prompt was blocked: {response.prompt_feedback.block_reason}", "refusal", usage
            )
        if not response.candidates:
            raise line.not_understood("no candidates")
        candidate = response.candidates[0]
        parts = (candidate.content.parts if candidate.content else None) or []
        text = "".join(part.text or "" for part in parts if not part.thought)
        reason = candidate.finish_reason or ""
        if reason in _REFUSED:
            return Completion(text or reason, "refusal", usage)
        return Completion(text, "length" if reason in _AT_ITS_LIMIT else "end", usage)


def variable_of(key_variable: str) -> str:
    """Where the key stands: Google's own name for it counts, too."""
    other = key_variable == _VARIABLE and not os.environ.get(_VARIABLE) and os.environ.get(_OTHER_VARIABLE)
    return _OTHER_VARIABLE if other else key_variable


def _contents(said: Wording) -> list[dict[str, Any]]:
    roles = {"user": "user", "assistant": "model"}
    return [{"role": roles[turn["role"]], "parts": _parts(turn["content"])} for turn in said.turns(_beside)]


def _parts(content: Any) -> list[dict[str, Any]]:
    return [{"text": content}] if isinstance(content, str) else content


def _beside(words: str, picture: bytes) -> list[dict[str, Any]]:
    return [{"inline_data": {"mime_type": "image/png", "data": picture}}, {"text": words}]


def _used(usage: _Usage | None) -> Usage:
    if usage is None:
        return Usage(calls=1)
    out = (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0)
    return Usage(1, usage.prompt_token_count or 0, usage.cached_content_token_count or 0, out)


@functools.cache
def _client(base_url: str, key: str, timeout_seconds: float) -> Any:
    options = {
        "base_url": base_url,
        "timeout": round(timeout_seconds * 1000),
        "retry_options": {"attempts": 1},
        "httpx_client": http_client(timeout_seconds),
    }
    return _sdk().Client(api_key=key, vertexai=False, http_options=options)


def _sdk() -> Any:
    try:
        from google import genai
    except ImportError as error:
        raise MissingExtra("google-genai", extra="gemini", needed_for="A model of Google") from error
    return genai
