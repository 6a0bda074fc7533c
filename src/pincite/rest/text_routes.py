"""The text of a document, part by part: what a page cannot show is read so."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from pincite.rest.callers import Reading
from pincite.rest.document_forms import Form
from pincite.rest.document_routes import DocumentName, held, read_of
from pincite.rest.replies import reply, tag, tagged, unchanged

router = APIRouter(tags=["documents"])
_MOST_CHARACTERS = 20_000
_LONG_LINE = 10_000  # whose beginning would leave no room for what was asked for
Offset = Annotated[int, Query(ge=0, le=10**9, description="In Unicode code points, as in an answer.")]


class TextPart(Form):
    """Some of a document's canonical text, cut at the ends of lines that are not too long."""

    name: str
    version: str
    start: int
    end: int
    total: int
    text: str


@router.get("/v1/document/text", response_model=TextPart, summary="Some of the text of a document")
async def text(
    request: Request, place: Reading, name: DocumentName, start: Offset = 0, end: Offset = 4_000
) -> Response:
    """The lines around these characters, at most 20,000 characters. Hidden and struck text is blank."""
    identity = await place.desk.look(lambda: held(place, name))
    entity = tag("text", identity.version, identity.name, start, end)
    if known := unchanged(request, entity):
        return known

    def cut() -> TextPart:
        # What a reader does not see is blank in it.
        seen = read_of(place, name).document.seen_text
        first = seen.rfind("\n", 0, min(start, len(seen))) + 1
        if start - first > _LONG_LINE:
            first = min(start, len(seen))
        wanted = min(max(end, first), first + _MOST_CHARACTERS)
        at = seen.find("\n", wanted, first + _MOST_CHARACTERS)
        last = at if at >= 0 else min(wanted, len(seen))
        return TextPart(
            name=identity.name,
            version=identity.version,
            start=first,
            end=max(first, last),
            total=len(seen),
            text=seen[first : max(first, last)],
        )

    return reply(await place.desk.look(cut), headers=tagged(entity))
