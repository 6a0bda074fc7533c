"""Questions, their runs and what was refused, as the server writes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import SerializeAsAny

from pincite.answer.answers import Answer
from pincite.answer.reviews import Review
from pincite.records.candidate import Candidate, Rejection
from pincite.records.library import AskedFor, RunLine, RunRecord
from pincite.rest.document_forms import Form


class TurnForm(Form):
    """What was said, the whole question that was asked for it, and its answer."""

    said: str
    question: str
    rewritten_by: str
    """The model that wrote the question, or `rules`; empty where it was asked as typed."""
    answer: SerializeAsAny[Answer]
    told: list[str]
    """What a later message may lean on: send it back in `earlier`."""


class CandidateForm(Form):
    """A passage that was considered, and the check that stopped it."""

    name: str
    version: str
    lines: tuple[int, int]
    page: int | None
    section: str | None
    quote: str
    answer_type: str
    value: Any
    score: float
    stopped_by: str | None
    reason: str
    kept: bool


class RunSummary(Form):
    """A question that was asked."""

    run: str
    asked_at: str
    question: str
    outcome: str


class RunInList(RunSummary):
    """A line of the list of what was asked."""

    documents: list[str]
    """The names of what it read."""
    asked_for: AskedFor


class RunList(Form):
    """A page of what was asked, the newest first."""

    runs: list[RunInList]
    next: str | None
    """For `after`, to get the next page; null at the end."""


class RunDetail(RunSummary):
    """Why a question got its answer."""

    answer: Any
    """In its published form."""
    decisions: list[str]
    candidates: list[CandidateForm]
    reviews: list[Review]
    """What people decided about its items and leads, the oldest first; the last one counts."""


class RejectionForm(RunSummary):
    """A proposed answer that a check refused."""

    candidate: CandidateForm


class RejectionList(Form):
    """What checks refused, the newest run first."""

    rejections: list[RejectionForm]


def line_form(line: RunLine) -> RunInList:
    return RunInList(
        run=line.id,
        asked_at=line.asked_at,
        question=line.question,
        outcome=line.outcome,
        documents=list(line.documents),
        asked_for=line.asked_for,
    )


def run_form(record: RunRecord, reviews: Sequence[Review]) -> RunDetail:
    return RunDetail(
        run=record.id,
        asked_at=record.asked_at,
        question=record.question,
        outcome=record.outcome,
        answer=json.loads(record.answer),
        decisions=json.loads(record.trace)["decisions"],
        candidates=[_candidate(each) for each in record.candidates],
        reviews=list(reviews),
    )


def rejection_form(rejection: Rejection) -> RejectionForm:
    return RejectionForm(
        run=rejection.run,
        asked_at=rejection.asked_at,
        question=rejection.question,
        outcome=rejection.outcome,
        candidate=_candidate(rejection.candidate),
    )


def _candidate(candidate: Candidate) -> CandidateForm:
    return CandidateForm(
        name=candidate.name,
        version=candidate.version,
        lines=candidate.lines,
        page=candidate.page,
        section=candidate.section or None,
        quote=candidate.quote,
        answer_type=candidate.answer_type,
        value=json.loads(candidate.value),
        score=round(candidate.score, 4),
        stopped_by=candidate.stopped_by or None,
        reason=candidate.reason,
        kept=candidate.kept,
    )
