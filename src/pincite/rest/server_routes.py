"""Whether the server lives, and whether it can do its work."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict

from pincite import __version__
from pincite.rest.callers import Place, Reading, desk_of
from pincite.rest.metrics import KIND, standing
from pincite.rest.problems import Refused
from pincite.rest.replies import reply

router = APIRouter(tags=["server"])
_STATES = ("pending", "running", "done", "failed", "set_aside")


class Health(BaseModel):
    """That the server lives."""

    model_config = ConfigDict(extra="forbid")

    status: Literal["ok"]
    version: str


@router.get("/v1/health", response_model=Health, summary="Does the server live?")
async def health() -> Response:
    """Says so at once, whatever else is being done."""
    return reply(Health(status="ok", version=__version__))


@router.get("/v1/ready", response_model=Health, summary="Can it do its work?")
async def ready(request: Request) -> Response:
    """Reads from the library; 503 while the server ends or the library cannot be read."""
    desk = desk_of(request)
    if desk.closing.is_set():
        raise Refused(503, "Ending", "The server is about to end.", after_seconds=5)
    await desk.look(lambda: desk.main.store.current(desk.collection, ""))
    return reply(Health(status="ok", version=__version__))


@router.get(
    "/v1/metrics",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}, "description": "In the form of Prometheus"}},
    summary="Figures for watching over the server",
)
async def metrics(place: Reading) -> Response:
    """Requests, their time, outcomes of questions, and documents of the collection and of its jobs.

    A key for some collections sees the documents and jobs of its own, and not what is done in others.
    """
    counted = await place.desk.look(lambda: _counted(place))
    key = place.caller.key
    of_all = b"" if key and key.collections else place.desk.metrics.text()
    return Response(of_all + counted, 200, media_type=KIND)


def _counted(place: Place) -> bytes:
    tallies = [job.tally for job in place.library.jobs.list()]
    by_state = {state: sum(getattr(each, state) for each in tallies) for state in _STATES}
    return standing(len(place.library.documents()), by_state)
