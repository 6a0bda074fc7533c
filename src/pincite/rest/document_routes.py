"""Documents: add, list, look at and delete them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Annotated, BinaryIO

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import AfterValidator
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from pincite.errors import InputError
from pincite.jobs.batch import Added
from pincite.jobs.disk import require_free
from pincite.jobs.files import plain_name
from pincite.records.library import Held, Identity, SearchHit
from pincite.rest.callers import Administering, Place, Reading, Writing
from pincite.rest.document_forms import (
    AddedDocuments,
    CollectionForm,
    CollectionList,
    DocumentDetail,
    DocumentList,
    Forgotten,
    Form,
    Hit,
    Outline,
    SearchHits,
    added_form,
    detail_form,
    hit_form,
    section_form,
    summary_form,
)
from pincite.rest.problems import Refused, not_found
from pincite.rest.replies import kept, reply, saved_as, tag, tagged, unchanged
from pincite.service import Library

router = APIRouter(tags=["documents"])
_UPLOAD = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "additionalProperties": False,
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        "name": {"type": "string", "description": "Another name than that of the file."},
                        "password": {"type": "string", "description": "Opens an encrypted file; not kept."},
                    },
                }
            }
        },
    },
}
DocumentName = Annotated[
    str,
    Query(alias="name", min_length=1, max_length=4_000, description="The whole name of the document."),
    AfterValidator(kept),
]
Limit = Annotated[int, Query(ge=1, le=500, description="How many at most.")]
PartOf = Annotated[
    str | None,
    Query(max_length=4_000, description="The document that it belongs to, or amends."),
]
_PDF = "application/pdf"
_FIELDS = ("name", "password")
_LONGEST_FIELD = 4_000
_LONGEST_NAME = 1_000
# As browsers write them in the name of a file.
_WRITTEN = {"%22": '"', "%0D": " ", "%0A": " "}
_WRITE = "Send multipart/form-data with the field `file`: curl -F file=@contract.pdf URL"
_MOST_CHARACTERS = 20_000
_LONG_LINE = 10_000  # whose beginning would leave no room for what was asked for
Offset = Annotated[int, Query(ge=0, le=10**9, description="In Unicode code points, as in an answer.")]


@router.post(
    "/v1/documents",
    response_model=AddedDocuments,
    status_code=201,
    responses={200: {"model": AddedDocuments, "description": "Nothing has changed"}},
    openapi_extra=_UPLOAD,
    summary="Add a document",
)
async def add(request: Request, place: Writing, part_of: PartOf = None) -> Response:
    """Adds a file as the current version of its name, and what is attached to an e-mail.

    The file is read in a process of its own, which is ended when it takes too much time or memory.
    """
    settings = place.library.settings
    await place.desk.look(lambda: require_free(settings.library, settings.least_free_megabytes))
    with place.desk.uploading():
        async with received(request) as upload:
            return await place.desk.run(lambda: _added(place, upload, part_of))


def _added(place: Place, upload: Upload, part_of: str | None) -> Response:
    content = upload.file.read()
    results = place.library.add_bytes(content, upload.name, part_of=part_of, password=upload.password)
    first, *_ = results
    if first.error:
        raise first.error
    changed = any(each.status in ("added", "updated") for each in results)
    if changed:
        place.desk.readying.changed(place.collection)
    forms = AddedDocuments(added=[added_form(each) for each in _told(results)])
    return reply(forms, 201 if changed else 200)


def _told(results: list[Added]) -> list[Added]:
    return [each for each in results if each.status != "skipped" or each.missed]


@router.get("/v1/documents", response_model=DocumentList, summary="List documents")
async def documents(
    place: Reading,
    limit: Limit = 100,
    after: Annotated[str, Query(max_length=4_000, description="`next` of the page before.")] = "",
) -> Response:
    """The current version of every document, in order of name, page by page."""
    listed = await place.desk.look(lambda: place.library.documents())
    later = [each for each in listed if not after or each.identity.name > after]
    page = [summary_form(each) for each in later[:limit]]
    more = page[-1].name if len(later) > limit else None
    return reply(DocumentList(documents=page, next=more, total=len(listed)))


@router.get("/v1/collections", response_model=CollectionList, summary="List collections")
async def collections(place: Reading) -> Response:
    """Those that hold documents and that your key opens. Adding a document to a new one makes it."""
    found = await place.desk.look(lambda: place.library.collections())
    key = place.caller.key
    opened = [(name, count) for name, count in found if key is None or key.opens(name)]
    forms = [CollectionForm(name=name, documents=count) for name, count in opened]
    right = key.right if key else "admin"
    return reply(CollectionList(collections=forms, chosen=place.collection, right=right))


@router.get("/v1/search", response_model=SearchHits, summary="Search all documents by words")
async def search(
    place: Reading,
    words: Annotated[str, Query(min_length=1, max_length=1_000)],
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response:
    """The passages of the whole collection that best match some words, best first."""

    def found() -> SearchHits:
        library = place.library
        found = [_hit(library, each) for each in library.search(words, limit)]
        return SearchHits(hits=[each for each in found if each is not None])

    return reply(await place.desk.run(found))


def _hit(library: Library, hit: SearchHit) -> Hit | None:
    """The passage; None where its document was deleted or changed while it was found."""
    try:
        read = library.read(hit.identity.name)
    except InputError:
        return None
    return hit_form(read, hit) if read.identity == hit.identity else None


@router.get("/v1/document/outline", response_model=Outline, summary="The sections of a document")
async def outline(request: Request, place: Reading, name: DocumentName) -> Response:
    """Every section with its title, level and range."""
    identity = await place.desk.look(lambda: held(place, name))
    entity = tag("outline", identity.version, identity.name)
    if known := unchanged(request, entity):
        return known
    document = (await place.desk.look(lambda: read_of(place, name))).document
    sections = [section_form(each) for each in document.sections]
    return reply(Outline(name=name, version=identity.version, sections=sections), headers=tagged(entity))


@router.get(
    "/v1/document/file",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}, _PDF: {}}, "description": "The file"}},
    summary="The file itself",
)
async def file(request: Request, place: Reading, name: DocumentName) -> Response:
    """The bytes as they were added, always as a file to save."""
    identity = await place.desk.look(lambda: held(place, name))
    entity = tag("file", identity.source)
    if known := unchanged(request, entity):
        return known
    content = await place.desk.look(lambda: place.library.content(name))
    kind = _PDF if content[:5] == b"%PDF-" else "application/octet-stream"
    return Response(content, 200, tagged(entity) | saved_as(identity.name), kind)


@router.get("/v1/document", response_model=DocumentDetail, summary="Look at a document")
async def document(request: Request, place: Reading, name: DocumentName) -> Response:
    """What it is, how it was read, and what to know about that."""
    identity = await place.desk.look(lambda: held(place, name))
    entity = tag("document", identity.version, identity.name)
    if known := unchanged(request, entity):
        return known
    read = await place.desk.look(lambda: read_of(place, name))
    return reply(detail_form(read), headers=tagged(entity))


@router.delete("/v1/document", response_model=Forgotten, summary="Delete a document")
async def forget(place: Administering, name: DocumentName, purge: bool = False) -> Response:
    """Deletes all versions of a document and of its attachments for good. Takes the right `admin`.

    With `purge` all that was asked and decided about it is erased, too, also of a document that is deleted.
    """

    def forgotten() -> Forgotten:
        only_on_record = purge and place.library.runs.is_only_on_record(name)
        known = name if only_on_record else held(place, name).name
        versions = place.library.forget(known, purge=purge)
        place.desk.forgotten()
        return Forgotten(name=known, versions=versions)

    return reply(await place.desk.run(forgotten))


def held(place: Place, name: str) -> Identity:
    """The current version of a name, or 404."""
    try:
        return place.library.current(name)
    except InputError as error:
        raise not_found(error) from error


def read_of(place: Place, name: str) -> Held:
    """What was read from it, or 404: it may be deleted after `held` has found it."""
    try:
        return place.library.read(name)
    except InputError as error:
        raise not_found(error) from error


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has arrived as a whole."""

    file: BinaryIO
    name: str
    password: str | None = field(repr=False)


@asynccontextmanager
async def received(request: Request) -> AsyncIterator[Upload]:
    """The upload, whose file is deleted at the end; a refusal where it is not one whole file."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "multipart/form-data":
        raise Refused(415, "NoMultipart", "An upload is multipart/form-data.", hint=_WRITE)
    try:
        form = await request.form(max_files=1, max_fields=len(_FIELDS), max_part_size=_LONGEST_FIELD)
    except Refused:  # too large, or too slow
        raise
    except HTTPException as error:
        raise _malformed(error.detail.rstrip(".")) from error
    except ClientDisconnect as error:
        raise Refused(400, "BrokenOff", "The upload broke off.") from error
    try:
        yield _upload(form)
    finally:
        await form.close()


def _upload(form: FormData) -> Upload:
    for each in form:
        if each not in ("file", *_FIELDS):
            raise _malformed(f"There is no field {each[:40]!r}")
        if len(form.getlist(each)) > 1:
            raise _malformed(f"The field {each!r} comes twice")
    file, *given = (form.get(each) for each in ("file", *_FIELDS))
    if not isinstance(file, UploadFile):
        raise _malformed("The field `file` is missing, or has no name of a file")
    name, password = (each if isinstance(each, str) else None for each in given)
    called = file.filename or ""
    for written, meant in _WRITTEN.items():
        called = called.replace(written, meant)
    if not called and name is None:
        raise _malformed("The file has no name")
    # Whole: cut to a length, names that begin alike would be versions of one document.
    return Upload(file.file, _checked_name(plain_name(called) if name is None else name), password or None)


def _checked_name(name: str) -> str:
    is_a_step = any(part in (".", "..") for part in name.strip().split("/"))
    if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable() or is_a_step:
        raise Refused(
            422,
            "WrongName",
            "This cannot be the name of a document.",
            hint=f'Use at most {_LONGEST_NAME:,} printable characters, and no part "." or "..".',
        )
    return name


def _malformed(message: str) -> Refused:
    return Refused(400, "MalformedUpload", f"{message}.", hint=_WRITE)


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
