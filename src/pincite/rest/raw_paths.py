"""Match routes against the path as it was sent, so that %2F in a document's name does not end it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import unquote

from fastapi import Path
from pydantic import AfterValidator
from starlette.types import ASGIApp, Receive, Scope, Send

DocumentName = Annotated[
    str,
    Path(
        min_length=1,
        max_length=4_000,
        description="The whole name of the document, percent-encoded: / is %2F.",
    ),
    AfterValidator(unquote),
]


@dataclass(frozen=True, slots=True)
class RawPaths:
    """Whatever takes a name from the path decodes it itself."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope.get("raw_path"):
            scope = {**scope, "path": scope["raw_path"].partition(b"?")[0].decode("ascii", "replace")}
        await self.app(scope, receive, send)
