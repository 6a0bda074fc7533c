"""Keep replies of language models by the hash of the request, and how far each batch of requests has got.

Every method is one transaction, and doing it twice changes nothing more: results may be harvested again after
a crash, or come twice. A reply about a document that is forgotten meanwhile is not kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from decimal import Decimal

from pincite.records.completion import (
    BatchResult,
    BatchState,
    Completion,
    FailedRequest,
    ModelRequest,
    Rung,
    SubmittedBatch,
    Usage,
)
from pincite.records.library import Identity
from pincite.stores.database import Database, Row

_ORDER_DIGITS = 12


@dataclass(frozen=True, slots=True)
class ModelReplies:
    """The replies and batches of one library."""

    database: Database
    version_of: Callable[[Identity], int | None]
    submitting: Callable[[], AbstractContextManager[bool]]
    """Keeps other processes from submitting meanwhile; False when another one does."""

    def reply(self, key: str) -> Completion | None:
        row = self.database.row("model_reply", key=key)
        return _completion(row[0]) if row else None

    def keep_live(
        self, purpose: str, request: ModelRequest, about: Collection[Identity], said: Completion
    ) -> None:
        """Keep the reply of a call that was made for itself, and what it took."""
        with self.database.writing():
            self.database.run("take_turn", what="replies")
            self._tell_about([(request.key, about)])
            token = f"live-{purpose}-{request.place}#{request.model}"
            row = self.database.row("batch_number", token=token)
            number = row[0] if row else self._insert(token, purpose, request, "live", 0.0)
            self.database.run(
                "insert_live_call", batch=number, key=request.key, rung=request.rung, **_taken(said.usage)
            )
            self.database.run("keep_model_reply", key=request.key, reply=_written(said))

    def failed(self, key: str) -> FailedRequest:
        times, last, retryable = self.database.rows("failed_request", key=key)[0]
        return FailedRequest(times, last[_ORDER_DIGITS:], bool(retryable))

    def forgive(self, keys: Collection[str]) -> None:
        """Ask these anew the next time: forget replies that nothing came of, and failures so far."""
        with self.database.writing():
            for key in keys:
                self.database.run("drop_model_reply", key=key)
                self.database.run("forgive_request", key=key)

    def open(
        self,
        token: str,
        purpose: str,
        requests: Sequence[tuple[ModelRequest, Collection[Identity]]],
        now: float,
    ) -> tuple[int, list[ModelRequest]]:
        """A new batch of those requests that no other one holds, before it is sent: its number and them.

        Two processes that want the same never both get it. Without any request there is no batch.
        """
        with self.database.writing():
            self.database.run("take_turn", what="replies")
            free = [
                (request, about)
                for request, about in requests
                if not self.database.number("is_in_flight", key=request.key)
            ]
            if not free:
                return 0, []
            number = self._insert(token, purpose, free[0][0], "submitting", now)
            rows = [(number, at, request.key, request.rung) for at, (request, _) in enumerate(free)]
            self.database.run_many("insert_batch_requests", rows)
            self._tell_about([(request.key, about) for request, about in free])
            return number, [request for request, _ in free]

    def in_flight(self, keys: Iterable[str]) -> set[str]:
        """Those of some requests that a batch holds which is not harvested yet."""
        with self.database.reading():
            return {key for key in keys if self.database.number("is_in_flight", key=key)}

    def sending(self, number: int, now: float) -> None:
        with self.database.writing():
            self.database.run("set_batch_sent", number=number, sent_at=now)

    def move(self, number: int, state: BatchState, provider_id: str = "", said: str = "") -> None:
        with self.database.writing():
            self.database.run(
                "set_batch_state", number=number, state=state, provider_id=provider_id, said=said
            )

    def rungs(self, number: int) -> dict[int, Rung]:
        """By the number of each request of a batch how it is held to a form."""
        return dict(self.database.rows("batch_rungs", batch=number))

    def end(self, number: int, results: Sequence[tuple[int, BatchResult]]) -> None:
        """Keep what came of some requests of a batch, each by its number; what is known already stays."""
        with self.database.writing():
            self.database.run("take_turn", what="replies")
            for at, result in results:
                row = self.database.row("batch_request", batch=number, number=at)
                if row is None or row[2]:
                    continue
                said = result.completion
                self.database.run(
                    "end_request",
                    batch=number,
                    number=at,
                    ending=result.ending,
                    error=result.error,
                    retryable=int(result.retryable),
                    **_taken(said.usage if said else Usage()),
                )
                if said:
                    self.database.run("keep_model_reply", key=row[0], reply=_written(said))

    def finish(self, number: int, missing: str) -> None:
        """The batch is harvested; of what has no result, `missing` says why."""
        with self.database.writing():
            self.database.run("end_missing", batch=number, error=missing)
            self.database.run("set_batch_state", number=number, state="harvested", provider_id="", said="")

    def open_batches(self) -> list[SubmittedBatch]:
        with self.database.reading():
            return [self._batch(row) for row in self.database.rows("open_batches")]

    def batches(self, purpose: str = "") -> list[SubmittedBatch]:
        """All that were made for a table, the oldest first; without one, all there are."""
        with self.database.reading():
            return [self._batch(row) for row in self.database.rows("batches_for", purpose=purpose)]

    def provider_ids(self) -> set[str]:
        return {id for (id,) in self.database.rows("provider_ids")}

    def _insert(self, token: str, purpose: str, like: ModelRequest, state: BatchState, now: float) -> int:
        return self.database.number(
            "insert_batch",
            token=token,
            purpose=purpose,
            model=like.model,
            place=like.place,
            state=state,
            sent_at=now,
        )

    def _tell_about(self, told: Sequence[tuple[str, Collection[Identity]]]) -> None:
        rows = [(self.version_of(identity), key) for key, about in told for identity in about]
        self.database.run_many("about_version", [row for row in rows if row[0] is not None])

    def _batch(self, row: Row) -> SubmittedBatch:
        number, token, model, place, state, provider_id, sent_at, said = row
        found = self.database.rows("batch_endings", batch=number)
        sums = [sum(each[at] for each in found) for at in range(1, 6)]
        costs = [Decimal(cost) for (cost,) in self.database.rows("batch_costs", batch=number)]
        requests, calls, sent, cached, received = sums
        usage = Usage(calls, sent, cached, received, sum(costs, Decimal(0)) if costs else None)
        endings = {ending: count for ending, count, *_ in found if ending}
        return SubmittedBatch(
            number, token, model, place, state, provider_id, requests, sent_at, endings, usage, said
        )


def _taken(usage: Usage) -> dict[str, object]:
    return {
        "calls": usage.calls,
        "input_tokens": usage.input_tokens,
        "cached_tokens": usage.cached_tokens,
        "output_tokens": usage.output_tokens,
        "cost": None if usage.cost is None else str(usage.cost),
    }


def _written(said: Completion) -> str:
    fields = {"text": said.text, "stopped": said.stopped, "ignored": said.ignored}
    return json.dumps(fields | {"usage": _taken(said.usage)}, ensure_ascii=False)


def _completion(written: str) -> Completion:
    said = json.loads(written)
    used = said["usage"]
    cost = None if used["cost"] is None else Decimal(used["cost"])
    usage = Usage(used["calls"], used["input_tokens"], used["cached_tokens"], used["output_tokens"], cost)
    return Completion(said["text"], said["stopped"], usage, said["ignored"])
