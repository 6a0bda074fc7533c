"""Tables over documents: make them, get them again, decide about their cells, compare two documents."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from threading import Event
from typing import Annotated, Literal, Self

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field, model_validator
from starlette.exceptions import HTTPException

from pincite.answer.document_tables import Cell, Comparison, Decision, Row, Table, TableField
from pincite.errors import InputError, PinciteError
from pincite.extract.deciding import Reviewer
from pincite.extract.unsaid_paths import table_without_paths
from pincite.jobs.pending import Progress
from pincite.records.bounds import bounded
from pincite.records.levels import Strictness
from pincite.rest.callers import Place, Reading, Writing, reviewer_name
from pincite.rest.problems import Refused, bug, not_found, problem_of, problem_of_error, request_id
from pincite.rest.replies import Body, Fields, Id, Names, Starter, Words, reply, saved_as, written
from pincite.rest.run_forms import TableList, TableProgress, made_form
from pincite.service import Library

router = APIRouter(tags=["tables"])
# However many there are, more is no list that anybody reads.
_MOST_LISTED = 10_000
_EVENT = {
    "type": "object",
    "properties": {"event": {"enum": ["progress", "table", "problem"]}, "data": {"type": "string"}},
}
MEDIA_TYPE = "text/event-stream"
_SECONDS_BETWEEN_LOOKS = 0.25
_LOOKS_PER_SIGN_OF_LIFE = 40
Tell = Callable[[Progress], None]


class FieldsAsked(Body):
    """What is asked of each document: fields in plain words, or a starter schema."""

    fields: Fields | None = None
    """Plain words ("end date"), questions, or "name: question"."""
    starter: Starter | None = None
    """A schema that comes with Pincite."""

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if (self.fields is None) == (self.starter is None):
            raise ValueError("give either fields or starter")
        return self

    def of(self, library: Library) -> list[str] | tuple[TableField, ...]:
        return library.fields_of_schema(self.starter) if self.starter else list(self.fields or ())


class TableAsked(FieldsAsked):
    """A table over some documents, or over all of the collection."""

    documents: Names | None = None
    where: Annotated[list[Words], Field(max_length=20)] = Field(default_factory=list)
    """Conditions that rows must meet: "end date < 2021"."""
    sort: Annotated[str, Field(max_length=400)] = ""
    families: bool = False
    """Whether a row is a contract with all that changed it."""
    strictness: Strictness | None = None


@router.post(
    "/v1/tables",
    response_model=Table,
    responses={200: {"content": {MEDIA_TYPE: {"schema": _EVENT}}}},
    summary="Make a table over documents",
)
async def make(request: Request, place: Writing, asked: TableAsked) -> Response:
    """Asks each document each field. Cells are kept: the same table again asks only what may have changed.

    For many documents submit a job. With `Accept: text/event-stream` the reply is events: `progress`
    whenever a cell is done, then `table` with the table as JSON, or `problem`.
    """
    library = place.strict(asked.strictness)

    def made(left: Event, tell: Tell) -> Table:
        fields = asked.of(library)
        _check_size(place, library, asked.documents, len(fields))
        with bounded(None, left.is_set):
            table = library.table(
                *(asked.documents, fields),
                where=asked.where,
                sort=asked.sort,
                families=asked.families,
                progress=tell,
            )
            return table_without_paths(table)

    if MEDIA_TYPE in request.headers.get("accept", ""):
        return StreamingResponse(table_events(request, place, made), media_type=MEDIA_TYPE)
    table = await place.desk.run_for(request, lambda left: made(left, lambda now: None))
    return written(table.to_json())


@router.get("/v1/tables", response_model=TableList, summary="Tables that were made before")
async def tables(
    place: Reading,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    after: Annotated[str, Query(max_length=100, description="`next` of the page before.")] = "",
) -> Response:
    """Each with its fields and documents, page by page; nothing is asked again for the list."""
    found = await place.desk.look(lambda: place.library.tables(limit=_MOST_LISTED))
    ids = [each.id for each in found]
    later = found[ids.index(after) + 1 :] if after in ids else found
    more = later[limit - 1].id if len(later) > limit else None
    return reply(TableList(tables=[made_form(each) for each in later[:limit]], next=more, total=len(found)))


@router.get("/v1/tables/{table}", response_model=Table, summary="Get a table again")
async def show(place: Reading, table: Id, strictness: Strictness | None = None) -> Response:
    """A table that was made before, by its id, with all that was decided since."""
    found = await place.desk.run(lambda: _made(place, table, strictness))
    return written(table_without_paths(found).to_json())


@router.get(
    "/v1/tables/{table}/file",
    response_class=Response,
    responses={
        200: {
            "content": {"text/csv": {}, "application/x-ndjson": {}, "application/octet-stream": {}},
            "description": "The table as a file",
        }
    },
    summary="A table as a file",
)
async def file(
    place: Reading,
    table: Id,
    form: Annotated[Literal["csv", "xlsx", "jsonl"], Query(alias="format")] = "csv",
    strictness: Strictness | None = None,
) -> Response:
    """CSV, a workbook, or a line of JSON for each row; always as a file to save."""
    content, kind = await place.desk.run(lambda: _as_file(_made(place, table, strictness), form))
    return Response(content, 200, saved_as(f"table.{form}"), kind)


class Decided(Body):
    """What a person decides about a cell."""

    document: Words
    field: Words
    kind: Literal["accepted", "picked", "typed", "not_stated"]
    number: Annotated[int, Field(ge=1, le=1_000)] | None = None
    """With `picked`: which of its values, then leads."""
    value: Annotated[str, Field(max_length=8_000)] | None = None
    lines: tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]] | None = None
    """With `typed`: the lines where the document says the value, word for word."""
    by: Annotated[str, Field(max_length=200)] | None = None
    """Who decides; of a caller with a key always the name of the key comes with it."""

    @model_validator(mode="after")
    def _has_what_it_takes(self) -> Self:
        if self.kind == "picked" and self.number is None:
            raise ValueError("picked takes a number")
        if self.kind == "typed" and (not self.value or self.lines is None):
            raise ValueError("typed takes a value and lines")
        return self


@router.post("/v1/tables/{table}/decisions", response_model=Decision, summary="Decide about a cell")
async def decide(place: Writing, table: Id, decided: Decided) -> Response:
    """Adds a decision. Nothing is deleted: the last one counts, and what code proved stays beside it."""

    def kept() -> Response:
        row, column, cell = _cell(_made(place, table, None), decided)
        decision = _decision(place, row, cell, decided)
        place.library.decide(row.document, column, decision)
        return reply(decision)

    return await place.desk.run(kept)


class Compared(FieldsAsked):
    """Two documents and what is compared."""

    first: Words
    second: Words
    strictness: Strictness | None = None


@router.post("/v1/comparisons", response_model=Comparison, summary="Compare two documents")
async def compare(request: Request, place: Writing, asked: Compared) -> Response:
    """Field by field: same, changed, only in one of them, or open."""

    def compared(left: Event) -> Response:
        library = place.strict(asked.strictness)
        with bounded(None, left.is_set):
            made = library.compare(asked.first, asked.second, asked.of(library))
        return written(made.to_json())

    return await place.desk.run_for(request, compared)


def _made(place: Place, table: str, strictness: Strictness | None) -> Table:
    try:
        return place.strict(strictness).made_table(table)
    except InputError as error:
        raise not_found(error) from error


def _check_size(place: Place, library: Library, documents: list[str] | None, fields: int) -> None:
    named = (
        library.documents()
        if documents is None
        else [m for each in documents for m in library.matching(each)]
    )
    most = place.desk.limits.table_cells
    if len(named) * fields > most:
        raise Refused(
            422,
            "LargeTable",
            f"{len(named):,} documents × {fields:,} fields are more than {most:,} cells.",
            hint="Submit it as a job.",
        )


def _cell(table: Table, decided: Decided) -> tuple[Row, TableField, Cell]:
    for row, column, cell in table.cells():
        if row.document == decided.document and column.name == decided.field:
            return row, column, cell
    raise Refused(404, "NotFound", "The table has no such cell.")


def _decision(place: Place, row: Row, cell: Cell, decided: Decided) -> Decision:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    reviewer = Reviewer(reviewer_name(place, decided.by), now)
    if decided.kind == "accepted":
        return reviewer.accepted(cell)
    if decided.kind == "picked":
        return reviewer.picked(cell, decided.number or 0)
    if decided.kind == "typed" and decided.lines:
        return reviewer.typed(place.library.read(row.document), decided.value or "", decided.lines)
    return reviewer.not_stated()


def _as_file(table: Table, form: str) -> tuple[bytes, str]:
    if form == "csv":
        from pincite.extract.as_csv import to_csv

        return to_csv(table).encode(), "text/csv"
    if form == "xlsx":
        from pincite.extract.as_workbook import to_xlsx

        return to_xlsx(table), "application/octet-stream"
    from pincite.extract.as_csv import to_jsonl

    return to_jsonl(table).encode(), "application/x-ndjson"


async def table_events(
    request: Request, place: Place, make: Callable[[threading.Event, Tell], Table]
) -> AsyncIterator[str]:
    """An event `progress` whenever a cell is done, then `table`, or `problem` where there is none."""
    latest: deque[Progress] = deque(maxlen=1)
    doing = asyncio.ensure_future(place.desk.run_for(request, lambda left: make(left, latest.append)))
    told: Progress | None = None
    looks = 0
    while not doing.done():
        now = latest[0] if latest else None
        if now and now != told:
            told = now
            yield _event("progress", _form(now).model_dump_json())
        elif looks % _LOOKS_PER_SIGN_OF_LIFE == 0:
            yield ": still here\n\n"
        looks += 1
        await asyncio.wait({doing}, timeout=_SECONDS_BETWEEN_LOOKS)
    yield _ended(doing, request_id(request), str(place.desk.main.settings.library))


def _ended(doing: asyncio.Future[Table], request: str, library: str) -> str:
    try:
        return _event("table", doing.result().to_json())
    except PinciteError as error:
        problem = problem_of_error(error, request, library)
    except HTTPException as refused:
        problem = problem_of(refused, request)
    except Exception:  # its headers are sent: as everywhere, a bug is told as one and says nothing of itself
        problem = problem_of(bug(), request)
    return _event("problem", bytes(problem.body).decode())


def _event(name: str, content: str) -> str:
    lines = "".join(f"data: {line}\n" for line in content.splitlines())
    return f"event: {name}\n{lines}\n"


def _form(now: Progress) -> TableProgress:
    return TableProgress(document=now.name, cells=now.made, of_cells=now.total, seconds_left=now.seconds_left)
