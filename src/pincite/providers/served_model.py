"""Language models behind any server that speaks OpenAI's Chat Completions: vLLM, llama.cpp, Ollama."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import urlsplit

from pydantic import BaseModel, ValidationError

from pincite.errors import ProviderError
from pincite.providers.conversing import Line, Prices, priced
from pincite.providers.faults import Calls, checked_url
from pincite.providers.openai import client_of, errors
from pincite.providers.wording import SERVED, address_of, bounded, in_dialect, spelled, worded
from pincite.records.completion import Completion, Prompt, Rung, Usage

_MOST_NAMED = 8
_HELD = frozenset({"structured", "grammar"})


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Details(BaseModel):
    cached_tokens: int | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _Details | None = None


class _Chat(BaseModel):
    choices: list[_Choice]
    usage: _Usage | None = None


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model of a server of the user's own. It is called without a key unless `key_variable` names one."""

    base_url: str
    model: str = ""
    """Its name on the server; may be left out where the server has one only."""
    key_variable: str = ""
    max_tokens: int = 4_096
    """How long a reply may be."""
    temperature: float = 0.0
    longest_list: int | None = None
    longest_text: int | None = None
    """How many items and characters a list and a text of the reply may have, for a small model that would
    not end by itself; None where it may have any."""
    thinking: bool = False
    """Whether it may think before it replies; it points at lines, which seldom takes any."""
    rungs: tuple[Rung, ...] = ("structured", "grammar", "prompt")
    prices: Prices | None = None
    sees: bool = False
    """Whether it can be shown pictures. A server may leave one out without a word, so it has to be said."""
    batches: bool = False
    """Whether the server has OpenAI's Batch API, by which tables may be asked; few have."""
    calls: Calls = field(default_factory=lambda: Calls(timeout_seconds=300.0, parallel=2))
    provider: ClassVar[str] = "served"

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    @property
    def name(self) -> str:
        return f"{self.base_url}#{self.model}" if self.model else self.base_url

    def complete(self, prompt: Prompt) -> Completion:
        line, client = self.line, self.client()
        body = self._body(prompt)
        model = self.model

        def send(quietly: bool) -> Completion:
            nonlocal model
            model = model or _only_model(line, client)
            extra = body["extra_body"] | (_QUIET if quietly and not self.thinking else {})
            said = client.chat.completions.create(**{**body, "model": model, "extra_body": extra})
            return self.read(line, said)

        return line.converse(prompt.rung, send, errors())

    @property
    def line(self) -> Line:
        return Line(f"The server {self.address}", self.address, self.model, self.key_variable, self.calls)

    def check_ready(self) -> None:
        self.client()

    def client(self) -> Any:
        """The SDK's client."""
        return client_of(self.address, self.line.key(), self.calls.timeout_seconds)

    def body(self, prompt: Prompt, quietly: bool) -> dict[str, Any]:
        """All that goes over the line for a prompt; `quietly` keeps the model from thinking first."""
        body = self._body(prompt)
        extra = body.pop("extra_body") | (_QUIET if quietly and not self.thinking else {})
        return {"model": self.model, **body, **extra}

    @property
    def address(self) -> str:
        url = checked_url(self.base_url)
        return url if urlsplit(url).path else f"{url}/v1"

    def form(self, prompt: Prompt) -> dict[str, Any]:
        """The schema of the reply as the server is given it: in words it says less, for they take room."""
        schema = spelled(prompt.schema) if prompt.rung in _HELD else prompt.schema
        return bounded(in_dialect(schema, SERVED), self.longest_list, self.longest_text)

    def _body(self, prompt: Prompt) -> dict[str, Any]:
        schema = self.form(prompt)
        said = worded(prompt, schema)
        body: dict[str, Any] = {
            "messages": [{"role": "system", "content": said.system}, *said.turns(_beside)],
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
            "seed": 0,
            "extra_body": {},
        }
        if prompt.rung == "structured":
            wanted = {"name": "reply", "schema": schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": wanted}
        elif prompt.rung == "grammar":
            # Each server knows one of these names: vLLM of today, vLLM before 0.12, llama.cpp.
            names = {"structured_outputs": {"json": schema}, "guided_json": schema, "json_schema": schema}
            body["extra_body"] = names
        elif prompt.rung == "json":
            body["response_format"] = {"type": "json_object"}
        return body

    def read(self, line: Line, reply: object) -> Completion:
        """What a reply says, as the server gives it."""
        try:
            chat = _Chat.model_validate(reply, from_attributes=True)
        except ValidationError as error:
            raise line.not_understood(error.errors()[0]["msg"]) from None
        if not chat.choices:
            raise line.not_understood("no choices")
        usage = priced(_used(chat.usage), self.prices)
        choice = chat.choices[0]
        text = choice.message.content or ""
        if choice.message.refusal or choice.finish_reason == "content_filter":
            return Completion(
                choice.message.refusal or text or "its content filter stopped it", "refusal", usage
            )
        return Completion(text, "length" if choice.finish_reason == "length" else "end", usage)


# How vLLM and llama.cpp, and Ollama, are told that a model is not to think; others look past it.
_QUIET = {"chat_template_kwargs": {"enable_thinking": False}, "think": False}


def _only_model(line: Line, client: Any) -> str:
    """The name of the server's one model; which of several is meant, the user has to say."""
    names = [str(model.id) for model in client.models.list().data or ()]
    if len(names) == 1:
        return names[0]
    if not names:
        raise ProviderError(f"{line.provider} has no model.", hint="Load one, or check the address.")
    raise ProviderError(
        f"{line.provider} has several models: {', '.join(names[:_MOST_NAMED])}.",
        hint=f"Say which: --model '{line.place.removesuffix('/v1')}#{names[0]}'",
    )


def _beside(words: str, picture: bytes) -> list[dict[str, Any]]:
    shown = {"type": "image_url", "image_url": {"url": address_of(picture)}}
    return [shown, {"type": "text", "text": words}]


def _used(usage: _Usage | None) -> Usage:
    if usage is None:
        return Usage(calls=1)
    details = usage.prompt_tokens_details
    cached = (details.cached_tokens or 0) if details else 0
    return Usage(1, usage.prompt_tokens or 0, cached, usage.completion_tokens or 0)
