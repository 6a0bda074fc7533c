"""Language models of OpenAI, by its Responses API."""

from __future__ import annotations

import functools
import hashlib
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import BaseModel, ValidationError

from pincite.errors import MissingExtra, ProviderError
from pincite.providers.conversing import UNUSABLE, Line, Prices, http_client, priced
from pincite.providers.faults import Calls, checked_url
from pincite.providers.wording import OPENAI, address_of, in_dialect, worded
from pincite.records.completion import Completion, Prompt, Rung, Usage

_URL = "https://api.openai.com/v1"


class _Part(BaseModel):
    type: str
    text: str | None = None
    refusal: str | None = None


class _Output(BaseModel):
    type: str
    content: list[_Part] | None = None


class _Reason(BaseModel):
    reason: str | None = None


class _Failure(BaseModel):
    message: str | None = None


class _Details(BaseModel):
    cached_tokens: int | None = None


class _Usage(BaseModel):
    input_tokens: int = 0
    output_tokens: int = 0
    input_tokens_details: _Details | None = None


class _Response(BaseModel):
    status: str | None = None
    output: list[_Output]
    incomplete_details: _Reason | None = None
    error: _Failure | None = None
    usage: _Usage | None = None


@dataclass(frozen=True, slots=True)
class OpenAiModel:
    """A model of OpenAI by its name: a strict JSON schema first, then the mode that writes any JSON."""

    model: str
    base_url: str = _URL
    key_variable: str = "OPENAI_API_KEY"
    max_tokens: int = 8_192
    """How long a reply may be, with what the model thinks before it."""
    thinking: bool = False
    """Whether it may think before it replies; it points at lines, which seldom takes any."""
    rungs: tuple[Rung, ...] = ("structured", "json", "prompt")
    prices: Prices | None = None
    sees: bool = True
    """Whether it may be shown pictures."""
    batches: bool = True
    """Whether tables may be asked by its Batch API."""
    calls: Calls = field(default_factory=lambda: Calls(timeout_seconds=120.0))
    provider: ClassVar[str] = "openai"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    @property
    def name(self) -> str:
        return f"{self.provider}/{self.model}"

    def complete(self, prompt: Prompt) -> Completion:
        line, client = self.line, self.client()

        def send(quietly: bool) -> Completion:
            return self.read(line, client.responses.create(**self.body(prompt, quietly)))

        return line.converse(prompt.rung, send, errors())

    @property
    def line(self) -> Line:
        return Line("OpenAI", self.base_url, self.model, self.key_variable, self.calls)

    def check_ready(self) -> None:
        self.client()

    def client(self) -> Any:
        """The SDK's client."""
        return client_of(self.base_url, self.line.key(), self.calls.timeout_seconds)

    def body(self, prompt: Prompt, quietly: bool) -> dict[str, Any]:
        """All that is sent for a prompt; `quietly` keeps the model from thinking first."""
        schema = in_dialect(prompt.schema, OPENAI)
        said = worded(prompt, schema)
        body: dict[str, Any] = {
            "model": self.model,
            "instructions": said.system,
            "input": said.turns(_beside),
            "max_output_tokens": self.max_tokens,
            # The document is the user's: nothing of it is to be kept there.
            "store": False,
            # Sends what starts alike to where it was read before.
            "prompt_cache_key": f"pincite-{hashlib.sha256(said.system.encode()).hexdigest()[:16]}",
        }
        if prompt.rung == "structured":
            wanted = {"type": "json_schema", "name": "reply", "schema": schema, "strict": True}
            body["text"] = {"format": wanted}
        elif prompt.rung == "json":
            body["text"] = {"format": {"type": "json_object"}}
        if quietly and not self.thinking:
            body["reasoning"] = {"effort": "none"}
        return body

    def read(self, line: Line, reply: object) -> Completion:
        """What a reply says, as the service gives it."""
        try:
            response = _Response.model_validate(reply, from_attributes=True)
        except ValidationError as error:
            raise line.not_understood(error.errors()[0]["msg"]) from None
        if response.status == "failed":
            said = (response.error and response.error.message) or "no reason given"
            raise ProviderError(f"OpenAI failed to answer: {said}", hint="Try again later.", retryable=True)
        usage = priced(_used(response.usage), self.prices)
        parts = [part for each in response.output for part in each.content or () if each.type == "message"]
        if refusals := [part.refusal for part in parts if part.refusal]:
            return Completion(" ".join(refusals), "refusal", usage)
        text = "".join(part.text or "" for part in parts if part.type == "output_text")
        reason = response.incomplete_details.reason if response.incomplete_details else None
        if reason == "content_filter":
            return Completion(text or "its content filter stopped it", "refusal", usage)
        return Completion(text, "length" if response.status == "incomplete" else "end", usage)


def _beside(words: str, picture: bytes) -> list[dict[str, Any]]:
    # In full: small print is what it is shown for.
    shown = {"type": "input_image", "image_url": address_of(picture), "detail": "high"}
    return [shown, {"type": "input_text", "text": words}]


@functools.cache
def client_of(base_url: str, key: str, timeout_seconds: float) -> Any:
    """The SDK's client of one address, which is OpenAI's or that of a server that speaks the same."""
    return sdk().OpenAI(
        # The SDK wants one even where the server does not.
        api_key=key or "none",
        base_url=base_url,
        max_retries=0,
        timeout=timeout_seconds,
        http_client=http_client(timeout_seconds),
    )


def sdk() -> Any:
    try:
        import openai
    except ImportError as error:
        needed_for = "A model of OpenAI or of a compatible server"
        raise MissingExtra("openai", extra="openai", needed_for=needed_for) from error
    return openai


def errors() -> tuple[type[Exception], ...]:
    """What the SDK raises."""
    return (sdk().OpenAIError, *UNUSABLE)


def _used(usage: _Usage | None) -> Usage:
    if usage is None:
        return Usage(calls=1)
    details = usage.input_tokens_details
    cached = (details.cached_tokens or 0) if details else 0
    return Usage(1, usage.input_tokens, cached, usage.output_tokens)
