"""What goes wrong, as RFC 9457 writes it: every error of ours, and every refusal of the server itself."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from pincite.errors import ConfigError, PinciteError, StoreError

MEDIA_TYPE = "application/problem+json"
_MOST_SLIPS = 20
_SEE = "/openapi.json describes every request."


class Slip(BaseModel):
    """One thing that is wrong with a request, and where; what was sent is not repeated."""

    model_config = ConfigDict(extra="forbid")

    where: str
    message: str


class Problem(BaseModel):
    """Why a request came to nothing, and what to do."""

    model_config = ConfigDict(extra="forbid", json_schema_serialization_defaults_required=True)

    type: str
    """`urn:pincite:problem:` and the name of the error class or of the refusal."""
    title: str
    status: int
    detail: str
    hint: str = ""
    retryable: bool = False
    request: str = ""
    """The id of the request, which the server's log has, too."""
    slips: list[Slip] = Field(default_factory=list)


class Refused(HTTPException):
    """The server itself refuses a request: `kind` names why."""

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        *,
        hint: str = "",
        after_seconds: float | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        waits = {} if after_seconds is None else {"Retry-After": str(max(1, round(after_seconds)))}
        super().__init__(status, message, {**(headers or {}), **waits})
        self.kind, self.hint, self.retryable = kind, hint, after_seconds is not None


def not_found(error: PinciteError) -> Refused:
    """Something that was named is not there, or not there for this caller: the two look the same."""
    return Refused(404, "NotFound", error.message, hint=error.hint_elsewhere)


def bug() -> Refused:
    """What a caller is told of a fault of ours: nothing of it, for it may quote a document."""
    return Refused(500, "Bug", "Bug in Pincite.", hint="The server's log has it under this request.")


def problem_of(refused: HTTPException, request: str) -> Response:
    """The reply to a request that is refused."""
    phrase = HTTPStatus(refused.status_code).phrase
    problem = Problem(
        type=f"urn:pincite:problem:{getattr(refused, 'kind', phrase.replace(' ', ''))}",
        title=phrase,
        status=refused.status_code,
        detail=str(refused.detail),
        hint=getattr(refused, "hint", _SEE if refused.status_code in (404, 405) else ""),
        retryable=getattr(refused, "retryable", False),
        request=request,
    )
    return _reply(problem, refused.headers)


def problem_of_error(error: PinciteError, request: str, library: str) -> Response:
    """The same for an error of ours; where the library lies on this machine is nobody's business."""
    status = error.http_status if error.http_status >= 400 else 500
    inner = isinstance(error, ConfigError | StoreError)
    said = [
        text.replace(library, "of this server") if inner else text
        for text in (error.message, error.hint_elsewhere)
    ]
    problem = Problem(
        type=f"urn:pincite:problem:{type(error).__name__}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=said[0],
        hint=said[1],
        retryable=error.retryable,
        request=request,
    )
    return _reply(problem, {"Retry-After": "1"} if error.retryable else None)


def tell_problems(app: FastAPI, library: str) -> None:
    """Have everything that goes wrong in `app` told as a problem."""

    @app.exception_handler(PinciteError)
    async def _(request: Request, error: PinciteError) -> Response:
        return problem_of_error(error, request_id(request), library)

    @app.exception_handler(HTTPException)
    async def _(request: Request, error: HTTPException) -> Response:
        return problem_of(error, request_id(request))

    @app.exception_handler(Exception)
    async def _(request: Request, error: Exception) -> Response:  # `rest/audit.py` writes it to the log
        return problem_of(bug(), request_id(request))

    @app.exception_handler(RequestValidationError)
    async def _(request: Request, error: RequestValidationError) -> Response:
        found = [_slip(each) for each in error.errors()[:_MOST_SLIPS]]
        said = found[0] if found else Slip(where="the request", message="is not what was expected")
        problem = Problem(
            type="urn:pincite:problem:InputError",
            title=HTTPStatus(422).phrase,
            status=422,
            detail=f"{said.where}: {said.message}.",
            hint=_SEE,
            request=request_id(request),
            slips=found,
        )
        return _reply(problem)


def request_id(request: Request) -> str:
    return str(request.scope.get("state", {}).get("request", ""))


def documented(schema: dict[str, Any]) -> None:
    """Say in an OpenAPI document that any request may come to a problem."""
    definition = Problem.model_json_schema(mode="serialization", ref_template="#/components/schemas/{model}")
    schemas = schema.setdefault("components", {}).setdefault("schemas", {})
    schemas |= definition.pop("$defs")
    schemas["Problem"] = definition
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in schema["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                if status >= "400":
                    response["content"] = {**response.get("content", {}), **content}
            operation["responses"]["default"] = {"description": "A problem (RFC 9457)", "content": content}


def _slip(found: Mapping[str, Any]) -> Slip:
    where = ".".join(str(part) for part in found.get("loc", ())) or "the request"
    return Slip(where=where.encode("utf-8", "replace").decode(), message=str(found.get("msg", "")))


def _reply(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    written = problem.model_dump_json()
    return Response(written, problem.status, dict(headers or {}), MEDIA_TYPE)
