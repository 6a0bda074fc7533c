"""Ask questions, alone or in a conversation, and see what became of them."""

from __future__ import annotations

from threading import Event
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import AfterValidator, Field

from pincite.answer.answers import Answer, Outcome
from pincite.answer.reviews import Review, ReviewKind
from pincite.errors import InputError
from pincite.extract.unsaid_paths import answer_without_paths
from pincite.records.levels import Strictness
from pincite.records.library import AskedFor, RunRecord
from pincite.records.run import Exchange
from pincite.rest.callers import Place, Reading, Writing, reviewer_name
from pincite.rest.problems import not_found
from pincite.rest.replies import AnswerType, Body, Id, Names, Question, Words, kept, reply, written
from pincite.rest.run_forms import (
    RejectionList,
    RunDetail,
    RunList,
    TurnForm,
    line_form,
    rejection_form,
    run_form,
)

router = APIRouter(tags=["questions"])
_FAILED: dict[int | str, dict[str, Any]] = {
    status: {"model": Answer, "description": f"The outcome is failed: {why}"}
    for status, why in {
        410: "a document was deleted meanwhile",
        422: "the question or a document cannot be used",
        500: "a setting is wrong, or a bug",
        502: "a model did not answer",
        503: "the library cannot be read",
        504: "time was up",
    }.items()
}
_TURN_FAILED = {status: {**said, "model": TurnForm} for status, said in _FAILED.items()}
Limit = Annotated[int, Query(ge=1, le=500)]


class Asked(Body):
    """A question about some documents, or about all of the collection."""

    question: Question
    documents: Names | None = None
    """Names, unique beginnings of names, or patterns (`lease-*`); all documents where it is left out."""
    strictness: Strictness | None = None
    answer_type: AnswerType | None = None
    timeout_seconds: Annotated[float, Field(gt=0, le=3_600)] | None = None


@router.post("/v1/ask", response_model=Answer, responses=_FAILED, summary="Ask a question")
async def ask(request: Request, place: Reading, asked: Asked) -> Response:
    """The answer in the form `pincite.answer/3`, exactly as on the command line.

    Seven outcomes are 200. `failed` has the status of its error, and the same form.
    """

    def answered(left: Event) -> Response:
        most = float(place.desk.limits.ask_seconds)
        answer = place.strict(asked.strictness).ask(
            asked.question,
            documents=asked.documents,
            answer_type=asked.answer_type,
            timeout=min(asked.timeout_seconds or most, most),
            cancel=left,
        )
        return written(answer_without_paths(answer).to_json(), _noted(request, answer))

    return await place.desk.run_for(request, answered)


class Earlier(Body):
    """A turn before, as it was given back."""

    question: Question
    outcome: Outcome
    told: Annotated[list[Annotated[str, Field(max_length=20_000)]], Field(max_length=50)] = Field(
        default_factory=list
    )


class Said(Body):
    """A message of a conversation, with the turns before it; the server keeps none."""

    said: Question
    earlier: Annotated[list[Earlier], Field(max_length=20)] = Field(default_factory=list)
    documents: Names | None = None
    strictness: Strictness | None = None
    answer_type: AnswerType | None = None


@router.post(
    "/v1/turns", response_model=TurnForm, responses=_TURN_FAILED, summary="Go on with a conversation"
)
async def turn(request: Request, place: Reading, said: Said) -> Response:
    """Completes a follow-up ("and after that?") into a whole question, which is asked like any other."""

    def answered(left: Event) -> Response:
        earlier = [Exchange(each.question, each.outcome, tuple(each.told)) for each in said.earlier]
        library = place.strict(said.strictness)
        conversation = library.conversation(said.documents, said.answer_type, earlier=earlier)
        made = conversation.ask(said.said, timeout=float(place.desk.limits.ask_seconds), cancel=left)
        status = _noted(request, made.answer)
        form = TurnForm(
            said=made.said,
            question=made.question,
            rewritten_by=made.rewritten_by,
            answer=answer_without_paths(made.answer),
            told=list(conversation.told),
        )
        return reply(form, status)

    return await place.desk.run_for(request, answered)


def _noted(request: Request, answer: Answer) -> int:
    """The status of an answer; its run and outcome go to the log."""
    request.scope["state"] |= {"run": answer.run, "outcome": answer.outcome}
    if answer.error is None:
        return 200
    return answer.error.as_error().http_status


@router.get("/v1/runs", response_model=RunList, summary="What was asked")
async def runs(
    place: Reading,
    limit: Limit = 50,
    asked_for: AskedFor | None = None,
    outcome: Outcome | None = None,
    document: Words | None = None,
    after: Annotated[str, Query(max_length=100, description="`next` of the page before.")] = "",
) -> Response:
    """What was asked of the collection, the newest first, page by page.

    `asked_for` leaves out cells of tables (`question`) or all but them (`cell`). `document` is a whole name.
    """

    def found() -> RunList:
        lines = place.library.runs.list(
            **{"outcome": outcome or "", "document": document or ""},
            asked_for=asked_for,
            after=after,
            limit=limit + 1,
        )
        more = lines[limit - 1].id if len(lines) > limit else None
        return RunList(runs=[line_form(each) for each in lines[:limit]], next=more)

    return reply(await place.desk.look(found))


@router.get("/v1/runs/{run}", response_model=RunDetail, summary="Why a question got its answer")
async def why(place: Reading, run: Id) -> Response:
    """Everything that was proposed, and what became of it; the beginning of the id is enough."""

    def found() -> RunDetail:
        record = _record(place, run)
        return run_form(record, place.library.runs.reviews(record.id))

    return reply(await place.desk.look(found))


class Reviewed(Body):
    """What a person decides about one item or lead of an answer."""

    part: Id
    """`item-1` and so on, as the answer calls its items; `lead-1` and so on for its leads."""
    kind: ReviewKind
    by: Annotated[str, Field(max_length=200), AfterValidator(kept)] | None = None
    """Who decides; of a caller with a key always the name of the key comes with it."""
    note: Annotated[str, Field(max_length=2_000), AfterValidator(kept)] = ""


@router.post("/v1/runs/{run}/reviews", response_model=Review, summary="Accept or reject part of an answer")
async def review(place: Writing, run: Id, decided: Reviewed) -> Response:
    """Adds a decision about one item or lead. The last one counts; the answer stays as it is."""

    def added() -> Response:
        id = _record(place, run).id
        by = reviewer_name(place, decided.by)
        return reply(place.library.runs.review(id, decided.part, decided.kind, by=by, note=decided.note))

    return await place.desk.run(added)


@router.get("/v1/rejections", response_model=RejectionList, summary="What checks refused")
async def rejections(place: Reading, check: Words | None = None, limit: Limit = 50) -> Response:
    """Proposed answers that a check refused; most point to a gap in search or in the dictionary."""
    found = await place.desk.look(lambda: place.library.rejections(check=check or "", limit=limit))
    return reply(RejectionList(rejections=[rejection_form(each) for each in found]))


def _record(place: Place, run: str) -> RunRecord:
    try:
        return place.library.why(run)
    except InputError as error:
        raise not_found(error) from error
