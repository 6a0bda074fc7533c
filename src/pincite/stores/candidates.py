"""Turn a run with its candidates into rows and rows into the same run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.records.candidate import Candidate, Rejection
from pincite.records.library import Identity, RunRecord
from pincite.stores.database import Row


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
