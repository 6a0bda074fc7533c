"""Questions, runs, refusals, jobs and tables, as the server writes them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import SerializeAsAny

from pincite.answer.answers import Answer
from pincite.answer.reviews import Review, with_decisions
from pincite.ask.unsaid import without_paths
from pincite.extract.job_requests import request_of
from pincite.extract.making_tables import MadeTable
from pincite.records.candidate import Candidate, Rejection
from pincite.records.job import Attempt, ItemState, Job, JobItem, JobState
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
        answer=with_decisions(json.loads(record.answer), reviews),
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


class TallyForm(Form):
    """How many documents are in which state."""

    total: int
    pending: int
    running: int
    done: int
    failed: int
    set_aside: int


class SpentForm(Form):
    """What was taken so far; no cost where nothing had a price."""

    seconds: float
    calls: int
    tokens: int
    cost: str | None


class LimitsForm(Form):
    """What may be taken before it is paused; null where nothing bounds it."""

    seconds: float | None
    tokens: int | None
    cost: str | None


class JobForm(Form):
    """A job as it stands now."""

    job: str
    collection: str
    state: JobState
    reason: str
    """Why it is paused; else empty."""
    fields: list[str]
    """The names of what is asked of each document; empty where files are only added."""
    submitted_at: str
    worked_at: str | None
    documents: TallyForm
    spent: SpentForm
    limits: LimitsForm


class SubmittedJob(Form):
    """A job, and whether it is new: the same job submitted twice is one."""

    job: JobForm
    is_new: bool


class JobList(Form):
    """A page of the list of jobs, the newest first."""

    jobs: list[JobForm]
    next: str | None
    total: int


class AttemptForm(Form):
    """One attempt at one document."""

    attempt: int
    started_at: str
    ended: str
    reason: str
    seconds: float


class ItemForm(Form):
    """One document of a job. Where a file of this machine lies is not told."""

    document: str
    state: ItemState
    reason: str
    attempts: list[AttemptForm]


class JobDetail(JobForm):
    """A job with all of its documents."""

    items: list[ItemForm]


class Retried(Form):
    """The job, and how many documents are tried again."""

    job: JobForm
    documents: int


def job_form(job: Job) -> JobForm:
    tally, spent, budget = job.tally, job.spent, job.budget
    return JobForm(
        job=job.id,
        collection=job.collection,
        state=job.state,
        reason=without_paths(job.reason),
        fields=[each.name for each in request_of(job.request).fields],
        submitted_at=job.submitted_at,
        worked_at=job.worked_at or None,
        documents=TallyForm(
            total=tally.total,
            pending=tally.pending,
            running=tally.running,
            done=tally.done,
            failed=tally.failed,
            set_aside=tally.set_aside,
        ),
        spent=SpentForm(
            seconds=round(spent.seconds, 1),
            calls=spent.calls,
            tokens=spent.tokens,
            cost=None if spent.cost is None else f"{spent.cost:f}",
        ),
        limits=LimitsForm(
            seconds=budget.seconds,
            tokens=budget.tokens,
            cost=None if budget.cost is None else f"{budget.cost:f}",
        ),
    )


def item_form(item: JobItem, attempts: Sequence[Attempt]) -> ItemForm:
    tried = [
        AttemptForm(
            attempt=each.number,
            started_at=each.started_at,
            ended=each.ended or "running",
            reason=without_paths(each.reason),
            seconds=round(each.seconds, 3),
        )
        for each in attempts
        if each.item == item.number
    ]
    return ItemForm(document=item.name, state=item.state, reason=without_paths(item.reason), attempts=tried)


class MadeTableForm(Form):
    """A table by its id, with what it asks of which documents."""

    table: str
    fields: list[str]
    documents: list[str]


class TableList(Form):
    """A page of the list of a collection's tables, in order of their fields."""

    tables: list[MadeTableForm]
    next: str | None
    total: int


class TableProgress(Form):
    """How far a table is that is being made."""

    document: str
    """The one that is being asked."""
    cells: int
    of_cells: int
    seconds_left: float | None


def made_form(made: MadeTable) -> MadeTableForm:
    return MadeTableForm(table=made.id, fields=list(made.fields), documents=list(made.documents))
