"""Write replies: JSON of what the service returns, entity tags, and 304 for what the caller has already."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Literal, get_args
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from pincite.extract.fields import MOST_FIELDS
from pincite.extract.schemas import STARTERS
from pincite.values.registered import value_types

JSON = "application/json"
Starter = Literal["commercial-contracts", "nda", "drug-labels", "insurance-policies"]
Id = Annotated[str, StringConstraints(min_length=1, max_length=100)]


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


class Body(BaseModel):
    """A request: what it does not know is refused, so that a slip is told and nothing is fetched by it."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def kept(text: str) -> str:
    """The text as it is, if a store can keep it."""
    if "\x00" in text:
        raise ValueError("must not contain the character NUL")
    return text


def _known_type(name: str) -> str:
    if name not in value_types():
        raise ValueError(f"must be one of {', '.join(sorted(value_types()))}")
    return name


Words = Annotated[str, StringConstraints(min_length=1, max_length=4_000), AfterValidator(kept)]
Question = Annotated[str, StringConstraints(min_length=1, max_length=8_000), AfterValidator(kept)]
Names = Annotated[list[Words], Field(min_length=1, max_length=1_000)]
Fields = Annotated[list[Words], Field(min_length=1, max_length=MOST_FIELDS)]
AnswerType = Annotated[Words, AfterValidator(_known_type)]

assert set(get_args(Starter)) == set(STARTERS)
