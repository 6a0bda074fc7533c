"""Language models that can be shown a picture, behind any server that speaks OpenAI's Chat Completions."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import BaseModel

from pincite.errors import ProviderError
from pincite.providers.dialects import SERVED, in_dialect
from pincite.providers.endpoint import Endpoint
from pincite.providers.keys import checked_url
from pincite.providers.patience import Calls
from pincite.providers.wording import worded
from pincite.records.completion import Completion, Prompt, Rung, Usage
from pincite.records.picture_prompt import PicturePrompt


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Chat(BaseModel):
    choices: list[_Choice]
    usage: _Usage | None = None


@dataclass(frozen=True, slots=True)
class SeeingModel:
    """A model that takes pictures: of vLLM, llama.cpp, Ollama, or of a service that speaks like them."""

    base_url: str
    model: str = ""
    key_variable: str = ""
    max_tokens: int = 4_096
    rungs: tuple[Rung, ...] = ("structured", "json", "prompt")
    calls: Calls = field(default_factory=lambda: Calls(timeout_seconds=300.0, parallel=1))
    sees: ClassVar[bool] = True

    def __post_init__(self) -> None:
        checked_url(self.base_url)

    @property
    def name(self) -> str:
        return f"{self.base_url}#{self.model}" if self.model else self.base_url

    def complete(self, prompt: Prompt) -> Completion:
        provider = f"The server {self.base_url}"
        endpoint = Endpoint(provider, self.base_url, self.key_variable, self.calls)
        chat = endpoint.post("/chat/completions", self._body(prompt), _Chat)
        if not chat.choices:
            raise ProviderError(f"{provider} answered without a reply.", hint="Try again.", retryable=True)
        return _completion(chat)

    def _body(self, prompt: Prompt) -> dict[str, Any]:
        schema = in_dialect(prompt.schema, SERVED)
        said = worded(prompt, schema)
        turns: list[dict[str, Any]] = [dict(turn) for turn in said.turns()]
        if isinstance(prompt, PicturePrompt):
            turns[0]["content"] = [_shown(prompt.picture), {"type": "text", "text": turns[0]["content"]}]
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": "system", "content": said.system}, *turns],
            "max_tokens": self.max_tokens,
            "temperature": 0.0,
        }
        if prompt.rung == "structured":
            wanted = {"name": "reply", "schema": schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": wanted}
        elif prompt.rung == "json":
            body["response_format"] = {"type": "json_object"}
        return body


def _shown(picture: bytes) -> dict[str, Any]:
    address = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    return {"type": "image_url", "image_url": {"url": address}}


def _completion(chat: _Chat) -> Completion:
    choice, used = chat.choices[0], chat.usage or _Usage()
    usage = Usage(1, used.prompt_tokens or 0, 0, used.completion_tokens or 0)
    if choice.message.refusal or choice.finish_reason == "content_filter":
        return Completion(choice.message.refusal or "its content filter stopped it", "refusal", usage)
    text = choice.message.content or ""
    return Completion(text, "length" if choice.finish_reason == "length" else "end", usage)
