"""Put the server together: routes, problems, and the layers that every request goes through."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.types import ASGIApp

from pincite import __version__
from pincite.rest import (
    ask_routes,
    document_routes,
    job_routes,
    page_routes,
    proof_routes,
    server_routes,
    table_routes,
    text_routes,
    web_routes,
)
from pincite.rest.audit import Audited
from pincite.rest.body_limits import BodyLimits
from pincite.rest.desk import Desk
from pincite.rest.door import Door
from pincite.rest.problems import documented, tell_problems

_ROUTES = (
    server_routes,
    web_routes,
    ask_routes,
    proof_routes,
    table_routes,
    job_routes,
    page_routes,
    text_routes,
    document_routes,
)
_ABOUT = """Answers about documents, each pinned to the exact place that proves it and checked by code.

Send your key as `Authorization: Bearer KEY`. Errors are `application/problem+json` (RFC 9457)."""


def application(desk: Desk, hosts: frozenset[str] | None) -> ASGIApp:
    """All of the server; `hosts` are the names by which it may be called, None for any."""
    app = FastAPI(
        title="Pincite",
        version=__version__,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    app.state.desk = desk
    library = str(desk.main.settings.library)
    tell_problems(app, library)
    for room in _ROUTES:
        app.include_router(room.router)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]  # as FastAPI's own manual has it
    return Audited(Door(BodyLimits(app, desk.limits), desk, hosts), desk.metrics, library)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    desk: Desk = app.state.desk
    desk.start()
    try:
        yield
    finally:
        desk.close()


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        documented(schema)
        schema["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{"key": []}]
        app.openapi_schema = schema
    return app.openapi_schema
