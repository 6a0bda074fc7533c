"""Batches of Anthropic's Message Batches API.

A batch carries no mark of ours but the names of its requests, and those are shown with the results only. So a
batch whose submission was interrupted is looked for among those of the same time and size, and is told once
it has ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ValidationError

from pincite.errors import ProviderError
from pincite.providers.anthropic import AnthropicModel
from pincite.providers.conversing import Prices, in_batch
from pincite.providers.submitting import (
    CLOCKS_DIFFER_SECONDS,
    Rungs,
    Undecided,
    custom_id,
    failed_with,
    number_in,
    refuse_too_many,
    replied,
    sent_once,
)
from pincite.records.completion import BatchProgress, BatchResult, ModelRequest, Prompt, Rung, SubmittedBatch

_NOT_FOUND = 404
# What the kinds of errors in results would be as a status over HTTP.
_STATUSES = {
    "invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
    "not_found_error": 404, "request_too_large": 413, "rate_limit_error": 429, "api_error": 500,
    "timeout_error": 504, "overloaded_error": 529,
}  # fmt: skip


class _Counts(BaseModel):
    processing: int = 0
    succeeded: int = 0
    errored: int = 0
    canceled: int = 0
    expired: int = 0

    @property
    def total(self) -> int:
        return self.processing + self.done

    @property
    def done(self) -> int:
        return self.succeeded + self.errored + self.canceled + self.expired


class _Batch(BaseModel):
    id: str
    processing_status: str
    created_at: datetime
    request_counts: _Counts


class _Error(BaseModel):
    type: str = "api_error"
    message: str = ""


class _Errored(BaseModel):
    error: _Error


class _Result(BaseModel):
    type: Literal["succeeded", "errored", "canceled", "expired"]
    message: Any = None
    error: _Errored | None = None


class _Line(BaseModel):
    custom_id: str
    result: _Result


@dataclass(frozen=True, slots=True)
class AnthropicBatches:
    """Many requests to a model of Anthropic at once."""

    model: AnthropicModel
    # Far below the limits of the service (100,000 and 256 MB), so that results can be read in one piece.
    most_requests: ClassVar[int] = 2_000
    most_bytes: ClassVar[int] = 32_000_000

    @property
    def prices(self) -> Prices | None:
        return self.model.prices

    def request(self, prompt: Prompt, quietly: bool) -> ModelRequest:
        model = self.model
        body = model.body(prompt, quietly)
        return ModelRequest(model.name, model.base_url, body, prompt.rung, model.max_tokens)

    def submit(self, token: str, requests: Sequence[ModelRequest], sending: Callable[[], None]) -> str:
        named = [{"custom_id": custom_id(token, at), "params": each.body} for at, each in enumerate(requests)]
        client = self.model.client()
        sending()
        made = sent_once(
            self.model.line,
            lambda: _read(self.model, client.messages.batches.create(requests=named)),
            self.model.errors(),
        )
        return made.id

    def find(self, batch: SubmittedBatch, known: Collection[str]) -> str | None:
        """The batch that was submitted, None where it was not; `Undecided` while that cannot be told."""
        running = []
        for each in self._recent(batch.sent_at - CLOCKS_DIFFER_SECONDS):
            if each.id in known or each.request_counts.total != batch.requests:
                continue
            if each.processing_status != "ended":
                running.append(each.id)
            elif self._is(each.id, batch.token):
                return each.id
        if running:
            raise Undecided(
                f"A batch of as many requests is running at Anthropic ({', '.join(running)}), and it may be "
                "the one that was being submitted when Pincite was stopped.",
                hint="Run it again when that batch has ended: its results tell. If you know that it is "
                "another one: --submit-again",
                retryable=True,
            )
        return None

    def look(self, id: str) -> BatchProgress:
        client = self.model.client()

        def ask() -> BatchProgress:
            try:
                found = _read(self.model, client.messages.batches.retrieve(id))
            except self.model.errors() as error:
                if getattr(getattr(error, "response", None), "status_code", 0) == _NOT_FOUND:
                    return BatchProgress("gone")
                raise
            counts = found.request_counts
            ended = found.processing_status == "ended"
            return BatchProgress("ended" if ended else "running", counts.done, counts.total)

        return self.model.line.call(ask, self.model.errors())

    def results(self, id: str, token: str, rungs: Mapping[int, Rung]) -> Iterator[BatchResult]:
        """What came of every request, in any order; what is none of ours is among them, too."""
        asked = Rungs(token, rungs)
        for each in self._lines(id):
            rung = asked.of(each.custom_id)
            yield self._of(each, rung) if rung else BatchResult(each.custom_id, "missing")

    def _of(self, each: _Line, rung: Rung) -> BatchResult:
        named, result = each.custom_id, each.result
        if result.type == "expired":
            return BatchResult(named, "expired", error="Anthropic did not get to it within 24 hours.")
        if result.type == "canceled":
            return BatchResult(named, "cancelled", error="The batch was cancelled at Anthropic.")
        if result.type == "errored":
            error = result.error.error if result.error else _Error()
            return failed_with(self.model.line, named, rung, _STATUSES.get(error.type, 500), error.message)
        try:
            said = self.model.read(self.model.line, result.message, rung)
        except ProviderError as error:
            return BatchResult(named, "errored", error=error.message)
        return replied(named, replace(said, usage=in_batch(said.usage, self.prices)))

    def _recent(self, since: float) -> list[_Batch]:
        """The newest first, back to a time."""
        client = self.model.client()

        def ask() -> list[_Batch]:
            found = []
            for listed in client.messages.batches.list(limit=100):
                each = _read(self.model, listed)
                if each.created_at.timestamp() < since:
                    break
                found.append(each)
                refuse_too_many(found)
            return found

        return self.model.line.call(ask, self.model.errors())

    def _is(self, id: str, token: str) -> bool:
        return any(number_in(each.custom_id, token) is not None for each in self._lines(id))

    def _lines(self, id: str) -> list[_Line]:
        """All results of a batch, from the address that they always have: no other is told our key."""
        import httpx2

        client = self.model.client()

        def ask() -> list[_Line]:
            said = client.get(f"/v1/messages/batches/{id}/results", cast_to=httpx2.Response)
            return [_Line.model_validate(json.loads(line)) for line in said.text.split("\n") if line.strip()]

        return self.model.line.call(ask, self.model.errors())


def _read(model: AnthropicModel, given: object) -> _Batch:
    try:
        return _Batch.model_validate(given, from_attributes=True)
    except ValidationError as error:
        raise model.line.not_understood(error.errors()[0]["msg"]) from None
