"""The web page: a few files of ours, the same for everybody; what it shows comes from the other routes."""

from __future__ import annotations

import functools
from importlib import resources

from fastapi import APIRouter, Request
from fastapi.responses import Response

from pincite.rest.problems import Refused
from pincite.rest.replies import tag, tagged, unchanged

router = APIRouter(include_in_schema=False)
_KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
}
# Only files of this server run; a document's text is never markup, and pictures of pages come as blobs.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@router.get("/")
async def page(request: Request) -> Response:
    """The page itself."""
    return _sent(request, "index.html")


@router.get("/web/{name}")
async def part(request: Request, name: str) -> Response:
    """A file that the page is made of."""
    return _sent(request, name)


def is_page(path: str) -> bool:
    """Whether a path is of the page, which says nothing of any library and so needs no key."""
    return path == "/" or path.startswith("/web/")


def _sent(request: Request, name: str) -> Response:
    content = _files().get(name)
    if content is None:
        raise Refused(404, "NotFound", "The page has no such file.")
    entity = tag("web", content)
    # A reply that nothing has changed takes the place of the headers that the browser has kept, too.
    answered = unchanged(request, entity)
    if answered is None:
        answered = Response(content, 200, tagged(entity), _KINDS[name.rpartition(".")[2]])
    answered.headers["Content-Security-Policy"] = _POLICY
    return answered


@functools.cache
def _files() -> dict[str, bytes]:
    """By name every file of the folder, so that no path can lead out of it."""
    folder = resources.files("pincite.rest").joinpath("web")
    found = [each for each in folder.iterdir() if each.name.rpartition(".")[2] in _KINDS]
    return {each.name: each.read_bytes() for each in found}
