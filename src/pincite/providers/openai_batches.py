"""Batches of OpenAI's Batch API, and of servers that speak the same.

A batch carries our token as metadata, by which it is found again if its submission was interrupted. A server
that keeps no metadata is handled as one that cannot tell before the batch has ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from pydantic import BaseModel, ValidationError

from pincite.errors import ConfigError, ProviderError
from pincite.providers.conversing import Line, Prices, in_batch
from pincite.providers.faults import redacted
from pincite.providers.openai import OpenAiModel, errors
from pincite.providers.served_model import ServedModel
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
from pincite.records.completion import (
    BatchProgress,
    BatchResult,
    Completion,
    ModelRequest,
    Prompt,
    Rung,
    SubmittedBatch,
)

MARK: Final = "pincite"
_NOT_FOUND = 404
_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
_LATER = frozenset({"token_limit_exceeded", "rate_limit_exceeded", "server_error"})


class _Counts(BaseModel):
    total: int = 0
    completed: int = 0
    failed: int = 0


class _Problem(BaseModel):
    code: str | None = None
    message: str | None = None


class _Problems(BaseModel):
    data: list[_Problem] | None = None


class _Batch(BaseModel):
    id: str
    status: str
    created_at: float = 0.0
    metadata: dict[str, str] | None = None
    request_counts: _Counts | None = None
    output_file_id: str | None = None
    error_file_id: str | None = None
    errors: _Problems | None = None


class _Response(BaseModel):
    status_code: int = 200
    body: Any = None


class _Line(BaseModel):
    custom_id: str
    response: _Response | None = None
    error: _Problem | None = None


@dataclass(frozen=True, slots=True)
class _Batches:
    """The Batch API of one address: what is the same for every model behind it."""

    line: Line
    client: Any
    endpoint: str
    """The path that every request of a batch goes to."""

    def submit(self, token: str, requests: Sequence[ModelRequest], sending: Callable[[], None]) -> str:
        lines = [
            {"custom_id": custom_id(token, at), "method": "POST", "url": self.endpoint, "body": each.body}
            for at, each in enumerate(requests)
        ]
        content = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()

        def upload() -> str:
            named = (f"pincite-{token}.jsonl", content, "application/jsonl")
            return str(self.client.files.create(file=named, purpose="batch").id)

        # A file by itself costs nothing and runs nothing, so it may be sent again.
        file = self.line.call(upload, errors())
        sending()
        made = sent_once(
            self.line,
            lambda: self._read(
                self.client.batches.create(
                    input_file_id=file,
                    endpoint=self.endpoint,
                    completion_window="24h",
                    metadata={MARK: token},
                )
            ),
            errors(),
        )
        return made.id

    def find(self, batch: SubmittedBatch, known: Collection[str]) -> str | None:
        unmarked = []
        for each in self._recent(batch.sent_at - CLOCKS_DIFFER_SECONDS):
            if (each.metadata or {}).get(MARK) == batch.token:
                return each.id
            counted = each.request_counts.total if each.request_counts else 0
            if not each.metadata and each.id not in known and counted in (0, batch.requests):
                unmarked.append(each)
        running = [each.id for each in unmarked if each.status not in _ENDED]
        for each in unmarked:
            if each.status in _ENDED and any(
                number_in(line.custom_id, batch.token) is not None for line in self._lines(each)
            ):
                return each.id
        if running:
            raise Undecided(
                f"{self.line.provider} has a batch without a mark ({', '.join(running)}), and it may be the "
                "one that was being submitted when Pincite was stopped.",
                hint="Run it again when that batch has ended: its results tell. If you know that it is "
                "another one: --submit-again",
                retryable=True,
            )
        return None

    def look(self, id: str) -> BatchProgress:
        found = self._retrieved(id)
        if found is None:
            return BatchProgress("gone")
        counts = found.request_counts or _Counts()
        ended = found.status in _ENDED
        return BatchProgress("ended" if ended else "running", counts.completed + counts.failed, counts.total)

    def results(
        self, id: str, asked: Rungs, read: Callable[[object], Completion], prices: Prices | None
    ) -> Iterator[BatchResult]:
        batch = self._retrieved(id)
        if batch is None:
            return
        if batch.status == "failed":
            yield from self._refused(batch, asked)
            return
        for each in self._lines(batch):
            rung = asked.of(each.custom_id)
            if rung is None:
                yield BatchResult(each.custom_id, "missing")
                continue
            result = self._of(each, rung, read)
            said = result.completion
            priced = replace(said, usage=in_batch(said.usage, prices)) if said and said.usage.calls else said
            yield replace(result, completion=priced)

    def _refused(self, batch: _Batch, asked: Rungs) -> Iterator[BatchResult]:
        """A batch that was never begun: every request of it failed for the same reason."""
        problems = (batch.errors.data if batch.errors else None) or [_Problem()]
        said = problems[0].message or problems[0].code or "no reason given"
        error = f"{self.line.provider} refused the whole batch: {self._without_key(said)}"
        retryable = all((each.code or "") in _LATER for each in problems)
        for named in asked.names():
            yield BatchResult(named, "errored", error=error, retryable=retryable)

    def _of(self, each: _Line, rung: Rung, read: Callable[[object], Completion]) -> BatchResult:
        named = each.custom_id
        code = (each.error.code if each.error else None) or ""
        if code == "batch_expired":
            return BatchResult(named, "expired", error=f"{self.line.provider} did not get to it in 24 hours.")
        if code == "batch_cancelled":
            return BatchResult(named, "cancelled", error=f"The batch was cancelled at {self.line.provider}.")
        if each.response is None:
            said = (each.error and each.error.message) or code or "no reason given"
            return BatchResult(
                named, "errored", error=f"{self.line.provider} failed: {self._without_key(said)}"
            )
        if each.response.status_code != 200:
            said = json.dumps(each.response.body)
            return failed_with(self.line, named, rung, each.response.status_code, said)
        try:
            return replied(named, read(each.response.body))
        except ProviderError as error:
            return BatchResult(named, "errored", error=error.message)

    def _without_key(self, said: str) -> str:
        return redacted(said, self.line.key())

    def _recent(self, since: float) -> list[_Batch]:
        def ask() -> list[_Batch]:
            found = []
            for listed in self.client.batches.list(limit=100):
                each = self._read(listed)
                if each.created_at < since:
                    break
                found.append(each)
                refuse_too_many(found)
            return found

        try:
            return self.line.call(ask, errors())
        except ProviderError as error:
            if error.retryable:
                raise
            raise Undecided(
                f"{self.line.provider} does not list its batches: {error.message}",
                hint="Look whether the batch is there. If it is not: --submit-again",
            ) from error

    def _retrieved(self, id: str) -> _Batch | None:
        def ask() -> _Batch | None:
            try:
                return self._read(self.client.batches.retrieve(id))
            except errors() as error:
                if getattr(getattr(error, "response", None), "status_code", 0) == _NOT_FOUND:
                    return None
                raise

        return self.line.call(ask, errors())

    def _lines(self, batch: _Batch) -> list[_Line]:
        """The results of a batch: replies stand in one file, failures in another."""
        files = [id for id in (batch.output_file_id, batch.error_file_id) if id]
        return [line for id in files for line in self._file(id)]

    def _file(self, id: str) -> list[_Line]:
        def ask() -> list[_Line]:
            text = self.client.files.content(id).text
            return [_Line.model_validate(json.loads(line)) for line in text.split("\n") if line.strip()]

        return self.line.call(ask, errors())

    def _read(self, given: object) -> _Batch:
        try:
            return _Batch.model_validate(given, from_attributes=True)
        except ValidationError as error:
            raise self.line.not_understood(error.errors()[0]["msg"]) from None


@dataclass(frozen=True, slots=True)
class OpenAiBatches:
    """Many requests at once to a model of OpenAI, or to one of a server that has its Batch API."""

    model: OpenAiModel | ServedModel
    # Far below the limits of OpenAI (50,000 and 200 MB), so that results can be read in one piece.
    most_requests: ClassVar[int] = 2_000
    most_bytes: ClassVar[int] = 32_000_000

    @property
    def prices(self) -> Prices | None:
        return self.model.prices

    def request(self, prompt: Prompt, quietly: bool) -> ModelRequest:
        model = self.model
        if not model.model:
            raise ConfigError(
                f"A batch for {model.name} needs the name of its model.", hint="Write: --model ADDRESS#NAME"
            )
        body = model.body(prompt, quietly)
        return ModelRequest(model.name, model.line.place, body, prompt.rung, model.max_tokens)

    def submit(self, token: str, requests: Sequence[ModelRequest], sending: Callable[[], None]) -> str:
        return self._batches().submit(token, requests, sending)

    def find(self, batch: SubmittedBatch, known: Collection[str]) -> str | None:
        """The batch that was submitted, None where it was not; `Undecided` while that cannot be told."""
        return self._batches().find(batch, known)

    def look(self, id: str) -> BatchProgress:
        return self._batches().look(id)

    def results(self, id: str, token: str, rungs: Mapping[int, Rung]) -> Iterator[BatchResult]:
        """What came of every request, in any order; what is none of ours is among them, too."""
        asked, line = Rungs(token, rungs), self.model.line
        return self._batches().results(id, asked, lambda said: self.model.read(line, said), self.prices)

    def _batches(self) -> _Batches:
        own = isinstance(self.model, ServedModel)
        endpoint = "/v1/chat/completions" if own else "/v1/responses"
        return _Batches(self.model.line, self.model.client(), endpoint)
