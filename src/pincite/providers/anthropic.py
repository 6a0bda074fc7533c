"""Language models of Anthropic."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import BaseModel, ValidationError

from pincite.errors import MissingExtra
from pincite.providers.conversing import UNUSABLE, Line, Prices, http_client, priced
from pincite.providers.faults import Calls, checked_url
from pincite.providers.wording import ANTHROPIC, base64_of, in_dialect, worded
from pincite.records.completion import Completion, Prompt, Rung, Usage

_URL = "https://api.anthropic.com"
_TOOL = "reply"
_STOPPED = {"max_tokens": "length", "model_context_window_exceeded": "length", "refusal": "refusal"}
_CACHED = {"type": "ephemeral"}


class _Block(BaseModel):
    type: str
    text: str | None = None
    name: str | None = None
    input: Any = None


class _Usage(BaseModel):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None


class _Message(BaseModel):
    content: list[_Block]
    stop_reason: str | None = None
    usage: _Usage | None = None


@dataclass(frozen=True, slots=True)
class AnthropicModel:
    """A model of Anthropic by its name: structured output first, then a tool that it must call."""

    model: str
    base_url: str = _URL
    key_variable: str = "ANTHROPIC_API_KEY"
    max_tokens: int = 8_192
    """How long a reply may be."""
    thinking: bool = False
    """Whether it may think before it replies; it points at lines, which seldom takes any."""
    rungs: tuple[Rung, ...] = ("structured", "tool", "prompt")
    prices: Prices | None = None
    sees: bool = True
    """Whether it may be shown pictures."""
    batches: bool = True
    """Whether tables may be asked by its Message Batches API."""
    calls: Calls = field(default_factory=lambda: Calls(timeout_seconds=120.0))
    provider: ClassVar[str] = "anthropic"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    @property
    def name(self) -> str:
        return f"{self.provider}/{self.model}"

    def complete(self, prompt: Prompt) -> Completion:
        line, client = self.line, self.client()

        def send(quietly: bool) -> Completion:
            return self.read(line, client.messages.create(**self.body(prompt, quietly)), prompt.rung)

        return line.converse(prompt.rung, send, self.errors())

    @property
    def line(self) -> Line:
        return Line("Anthropic", self.base_url, self.model, self.key_variable, self.calls)

    def check_ready(self) -> None:
        self.client()

    def client(self) -> Any:
        """The SDK's client."""
        return _client(self.base_url, self.line.key(), self.calls.timeout_seconds)

    @staticmethod
    def errors() -> tuple[type[Exception], ...]:
        """What the SDK raises."""
        return (_sdk().AnthropicError, *UNUSABLE)

    def body(self, prompt: Prompt, quietly: bool) -> dict[str, Any]:
        """All that is sent for a prompt; `quietly` keeps the model from thinking first."""
        schema = in_dialect(prompt.schema, ANTHROPIC)
        said = worded(prompt, schema)
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": self.max_tokens,
            # What stands up to here is the same for every question of a type.
            "system": [{"type": "text", "text": said.system, "cache_control": _CACHED}],
            "messages": said.turns(_beside),
        }
        if prompt.rung == "structured":
            body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
        elif prompt.rung == "tool":
            described = "Gives the reply to the question."
            tool = {"name": _TOOL, "description": described, "input_schema": schema}
            body["tools"] = [tool | {"cache_control": _CACHED}]
            body["tool_choice"] = {"type": "tool", "name": _TOOL}
        if quietly and not self.thinking:
            body["thinking"] = {"type": "disabled"}
        return body

    def read(self, line: Line, reply: object, rung: Rung) -> Completion:
        """What a reply says, as the service gives it."""
        try:
            message = _Message.model_validate(reply, from_attributes=True)
        except ValidationError as error:
            raise line.not_understood(error.errors()[0]["msg"]) from None
        called = [block for block in message.content if block.type == "tool_use" and block.name == _TOOL]
        texts = [block.text or "" for block in message.content if block.type == "text"]
        text = json.dumps(called[0].input) if called else "".join(texts)
        stopped = _STOPPED.get(message.stop_reason or "", "end")
        ignored = "the tool was not called" if rung == "tool" and not called else ""
        return Completion(text, stopped, priced(_used(message.usage), self.prices), ignored)  # type: ignore[arg-type]  # of the table above


def _beside(words: str, picture: bytes) -> list[dict[str, Any]]:
    source = {"type": "base64", "media_type": "image/png", "data": base64_of(picture)}
    return [{"type": "image", "source": source}, {"type": "text", "text": words}]


def _used(usage: _Usage | None) -> Usage:
    if usage is None:
        return Usage(calls=1)
    cached, written = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
    whole = (usage.input_tokens or 0) + cached + written
    return Usage(1, whole, cached, usage.output_tokens or 0)


@functools.cache
def _client(base_url: str, key: str, timeout_seconds: float) -> Any:
    return _sdk().Anthropic(
        api_key=key,
        base_url=base_url,
        max_retries=0,
        timeout=timeout_seconds,
        http_client=http_client(timeout_seconds),
    )


def _sdk() -> Any:
    try:
        import anthropic
    except ImportError as error:
        raise MissingExtra("anthropic", extra="anthropic", needed_for="A model of Anthropic") from error
    return anthropic
