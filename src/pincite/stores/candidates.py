"""Turn runs with their candidates and API keys into rows, and rows into the same runs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.records.api_keys import ApiKey
from pincite.records.candidate import Candidate, Rejection
from pincite.records.library import Identity, RunRecord
from pincite.stores.database import Database, Row


def candidate_rows(run: RunRecord) -> Iterator[Row]:
    for number, each in enumerate(run.candidates, start=1):
        place = (each.name, each.version, *each.lines, each.page, each.section, each.quote)
        claim = (each.answer_type, each.value, each.score, each.stopped_by, each.reason, int(each.kept))
        yield (run.id, number, *place, *claim)


def to_candidate(row: Row) -> Candidate:
    name, version, first, last, page, section, quote, answer_type, value, score, stopped_by, reason, kept = (
        row
    )
    return Candidate(
        name=name,
        version=version,
        lines=(first, last),
        page=page,
        section=section,
        quote=quote,
        answer_type=answer_type,
        value=value,
        score=score,
        stopped_by=stopped_by,
        reason=reason,
        kept=bool(kept),
    )


def to_rejection(row: Row) -> Rejection:
    run, asked_at, question, outcome, *candidate = row
    return Rejection(run, asked_at, question, outcome, to_candidate(tuple(candidate)))


def to_run(row: Row, documents: Sequence[Row], candidates: Sequence[Row]) -> RunRecord:
    id, collection, asked_at, question, outcome, answer, trace = row
    return RunRecord(
        id=id,
        collection=collection,
        asked_at=asked_at,
        question=question,
        outcome=outcome,
        answer=answer,
        trace=trace,
        documents=tuple(Identity(*each) for each in documents),
        candidates=tuple(to_candidate(each) for each in candidates),
    )


@dataclass(frozen=True, slots=True)
class AccessRows:
    """The keys of one library."""

    database: Database

    def add_key(self, key: ApiKey) -> None:
        with self.database.writing():
            self.database.run(
                "insert_api_key",
                id=key.id,
                name=key.name,
                right=key.right,
                collections=json.dumps(list(key.collections)),
                secret_sha256=key.secret_sha256,
                created_at=key.created_at,
            )

    def keys(self) -> list[ApiKey]:
        return [_key(row) for row in self.database.rows("api_keys")]

    def key(self, id: str) -> ApiKey | None:
        row = self.database.row("api_key", id=id)
        return _key(row) if row else None

    def count_keys(self) -> int:
        return self.database.number("count_api_keys")

    def revoke_key(self, id: str, at: str) -> None:
        with self.database.writing():
            self.database.run("revoke_api_key", id=id, at=at)


def _key(row: Row) -> ApiKey:
    id, name, right, collections, created_at, revoked_at, secret_sha256 = row
    return ApiKey(id, name, right, tuple(json.loads(collections)), created_at, revoked_at, secret_sha256)
