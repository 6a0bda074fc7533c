"""Jobs over many documents: submit, look at, steer them, and get what has come of them so far."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from decimal import Decimal
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from pincite.answer.document_tables import Table
from pincite.errors import InputError
from pincite.extract.bulk import JobLimits
from pincite.extract.unsaid_paths import table_without_paths
from pincite.records.job import Job
from pincite.rest.callers import Place, Reading, Writing
from pincite.rest.problems import not_found
from pincite.rest.replies import Body, Id, Names, reply, written
from pincite.rest.run_forms import JobDetail, JobForm, JobList, Retried, SubmittedJob, item_form, job_form
from pincite.rest.table_routes import FieldsAsked

router = APIRouter(tags=["jobs"])
_SECONDS_BETWEEN_LOOKS = 0.5
_LOOKS_PER_SIGN_OF_LIFE = 30
_MOST_LOOKS = 7_200
_EVENT = {
    "type": "object",
    "description": "`data` is the job as JSON, as GET /v1/jobs gives it.",
    "properties": {"event": {"const": "progress"}, "data": {"type": "string"}},
}


class LimitsAsked(Body):
    """What a job may take before it is paused."""

    minutes: Annotated[float, Field(gt=0, le=1_000_000)] | None = None
    tokens: Annotated[int, Field(gt=0, le=10**15)] | None = None
    cost: Annotated[Decimal, Field(gt=0, le=10**9, allow_inf_nan=False)] | None = None

    def as_limits(self) -> JobLimits:
        return JobLimits(self.minutes, self.tokens, self.cost)


class JobAsked(FieldsAsked):
    """Documents of the library and what is asked of each. Files are added first: POST /v1/documents."""

    documents: Names | None = None
    limits: LimitsAsked = LimitsAsked()
    again: bool = False
    """Whether to submit it once more where the same job is there already."""


@router.post("/v1/jobs", response_model=SubmittedJob, status_code=202, summary="Submit a job")
async def submit(place: Writing, asked: JobAsked) -> Response:
    """The server works on it beside its requests; it survives restarts. The same job twice is one job."""

    def submitted() -> Response:
        library = place.library
        # Only what the library holds: a name must never lead to a file of this machine.
        names = asked.documents
        held = None if names is None else [each for name in names for each in library.matching(name)]
        made = library.jobs.submit(held, asked.of(library), asked.limits.as_limits(), again=asked.again)
        return reply(SubmittedJob(job=job_form(made.job), is_new=made.is_new), 202)

    response = await place.desk.run(submitted)
    place.desk.crew.wake()
    return response


@router.get("/v1/jobs", response_model=JobList, summary="List jobs")
async def jobs(
    place: Reading,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    after: Annotated[str, Query(max_length=100, description="`next` of the page before.")] = "",
) -> Response:
    """All jobs of the collection, the newest first, page by page."""
    found = list(await place.desk.look(lambda: place.library.jobs.list()))
    ids = [each.id for each in found]
    later = found[ids.index(after) + 1 :] if after in ids else found
    more = later[limit - 1].id if len(later) > limit else None
    return reply(JobList(jobs=[job_form(each) for each in later[:limit]], next=more, total=len(found)))


@router.get("/v1/jobs/{job}", response_model=JobDetail, summary="Look at a job")
async def show(place: Reading, job: Id) -> Response:
    """How it stands, and each of its documents with every attempt at it."""

    def shown() -> JobDetail:
        found = _found(place, job)
        attempts = place.library.jobs.attempts(found.id)
        items = [item_form(each, attempts) for each in place.library.jobs.items(found.id)]
        return JobDetail(**job_form(found).model_dump(), items=items)

    return reply(await place.desk.look(shown))


@router.get(
    "/v1/jobs/{job}/events",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {"text/event-stream": {"schema": _EVENT}},
            "description": "An event `progress` for each change",
        }
    },
    summary="Follow a job",
)
async def events(request: Request, place: Reading, job: Id) -> Response:
    """Server-sent events: the job as JSON whenever it changes, until nobody is to do any more of it."""
    found = await place.desk.look(lambda: _found(place, job))
    place.desk.require_room_to_follow(place.caller.told)
    return StreamingResponse(_followed(request, place, found.id), media_type="text/event-stream")


async def _followed(request: Request, place: Place, id: str) -> AsyncIterator[str]:
    with place.desk.following(place.caller.told):
        async for event in _events(request, place, id):
            yield event


async def _events(request: Request, place: Place, id: str) -> AsyncIterator[str]:
    told: JobForm | None = None
    for look in range(_MOST_LOOKS):
        found = await place.desk.look(lambda: place.library.jobs.show(id))
        if (now := job_form(found)) != told:
            told = now
            yield f"event: progress\ndata: {now.model_dump_json()}\n\n"
        elif look % _LOOKS_PER_SIGN_OF_LIFE == 0:
            yield ": still here\n\n"
        if found.state != "running" or place.desk.closing.is_set() or await request.is_disconnected():
            return
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)


@router.get("/v1/jobs/{job}/results", response_model=Table, summary="What has come of a job so far")
async def results(place: Reading, job: Id) -> Response:
    """A row for each document that is done, failed or was set aside, at any time."""
    table = await place.desk.run(lambda: place.library.jobs.results(_found(place, job).id))
    return written(table_without_paths(table).to_json())


@router.post("/v1/jobs/{job}/pause", response_model=JobForm, summary="Pause a job")
async def pause(place: Writing, job: Id) -> Response:
    """Documents that are being worked on are finished; no other is begun."""
    return await _steered(place, lambda: place.library.jobs.pause(_found(place, job).id))


@router.post("/v1/jobs/{job}/resume", response_model=JobForm, summary="Go on with a job")
async def resume(place: Writing, job: Id, limits: LimitsAsked | None = None) -> Response:
    """A job that reached a limit needs a higher one."""
    raised = (limits or LimitsAsked()).as_limits()
    response = await _steered(place, lambda: place.library.jobs.resume(_found(place, job).id, raised))
    place.desk.crew.wake()
    return response


@router.post("/v1/jobs/{job}/retry", response_model=Retried, summary="Try again what failed")
async def retry(place: Writing, job: Id) -> Response:
    """The documents that failed or were set aside; cells that are known stay."""

    def again() -> Response:
        found, count = place.library.jobs.retry(_found(place, job).id)
        return reply(Retried(job=job_form(found), documents=count))

    response = await place.desk.run(again)
    place.desk.crew.wake()
    return response


@router.post("/v1/jobs/{job}/cancel", response_model=JobForm, summary="End a job for good")
async def cancel(place: Writing, job: Id) -> Response:
    """What is done is kept, and its results can still be had."""
    return await _steered(place, lambda: place.library.jobs.cancel(_found(place, job).id))


async def _steered(place: Place, steer: Callable[[], Job]) -> Response:
    return await place.desk.run(lambda: reply(job_form(steer())))


def _found(place: Place, job: str) -> Job:
    try:
        return place.library.jobs.show(job)
    except InputError as error:
        raise not_found(error) from error
