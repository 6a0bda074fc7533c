"""Jobs as the server writes them."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.ask.unsaid import without_paths
from pincite.extract.job_requests import request_of
from pincite.records.job import Attempt, ItemState, Job, JobItem, JobState
from pincite.rest.document_forms import Form


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
