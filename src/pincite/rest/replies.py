"""Write replies: JSON of what the service returns, entity tags, and 304 for what the caller has already."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel

JSON = "application/json"


def reply(model: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A model in its published JSON form."""
    return Response(model.model_dump_json(by_alias=True), status, dict(headers or {}), JSON)


def written(text: str, status: int = 200) -> Response:
    """JSON that is written already."""
    return Response(text, status, media_type=JSON)


def tag(*parts: object) -> str:
    """A strong entity tag of what a reply depends on."""
    return '"' + hashlib.sha256(json.dumps([str(part) for part in parts]).encode()).hexdigest()[:32] + '"'


def unchanged(request: Request, entity: str) -> Response | None:
    """304 where the caller has this very entity; None where it has not."""
    given = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    return Response(status_code=304, headers=tagged(entity)) if entity in given or "*" in given else None


def saved_as(name: str) -> dict[str, str]:
    """A header for a file to save under the last part of a name, whatever is in it (RFC 6266)."""
    last = name.rpartition("/")[2] or "document"
    plain = "".join(each if each.isascii() and (each.isalnum() or each in " .-_") else "_" for each in last)
    said = f'attachment; filename="{plain}"'
    if plain != last:
        said += f"; filename*=UTF-8''{quote(last, safe='')}"
    return {"Content-Disposition": said}


def tagged(entity: str) -> dict[str, str]:
    """Headers for what may be kept by its caller alone, who asks each time whether it is still so."""
    return {"ETag": entity, "Cache-Control": "private, no-cache"}
