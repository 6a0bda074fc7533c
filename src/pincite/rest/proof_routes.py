"""What a run leaves to hand on: its certificate, and its report."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from fastapi.responses import Response

from pincite.drawing import FileAsked
from pincite.errors import InputError
from pincite.rest.callers import Place, Reading
from pincite.rest.problems import not_found
from pincite.rest.replies import JSON, Id, saved_as

router = APIRouter(tags=["proofs"])


@router.get(
    "/v1/runs/{run}/certificate",
    response_class=Response,
    responses={200: {"content": {JSON: {}}, "description": "The certificate"}},
    summary="A file that proves an answer",
)
async def certificate(place: Reading, run: Id) -> Response:
    """The certificate of a run, as a file to save: `pincite check` proves it again without this server."""
    id = await place.desk.look(lambda: _id(place, run))
    content = await place.desk.run(lambda: _written(place, "certificate", id))
    return Response(content, 200, saved_as(f"pincite-{id}.json"), JSON)


@router.get(
    "/v1/runs/{run}/report",
    response_class=Response,
    responses={200: {"content": {"text/html": {}}, "description": "The report"}},
    summary="One page that shows an answer",
)
async def report(place: Reading, run: Id) -> Response:
    """The report of a run, as a file to save: every quote on a picture of its page, without scripts."""
    id = await place.desk.look(lambda: _id(place, run))
    content = await place.desk.run(lambda: _written(place, "report", id))
    return Response(content, 200, saved_as(f"pincite-{id}.html"), "text/html; charset=utf-8")


def _written(place: Place, what: Literal["report", "certificate"], run: str) -> bytes:
    """Both draw pages of a stranger's file, which must not be able to end the server."""
    return place.desk.writing.write(FileAsked(what, place.collection, run))


def _id(place: Place, run: str) -> str:
    try:
        return place.library.why(run).id
    except InputError as error:
        raise not_found(error) from error
