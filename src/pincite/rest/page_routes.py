"""Pages of documents: their pictures, and where each word stands on them."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from pincite.drawing import PageAsked
from pincite.records.document import PRINTED
from pincite.rest.callers import Reading
from pincite.rest.document_forms import PageWords, WordBox
from pincite.rest.document_routes import DocumentName, held, read_of
from pincite.rest.problems import Refused
from pincite.rest.replies import reply, tag, tagged, unchanged

router = APIRouter(tags=["pages"])
PageNumber = Annotated[int, Path(ge=1, le=1_000_000)]
_SPAN = re.compile(r"(\d{1,9})-(\d{1,9})")
_MOST_SPANS = 200
PAGE_POINTS = "Pincite-Page-Points"


@router.get(
    "/v1/document/pages/{number}.png",
    response_class=Response,
    responses={
        200: {
            "content": {"image/png": {}},
            "description": "The page",
            "headers": {
                PAGE_POINTS: {
                    "description": "WIDTHxHEIGHT of the page in PDF points; not sent with marks=read.",
                    "schema": {"type": "string"},
                }
            },
        }
    },
    summary="The picture of a page",
)
async def picture(
    request: Request,
    place: Reading,
    name: DocumentName,
    number: PageNumber,
    marks: Annotated[
        Literal["none", "read"], Query(description="`read` marks everything that was read on the page.")
    ] = "none",
    highlight: Annotated[
        list[str] | None,
        Query(max_length=_MOST_SPANS, description="Characters of the text to highlight: START-END."),
    ] = None,
    dpi: Annotated[int, Query(ge=36, le=200)] = 110,
) -> Response:
    """A PNG. The page is drawn in a process of its own.

    One PDF point is dpi/72 pixels, and less on a large page, whose picture would be too large. Place boxes by
    their share of the page: the header Pincite-Page-Points has its width and height in points.
    """
    spans = [_span(each) for each in highlight or ()]
    identity = await place.desk.look(lambda: held(place, name))
    entity = tag("png 2", identity.version, number, marks, spans, dpi)
    if known := unchanged(request, entity):
        return known
    pages = len((await place.desk.look(lambda: read_of(place, name))).document.pages)
    if pages and number > pages:
        raise Refused(404, "NotFound", f"{name} has no page {number}: it has {pages:,}.")
    asked = PageAsked(place.collection, identity.name, number, marks, spans, dpi)
    drawn = await place.desk.run(lambda: place.desk.drawing.draw(asked))
    size = {PAGE_POINTS: drawn.points} if drawn.points else {}
    return Response(drawn.content, 200, tagged(entity) | size, "image/png")


@router.get(
    "/v1/document/pages/{number}/words",
    response_model=PageWords,
    summary="Where the words of a page stand",
)
async def words(request: Request, place: Reading, name: DocumentName, number: PageNumber) -> Response:
    """Every word with its range in the text and its box on the page."""
    identity = await place.desk.look(lambda: held(place, name))
    entity = tag("words", identity.version, identity.name, number)
    if known := unchanged(request, entity):
        return known

    def found() -> PageWords:
        document = read_of(place, name).document
        if number > len(document.pages):
            raise Refused(404, "NotFound", f"{name} has no page {number}.")
        label, packed = document.pages[number - 1].label, document.words
        boxes = [
            WordBox(
                start=span.start,
                end=span.end,
                text=span.of(document.text),
                x0=box.x0,
                y0=box.y0,
                x1=box.x1,
                y1=box.y1,
                confidence=None if (sure := packed.confidence(span)) == PRINTED else sure,
            )
            for span, box in packed
            if box.page == number
        ]
        return PageWords(name=name, version=identity.version, page=number, label=label, words=boxes)

    return reply(await place.desk.look(found), headers=tagged(entity))


def _span(written: str) -> tuple[int, int]:
    found = _SPAN.fullmatch(written)
    if not found or not int(found[1]) < int(found[2]):
        raise Refused(422, "WrongSpan", "highlight is START-END, for example 120-180.")
    return int(found[1]), int(found[2])
